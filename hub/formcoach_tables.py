"""Tables of `coaching_rubric` results: by system, by exercise, differences, what was not scored, every verdict."""

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from triptych.hub.report import Table

if TYPE_CHECKING:
    from triptych.hub.score_formcoach import Judged

FIGURES = ("accuracy", "actionability", "hallucination")
HIGHEST = 5


def rubric_table(judged: "list[Judged]") -> Table:
    """The form of the paper's Table 2, with intervals and n; on joints too where they were given."""
    grounded = any("grounded_n" in each.result for each in judged)
    joints = ["grounded hallucination %", "n checked"] if grounded else []
    columns = ["system", *(f"{figure} %" for figure in FIGURES), "n", "unscored", *joints]
    rows = []
    for each in judged:
        figures = [_cell(each.result, figure) for figure in FIGURES]
        checked = [_cell(each.result, "grounded_hallucination"), each.result.get("grounded_n", 0)] if grounded else []
        rows.append([each.system, *figures, each.result["n"], each.result["n_unscored"], *checked])
    note = _note(judged[0].result)
    if grounded:
        note += (
            " Grounded: lines that claim what the joints of both people contradict, of those that hold anything to "
            "check; no judge is asked."
        )
    return Table("rubric", "Feedback by system (the form of Table 2)", columns, rows, note)


def _note(first: dict[str, Any]) -> str:
    repeats = f" Each row judged {first['repeats']} times, the mean counts." if "repeats" in first else ""
    expected = " Levels are expectations over the judge's probabilities." if first.get("scores") == "expected" else ""
    return (
        f"Judge {first['judge']} {first['judge_version']}. Accuracy and actionability: mean of the scores 1 to 5, "
        "divided by 5 (so 20 is the floor); hallucination: lines with a correction that the expert's does not have. "
        f"95 % intervals, by pair.{repeats}{expected}"
    )


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


def extremes_table(judged: "list[Judged]") -> list[Table]:
    """Each system's three best and three worst exercises: the paper's Figure 4; none where there are no exercises."""
    from triptych.metrics.coaching_rubric.extremes import extremes

    rows: list[list[Any]] = []
    for each in judged:
        found = extremes(each.result.get("by_exercise") or {})
        for end, groups in (("top", found.highest), ("bottom", found.lowest)):
            for place, (name, figures) in enumerate(groups, start=1):
                rows.append([each.system, f"{end} {place}", name, _cell(figures, "accuracy"), figures["n"]])
    if not rows:
        return []
    note = (
        "Chosen by the same pairs that give the figures: the ends look more extreme than they are. Of equal ones the "
        "first in the paper's Table 3 ranks higher."
    )
    title = "Best and worst exercises by system (the form of Figure 4)"
    return [Table("extremes", title, ["system", "rank", "exercise", "accuracy %", "n"], rows, note)]


def difference_table(judged: "list[Judged]") -> list[Table]:
    """Every other system against the most accurate one on the pairs that both were scored on; none for one system."""
    scored = [each for each in judged if each.result["n"]]
    if len(scored) < 2:
        return []
    best = max(scored, key=lambda each: each.result["accuracy"])
    rows = [row for each in scored if each is not best and (row := _difference(each, best))]
    if not rows:
        return []
    title = f"Difference to {best.system}, pair by pair"
    note = "Points of percent, system minus the one named; 95 % bootstrap over the pairs that both were scored on."
    columns = ["system", "accuracy", "actionability", "hallucination", "pairs"]
    return [Table("differences", title, columns, rows, note)]


def _difference(each: "Judged", best: "Judged") -> list[Any]:
    from triptych.metrics.coaching_rubric.scoring import bootstrapped

    cells: list[Any] = []
    count = 0
    for figure in FIGURES:
        ours, theirs = _by_pair(each, figure), _by_pair(best, figure)
        differences = [ours[name] - theirs[name] for name in ours if name in theirs]
        if not differences:
            return []
        count, mean = len(differences), sum(differences) / len(differences)
        low, high = bootstrapped(differences, None)
        cells.append(f"{mean:+.1f} [{low:+.1f}, {high:+.1f}]")
    return [each.system, *cells, count]


