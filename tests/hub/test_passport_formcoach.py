"""The passport of a coaching judge, on files of ratings as people keep them."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from fake_server import Answer, FakeServer

from triptych.core.errors import UsageError
from triptych.hub.cli import main
from triptych.hub.human_ratings import by_person, rating_columns, ratings
from triptych.hub.metrics import load_metric

FEEDBACK = {
    "Widen your stance.": (5, 4, "no"), "Bring your feet closer.": (1, 4, "yes"), "Great job!": (1, 1, "no"),
    "Widen your stance and round your back.": (3, 4, "yes"), "Watch your feet.": (3, 2, "no"),
}  # fmt: skip
EXPERT = "Set your feet wider apart."


def table(people: int = 2, pairs: int = 12) -> pd.DataFrame:
    """Every line on every pair, rated by people who are one level off now and then."""
    rng, rows = np.random.default_rng(0), []
    for pair in range(pairs):
        for line, (accuracy, actionability, invented) in FEEDBACK.items():
            row: dict[str, Any] = {"id": f"pair-{pair}", "feedback": line, "expert": EXPERT, "exercise": "Squat"}
            for person in range(1, people + 1):
                off = int(rng.integers(-1, 2)) if person == 2 else 0
                row[f"accuracy_{person}"] = min(max(accuracy + off, 1), 5)
                row[f"actionability_{person}"] = actionability
                row[f"hallucination_{person}"] = invented
            rows.append(row)
    return pd.DataFrame(rows)


def passport(frame: pd.DataFrame, folder: Path, *options: str) -> dict[str, Any]:
    frame.to_csv(folder / "ratings.csv", index=False)
    out = folder / "out"
    assert main(["passport", "formcoach", "--human", str(folder / "ratings.csv"), "--out", str(out), *options]) == 0
    return json.loads((out / "passport.json").read_text())


def by_raters(made: dict[str, Any]) -> dict[tuple[str, str, str], dict[str, Any]]:
    return {(each["figure"], each["one"], each["other"]): each for each in made["agreements"]}


def test_judge_with_each_person_and_people_with_each_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    frame = table()
    made = passport(frame, tmp_path)
    found = by_raters(made)
    assert set(found) == {
        (figure, *pair)
        for figure in ("accuracy", "actionability", "hallucination")
        for pair in (("judge", f"{figure}_1"), ("judge", f"{figure}_2"), (f"{figure}_1", f"{figure}_2"))
    }
    people = found["accuracy", "accuracy_1", "accuracy_2"]
    direct = load_metric("judge_correlation").compute(
        predictions=frame["accuracy_1"].tolist(), references=frame["accuracy_2"].tolist(),
        groups=frame["id"].tolist(), weights="quadratic", level="ordinal", order=[1, 2, 3, 4, 5],
    )  # fmt: skip
    for name in ("kappa", "kappa_ci", "krippendorff_alpha", "spearman", "n"):
        assert people["result"][name] == direct[name]
    assert (people["result"]["n"], people["result"]["n_groups"]) == (60, 12)
    assert people["adjacent"]["adjacent"] == 100.0
    judged = found["accuracy", "judge", "accuracy_1"]["result"]
    assert judged["kappa"] > 0.8
    low, high = judged["kappa_ci"]
    assert low <= judged["kappa"] <= high
    assert found["hallucination", "judge", "hallucination_1"]["result"]["weights"] is None
    assert made["judge"] == "lexical"
    assert made["data"]["file"] == "ratings.csv"
    said = capsys.readouterr().out
    assert "accuracy of people: accuracy_1, accuracy_2" in said
    assert "accuracy: accuracy_1 (rows) against the judge (columns)" in said


def test_lines_on_one_pair_are_no_more_than_one(tmp_path: Path) -> None:
    """The same ratings of one pair in twenty rows: the interval stays as wide as that of the pairs."""
    few = table(pairs=6)
    many = pd.concat([few] * 20, ignore_index=True)
    many["model"] = [f"m{row // len(few)}" for row in range(len(many))]
    widths = []
    for name, frame in (("few", few), ("many", many)):
        (tmp_path / name).mkdir()
        result = by_raters(passport(frame, tmp_path / name))["accuracy", "accuracy_1", "accuracy_2"]["result"]
        widths.append(result["kappa_ci"][1] - result["kappa_ci"][0])
    assert widths[1] == pytest.approx(widths[0], rel=0.35)


def test_a_row_for_each_person(tmp_path: Path) -> None:
    wide = table()
    long = pd.concat([
        wide[["id", "feedback", "expert"]].assign(
            rater=name, **{figure: wide[f"{figure}_{person}"] for figure in ("accuracy", "hallucination")}
        )
        for person, name in ((1, "ann"), (2, "ben"))
    ])  # fmt: skip
    found = by_raters(passport(long, tmp_path, "--annotator-column", "rater"))
    assert ("accuracy", "accuracy (ann)", "accuracy (ben)") in found
    assert found["accuracy", "judge", "accuracy (ann)"]["result"]["n"] == len(wide)
    assert not [key for key in found if key[0] == "actionability"]


def test_a_model_that_is_asked_and_levels_between(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIPTYCH_CACHE", str(tmp_path / "cache"))

    def said(body: dict[str, Any], nth: int) -> Answer:
        level = 4 + body["seed"] if "closer" not in body["messages"][1]["content"] else 1 + body["seed"]
        return Answer(json.dumps({"explanation": "", "accuracy": level, "actionability": 3, "hallucination": "no"}))

    frame = table(people=1).drop(columns=["hallucination_1"])
    with FakeServer(said) as server:
        made = passport(frame, tmp_path, "--judge", f"openai:m@{server.url}", "--repeats", "2", "--yes")
        assert len(server.bodies) == 2 * len(FEEDBACK)
    result = by_raters(made)["accuracy", "judge", "accuracy_1"]["result"]
    assert result["n"] == 60
    assert set(result["labels"]) <= {1, 2, 3, 4, 5}
    assert result["spearman"] is not None
    assert made["repeats"] == 2


def test_unrated_and_unscored_rows_are_counted(tmp_path: Path) -> None:
    frame = table(people=1, pairs=3)
    frame.loc[0, "accuracy_1"] = np.nan
    frame.loc[1, "feedback"] = ""
    result = by_raters(passport(frame, tmp_path))["accuracy", "judge", "accuracy_1"]["result"]
    assert (result["n"], result["n_unscored"]) == (13, 2)


@pytest.mark.parametrize(("change", "options", "message"), [
    ({"accuracy_1": 7}, [], "levels from 1 to 5 in 'accuracy_1'"),
    ({"hallucination_1": "maybe"}, [], "'maybe' in row 1"),
    ({}, ["--accuracy-columns", "mine"], "--accuracy-columns to name columns"),
    ({}, ["--annotator-column", "who"], "--annotator-column to name a column"),
    ({}, ["--annotator-column", "exercise"], "two by Squat"),
])  # fmt: skip
def test_wrong_files_are_one_message(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, Any], options: list[str], message: str
) -> None:
    frame = table(people=1, pairs=2).assign(**change)
    if "exercise" in options:
        frame = pd.concat([frame, frame])
    frame.to_csv(tmp_path / "r.csv", index=False)
    assert main(["passport", "formcoach", "--human", str(tmp_path / "r.csv"), "--out", str(tmp_path), *options]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert "Traceback" not in error


def test_columns_of_judges_are_not_peoples() -> None:
    names = ["id", "Human Accuracy", "judge_accuracy", "accuracy_reason", "hallucination", "gpt hallucination"]
    assert rating_columns(names, {}) == {"accuracy": ["Human Accuracy"], "hallucination": ["hallucination"]}
    with pytest.raises(UsageError, match="columns with people's ratings"):
        rating_columns(["id", "text"], {})


def test_ratings_in_their_spellings() -> None:
    rows = [{"h": value} for value in ("Yes", "no", True, 0, None, "", float("nan"), "1.0")]
    assert ratings(rows, "hallucination", ["h"])["h"] == [1.0, 0.0, 1.0, 0.0, None, None, None, 1.0]
    assert ratings([{"a": "4"}, {"a": 2.5}], "accuracy", ["a"])["a"] == [4.0, 2.5]


def test_lines_of_several_people_become_one() -> None:
    rows = [{"id": "a", "who": "x", "accuracy": 3}, {"id": "a", "who": "y", "accuracy": 4}]
    assert by_person(rows, "who", lambda row: row["id"]) == [
        {"id": "a", "who": "x", "accuracy (x)": 3, "accuracy (y)": 4}
    ]
