"""The rails row by row: the path near a curve that follows the ridges best, smooth from row to row.

A curve of five numbers misses transition curves, bumps and points; dynamic programming over the shift of the middle and
of the distance in each row follows them.
"""

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numba
import numpy as np
from numpy.typing import NDArray

from triptych.dataset_builders.synrailobs.rails_curve import BAND, DARKER_COUNTS, SEGMENTS
from triptych.dataset_builders.synrailobs.rails_ridges import Ridges

Floats = NDArray[np.floating[Any]]

SHIFT: Final = 8
"""Pixels of the searched picture that the middle may leave the curve to either side."""
WIDENING: Final = 2
"""Pixels that the rails' distance may differ from the curve."""
FAR_SHARE: Final = 0.08
FAR_PX: Final = 5.0
"""Rails are followed to this share of their distance at the bottom, and to this distance."""
SURE_SHARE: Final = 0.12
"""Nearer rows are always given; farther ones only while ridges support them."""
SUPPORT: Final = 0.2
SUPPORT_ROWS: Final = 15
SMOOTH_ROWS: Final = 4.0


@dataclass(frozen=True)
class Path:
    """Row centres (n,) from far to near and both rails' columns (n,), in continuous pixels of the searched picture."""

    rows: NDArray[np.float64]
    left: NDArray[np.float64]
    right: NDArray[np.float64]


def follow(ridges: Ridges, curve: Floats) -> Path:
    """Both rails from the far end that the ridges support to the bottom row."""
    height = ridges.shape[0]
    horizon = height - curve[1] / curve[2]
    least = max(FAR_SHARE, FAR_PX / curve[1])
    rows = np.arange(max(int(np.ceil(horizon + least * (height - horizon))), 0), height)
    middle, distance = course(curve, rows + 0.5, height)
    signs = _kinds(ridges.maps, ridges.level, rows, middle, distance)
    gains = _gains(ridges.maps, ridges.level, rows, middle, distance, signs)
    shift, widening = _best_path(gains)
    support = gains[np.arange(len(rows)), shift, widening] / 2
    middle, distance = middle + _smooth(shift) - SHIFT, distance + _smooth(widening) - WIDENING
    first = _far_end(support, (rows + 0.5 - horizon) / (height - horizon))
    return Path(
        np.asarray(rows[first:] + 0.5, np.float64), (middle - distance / 2)[first:], (middle + distance / 2)[first:]
    )


def course(curve: Floats, rows: Floats, height: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Middle and distance of the rails of a curve at row centres (n,) below its horizon; see `rails_curve`."""
    bottom, distance, slope, far, bend = curve
    horizon = height - distance / slope
    u = (rows - horizon) / (height - horizon)
    return bottom * u + far * (1 - u) + bend * (1 - u) ** 2 / u, distance * u


def _smooth(steps: NDArray[np.int64]) -> NDArray[np.float64]:
    column = steps.astype(np.float64)[:, None]
    return np.asarray(cv2.GaussianBlur(column, (0, 0), SMOOTH_ROWS, borderType=cv2.BORDER_REPLICATE)[:, 0], np.float64)


def _far_end(support: Floats, share: Floats) -> int:
    """Index of the farthest row that is kept."""
    around = cv2.blur(support.astype(np.float64)[:, None], (1, SUPPORT_ROWS), borderType=cv2.BORDER_REPLICATE)[:, 0]
    doubtful = np.flatnonzero((around < SUPPORT) & (share < SURE_SHARE))
    return int(doubtful[-1]) + 1 if len(doubtful) else 0


@numba.njit(cache=True)  # type: ignore[untyped-decorator]  # numba has no types
def _kinds(
    maps: Floats, level: NDArray[np.int64], rows: NDArray[np.int64], middle: Floats, distance: Floats
) -> NDArray[np.int64]:
    """How the rails show in each quarter of their rows: 0 lighter, 1 darker, 2 dark with their feet."""
    sums = np.zeros((SEGMENTS, 3))
    width = maps.shape[2]
    for index in range(len(rows)):
        segment = index * SEGMENTS // len(rows)
        for rail in range(2):
            column = int(middle[index] + (rail - 0.5) * distance[index])
            if 0 <= column < width:
                value = maps[level[int(distance[index])], rows[index], column]
                sums[segment, 0] += max(value, 0.0)
                sums[segment, 1] -= DARKER_COUNTS * min(value, 0.0)
                band = maps[level[int(BAND * distance[index])], rows[index], column]
                sums[segment, 2] -= DARKER_COUNTS * min(band, 0.0)
    kinds = np.zeros(SEGMENTS, np.int64)
    for segment in range(SEGMENTS):
        kinds[segment] = np.argmax(sums[segment])
    return kinds


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def _gains(
    maps: Floats, level: NDArray[np.int64], rows: NDArray[np.int64], middle: Floats, distance: Floats, kinds: Floats
) -> Floats:
    """Sum of both ridges (rows, shifts, widenings), less a pull back to the curve."""
    gains = np.zeros((len(rows), 2 * SHIFT + 1, 2 * WIDENING + 1))
    width = maps.shape[2]
    for index in range(len(rows)):
        segment = index * SEGMENTS // len(rows)
        for rail in range(2):
            kind = kinds[segment]
            which = level[int(distance[index] * (BAND if kind == 2 else 1.0))]
            sign = 1.0 if kind == 0 else -DARKER_COUNTS
            for shift in range(2 * SHIFT + 1):
                for widening in range(2 * WIDENING + 1):
                    apart = distance[index] + widening - WIDENING
                    x = middle[index] + shift - SHIFT + (rail - 0.5) * apart
                    column = int(np.floor(x - 0.5))
                    if column < 0 or column + 1 >= width:
                        continue
                    part = x - 0.5 - column
                    row = rows[index]
                    value = maps[which, row, column] * (1 - part) + maps[which, row, column + 1] * part
                    gains[index, shift, widening] += max(sign * value, 0.0)
        for shift in range(2 * SHIFT + 1):
            for widening in range(2 * WIDENING + 1):
                pull = ((shift - SHIFT) / SHIFT) ** 2 + ((widening - WIDENING) / WIDENING) ** 2
                gains[index, shift, widening] -= 0.15 * pull
    return gains


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def _best_path(gains: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The indices of the best shift and widening in each row; a step costs, and none is longer than one pixel."""
    count, shifts, widenings = gains.shape
    best = gains[0].copy()
    came = np.zeros((count, shifts, widenings), np.int64)
    for index in range(1, count):
        new = np.empty_like(best)
        for a in range(shifts):
            for b in range(widenings):
                top, origin = -np.inf, 0
                for c in range(max(a - 1, 0), min(a + 2, shifts)):
                    for d in range(max(b - 1, 0), min(b + 2, widenings)):
                        value = best[c, d] - 0.3 * abs(a - c) - 0.8 * abs(b - d)
                        if value > top:
                            top, origin = value, c * widenings + d
                new[a, b] = top + gains[index, a, b]
                came[index, a, b] = origin
        best = new
    state = np.argmax(best)
    shift = np.zeros(count, np.int64)
    widening = np.zeros(count, np.int64)
    for index in range(count - 1, -1, -1):
        shift[index], widening[index] = state // widenings, state % widenings
        state = came[index, shift[index], widening[index]]
    return shift, widening
