"""`triptych score formcoach`: accuracy, actionability and hallucination of anybody's file of feedback.

    triptych score formcoach --predictions runs/feedback/kinematic
    triptych score formcoach --predictions feedback.csv --reference-column expert --judge openai:gpt-4.1

The expert's line stands in the file, or is that of the dataset's pair of the same `id`.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from triptych.core.errors import RunError, UsageError
from triptych.core.estimate import Estimate
from triptych.core.runs import write_json, write_text
from triptych.core.vocabulary import NAMES
from triptych.hub.builders import load_rows
from triptych.hub.columns import Row, choose
from triptych.hub.consent import confirm_calls
from triptych.hub.formcoach_tables import (
    difference_table,
    exercise_table,
    extremes_table,
    repeats_table,
    rubric_table,
    unscored_table,
    verdict_table,
)
from triptych.hub.ids import matched
from triptych.hub.metrics import load_metric
from triptych.hub.prediction_files import read_rows
from triptych.hub.report import Table

if TYPE_CHECKING:
    from triptych.hub.commands.formcoach_scoring import Judging, ScoreFormcoach

Joints = tuple[Any, Any]
"""User and reference, (T, 25, 3) each, or None twice."""
FEEDBACK = ("feedback", "output", "correction", "cue", "response", "prediction")
EXPERT = ("instruction", "reference", "expert", "ground_truth", "annotation", "reference_instruction")


@dataclass(frozen=True)
class Feedback:
    """Lines to judge, in one order: the system's line, the expert's (None where nothing is to be corrected)."""

    ids: list[str]
    systems: list[str]
    lines: list[str]
    experts: list[str | None]
    exercises: list[str] | None
    preferences: list[str | None] | None
    joints: list[Joints] | None = None
    """Joints of both people for each line, where claims are to be checked against them."""


@dataclass(frozen=True)
class Judged:
    """A metric's result for each system's lines."""

    ids: list[str]
    system: str
    exercises: list[str] | None
    result: dict[str, Any]


def score_file(settings: "ScoreFormcoach", out: Path) -> list[Judged]:
    """Judge the lines of a file, print what was read and found, write `score.json` and `verdicts.csv` to `out`."""
    found = read_rows(settings.predictions)
    rows = found.rows[: settings.limit]
    feedback = read_feedback(rows, settings, settings.predictions.name)
    judged = judge(feedback, settings.judge, settings.protocol, settings.yes, settings.repeats, settings.scores)
    for table in tables(judged):
        print("\n" + table.as_text())
    write_text(out / "verdicts.csv", verdict_table(judged).as_csv())
    summary = {each.system: {key: value for key, value in each.result.items() if key != "verdicts"} for each in judged}
    write_json(out / "score.json", {"file": str(settings.predictions), "systems": summary})
    print(f"\nwritten: {out / 'score.json'}, {out / 'verdicts.csv'}")
    if not any(each.result["n"] for each in judged):
        raise RunError("no line was scored; the reasons are listed above")
    return judged


def tables(judged: list[Judged]) -> list[Table]:
    """Everything that a reader of the scores needs, but single verdicts."""
    return [rubric_table(judged), *difference_table(judged), *exercise_table(judged), *extremes_table(judged),
            *repeats_table(judged), *unscored_table(judged)]  # fmt: skip


def read_feedback(rows: list[Row], settings: "Judging", name: str) -> Feedback:
    """The columns of a file: guessed, printed, and joined with the dataset by id where it has no expert's line."""
    names = list(dict.fromkeys(column for row in rows for column in row))
    given = settings.reference_column
    if given is not None and given not in names:
        raise UsageError("--reference-column to name a column", repr(given), f"columns here: {', '.join(names)}")
    expert = given or _named(names, EXPERT)
    columns = choose(rows, settings.feedback_column or _named(names, FEEDBACK), option="--feedback-column")
    if not expert and columns.id is None:
        fix = "name the latter by --reference-column"
        raise UsageError("a column of ids or of experts' lines", ", ".join(names), fix)
    lines = [_text(row.get(columns.answer)) for row in rows]
    systems = [_text(row.get(columns.system)) or "all" if columns.system else "all" for row in rows]
    ids = [_text(row.get(columns.id)) if columns.id else f"row-{place}" for place, row in enumerate(rows, start=1)]
    source = expert or f"{settings.data or 'formcoach'}, by {columns.id}"
    print(f"{name}: {len(rows)} rows; feedback: {columns.answer}, expert's lines: {source}, "
          f"systems: {columns.system or 'one'}")  # fmt: skip
    if not expert:
        data = load_rows("formcoach", settings.data, settings.split)
        return _joined(ids, systems, lines, data, grounded=not settings.without_joints)
    experts = [_text(row.get(expert)) or None for row in rows]
    if empty := experts.count(None):
        print(f"  {empty} rows have no expert's line: taken for pairs with nothing to correct")
    wishes = _named(names, ("preference",))
    preferences = [_text(row.get(wishes)) or None for row in rows] if wishes else None
    return Feedback(ids, systems, lines, experts, _exercises(rows, _named(names, ("exercise",))), preferences)


def _named(names: list[str], wanted: Sequence[str]) -> str | None:
    """The first column of a wanted name, in any case."""
    return next((name for want in wanted for name in names if name.strip().lower() == want), None)


