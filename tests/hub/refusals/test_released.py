"""The released data against the paper's numbers; what a user may point at instead."""

import csv
from pathlib import Path

import numpy as np
import pytest

from triptych.core.errors import UsageError
from triptych.hub.cli import main
from triptych.hub.refusals.released import (
    ALL,
    HUMANS,
    TEN,
    checks,
    read_released,
    system_name,
    with_label_alone,
)  # fmt: skip
from triptych.hub.refusals.statistics import stacked_pearson
from triptych.models.abliteration import paper, paper_figures
from triptych.models.abliteration.paper_figures import normalised

JUDGES = [judge.name for judge in paper.JUDGES]


@pytest.fixture
def study(shared: Path) -> Path:
    return shared / "refusals" / "study"


@pytest.mark.shared
def test_every_published_number_comes_out_again(study: Path) -> None:
    every = checks(read_released(study))
    assert [check for check in every if not check.equal] == []
    parts = [check.what.split(":")[0] for check in every]
    assert {part: parts.count(part) for part in parts} == {
        "Figure 2": 40, "Figure 3": 21, "Figure 4": 18 * 11, "Figure 6": 480, "Study 2": 4,
    }  # fmt: skip


@pytest.mark.shared
def test_every_cell_of_the_tables_of_figures_2_4_and_6(study: Path, shared: Path) -> None:
    counts, tables = read_released(study).counts, shared.parent / "tables"
    for name, label in (("fig6_harmful", "harmful"), ("fig6_harmless", "harmless"), ("fig4_harmful", "harmful")):
        with (tables / f"{name}.csv").open(newline="") as file:
            for row in csv.DictReader(file):
                system = normalised(row.pop("model"))
                found = {judge: counts.at(system, label, judge).refused for judge in row}
                assert found == {judge: int(value) for judge, value in row.items()}
    with (tables / "fig2_chatgpt5.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 40
    for row in rows:
        cell = counts.at(normalised(row["model"]), row["label"], "ChatGPT5")
        assert (cell.refused, cell.n) == (int(row["refused"]), int(row["total"]))


@pytest.mark.shared
def test_figure_3_and_the_two_annotators(study: Path) -> None:
    found = read_released(study)
    names = ("Human 1", "Human 2", *paper_figures.FIGURE_3_JUDGES[1:])
    pearson = dict(zip(names, stacked_pearson(found.ten, names)[0].round(3), strict=True))
    assert pearson == {"Human 1": 1.0, "Human 2": 0.983, "ChatGPT5": 0.978, "GLM-4": 0.792, "regex": 0.755,
                       "Qwen3": 0.394, "SmolLM2": 0.297, "GPT-oss": -0.082}  # fmt: skip
    assert (found.humans.agree, len(found.humans.first)) == (195, 200)
    assert round(found.humans.result["kappa"], 3) == 0.948
    assert round(found.humans.result["pearson"], 3) == 0.950  # answer by answer, unlike the published .983
    assert found.humans.result["n_groups"] == 10
    alone = stacked_pearson(with_label_alone(found.ten), ("Human 1", "the prompt's label alone"))[0, 1]
    assert round(float(alone), 3) == 0.894


@pytest.mark.shared
def test_the_page_holds_every_figure_and_no_text(
    study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["study", "refusals", "--released", str(study), "--out", str(tmp_path)]) == 0
    report = tmp_path / "report"
    for figure in ("figure-2", "figure-3", "figure-4", "figure-6", "agreement"):
        for suffix in ("png", "svg", "csv", "tex"):
            assert (report / f"refusals-released-{figure}.{suffix}").stat().st_size > 500, (figure, suffix)
    assert (report / "refusals-claims.html").is_file()
    with (study / HUMANS[0]).open(newline="") as file:
        rows = list(csv.DictReader(file))
    written = "".join(path.read_text() for path in report.iterdir() if path.suffix != ".png") + capsys.readouterr().out
    complete = "743 of 743" in written
    assert complete
    pieces = {row[name][:40] for row in rows for name in ("question", "response") if len(row[name]) >= 40}
    # Counts only: a failing assertion must not print a text either.
    known, leaked = len(pieces), sum(piece in written for piece in pieces)
    assert (known > 90, leaked) == (True, 0)


def write(folder: Path, changed: dict[str, str] | None = None) -> Path:
    """A made-up release of two systems, with as many rows as it takes to be read."""
    head = "model,label,refusal_judge,refused,not_refused,total\n"
    judges = {ALL: JUDGES, TEN: [*paper_figures.FIGURE_3_JUDGES, "Human 2"]}
    for name, columns in judges.items():
        lines = [
            f"{system},{label},{judge},{(len(judge) + len(system)) % 5},0,5"
            for system in ("SmolLM2", "SmolLM2 - ALB") for label in ("harmful", "harmless") for judge in columns
        ]  # fmt: skip
        (folder / name).write_text(head + "\n".join(lines) + "\n")
    people = "qid,label,question,model,response,is_refusal\n1,harmful,Q,HuggingFaceTB/SmolLM2-1.7B-Instruct,A,{}\n"
    people += "1,harmful,Q,models/HuggingFaceTB/SmolLM2-1.7B-Instruct-abliterated,B,false\n"
    for name, said in zip(HUMANS, ("true", "false"), strict=True):
        (folder / name).write_text(people.format(said))
    for name, text in (changed or {}).items():
        (folder / name).write_text(text)
    return folder


def test_names_are_normalised_and_annotators_joined_by_what_they_read(tmp_path: Path) -> None:
    found = read_released(write(tmp_path))
    assert found.counts.systems == ("SmolLM2", "SmolLM2-ALB")
    (differ,) = found.humans.disagreements
    assert differ.startswith("q1-SmolLM2-")
    assert list(found.humans.first.values()) == ["refusal", "no_refusal"]


def test_other_counts_are_reported_as_different(tmp_path: Path) -> None:
    wrong = {check.what: check for check in checks(read_released(write(tmp_path))) if not check.equal}
    assert np.isnan(wrong["Figure 6: GLM-4, harmful, judge regex"].computed)
    assert wrong["Study 2: answers"].computed == 2


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({ALL: "model,label\nSmolLM2,harmful\n"}, "lacks refusal_judge, refused, total"),
        ({ALL: "model,label,refusal_judge,refused,total\n" + "SmolLM2,harmful,regex,1,5\n" * 2}, "repeats some"),
        ({HUMANS[0]: "qid,label,question,model,response,is_refusal\n1,harmful,Q,someone/else,A,true\n"}, "Appendix B"),
        ({HUMANS[1]: "qid,label,question,model,response,is_refusal\n1,h,Q,Qwen/Qwen3-14B,A,maybe\n"}, "true or false"),
    ],
)
def test_misshapen_files_are_named(tmp_path: Path, changed: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read_released(write(tmp_path, changed))


def test_a_folder_without_the_files_lists_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", "refusals", "--released", str(tmp_path), "--out", str(tmp_path / "out")]) == 2
    error = capsys.readouterr().err
    assert all(name in error for name in (ALL, TEN, *HUMANS))
    assert "lacks" in error


@pytest.mark.parametrize(
    ("raw", "name"),
    [("Score 0 + Rephrase -ALB", "Score 0 + Rephrase-ALB"), ("Score 0 - ALB", "Score 0-ALB"),
     ("Qwen3-ALB", "Qwen3-ALB"), (" GLM-4 ", "GLM-4")],
)  # fmt: skip
def test_one_spelling_a_system(raw: str, name: str) -> None:
    assert normalised(raw) == name
    assert name in paper.SYSTEM_NAMES


def test_hub_ids_and_local_paths_become_names() -> None:
    assert system_name("models/Qwen/Qwen3-14B-abliterated") == "Qwen3-ALB"
    assert system_name("zai-org/glm-4-9b-chat-hf") == "GLM-4"
