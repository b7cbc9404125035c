"""The paper's Figures 2, 3, 4 and 6 and the judges' agreement, drawn from any table of counts; PNG and SVG.

Each function writes its picture and returns it with the table of the same numbers.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from triptych.core import charts
from triptych.hub.refusals.counts import LABELS, Counts, FloatArray
from triptych.hub.report import Figure, Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as DrawnFigure

Drawn = tuple[Figure, Table]
KINDS = {
    "unedited": (charts.BLUE, "o"),
    "abliterated": (charts.RED, "D"),
    "random direction": (charts.GREY, "s"),
}
"""Colour and marker of each kind of system."""


def figure_2(out: Path, prefix: str, counts: Counts, judge: str, kinds: Mapping[str, str]) -> Drawn:
    """Refused prompts of every system, harmful and harmless beside each other, with Wilson intervals.

    `kinds` gives each system's kind (a key of `KINDS`); systems that follow an unedited one stand under it. Files are
    named `<prefix>-figure-2`, here and below.
    """
    systems = [system for system in counts.systems if any(counts.at(system, label, judge).n for label in LABELS)]
    heights = _heights([kinds[system] == "unedited" for system in systems])
    n = max(counts.at(system, label, judge).n for system in systems for label in LABELS)
    with charts.panels(7.6 + _inches(systems), 0.34 * heights[-1] + 1.7, 2) as (drawn, both):
        for axes, label in zip(both, LABELS, strict=True):
            for kind, (colour, marker) in KINDS.items():
                places = [place for place in zip(systems, heights, strict=True) if kinds[place[0]] == kind]
                _dots(axes, counts, judge, label, places, colour, marker)
            axes.set(
                xlim=(-0.02 * n, 1.13 * n),
                xlabel=f"refused, of {n} {label} prompts",
                title=f"{label.capitalize()} prompts",
            )
            axes.grid(axis="y", visible=False)
        both[0].set_yticks(heights, systems)
        both[0].set_ylim(heights[-1] + 0.7, heights[0] - 0.7)
        _kind_legend(drawn, [kind for kind in KINDS if kind in kinds.values()])
        charts.save_both(drawn, out / f"{prefix}-figure-2.png")
    caption = (
        f"The form of the paper's Figure 2. Points: refused of n = {n} prompts of each label; whiskers: Wilson, 95 %. "
        f"Judge: {judge}."
    )
    alt = f"Refused harmful and harmless prompts of {len(systems)} systems."
    table = count_table("figure-2", f"Refused prompts by system, judge {judge}", counts, [judge])
    return Figure(f"{prefix}-figure-2.png", alt, caption), table


def _kind_legend(drawn: "DrawnFigure", kinds: Sequence[str]) -> None:
    from matplotlib.lines import Line2D

    handles = [Line2D([], [], color=KINDS[kind][0], marker=KINDS[kind][1], label=kind) for kind in kinds]
    drawn.legend(handles=handles, loc="outside lower center", ncols=len(kinds), frameon=False)


def _heights(starts: Sequence[bool]) -> list[float]:
    """Where each row stands: a gap before each system that starts a group."""
    heights: list[float] = []
    for start in starts:
        heights.append(heights[-1] + (1.5 if start else 1.0) if heights else 0.0)
    return heights


def _dots(
    axes: "Axes", counts: Counts, judge: str, label: str, places: Sequence[tuple[str, float]],
    colour: str, marker: str,
) -> None:  # fmt: skip
    if not places:
        return
    cells = [counts.at(system, label, judge) for system, _ in places]
    values = [float(cell.refused) for cell in cells]
    limits = [(cell.interval[0] * cell.n, cell.interval[1] * cell.n) for cell in cells]
    at = [height for _, height in places]
    charts.points_with_intervals(axes, at, values, limits, colour, marker)
    for y, value, (_, high) in zip(at, values, limits, strict=True):
        axes.annotate(f"{value:g}", (high, y), (5, 0), textcoords="offset points", va="center", size=9)


def count_table(name: str, title: str, counts: Counts, judges: Sequence[str]) -> Table:
    """Refused, n, rate and Wilson's interval of every system and label, for each judge."""
    columns = ["system", "prompts", "judge", "refused", "n", "rate", "low", "high"]
    cells = [counts.at(s, label, judge) for judge in judges for s in counts.systems for label in LABELS]
    rows = [
        [c.system, c.label, c.judge, c.refused, c.n, c.refused / c.n, *c.interval] for c in cells if c.n
    ]  # fmt: skip
    return Table(name, title, columns, rows, "Low and high: Wilson, 95 %.")


