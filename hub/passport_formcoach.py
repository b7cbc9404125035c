"""`triptych passport formcoach`: how far a judge of coaching feedback agrees with people, and people with each other.

    triptych passport formcoach --judge openai:gpt-4.1 --human ratings.csv

Levels 1 to 5: Cohen's kappa with quadratic weights, Krippendorff's alpha (ordinal), Spearman's rho, equal and adjacent
levels. Yes or no: plain kappa, nominal alpha. Intervals are 95 %, bootstrap over pairs: lines on one pair of clips are
not independent. What two people agree on is the most that a judge can be asked for.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from triptych.core.runs import file_sha256, now, write_json
from triptych.hub.human_ratings import FIGURES, LEVELS, Ratings, by_person, rating_columns, ratings
from triptych.hub.metrics import load_metric
from triptych.hub.prediction_files import read_rows
from triptych.hub.report import Table
from triptych.hub.score_formcoach import Feedback, Judged, judge, read_feedback

if TYPE_CHECKING:
    from triptych.hub.commands.formcoach_scoring import PassportFormcoach

JUDGE, JOINTS = "judge", "joints of both people"
_KEPT = ("judge", "judge_version", "prompt_sha256", "protocol", "reproducible", "reproducible_why", "repeats", "scores")


@dataclass(frozen=True)
class Agreement:
    """Two raters of one figure: results of `judge_correlation`, and the share within one level for levels."""

    figure: str
    one: str
    other: str
    result: dict[str, Any]
    adjacent: dict[str, Any]


def passport(settings: "PassportFormcoach") -> Path:
    """Judge the lines that people rated and write `passport.json`: agreement, confusion, and what it rests on."""
    rows = _lines(settings)
    columns = rating_columns(list(dict.fromkeys(name for row in rows for name in row)), {
        "accuracy": settings.accuracy_columns, "actionability": settings.actionability_columns,
        "hallucination": settings.hallucination_columns,
    })  # fmt: skip
    print("; ".join(f"{figure} of people: {', '.join(names)}" for figure, names in columns.items()))
    people = {figure: ratings(rows, figure, names) for figure, names in columns.items()}
    feedback = read_feedback(rows, settings, settings.human.name)
    judged = judge(feedback, settings.judge, settings.protocol, settings.yes, settings.repeats, settings.scores)
    found = agreements(feedback, judged, people)
    tables = [agreement_table(found), *confusions(found)]
    for table in tables:
        print("\n" + table.as_text())
    out = settings.out or Path("runs/passport") / f"formcoach-{settings.judge}".replace(":", "-").replace("/", "-")
    path = out / "passport.json"
    data = {"file": settings.human.name, "sha256": file_sha256(settings.human) if settings.human.is_file() else None}
    kept = {name: judged[0].result[name] for name in _KEPT if name in judged[0].result}
    shown = {each.name: {"columns": each.columns, "rows": each.rows} for each in tables}
    write_json(
        path, {**kept, "data": data, "made": now(), "agreements": [vars(each) for each in found], "tables": shown}
    )
    print(f"\npassport: {path}")
    return path


def _lines(settings: "PassportFormcoach") -> list[dict[str, Any]]:
    """One row for each line; where a file has a row for each person, those of one line together."""
    rows = read_rows(settings.human).rows
    if settings.annotator_column:
        feedback = read_feedback(rows, replace(settings, without_joints=True), settings.human.name)
        keys = {id(row): key for row, key in zip(rows, zip(feedback.ids, feedback.systems, feedback.lines, strict=True),
                                                 strict=True)}  # fmt: skip
        rows = by_person(rows, settings.annotator_column, lambda row: keys[id(row)])
    return rows[: settings.limit]


def agreements(feedback: Feedback, judged: Sequence[Judged], people: dict[str, Ratings]) -> list[Agreement]:
    """The judge with each person, people with each other, and the joints with each person on hallucination."""
    verdicts = in_order(feedback, judged)
    grounded = any("grounded_hallucination" in verdict for verdict in verdicts)
    found = []
    for figure in FIGURES:
        if figure in people:
            said = [_said(verdict, figure) for verdict in verdicts]
            raters = {JUDGE: said}
            if figure == "hallucination" and grounded:
                raters[JOINTS] = [_number(verdict.get("grounded_hallucination")) for verdict in verdicts]
            pairs = [(one, person) for one in raters for person in people[figure]]
            pairs += list(combinations(people[figure], 2))
            values = {**raters, **people[figure]}
            found += [_agreement(figure, one, other, values[one], values[other], feedback.ids) for one, other in pairs]
    return found


def in_order(feedback: Feedback, judged: Sequence[Judged]) -> list[dict[str, Any]]:
    """Every line's verdict, in the order of the file; `judge` gives them by system."""
    left = {each.system: iter(each.result["verdicts"]) for each in judged}
    return [next(left[system]) for system in feedback.systems]


