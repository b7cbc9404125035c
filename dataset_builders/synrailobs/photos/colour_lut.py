"""A table for each channel that moves an obstacle's histogram part of the way to its surroundings'."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from triptych.dataset_builders.synrailobs.photos.colours import Colours

Bytes = NDArray[np.uint8]

SHARE: Final = 0.4
SMOOTH: Final = 31
"""Values that the tables are averaged over: a step in a histogram must not become a contour."""


def through_tables(rgb: Bytes, thing: Colours, around: Colours) -> tuple[Bytes, dict[str, float]]:
    """`rgb` (H, W, 3) through the tables, and the mean shift of each channel in grey values."""
    out, shifts = np.empty_like(rgb), {}
    for channel, name in enumerate(("red", "green", "blue")):
        table = _table(thing.histograms[channel], around.histograms[channel])
        out[..., channel] = np.round(table).astype(np.uint8)[rgb[..., channel]]
        shifts[f"lut_{name}"] = float(thing.histograms[channel] @ (table - np.arange(256)))
    return out, shifts


def _table(mine: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """Values 0 … 255 to where the other histogram has the same rank, never falling."""
    values = np.arange(256)
    matched = np.interp(np.cumsum(mine) - mine / 2, np.cumsum(other) - other / 2, values)
    shift = np.pad(SHARE * (matched - values), SMOOTH // 2, mode="edge")
    smooth = np.convolve(shift, np.full(SMOOTH, 1 / SMOOTH), mode="valid")
    return np.asarray(np.clip(np.maximum.accumulate(values + smooth), 0, 255), np.float64)
