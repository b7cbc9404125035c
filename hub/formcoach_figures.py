"""Figures of the coaching study: Table 2 as bars, and the exercises that feedback does best and worst on (Figure 4)."""

from pathlib import Path
from typing import Any

from triptych.core import charts
from triptych.core.intervals import clustered_bootstrap
from triptych.hub.formcoach_tables import FIGURES
from triptych.hub.report import Figure
from triptych.hub.score_formcoach import Judged

ENDS = 3
"""Figure 4 shows so many exercises at each end."""


def said(result: dict[str, Any], figure: str) -> str:
    """`58.2 % [51.0, 64.4]`, or that it is not known."""
    if result[figure] is None:
        return "not known"
    low, high = result[f"{figure}_ci"]
    return f"{result[figure]:.1f} % [{low:.1f}, {high:.1f}]"


def rubric_figure(report: Path, judged: list[Judged]) -> Figure:
    """The form of the paper's Table 2 as bars with intervals."""
    scored = [each for each in judged if each.result["n"]]
    series = [
        (figure.capitalize(), [round(each.result[figure], 1) for each in scored],
         [tuple(each.result[f"{figure}_ci"]) for each in scored])
        for figure in FIGURES
    ]  # fmt: skip
    first = judged[0].result
    with charts.figure(8.5, 0.95 * len(scored) + 1.2) as (drawn, axes):
        charts.bars_with_intervals(
            axes, [each.system for each in scored], series, (charts.BLUE, charts.GREEN, charts.RED)
        )
        axes.set(xlim=(0, 112), xlabel="percent", title=f"Feedback by system, judge {first['judge']}")
        axes.legend(loc="upper center", bbox_to_anchor=(0.4, -0.14), ncols=3)
        charts.save(drawn, report / "formcoach-rubric.png")
    text = "; ".join(f"{each.system}: accuracy {said(each.result, 'accuracy')}" for each in scored)
    caption = "Accuracy and actionability: higher is better. Hallucination: lower is better. Whiskers: 95 %."
    return Figure("formcoach-rubric.png", f"Bars by system. {text}.", caption)


def exercises_figure(report: Path, judged: list[Judged], ceiling: str) -> list[Figure]:
    """Mean accuracy over all systems of the best and worst exercises, as Figure 4; none for fewer than six.

    The row `ceiling`, which is no system, is left out of the means.
    """
    systems = [each for each in judged if each.system != ceiling and each.result["n"]]
    ranked = sorted(_means(systems).items(), key=lambda item: -item[1][0])
    if len(ranked) < 2 * ENDS:
        return []
    shown = ranked[:ENDS] + ranked[-ENDS:]
    with charts.figure(7.5, 3.4) as (drawn, axes):
        values = [round(mean, 1) for _, (mean, _, _) in shown]
        limits = [limit for _, (_, limit, _) in shown]
        names = [f"{name} (n = {count})" for name, (_, _, count) in shown]
        charts.bars_with_intervals(axes, names, [("Accuracy", values, limits)], (charts.BLUE,))
        axes.axhline(ENDS - 0.5, color="#555555", linewidth=0.8, linestyle=":")
        axes.set(xlim=(0, 112), xlabel="accuracy, percent", title=f"Best and worst exercises, {len(systems)} systems")
        charts.save(drawn, report / "formcoach-exercises.png")
    text = "; ".join(f"{name} {mean:.1f} %" for name, (mean, _, _) in shown)
    caption = (
        "Mean accuracy over the systems, the form of the paper's Figure 4; n counts pairs, whiskers: 95 % over pairs. "
        "The ends were chosen by the same pairs, so they look more extreme than they are."
    )
    return [Figure("formcoach-exercises.png", f"Three best and three worst exercises: {text}.", caption)]


def _means(systems: list[Judged]) -> dict[str, tuple[float, tuple[float, float], int]]:
    """Exercise -> mean accuracy in percent over pairs and systems, its interval over pairs, the number of pairs."""
    scores: dict[str, dict[str, list[float]]] = {}
    for each in systems:
        for name, exercise, verdict in zip(each.ids, each.exercises or [], each.result["verdicts"], strict=True):
            if verdict["accuracy"] is not None:
                scores.setdefault(exercise, {}).setdefault(name, []).append(20.0 * verdict["accuracy"])
    return {exercise: _mean(list(pairs.values())) for exercise, pairs in scores.items()}


def _mean(pairs: list[list[float]]) -> tuple[float, tuple[float, float], int]:
    means = [sum(scores) / len(scores) for scores in pairs]
    found = clustered_bootstrap(lambda rows: sum(means[row] for row in rows) / len(rows), len(means))
    return sum(means) / len(means), (found.low, found.high), len(means)