def _by_pair(each: "Judged", figure: str) -> dict[str, float]:
    """Percent of each scored pair; the mean where a pair has several lines."""
    found: dict[str, list[float]] = {}
    for name, verdict in zip(each.ids, each.result["verdicts"], strict=True):
        if verdict["accuracy"] is not None:
            found.setdefault(name, []).append(_percent(verdict, figure))
    return {name: sum(values) / len(values) for name, values in found.items()}


def _percent(verdict: dict[str, Any], figure: str) -> float:
    if figure == "hallucination":
        return 100.0 * float(verdict.get("hallucination_share", verdict["hallucination"]))
    return 100.0 / HIGHEST * float(verdict[figure])


def repeats_table(judged: "list[Judged]") -> list[Table]:
    """How far the judge agrees with itself, where it was asked several times."""
    asked = [each for each in judged if "self_agreement" in each.result]
    rows: list[list[Any]] = []
    for each in asked:
        for figure, found in each.result["self_agreement"].items():
            same = None if found["same"] is None else round(100 * found["same"], 1)
            rows.append([each.system, figure, same, found["spread"], each.result["repeats"]])
    columns = ["system", "figure", "same %", "spread", "repeats"]
    note = "Same: equal pairs of repeats of one row. Spread: standard deviation, in levels (hallucination: in shares)."
    return [Table("repeats", "The judge against itself", columns, rows, note)] if rows else []


def unscored_table(judged: "list[Judged]") -> list[Table]:
    """Why lines were not scored, where any were not; and why none of their claims was checked, where joints were."""
    unscored = _reasons(judged, lambda verdict: verdict["reason"] if verdict["accuracy"] is None else None)
    tables = [Table("unscored", "Not scored", ["system", "reason", "lines"], unscored)] if unscored else []
    unchecked = _reasons(
        judged,
        lambda verdict: verdict["grounded_reason"] if verdict.get("grounded_hallucination", False) is None else None,
    )
    if unchecked:
        tables.append(Table("unchecked", "Not checked against joints", ["system", "reason", "lines"], unchecked))
    return tables


def _reasons(judged: "list[Judged]", reason_of: Callable[[dict[str, Any]], str | None]) -> list[list[Any]]:
    reasons = Counter(
        (each.system, reason)
        for each in judged
        for verdict in each.result["verdicts"]
        if (reason := reason_of(verdict)) is not None
    )
    return [[system, reason, count] for (system, reason), count in reasons.most_common()]


def verdict_table(judged: "list[Judged]") -> Table:
    """One row a line: id, system, exercise and scores, and what the joints say where they were given."""
    grounded = any("grounded_n" in each.result for each in judged)
    rows: list[list[Any]] = []
    for each in judged:
        exercises: list[Any] = each.exercises or [None] * len(each.ids)
        for name, exercise, verdict in zip(each.ids, exercises, each.result["verdicts"], strict=True):
            row = [name, each.system, exercise, *(verdict[figure] for figure in FIGURES), verdict["reason"]]
            joints = [verdict.get("grounded_hallucination"), verdict.get("grounded_reason")] if grounded else []
            rows.append([*row, *joints])
    joints = ["grounded_hallucination", "grounded_reason"] if grounded else []
    return Table("verdicts", "Verdicts", ["id", "system", "exercise", *FIGURES, "reason", *joints], rows)


def _cell(result: dict[str, Any], figure: str) -> str:
    """`58.2 [51.0, 64.4]`, or a dash where nothing was scored."""
    value, limits = result.get(figure), result.get(f"{figure}_ci")
    if value is None:
        return "–"
    low, high = limits or (None, None)
    if result.get("n") == 1 and figure in FIGURES[:2]:
        low = None  # the bootstrap of one row has no width, and says nothing
    return f"{value:.1f}" if low is None else f"{value:.1f} [{low:.1f}, {high:.1f}]"


def paper_table() -> Table:
    """The paper's own Table 2, to be read beside ours and not against it: other pairs, another judge, no intervals."""
    from triptych.metrics.coaching_rubric.paper import N_PAIRS, TABLE_2

    rows: list[list[Any]] = [[name, *values] for name, values in TABLE_2.items()]
    note = (
        f"{N_PAIRS:,} pairs of Fit3D, judged by GPT-4.1; no interval, no number of scored rows and no agreement of the "
        "judge with people is given. Other pairs and another judge: not to be compared row by row."
    )
    return Table("paper", "The paper's Table 2", ["system", *(f"{figure} %" for figure in FIGURES)], rows, note)
