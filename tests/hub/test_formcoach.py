"""Feedback, its scores and the page of pairs, on two real pairs of the dataset and files as users have them."""

import csv
import json
from pathlib import Path
from typing import Any

import datasets
import pandas as pd
import pyarrow as pa
import pytest
from fake_server import Answer, FakeServer

from triptych.core.progress import Stages
from triptych.dataset_builders.formcoach.builder import as_table, row
from triptych.dataset_builders.formcoach.pairs import pairs
from triptych.hub import formcoach_study
from triptych.hub.builders import load_rows
from triptych.hub.cli import main
from triptych.hub.formcoach_feedback import NOTHING, usual_tip, write_feedback
from triptych.hub.score_formcoach import pairs_by_id


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dataset folder of two pairs of one exercise, one with a fault."""
    chosen = [pair for pair in pairs() if pair.exercise == "Barbell Shrug"][:2]
    table = pa.concat_tables([as_table(row(pair)) for pair in chosen])
    folder = tmp_path_factory.mktemp("coaching") / "pairs"
    (folder / "data").mkdir(parents=True)
    datasets.Dataset(table).to_parquet(folder / "data" / "test-00000-of-00001.parquet")
    return folder


def said(data: Path) -> dict[str, dict[str, Any]]:
    return pairs_by_id(load_rows("formcoach", str(data), "test"))


def test_the_pairs_are_a_clean_one_and_one_with_a_fault(data: Path) -> None:
    assert sorted(bool(pair["fault"]) for pair in said(data).values()) == [False, True]
    assert {pair["exercise"] for pair in said(data).values()} == {"Barbell Shrug"}


def test_feedback_is_a_run_folder_that_resumes(data: Path, tmp_path: Path) -> None:
    rows = load_rows("formcoach", str(data), "test")
    first = write_feedback(tmp_path / "k", "kinematic", rows, "test")
    assert [line["status"] for line in first] == ["ok", "ok"]
    assert json.loads((tmp_path / "k" / "run.json").read_text())["n"] == 2
    assert write_feedback(tmp_path / "k", "kinematic", rows, "test") == first  # the latency too: not made again
    lines = {line["id"]: line["output"] for line in first}
    for name, pair in said(data).items():
        assert (lines[name] == NOTHING) == (pair["fault"] is None)


def test_usual_tips_are_short() -> None:
    assert usual_tip("Squat") == "Sink your hips deeper at the bottom."
    assert "your shoulders" in usual_tip("Barbell Shrug")


def scored(out: Path, *options: str) -> dict[str, Any]:
    assert main(["score", "formcoach", "--out", str(out), *options]) == 0
    return json.loads((out / "score.json").read_text())["systems"]


def test_a_file_joined_by_id(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        {"id": name, "system": "expert", "output": pair["instruction"] or NOTHING} for name, pair in said(data).items()
    ]
    pd.DataFrame(lines).to_json(tmp_path / "lines.jsonl", orient="records", lines=True)
    found = scored(tmp_path / "out", "--predictions", str(tmp_path / "lines.jsonl"), "--data", str(data))
    assert (found["expert"]["accuracy"], found["expert"]["n"]) == (100.0, 2)
    assert found["expert"]["by_exercise"]["Barbell Shrug"]["n"] == 2
    assert "feedback: output" in capsys.readouterr().out
    with (tmp_path / "out" / "verdicts.csv").open(newline="") as file:
        assert [line["accuracy"] for line in csv.DictReader(file)] == ["5", "5"]


def test_a_file_with_its_own_experts_lines_needs_no_dataset(tmp_path: Path) -> None:
    lines = [
        ("a", "Widen your stance.", "Spread your feet wider.", "Squat"),
        ("a", "Bring your feet closer together.", "Spread your feet wider.", "Squat"),
        ("b", "Straighten your back.", "Keep your back straight.", "Deadlift"),
    ]
    table = pd.DataFrame(lines, columns=["model", "feedback", "expert", "exercise"])
    table.to_csv(tmp_path / "mine.csv", index=False)
    found = scored(tmp_path / "out", "--predictions", str(tmp_path / "mine.csv"))
    assert (found["a"]["accuracy"], found["a"]["n"], found["b"]["accuracy"]) == (60.0, 2, 100.0)


def test_capitals_class_numbers_and_empty_experts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [["m", "Widen your stance.", "Spread your feet wider.", 16], ["n", "All good.", None, 16]]
    table = pd.DataFrame(lines, columns=["Model", "Feedback", "Expert", "Exercise"])
    table.to_csv(tmp_path / "mine.csv", index=False)
    found = scored(tmp_path / "out", "--predictions", str(tmp_path / "mine.csv"))
    assert list(found) == ["m", "n"]
    assert found["m"]["by_exercise"].keys() == {"Squat"}
    assert "1 rows have no expert's line" in capsys.readouterr().out


def test_a_pair_in_two_rows_and_another_dataset(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = next(iter(said(data)))
    pd.DataFrame([[name, "Fine."]] * 2, columns=["id", "output"]).to_csv(tmp_path / "x.csv", index=False)
    assert main(["score", "formcoach", "--predictions", str(tmp_path / "x.csv"), "--data", str(data)]) == 2
    assert "1 pairs in two rows" in capsys.readouterr().err
    other = tmp_path / "other" / "data"
    other.mkdir(parents=True)
    datasets.Dataset.from_dict({"id": ["a"]}).to_parquet(other / "test-00000-of-00001.parquet")
    assert main(["score", "formcoach", "--predictions", str(tmp_path / "x.csv"), "--data", str(other.parent)]) == 2
    assert "the columns of formcoach" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("columns", "options", "message"),
    [
        (["id", "output"], ["--reference-column", "expert"], "--reference-column to name a column"),
        (["number", "output"], [], "a column of ids or of experts' lines"),
        (["id", "output"], [], "ids of the split"),
        (["id", "output"], ["--judge", "nobody"], "one of the judges"),
        (["id", "output"], ["--feedback-column", "text"], "--feedback-column to name a column"),
        (["id", "number"], [], "name it with --feedback-column"),
    ],
)
def test_wrong_files_are_one_message(
    data: Path, tmp_path: Path, columns: list[str], options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name = next(iter(said(data))) if "--judge" in options else "nobody"
    cell = 1 if "number" in columns[1:] else "Keep your back straight."
    pd.DataFrame([[name, cell]], columns=columns).to_csv(tmp_path / "x.csv", index=False)
    assert main(["score", "formcoach", "--predictions", str(tmp_path / "x.csv"), "--data", str(data), *options]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert "Traceback" not in error


def test_a_language_model_is_asked_only_after_consent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TRIPTYCH_CACHE", str(tmp_path / "cache"))
    verdict = json.dumps({"explanation": "same", "accuracy": 4, "actionability": 5, "hallucination": "no"})
    pd.DataFrame([["Widen your stance.", "Spread your feet."]], columns=["feedback", "expert"]).to_csv(
        tmp_path / "x.csv", index=False
    )
    with FakeServer(lambda body, nth: Answer(verdict)) as server:
        options = ["--predictions", str(tmp_path / "x.csv"), "--judge", f"openai:m@{server.url}"]
        assert main(["score", "formcoach", *options]) == 2
        assert "1 calls" in capsys.readouterr().out
        assert not server.bodies
        found = scored(tmp_path / "out", *options, "--yes")
        assert (found["all"]["accuracy"], found["all"]["actionability"]) == (80.0, 100.0)


def test_the_panel_has_a_page_of_playable_pairs(data: Path, tmp_path: Path) -> None:
    report = tmp_path / "report"
    panel = formcoach_study.run_study(tmp_path, report, Stages(), formcoach_study.StudySettings(data=str(data)))
    assert panel.numbers[formcoach_study.EXPERT]["accuracy"] == 100.0
    assert panel.numbers[formcoach_study.NAMES["silent"]]["accuracy"] == 60.0
    page = (report / panel.links[0].file).read_text()
    clips = sorted(path.name for path in (report / "formcoach-clips").iterdir())
    assert len(clips) == 2
    assert all(f'src="formcoach-clips/{name}"' in page for name in clips)
    assert page.count('<section class="pair"') == 1
    assert (report / panel.figures[0].file).stat().st_size > 5000


def test_a_study_joins_any_systems_and_a_model_as_judge(data: Path, tmp_path: Path) -> None:
    lines = tmp_path / "mine.csv"
    ids = list(said(data))
    lines.write_text("id,output\n" + "".join(f"{name},Lift your shoulders higher.\n" for name in ids))
    verdict = json.dumps({"explanation": "as told", "accuracy": 4, "actionability": 5, "hallucination": "no"})

    def behaviour(body: dict[str, Any], _: int) -> Answer:
        asked_for_feedback = "image_url" in json.dumps(body)
        return Answer("Raise your shoulders." if asked_for_feedback else verdict)

    with FakeServer(behaviour) as server:
        model = f"openai:coach@{server.url}"
        systems = ["kinematic", model, f"mine={lines}"]
        command = ["study", "formcoach", "--data", str(data), "--out", str(tmp_path / "study"), "--yes",
                   "--judge", f"openai:judge@{server.url}", "--systems", *systems]  # fmt: skip
        assert main(command) == 0
        asked = len(server.bodies)
        assert main(command) == 0
        assert len(server.bodies) == asked  # a second run asks nothing
    results = json.loads((tmp_path / "study" / "report" / "results.json").read_text())
    [panel] = results["panels"] if isinstance(results, dict) else results
    found = panel["numbers"]
    assert set(found) == {formcoach_study.NAMES["kinematic"], "openai:coach", "mine", formcoach_study.EXPERT}
    assert found["mine"]["accuracy"] == found["openai:coach"]["accuracy"] == 80.0


@pytest.mark.parametrize(("text", "words"), [("id,output\nother,x\n", "lacks 2"), ("id,said\na,x\n", "columns id and")])
def test_predictions_of_other_pairs_are_refused(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, words: str
) -> None:
    (tmp_path / "mine.csv").write_text(text)
    systems = ["--systems", f"mine={tmp_path / 'mine.csv'}"]
    assert main(["study", "formcoach", "--data", str(data), "--out", str(tmp_path / "s"), *systems]) == 2
    assert words in capsys.readouterr().err
