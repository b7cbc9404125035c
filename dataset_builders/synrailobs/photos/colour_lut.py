"""A table for each channel that moves an obstacle's histogram part of the way to its surroundings'."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from triptych.dataset_builders.synrailobs.photos.colours import Colours

Bytes = NDArray[np.uint8]

SHARE: Final = 0.5
SMOOTH: Final = 31
"""Values that histograms are averaged over: a step in one must not become a contour."""


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
    ranks = [np.cumsum(_smooth(each)) for each in (mine, other)]
    shift = SHARE * (np.interp(ranks[0], ranks[1], values) - values)
    return np.asarray(np.clip(np.maximum.accumulate(values + shift), 0, 255), np.float64)


def _smooth(histogram: NDArray[np.float64]) -> NDArray[np.float64]:
    """With a little everywhere, so that every rank has one value; sums to 1."""
    wide = np.convolve(histogram, np.full(SMOOTH, 1 / SMOOTH), mode="same") + 1e-6
    return np.asarray(wide / wide.sum(), np.float64)
