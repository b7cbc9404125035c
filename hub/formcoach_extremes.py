"""The paper's Figure 4 drawn: on which exercises each system's feedback is best and worst."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from triptych.core import charts
from triptych.hub.report import Figure
from triptych.metrics.coaching_rubric.extremes import Group, extremes

if TYPE_CHECKING:
    from triptych.hub.score_formcoach import Judged

FILE = "formcoach-extremes.png"


def extremes_figure(out: Path, judged: "list[Judged]") -> Figure | None:
    """Draw the three best and the three worst exercises of each system to `out`; None where no exercise is known."""
    found = [(each.system, extremes(each.result.get("by_exercise") or {})) for each in judged]
    found = [(system, ends) for system, ends in found if ends.highest]
    if not found:
        return None
    rows = sum(len(ends.highest) + len(ends.lowest) for _, ends in found) + len(found)
    with charts.figure(8.5, 0.27 * rows + 1.4) as (drawn, axes):
        at, ticks = 0.0, list[tuple[float, str]]()
        for system, ends in found:
            axes.text(-0.005, at, system, transform=axes.get_yaxis_transform(), ha="right", va="center", weight="bold")
            at += 1
            for groups, colour, marker in ((ends.highest, charts.BLUE, "o"), (ends.lowest[::-1], charts.RED, "s")):
                heights = [at + place for place in range(len(groups))]
                _points(axes, heights, groups, colour, marker)
                names = [f"{name} (n = {one['n']})" for name, one in groups]
                ticks += zip(heights, names, strict=True)
                at += len(groups)
        axes.set_yticks([height for height, _ in ticks], [name for _, name in ticks])
        axes.set(xlim=(18, 102), ylim=(at - 0.4, -0.8), xlabel="accuracy %, 95 % interval")
        axes.set_title("Best (●) and worst (■) three exercises by system")
        charts.save(drawn, out / FILE)
    return Figure(FILE, _described(found), "Accuracy by exercise: each system's three best and three worst. Few pairs "
                  "each, and chosen by the same pairs, so read the whiskers.")  # fmt: skip


def _points(axes: Any, heights: list[float], groups: list[Group], colour: str, marker: str) -> None:
    values = [one["accuracy"] for _, one in groups]
    limits = [tuple(one["accuracy_ci"]) for _, one in groups]
    charts.points_with_intervals(axes, heights, values, limits, colour, marker)


def _described(found: list[Any]) -> str:
    """The figure in words."""
    parts = []
    for system, ends in found:
        best, worst = (", ".join(f"{name} {one['accuracy']:.0f} %" for name, one in groups)
                       for groups in (ends.highest, ends.lowest))  # fmt: skip
        parts.append(f"{system}: best {best}; worst {worst}")
    return "Accuracy by exercise. " + ". ".join(parts) + "."
