"""Scores beside what the joints say, differences pair by pair, best and worst exercises, marked claims on the page."""

import csv
import json
import re
from pathlib import Path
from typing import Any

import datasets
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from triptych.core.vocabulary import NAMES
from triptych.dataset_builders.formcoach.builder import as_table, row
from triptych.dataset_builders.formcoach.pairs import pairs
from triptych.hub.builders import load_rows
from triptych.hub.cli import main
from triptych.hub.formcoach_tables import difference_table, extremes_table, repeats_table
from triptych.hub.pairs_page import PAGE, parts, write_pairs_page
from triptych.hub.score_formcoach import Feedback, Judged, joints_of, judge, pairs_by_id
from triptych.metrics.coaching_rubric.extremes import extremes

NOTHING = "Good form, nothing to correct."


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dataset folder of three pairs with a fault and one without."""
    faulty = [pair for pair in pairs() if pair.fault and pair.exercise in ("Arms Circles", "Squat")][:3]
    chosen = [*faulty, next(pair for pair in pairs() if pair.fault is None)]
    folder = tmp_path_factory.mktemp("coaching") / "pairs"
    (folder / "data").mkdir(parents=True)
    made = datasets.Dataset(pa.concat_tables([as_table(row(pair)) for pair in chosen]))
    made.to_parquet(folder / "data" / "test-00000-of-00001.parquet")
    return folder


def lines(data: Path) -> pd.DataFrame:
    known = pairs_by_id(load_rows("formcoach", str(data), "test"))
    rows = [(name, "expert", pair["instruction"] or NOTHING) for name, pair in known.items()]
    rows += [(name, "inventor", "Straighten your left antenna.") for name in known]
    return pd.DataFrame(rows, columns=["id", "system", "output"])


def scored(frame: pd.DataFrame, data: Path, folder: Path, *options: str) -> dict[str, Any]:
    frame.to_csv(folder / "lines.csv", index=False)
    files = ["--predictions", str(folder / "lines.csv"), "--data", str(data), "--out", str(folder)]
    assert main(["score", "formcoach", *files, *options]) == 0
    return json.loads((folder / "score.json").read_text())["systems"]


def test_the_joints_stand_beside_the_judge(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = scored(lines(data), data, tmp_path)
    assert (found["expert"]["grounded_hallucination"], found["expert"]["grounded_n"]) == (0.0, 4)
    assert (found["inventor"]["grounded_hallucination"], found["inventor"]["grounded_n"]) == (100.0, 4)
    said = capsys.readouterr().out
    assert "grounded hallucination %" in said
    assert "Difference to expert, pair by pair" in said
    with (tmp_path / "verdicts.csv").open(newline="") as file:
        reasons = {row["system"]: row["grounded_reason"] for row in csv.DictReader(file)}
    assert "nobody has" in reasons["inventor"]


def test_without_joints(data: Path, tmp_path: Path) -> None:
    found = scored(lines(data), data, tmp_path, "--without-joints", "--repeats", "2")
    assert "grounded_n" not in found["expert"]
    assert found["expert"]["self_agreement"]["accuracy"] == {"same": 1.0, "spread": 0.0}
    assert "grounded" not in (tmp_path / "verdicts.csv").read_text().split("\n")[0]


def test_a_passport_holds_the_joints_against_people_too(data: Path, tmp_path: Path) -> None:
    frame = lines(data).assign(hallucination=["no"] * 4 + ["yes"] * 4)
    frame.to_csv(tmp_path / "r.csv", index=False)
    options = ["--human", str(tmp_path / "r.csv"), "--data", str(data), "--out", str(tmp_path)]
    assert main(["passport", "formcoach", *options]) == 0
    found = json.loads((tmp_path / "passport.json").read_text())["agreements"]
    joints = next(each for each in found if each["one"] == "joints of both people")
    assert (joints["other"], joints["result"]["kappa"], joints["result"]["n"]) == ("hallucination", 1.0, 8)


def test_the_page_marks_claims_by_colour_line_and_word(data: Path, tmp_path: Path) -> None:
    rows = load_rows("formcoach", str(data), "test")
    known = pairs_by_id(rows)
    ids = list(known)
    said = ["Widen your <b> stance & straighten your left antenna, please."] * len(ids)
    experts = [known[name]["instruction"] for name in ids]
    feedback = Feedback(ids, ["m"] * len(ids), said, experts, [known[name]["exercise"] for name in ids], None,
                        joints_of(rows, ids))  # fmt: skip
    write_pairs_page(tmp_path, rows, feedback, judge(feedback, "lexical"))
    page = (tmp_path / PAGE).read_text()
    marked = re.findall(
        r'<mark class="(\w+)" title="([^"]+)"><span class="unseen">\((\w+)\) </span>([^<]+)</mark>', page
    )
    assert ("hallucinated", "hallucinated") in {(kind, word) for kind, _, word, _ in marked}
    assert any("antenna" in text and "nobody has" in why for _, why, _, text in marked)
    assert "<b>" not in page
    for kind in ("correct", "hallucinated", "unclear"):
        assert f'<mark class="{kind}">{kind}</mark>' in page, "the legend"
        assert re.search(rf"mark\.{kind} {{[^}}]*text-decoration: underline", page)
    assert "checked against the joints of both people" in page


def test_parts_of_a_line_make_up_the_line() -> None:
    text = "Widen your stance and round it."
    claims: list[dict[str, Any]] = [
        {"start": 0, "end": 17, "verdict": "supported", "claim": "feet wider", "reason": "so"},
        {"start": 6, "end": 30, "verdict": "contradicted", "claim": "back more_bent", "reason": "not so"},
    ]
    found = parts(text, claims)
    assert "".join(each["text"] for each in found) == text
    assert [each["kind"] for each in found] == ["correct", "hallucinated", "hallucinated", ""]
    assert parts("", []) == []
    assert parts("Good.", []) == [{"text": "Good.", "kind": "", "why": ""}]


def by_level(levels: dict[str, int], system: str = "m") -> Judged:
    """A judged system with five equal lines for each exercise."""
    exercises = [name for name in levels for _ in range(5)]
    ids = [f"{name}-{number}" for name in levels for number in range(5)]
    feedback = Feedback(ids, [system] * len(ids), [str(levels[name]) for name in exercises], ["x"] * len(ids),
                        exercises, None)  # fmt: skip
    from triptych.hub.metrics import load_metric

    result = load_metric("coaching_rubric").compute(
        predictions=feedback.lines, references=feedback.experts, exercises=exercises,
        judge=lambda said, *_: (int(said), 5, int(said) < 3),
    )  # fmt: skip
    return Judged(ids, system, exercises, result)


def test_best_and_worst_exercises() -> None:
    levels = dict(zip(NAMES[:7], (3, 5, 1, 4, 2, 3, 3), strict=True))
    judged = by_level(levels)
    found = extremes(judged.result["by_exercise"])
    assert [name for name, _ in found.highest] == [NAMES[1], NAMES[3], NAMES[0]]
    assert [name for name, _ in found.lowest] == [NAMES[2], NAMES[4], NAMES[6]]
    [table] = extremes_table([judged])
    assert [row[1] for row in table.rows] == ["top 1", "top 2", "top 3", "bottom 1", "bottom 2", "bottom 3"]
    assert {row[-1] for row in table.rows} == {5}


@pytest.mark.parametrize(("levels", "count"), [({"Squat": 5, "Burpee": 1}, 1), ({"Squat": 5}, 0),
                                               ({"Squat": 3, "Burpee": 3, "Mule Kick": 3}, 0)])  # fmt: skip
def test_few_or_equal_exercises_have_few_or_no_extremes(levels: dict[str, int], count: int) -> None:
    judged = by_level(levels)
    found = extremes(judged.result["by_exercise"])
    assert (len(found.highest), len(found.lowest)) == (count, count)
    assert bool(extremes_table([judged])) == (count > 0)


def test_differences_are_taken_pair_by_pair() -> None:
    """Two systems that differ by one level on every pair differ surely, however much pairs vary."""
    levels = dict(zip(NAMES[:8], (1, 2, 3, 4, 1, 2, 3, 4), strict=True))
    better = by_level({name: level + 1 for name, level in levels.items()}, "better")
    [table] = difference_table([by_level(levels, "worse"), better])
    assert table.title == "Difference to better, pair by pair"
    assert table.rows[0][:2] == ["worse", "-20.0 [-20.0, -20.0]"]
    assert table.rows[0][-1] == 40
    assert difference_table([better]) == []
    assert repeats_table([better]) == []


def test_lines_of_one_pair_are_resampled_together() -> None:
    rng = np.random.default_rng(1)
    said = [("Widen your stance.", "Good job!")[value] for value in rng.integers(0, 2, 30)]
    lines, experts = [line for line in said for _ in range(10)], ["Set your feet wider."] * 300
    many = Feedback([f"p{place // 10}" for place in range(300)], ["m"] * 300, lines, experts, ["Squat"] * 300, None)
    [clustered] = judge(many, "lexical")
    alone = Feedback([f"p{place}" for place in range(300)], ["m"] * 300, many.lines, many.experts, many.exercises, None)
    [naive] = judge(alone, "lexical")
    groups = [[each.result, each.result["by_exercise"]["Squat"]] for each in (clustered, naive)]
    for result, other in zip(*groups, strict=True):
        assert result["accuracy"] == other["accuracy"]
        wide, narrow = (each["accuracy_ci"][1] - each["accuracy_ci"][0] for each in (result, other))
        assert wide > 2 * narrow
