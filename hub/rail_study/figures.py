"""Tables 4 and 5 drawn: mAP 50 of every system by condition and by distance, with intervals; PNG and SVG."""

from collections.abc import Sequence
from pathlib import Path

from triptych.core import charts
from triptych.hub.rail_study.cells import Cell
from triptych.hub.report import Figure

MARKERS = "oDs^vPX"


def slices_figure(out: Path, name: str, title: str, unit: str, cells: Sequence[Cell]) -> Figure | None:
    """Points with whiskers, a row a slice, a colour a system; None where no cell has a value."""
    columns = [column for column in dict.fromkeys(cell.column for cell in cells)
               if any(cell.value is not None for cell in cells if cell.column == column)]  # fmt: skip
    if not columns:
        return None
    systems = list(dict.fromkeys(cell.system for cell in cells))
    step = 0.7 / len(systems)
    with charts.figure(8.0, max(2.4, 0.62 * len(columns) + 0.26 * len(systems) + 1.2)) as (drawn, axes):
        for place, system in enumerate(systems):
            shown = [(columns.index(c.column), c) for c in cells
                     if c.system == system and c.value is not None]  # fmt: skip
            at = [row + (place - (len(systems) - 1) / 2) * step for row, _ in shown]
            values = [100 * (cell.value or 0.0) for _, cell in shown]
            limits = [_limits(cell) for _, cell in shown]
            charts.points_with_intervals(axes, at, values, limits, charts.PALETTE[place % len(charts.PALETTE)],
                                         MARKERS[place % len(MARKERS)], system)  # fmt: skip
        axes.set_yticks(range(len(columns)), [_row(column, unit, cells) for column in columns])
        axes.invert_yaxis()
        axes.grid(axis="y", visible=False)
        highest = max(_limits(cell)[1] for cell in cells if cell.value is not None)
        axes.set(xlim=(-0.02 * max(highest, 20), 1.05 * max(highest, 20)), title=title,
                 xlabel="mAP50, %   (n: pictures / objects / backgrounds)")  # fmt: skip
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
        charts.save_both(drawn, out / f"{name}.png")
    text = "; ".join(f"{cell.system}, {cell.column}{unit}: {cell.text}" for cell in cells if cell.value is not None)
    caption = "Whiskers: 95 %, bootstrap over whole backgrounds. n: pictures / objects / backgrounds."
    return Figure(f"{name}.png", f"{title}. {text}.", caption)


def _limits(cell: Cell) -> tuple[float, float]:
    value = 100 * (cell.value or 0.0)
    return (value if cell.low is None else 100 * cell.low, value if cell.high is None else 100 * cell.high)


def _row(column: str, unit: str, cells: Sequence[Cell]) -> str:
    counts = next(cell.counts for cell in cells if cell.column == column)
    return f"{column}{unit}\nn = {counts}"