def _exercises(rows: list[Row], column: str | None) -> list[Any] | None:
    """Names, or class numbers where the column holds nothing else; a CSV file has them as texts."""
    if column is None:
        return None
    cells = [_text(row.get(column)) for row in rows]
    if all(cell.removesuffix(".0").isdecimal() for cell in cells if cell):
        return [NAMES[int(float(cell))] if cell and float(cell) < len(NAMES) else cell or None for cell in cells]
    return [cell or None for cell in cells]


def _joined(ids: list[str], systems: list[str], lines: list[str], data: Any, grounded: bool) -> Feedback:
    pairs = pairs_by_id(data)
    ids = matched(ids, pairs)
    repeated = [name for (name, system), count in Counter(zip(ids, systems, strict=True)).items() if count > 1]
    if repeated:
        shown = f"{len(repeated)} pairs in two rows: {', '.join(repeated[:5])}"
        raise UsageError("one line a pair and system", shown, "keep one, or name the systems in a column `system`")
    found = [pairs[name] for name in ids]
    return Feedback(ids, systems, lines, [pair["instruction"] for pair in found],
                    [pair["exercise"] for pair in found], [pair["preference"] for pair in found],
                    joints_of(data, ids) if grounded else None)  # fmt: skip


def joints_of(data: Any, ids: Sequence[str]) -> list[Joints] | None:
    """Joints of both people of the pairs named by `ids`, each read once; None where the dataset has none at all."""
    names = ("user_joints", "reference_joints")
    if any(name not in data.features for name in names):
        return None
    places = {name: place for place, name in enumerate(data["id"])}
    wanted = list(dict.fromkeys(ids))
    rows = data.select([places[name] for name in wanted]).select_columns(list(names))
    found: dict[str, Joints] = {}
    for name, row in zip(wanted, rows, strict=True):
        user, reference = (None if row[each] is None else np.asarray(row[each], dtype=np.float32) for each in names)
        found[name] = user, reference
    known = any(user is not None and reference is not None for user, reference in found.values())
    return [found[name] for name in ids] if known else None


def pairs_by_id(data: Any) -> dict[str, Row]:
    """Instruction, exercise (its name), preference and fault of each pair; videos and joints are not read."""
    wanted = ["id", "exercise", "instruction", "preference", "fault"]
    if missing := [name for name in wanted if name not in data.features]:
        raise UsageError("a dataset with the columns of formcoach", f"none named {', '.join(missing)}", "check --data")
    names = data.features["exercise"].names
    return {row["id"]: {**row, "exercise": names[row["exercise"]]} for row in data.select_columns(wanted)}


def judge(
    feedback: Feedback,
    judge_name: str,
    protocol: str = "joint",
    yes: bool = True,
    repeats: int = 1,
    scores: str = "plain",
) -> list[Judged]:
    """`coaching_rubric` for each system, in order of first appearance; lines of one pair are resampled together."""
    from triptych.metrics.coaching_rubric.judges import Row as Line
    from triptych.metrics.coaching_rubric.judges import asked_again

    parts = [(system, _of(feedback, system)) for system in dict.fromkeys(feedback.systems)]
    for system, part in parts:
        none = [None] * len(part.ids)
        said = zip(part.lines, part.experts, part.exercises or none, part.preferences or none, strict=True)
        lines = [Line(*each) for each in said]
        parts_of = [vars(each.estimate(lines)) for each in asked_again(judge_name, protocol, scores, repeats)]
        estimate = Estimate(**{name: sum(each[name] for each in parts_of) for name in parts_of[0]})
        confirm_calls(f"{judge_name} on {system}", estimate, yes)
    metric = load_metric("coaching_rubric")
    made = []
    for system, part in parts:
        users, references = zip(*part.joints, strict=True) if part.joints else (None, None)
        result = metric.compute(
            predictions=part.lines, references=part.experts, exercises=part.exercises, preferences=part.preferences,
            judge=judge_name, protocol=protocol, repeats=repeats, scores=scores, user_joints=users,
            reference_joints=references,
        )  # fmt: skip
        made.append(Judged(part.ids, system, part.exercises, _by_pair(result, part)))
    return made


def _by_pair(result: dict[str, Any], part: Feedback) -> dict[str, Any]:
    """A result with intervals over pairs where a pair has several lines; rows of one pair are not independent."""
    if len(set(part.ids)) == len(part.ids):
        return result
    from triptych.metrics.coaching_rubric.scoring import by_exercise, figures
    from triptych.metrics.coaching_rubric.verdicts import Verdict

    verdicts = [
        Verdict(each["accuracy"], each["actionability"], each["hallucination"], share=each.get("hallucination_share"))
        for each in result["verdicts"]
    ]
    clustered = figures(verdicts, part.ids)
    if part.exercises:
        clustered["by_exercise"] = by_exercise(verdicts, [name or "" for name in part.exercises], part.ids)
    return {**result, **clustered}


def _of(feedback: Feedback, system: str) -> Feedback:
    places = [place for place, name in enumerate(feedback.systems) if name == system]

    def kept(values: Sequence[Any] | None) -> Any:
        return None if values is None else [values[place] for place in places]

    return Feedback(*(kept(getattr(feedback, name)) for name in Feedback.__dataclass_fields__))


def _text(value: Any) -> str:
    return "" if value is None or value != value else str(value)
