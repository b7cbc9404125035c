"""One plotting style for every figure of the project: readable in print, in grey and by colour-blind readers."""

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from triptych.core.runs import atomic_path

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe and Ito's palette: told apart with any common colour vision deficiency.
BLUE, ORANGE, GREEN, RED, PURPLE, GREY = "#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#8A8F98"
PALETTE = (BLUE, ORANGE, GREEN, RED, PURPLE, GREY)

STYLE = {
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 12,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "figure.dpi": 150,
    "font.size": 10,
    "grid.alpha": 0.25,
    "legend.frameon": False,
    "savefig.bbox": "tight",
    "savefig.facecolor": "white",
}


@contextlib.contextmanager
def figure(width: float = 8.0, height: float = 4.0) -> Iterator[tuple["Figure", "Axes"]]:
    """A figure of `width` x `height` inches with one pair of axes in the project's style; closed afterwards."""
    import matplotlib

    matplotlib.use("Agg")  # no display is needed, and none may be there
    import matplotlib.pyplot as plt

    with plt.style.context(STYLE):
        drawn, axes = plt.subplots(figsize=(width, height))
        try:
            yield drawn, axes
        finally:
            plt.close(drawn)


@contextlib.contextmanager
def panels(width: float, height: float, columns: int) -> Iterator[tuple["Figure", list["Axes"]]]:
    """As `figure`, with `columns` pairs of axes side by side that share the vertical one."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    with plt.style.context(STYLE):
        drawn, axes = plt.subplots(
            1, columns, figsize=(width, height), sharey=True, squeeze=False, layout="constrained"
        )
        try:
            yield drawn, list(axes[0])
        finally:
            plt.close(drawn)


def save(drawn: "Figure", path: Path) -> Path:
    """Write the figure as PNG, atomically and without a time stamp, so that equal figures have equal bytes."""
    with atomic_path(path) as temporary:
        drawn.savefig(temporary, format="png", metadata={"Software": None})
    return path


def save_both(drawn: "Figure", path: Path) -> Path:
    """`save`, and the same as SVG beside it, with the text kept as text."""
    import matplotlib.pyplot as plt

    with (
        plt.rc_context({"svg.hashsalt": path.stem, "svg.fonttype": "none"}),
        atomic_path(path.with_suffix(".svg")) as t,
    ):
        drawn.savefig(t, format="svg", metadata={"Date": None})
    return save(drawn, path)


def bars_with_intervals(
    axes: "Axes",
    names: Sequence[str],
    series: Sequence[tuple[str, Sequence[float], Sequence[tuple[float, float]]]],
    colours: Sequence[str] = PALETTE,
) -> None:
    """Grouped horizontal bars, the first name on top.

    `series` holds (label, one value a name, one (low, high) a name); values and limits share one unit. Each value
    is written behind its interval.
    """
    height = 0.8 / len(series)
    for place, (label, values, limits) in enumerate(series):
        at = [row + (place - (len(series) - 1) / 2) * height for row in range(len(names))]
        # An interval always holds its estimate; rounding may leave it outside by 1e-17, which matplotlib refuses.
        low = [max(0.0, value - low) for value, (low, _) in zip(values, limits, strict=True)]
        high = [max(0.0, high - value) for value, (_, high) in zip(values, limits, strict=True)]
        axes.barh(at, values, height * 0.92, xerr=[low, high], label=label, color=colours[place], capsize=2.5,
                  error_kw={"elinewidth": 1.1, "ecolor": "#333333"})  # fmt: skip
        for y, value, (_, end) in zip(at, values, limits, strict=True):
            axes.annotate(f"{value:g}", (max(value, end), y), (4, 0), textcoords="offset points", va="center", size=9)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.grid(axis="y", visible=False)


def points_with_intervals(
    axes: "Axes",
    at: Sequence[float],
    values: Sequence[float],
    limits: Sequence[tuple[float, float]],
    colour: str,
    marker: str = "o",
    label: str | None = None,
) -> None:
    """Points at the heights `at` with horizontal whiskers to `limits`; a limit that is NaN draws none."""
    whole = [
        (v if low != low else low, v if high != high else high) for v, (low, high) in zip(values, limits, strict=True)
    ]
    low = [max(0.0, value - end) for value, (end, _) in zip(values, whole, strict=True)]
    high = [max(0.0, end - value) for value, (_, end) in zip(values, whole, strict=True)]
    axes.errorbar(values, at, xerr=[low, high], fmt=marker, color=colour, markersize=6, capsize=2.5, elinewidth=1.3,
                  markeredgecolor="white", markeredgewidth=0.6, ecolor=colour, label=label)  # fmt: skip


def heatmap(
    axes: "Axes",
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[float]],
    limits: tuple[float, float],
    colours: str = "cividis",
    form: str = "{:g}",
    turn: float = 35.0,
) -> None:
    """A table of coloured cells, each with its number in black or white, whichever reads better; NaN stays empty.

    `colours` names a colour map that is even in lightness (cividis), or a diverging one around the middle of `limits`;
    `turn` is the angle of the columns' names in degrees.
    """
    table = np.asarray(values, dtype=np.float64)
    drawn = axes.imshow(np.ma.masked_invalid(table), cmap=colours, vmin=limits[0], vmax=limits[1], aspect="auto")
    across = "center" if turn == 90.0 else "baseline"
    axes.set_xticks(range(len(columns)), columns, rotation=turn, ha="right", va=across, rotation_mode="anchor")
    axes.set_yticks(range(len(rows)), rows)
    axes.tick_params(length=0)
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
    shades = np.asarray(drawn.cmap(drawn.norm(table)))
    lightness = shades[..., :3] @ (0.299, 0.587, 0.114)
    for (row, column), value in np.ndenumerate(table):
        if not np.isnan(value):
            text = form.format(value).replace("-", "−")
            colour = "white" if lightness[row, column] < 0.5 else "black"
            axes.text(column, row, text, ha="center", va="center", size=8.5, color=colour)
