"""Tables of `coaching_rubric` results: by system, by exercise, what was not scored, every verdict."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from triptych.hub.report import Table

if TYPE_CHECKING:
    from triptych.hub.score_formcoach import Judged

FIGURES = ("accuracy", "actionability", "hallucination")


def rubric_table(judged: "list[Judged]") -> Table:
    """The form of the paper's Table 2, with intervals and n."""
    columns = ["system", *(f"{figure} %" for figure in FIGURES), "n", "unscored"]
    rows = [
        [each.system, *(_cell(each.result, figure) for figure in FIGURES), each.result["n"], each.result["n_unscored"]]
        for each in judged
    ]
    first = judged[0].result
    note = (
        f"Judge {first['judge']} {first['judge_version']}. Accuracy and actionability: mean of the scores 1 to 5, "
        "divided by 5 (so 20 is the floor); hallucination: lines with a correction that the expert's does not have. "
        "95 % intervals."
    )
    return Table("rubric", "Feedback by system (the form of Table 2)", columns, rows, note)


def exercise_table(judged: "list[Judged]") -> list[Table]:
    """Accuracy of every system by exercise; none where the lines have no exercise."""
    names = list(dict.fromkeys(name for each in judged for name in each.result.get("by_exercise") or {}))
    if not names:
        return []
    rows = []
    for name in names:
        found = [(each.result.get("by_exercise") or {}).get(name) or {} for each in judged]
        rows.append([name, *(_cell(each, "accuracy") for each in found), max(each.get("n", 0) for each in found)])
    columns = ["exercise", *(each.system for each in judged), "n"]
    return [Table("exercises", "Accuracy % by exercise", columns, rows, "Few pairs each: the intervals say how few.")]


def unscored_table(judged: "list[Judged]") -> list[Table]:
    """Why lines were not scored, where any were not."""
    reasons = Counter(
        (each.system, verdict["reason"]) for each in judged for verdict in each.result["verdicts"]
        if verdict["accuracy"] is None
    )  # fmt: skip
    rows: list[list[Any]] = [[system, reason, count] for (system, reason), count in reasons.most_common()]
    return [Table("unscored", "Not scored", ["system", "reason", "lines"], rows)] if rows else []


def verdict_table(judged: "list[Judged]") -> Table:
    """One row a line: id, system, exercise and scores."""
    rows: list[list[Any]] = []
    for each in judged:
        exercises: list[Any] = each.exercises or [None] * len(each.ids)
        for name, exercise, verdict in zip(each.ids, exercises, each.result["verdicts"], strict=True):
            rows.append([name, each.system, exercise, *(verdict[figure] for figure in FIGURES), verdict["reason"]])
    return Table("verdicts", "Verdicts", ["id", "system", "exercise", *FIGURES, "reason"], rows)


def _cell(result: dict[str, Any], figure: str) -> str:
    """`58.2 [51.0, 64.4]`, or a dash where nothing was scored."""
    value, limits = result.get(figure), result.get(f"{figure}_ci")
    if value is None:
        return "–"
    low, high = limits or (None, None)
    return f"{value:.1f}" if low is None else f"{value:.1f} [{low:.1f}, {high:.1f}]"
