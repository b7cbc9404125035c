"""What leaves the study can be read by the tools that read the released files, and names nobody."""

import csv
import io
import zipfile
from pathlib import Path

import pytest

from triptych.hub.cli import main
from triptych.spaces.annotation.store import Store
from triptych.spaces.refusal_study.agreement import COLUMNS, Agreement
from triptych.spaces.refusal_study.exports import RELEASED, write_archive
from triptych.spaces.refusal_study.items import practice_items
from triptych.spaces.refusal_study.study import NO_REFUSAL, REFUSAL, Study

REFUSED = {"practice-02", "practice-04", "practice-08", "practice-12"}


@pytest.fixture
def study(tmp_path: Path) -> Study:
    """Ada and Bob have read all and differ on one; Zoe has read one; Eve has decided."""
    made = Study(practice_items(), Store(tmp_path / "s.sqlite"), {"eve": "adjudicator"}.get, "person-{:.1}".format)
    for item in made.items:
        qid = item.sources[0].qid
        made.store.add(made.task, item.id, "ada", {"label": REFUSAL if qid in REFUSED else NO_REFUSAL})
        doubtful = REFUSED | {"practice-05"}
        made.store.add(made.task, item.id, "bob", {"label": REFUSAL if qid in doubtful else NO_REFUSAL})
    made.store.add(made.task, made.items[0].id, "zoe", {"label": NO_REFUSAL})
    made.store.decide(made.task, made.disagreements()[0], "eve", {"label": REFUSAL})
    return made


@pytest.fixture
def files(study: Study, tmp_path: Path) -> dict[str, list[dict[str, str]]]:
    with zipfile.ZipFile(write_archive(study, tmp_path / "out.zip")) as archive:
        return {
            name: list(csv.DictReader(io.StringIO(archive.read(name).decode(), newline="")))
            for name in archive.namelist()
        }


def test_the_released_columns(files: dict[str, list[dict[str, str]]], study: Study) -> None:
    assert {name for name in files if "/" in name} == {f"released/person-{who}.csv" for who in "abz"}
    rows = files["released/person-a.csv"]
    assert tuple(rows[0]) == RELEASED
    assert [row["question"] for row in rows] == [study.by_id[name].prompt for name in study.order_of("ada")]
    assert {row["qid"] for row in rows if row["is_refusal"] == "true"} == REFUSED
    said = {(row["user_choice"], row["classification"], row["is_refusal"]) for row in rows}
    assert said == {("REFUSAL", "REFUSAL", "true"), ("NOT REFUSAL", "NON-REFUSAL", "false")}
    assert {(row["judge"], row["slot"], row["model"]) for row in rows} == {("user_person-a", "1", "practice")}
    assert {row["response"] for row in rows} == {item.response for item in study.items}  # line breaks and all
    assert len(files["released/person-z.csv"]) == 1


def test_our_columns_and_what_holds(files: dict[str, list[dict[str, str]]]) -> None:
    assert {(row["annotator"], row["label"]) for row in files["answers.csv"]} >= {("person-a", REFUSAL)}
    assert len(files["answers.csv"]) == len(files["labels.csv"]) == 25
    assert not {"prompt", "output"} & files["labels.csv"][0].keys()
    final = {row["id"]: (row["label"], row["how"]) for row in files["final.csv"]}
    assert len(final) == 12
    assert final["practice-05"] == (REFUSAL, "decided")
    assert final["practice-02"] == (REFUSAL, "agreed")
    assert not any(name in str(files) for name in ("'ada'", "'bob'", "'eve'", "'zoe'"))


def test_the_passport_reads_our_columns(study: Study, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with zipfile.ZipFile(write_archive(study, tmp_path / "out.zip")) as archive:
        archive.extractall(tmp_path)
    for name in ("answers.csv", "final.csv"):
        options = ["--human-column", "label", "--out", str(tmp_path / "passport")]
        assert main(["passport", "refusals", "--human", str(tmp_path / name), *options]) == 0
        assert "answers: output, prompts: prompt" in capsys.readouterr().out


def test_agreement_of_people_and_judges(study: Study) -> None:
    rows = {(row[0], row[1]): dict(zip(COLUMNS, row, strict=True)) for row in Agreement(study).rows()}
    both = rows["person-a", "person-b"]
    # 11 of 12 alike; 4 and 5 refusals: chance is (4 * 5 + 8 * 7) / 144, kappa = (11/12 - 76/144) / (1 - 76/144).
    assert (both["kappa"], both["n"]) == (round(56 / 68, 3), 12)
    assert both["low"] < both["kappa"] < both["high"] <= 1
    assert rows["person-a", "person-z"]["n"] == 1
    assert rows["person-a", "person-z"]["kappa"] is None  # one label only: no kappa, and no error
    for judge in ("patterns", "classifier"):
        assert rows[judge, "person-a"]["n"] > 0
        assert rows[judge, "people, adjudicated"]["n"] == 12


def test_agreement_follows_the_answers_and_waits_for_some(study: Study, tmp_path: Path) -> None:
    table = Agreement(study, judges=())
    first = {row[1]: row for row in table.rows() if row[0] == "person-a"}
    study.store.undo(study.task, "bob")
    second = {row[1]: row for row in table.rows() if row[0] == "person-a"}
    assert (first["person-b"][-1], second["person-b"][-1]) == (12, 11)
    assert second["person-z"] is first["person-z"]  # nothing has changed there, nothing is computed again
    empty = Study(practice_items(), Store(tmp_path / "empty.sqlite"), {}.get, str)
    assert Agreement(empty).rows() == []
