"""One plotting style for every figure of the project: readable in print, in grey and by colour-blind readers."""

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

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


def save(drawn: "Figure", path: Path) -> Path:
    """Write the figure as PNG, atomically and without a time stamp, so that equal figures have equal bytes."""
    with atomic_path(path) as temporary:
        drawn.savefig(temporary, format="png", metadata={"Software": None})
    return path


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
