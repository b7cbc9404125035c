"""All straight tracks that a picture's lowest rows could show, rated, and the best few of them refined upwards."""

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numba
import numpy as np
from numpy.typing import NDArray

from triptych.dataset_builders.synrailobs.rails_curve import (
    BAND,
    BETWEEN_COSTS,
    DARKER_COUNTS,
    SLOPES,
    USUAL_SLOPE,
    likely,
    line_fits,
    refined,
)
from triptych.dataset_builders.synrailobs.rails_ridges import REACHES, Ridges

Floats = NDArray[np.floating[Any]]

NEAR_SHARE: Final = 0.3
"""The part of the picture, from the bottom, in which tracks count as straight."""
NEAR_ROWS: Final = 10
INNER: Final = np.linspace(-0.36, 0.36, 25)
KEPT: Final = 36
BENDS: Final = (0.0, -2.0, 2.0, -5.0, 5.0, -10.0, 10.0)
"""In pixels of the searched picture; see `rails_curve`."""


@dataclass(frozen=True)
class Found:
    """A curve (5,) of `rails_curve` in the searched picture and its rating."""

    curve: NDArray[np.float64]
    left: float
    right: float
    rating: float


def search(ridges: Ridges, known: tuple[float, float] | None = None) -> list[Found]:
    """The best tracks, best first; `known`: (distance at the bottom, its growth by row) of a calibrated camera."""
    grid = _grid(ridges.shape, known)
    rows = np.linspace((1 - NEAR_SHARE) * ridges.shape[0], ridges.shape[0] - 1, NEAR_ROWS).astype(np.int64)
    ratings = _near(*_tolerant(ridges, rows), rows, ridges.level, ridges.shape[0], *grid)
    starts = _distinct(ratings, grid)
    found = []
    for start in starts:
        tried = []
        for bend in BENDS:
            curve = np.asarray([*start, bend])
            tried.append(refined(ridges.maps, ridges.level, curve, known is not None))
        best = max(tried, key=lambda pair: pair[1])[0]
        found.append(judged(ridges, best))
    return sorted(found, key=lambda each: -each.rating)


def judged(ridges: Ridges, curve: Floats) -> Found:
    """A refined curve with the strongest line anywhere between its rails held against it."""
    places = np.concatenate([[-0.5, 0.5], INNER])
    left, right, *inner = line_fits(ridges.maps, ridges.level, curve, places, 1)
    weaker, stronger = min(left, right), max(left, right)
    between = BETWEEN_COSTS * max(max(inner) - 0.15, 0)
    return Found(
        np.asarray(curve, np.float64),
        float(left),
        float(right),
        float((0.7 * weaker + 0.3 * stronger - between) * likely(curve)),
    )


def _grid(shape: tuple[int, int], known: tuple[float, float] | None) -> tuple[Floats, ...]:
    """Middles at the bottom, distances, slopes, offsets of the camera in track widths."""
    width = shape[1]
    middles = np.arange(0.06 * width, 0.94 * width, 5.0)
    offsets = np.arange(-1.2, 1.21, 0.06)
    if known is not None:
        return middles, np.asarray([known[0]]), np.asarray([known[1]]), offsets
    distances = np.geomspace(0.07 * width, 0.48 * width, 28)
    slopes = np.geomspace(SLOPES[0] * 1.05, SLOPES[1] / 1.05, 8)
    return middles, distances, slopes, offsets


def _tolerant(ridges: Ridges, rows: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """The chosen rows' lighter and darker ridges, each spread to both sides by its own width."""
    spread = []
    for sign in (1, -1):
        maps = np.maximum(sign * ridges.maps[:, rows], 0)
        sizes = 2 * np.maximum(REACHES // 2, 2) + 1
        spread.append(
            np.stack([cv2.dilate(m, np.ones((1, int(s)), np.uint8)) for m, s in zip(maps, sizes, strict=True)])
        )
    return spread[0], spread[1]


@numba.njit(cache=True)  # type: ignore[untyped-decorator]  # numba has no types
def _near(
    light: Floats,
    dark: Floats,
    rows: NDArray[np.int64],
    level: NDArray[np.int64],
    height: int,
    middles: Floats,
    distances: Floats,
    slopes: Floats,
    offsets: Floats,
) -> Floats:
    """Ratings (middles, distances, slopes, offsets) over the lowest rows only."""
    out = np.zeros((len(middles), len(distances), len(slopes), len(offsets)), np.float32)
    width = light.shape[2]
    for b in range(len(distances)):
        for c in range(len(slopes)):
            horizon = height - distances[b] / slopes[c]
            if horizon > 0.66 * height:
                continue
            for a in range(len(middles)):
                for d in range(len(offsets)):
                    far = middles[a] - offsets[d] * distances[b]
                    best = np.zeros((3, 2))
                    for rail in range(2):
                        lighter, darker, band, seen = 0.0, 0.0, 0.0, 0
                        for index in range(len(rows)):
                            u = (rows[index] + 0.5 - horizon) / (height - horizon)
                            apart = distances[b] * u
                            x = middles[a] * u + far * (1 - u) + (rail - 0.5) * apart
                            column = int(x)
                            if column < 0 or column >= width:
                                continue
                            seen += 1
                            which = level[int(apart)]
                            lighter += light[which, index, column]
                            darker += dark[which, index, column]
                            band += dark[level[int(BAND * apart)], index, column]
                            if index == 4 and max(lighter, darker, band) < 0.15 * seen:
                                break
                        seen = max(seen, len(rows) // 2)
                        best[0, rail] = lighter / seen
                        best[1, rail] = DARKER_COUNTS * darker / seen
                        best[2, rail] = DARKER_COUNTS * band / seen
                    for kind in range(3):
                        weaker, stronger = min(best[kind, 0], best[kind, 1]), max(best[kind, 0], best[kind, 1])
                        value = 0.7 * weaker + 0.3 * stronger
                        out[a, b, c, d] = max(out[a, b, c, d], value)
                    prior = np.exp(-0.5 * (offsets[d] / 0.9) ** 2 - 0.5 * (np.log(slopes[c] / USUAL_SLOPE) / 1.2) ** 2)
                    out[a, b, c, d] *= prior
    return out


def _distinct(ratings: Floats, grid: tuple[Floats, ...]) -> Floats:
    """The best `KEPT` of the grid (kept, 4), no two of them with both rails nearly in the same place."""
    middles, distances, slopes, offsets = grid
    order = np.argsort(ratings, axis=None)[::-1][:6000]
    a, b, c, d = np.unravel_index(order, ratings.shape)
    bottom, distance, slope = middles[a], distances[b], slopes[c]
    found = np.stack([bottom, distance, slope, bottom - offsets[d] * distance], axis=1)
    ends = _ends(found)
    chosen: list[int] = []
    for index in range(len(found)):
        if len(chosen) == KEPT:
            break
        near = 0.1 * distance[index] + 2
        if all(np.abs(ends[index] - ends[other]).max() > near for other in chosen):
            chosen.append(index)
    return found[chosen]


def _ends(found: Floats) -> Floats:
    """Both rails at the bottom and halfway to the horizon."""
    bottom, distance, _, far = found.T
    half = (bottom + far) / 2
    return np.stack([bottom - distance / 2, bottom + distance / 2, half - distance / 4, half + distance / 4], axis=1)