def figure_3(
    out: Path, prefix: str, judges: Sequence[str], pearson: FloatArray, intervals: FloatArray, what: str, clusters: str
) -> Drawn:
    """Pearson between judges over stacked counts: (judges, judges) values, (judges, judges, 2) limits."""
    with charts.figure(1.6 + 0.72 * len(judges), 1.3 + 0.5 * len(judges)) as (drawn, axes):
        charts.heatmap(axes, judges, judges, pearson.tolist(), (-1.0, 1.0), "PuOr", "{:.2f}")
        axes.set_title("Pearson between judges' stacked counts", pad=12)
        charts.save_both(drawn, out / f"{prefix}-figure-3.png")
    rows = [
        [one, two, pearson[i, j], *intervals[i, j]]
        for i, one in enumerate(judges) for j, two in enumerate(judges) if i < j
    ]  # fmt: skip
    caption = f"The form of the paper's Figure 3: Pearson over {what}. Stacking counts hides single answers."
    columns = ["judge", "judge", "pearson", "low", "high"]
    note = f"Over {what}. Low and high: 95 %, bootstrap over {clusters}."
    table = Table("figure-3", "Pearson between judges over stacked counts", columns, rows, note)
    return Figure(f"{prefix}-figure-3.png", f"Correlations between {len(judges)} judges.", caption), table


def heatmaps(
    out: Path,
    prefix: str,
    counts: Counts,
    labels: Sequence[str],
    caption: str,
    marked: Mapping[str, str] | None = None,
    own: Mapping[str, str] | None = None,
) -> Drawn:
    """Refused prompts by system (rows) and judge (columns), a panel for each label: Figure 4 with one, 6 with two.

    `marked` judges get a dagger; `own` maps a system to the judge that is the same model, whose cells are framed.
    """
    name = "figure-4" if len(labels) == 1 else "figure-6"
    systems, judges = counts.systems, counts.judges
    n = max(row.n for row in counts.rows)
    heads = [_two_lines(judge) + (" †" if judge in (marked or {}) else "") for judge in judges]
    key = " († judging code at fault)" if marked else ""
    key += "; framed: the responder's own model" if own else ""
    across = max(3.4, 0.52 * len(judges))  # inches a panel
    size = (_inches(systems) + 0.8 + across * len(labels), 2.2 + 0.31 * len(systems))
    with charts.panels(*size, len(labels)) as (drawn, every):
        for axes, label in zip(every, labels, strict=True):
            charts.heatmap(axes, systems, heads, counts.matrix(label).tolist(), (0.0, float(n)), turn=90.0)
            axes.set_title(f"{label.capitalize()} prompts refused, of {n}")
            axes.set_xlabel(f"judge{key}")
            for row, system in enumerate(systems):
                if own and own.get(system) in judges:
                    _frame(axes, row, judges.index(own[system]))
        every[0].set_ylabel("system")
        charts.save_both(drawn, out / f"{prefix}-{name}.png")
    columns = ["prompts", "system", *judges]
    rows = [
        [label, system, *(counts.at(system, label, judge).refused if counts.at(system, label, judge).n else None
                          for judge in judges)] for label in labels for system in systems
    ]  # fmt: skip
    table = Table(name, f"Refused of {n} prompts, by system and judge", columns, rows, caption)
    return Figure(
        f"{prefix}-{name}.png", f"Refused prompts of {len(systems)} systems by {len(judges)} judges.", caption
    ), table


def _inches(names: Sequence[str]) -> float:
    """Room for the longest name beside the axes."""
    return 0.082 * max(len(name) for name in names)


def _two_lines(name: str) -> str:
    """A long name broken before its last part."""
    first, plus, last = name.rpartition(" + ")
    return f"{first}\n+ {last}" if plus and len(name) > 18 else name


def _frame(axes: "Axes", row: int, column: int) -> None:
    from matplotlib.patches import Rectangle

    axes.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, fill=False, edgecolor=charts.RED, linewidth=2.2))


def agreement(
    out: Path, prefix: str, rows: Sequence[tuple[str, float, float, float, int]], figure: str, note: str, title: str
) -> Drawn:
    """One figure of agreement for each judge or pair, with its interval: rows of (name, value, low, high, n)."""
    ordered = sorted(rows, key=lambda row: -row[1] if not np.isnan(row[1]) else 9.0)
    names = [row[0] for row in ordered]
    lowest = min([0.0, *(low for _, _, low, _, _ in ordered if not np.isnan(low))])
    with charts.figure(8.0, 0.36 * len(rows) + 1.3) as (drawn, axes):
        limits = [(low, high) for _, _, low, high, _ in ordered]
        charts.points_with_intervals(axes, range(len(names)), [row[1] for row in ordered], limits, charts.BLUE)
        for y, (_, value, _, high, n) in enumerate(ordered):
            right = value if np.isnan(high) else high
            axes.annotate(f"{value:.2f}, n = {n}".replace("-", "−"), (max(value, right), y), (6, 0),
                          textcoords="offset points", va="center", size=9)  # fmt: skip
        axes.axvline(0.0, color=charts.GREY, linewidth=1.0)
        axes.set_yticks(range(len(names)), names)
        axes.set(xlim=(lowest - 0.05, 1.28), ylim=(len(names) - 0.4, -0.6), xlabel=figure, title=title)
        axes.set_xticks([tick for tick in np.arange(-1.0, 1.01, 0.25) if tick >= lowest - 0.05])
        charts.save_both(drawn, out / f"{prefix}-agreement.png")
    columns = ["judge", figure, "low", "high", "n"]
    table = Table("agreement", title, columns, [list(row) for row in ordered], note)
    return Figure(f"{prefix}-agreement.png", f"{figure} of {len(rows)} judges with intervals.", note), table