def _said(verdict: dict[str, Any], figure: str) -> float | None:
    return _number(
        verdict.get("hallucination_share", verdict[figure]) if figure == "hallucination" else verdict[figure]
    )


def _number(value: Any) -> float | None:
    return None if value is None else float(value)


def _agreement(
    figure: str, one: str, other: str, first: Sequence[float | None], second: Sequence[float | None], ids: list[str]
) -> Agreement:
    from triptych.metrics.coaching_rubric.scoring import percentage

    levels = figure in LEVELS
    options = {"weights": "quadratic", "level": "ordinal", "order": [1, 2, 3, 4, 5]} if levels else {"order": [0, 1]}
    metric = load_metric("judge_correlation")
    whole = [[_nearest(value) for value in values] for values in (first, second)]
    result = metric.compute(predictions=whole[0], references=whole[1], groups=ids, **options)
    if any(value is not None and value != near for values, nears in zip((first, second), whole, strict=True)
           for value, near in zip(values, nears, strict=True)):  # fmt: skip
        ranks = metric.compute(predictions=list(first), references=list(second), groups=ids)
        result |= {name: ranks[name] for name in ("spearman", "spearman_ci", "pearson", "pearson_ci")}
    if not levels:
        return Agreement(figure, one, other, result, {})
    pairs = [(a, b, name) for a, b, name in zip(first, second, ids, strict=True) if a is not None and b is not None]
    near = [float(abs(a - b) <= 1.0) for a, b, _ in pairs]
    return Agreement(figure, one, other, result, percentage("adjacent", near, [name for _, _, name in pairs]))


def _nearest(value: float | None) -> int | None:
    """The nearest whole level (halves go up), or yes for more than half."""
    return None if value is None else math.floor(value + 0.5)


def agreement_table(found: Sequence[Agreement]) -> Table:
    """One row for each pair of raters and figure."""
    rows = []
    for each in found:
        figures = [_cell(each.result, name) for name in ("kappa", "krippendorff_alpha", "spearman")]
        equal = _cell({name: _percent(each.result[name]) for name in ("agreement", "agreement_ci")}, "agreement", 1)
        near = _cell(each.adjacent, "adjacent", 1) if each.adjacent else "–"
        rows.append([each.figure, f"{each.one} / {each.other}", *figures, equal, near, each.result["n"],
                     each.result["n_unscored"]])  # fmt: skip
    columns = ["figure", "raters", "kappa", "alpha", "Spearman", "equal %", "within 1 %", "n", "not rated by both"]
    note = (
        "Kappa of levels: quadratic weights; alpha ordinal. Yes or no: plain kappa, nominal alpha. 95 % intervals, "
        "bootstrap over pairs of clips. Two people's agreement is the most that a judge can be asked for."
    )
    return Table("agreement", "Agreement with people", columns, rows, note)


def confusions(found: Sequence[Agreement]) -> list[Table]:
    """Counts of each person's ratings (rows) against the judge's (columns)."""
    tables = []
    for each in found:
        labels = each.result.get("labels") or []
        if each.one == JUDGE and each.result["n"] and each.result.get("confusion"):
            named = [_label(each.figure, label) for label in labels]
            rows = [[name, *counts] for name, counts in zip(named, each.result["confusion"], strict=True)]
            title = f"{each.figure}: {each.other} (rows) against the judge (columns)"
            tables.append(Table(f"confusion-{each.figure}-{each.other}", title, ["rating", *named], rows))
    return tables


def _label(figure: str, label: Any) -> str:
    return str(label) if figure in LEVELS else ("yes" if label else "no")


def _percent(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_percent(each) for each in value]
    return None if value is None else 100.0 * value


def _cell(result: dict[str, Any], name: str, digits: int = 2) -> str:
    value, (low, high) = result.get(name), result.get(f"{name}_ci") or (None, None)
    if value is None:
        return "–"
    shown = f"{value:.{digits}f}"
    return shown if low is None or low != low else f"{shown} [{low:.{digits}f}, {high:.{digits}f}]"
