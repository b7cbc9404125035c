"""The course of a track in the picture of a camera that looks along it: five numbers, and how well they fit.

With u = (row - horizon) / (bottom - horizon) the distance of the rails is `distance` u, and their middle lies at
bottom u + far (1 - u) + bend (1 - u)^2 / u: the picture of a circle on flat ground, which the bend leaves alone at the
bottom. `slope` is the distance's growth by row: 1.5 m / the camera's height, whatever the size of the picture.
"""

from typing import Any, Final

import numba
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]

SEGMENTS: Final = 4
"""A rail may change between light and dark from one quarter of its rows to the next."""
DARKER_COUNTS: Final = 0.71
"""Polished steel is lighter than what is around it, but for snow and white slabs; shadows are darker."""
NEAREST_PX: Final = 7.0
"""Rails are followed until they are this close in the searched picture."""
NOD: Final = 0.05
"""Share by which a calibrated camera's distance and slope may differ: trains nod."""
SLOPES: Final = (0.27, 0.95)
"""Cameras from 1.6 to 5.6 m above the rails."""
USUAL_SLOPE: Final = 0.47
BAND: Final = 2.2
"""Width of a rail's foot and fastenings, dark on a light bed, in railheads."""
BETWEEN_COSTS: Final = 0.35
SMALLEST_SHARE: Final = 0.12
"""... or until this share of their distance at the bottom."""


@numba.njit(cache=True)  # type: ignore[untyped-decorator]  # numba has no types
def line_fits(maps: Floats, level: NDArray[np.int64], curve: Floats, places: Floats, step: int) -> Floats:
    """Mean ridge in [0, 1] along lines beside the middle, from the bottom to the far end.

    `places` (n,) in distances of the rails: first -0.5 and 0.5, the rails, then any others.
    """
    height, width = maps.shape[1], maps.shape[2]
    bottom, distance, slope, far, bend = curve[0], curve[1], curve[2], curve[3], curve[4]
    horizon = height - distance / slope
    least = max(SMALLEST_SHARE, NEAREST_PX / distance)
    first = max(int(np.ceil(horizon + least * (height - horizon))), 0)
    light = np.zeros((len(places), SEGMENTS))
    dark = np.zeros((len(places), SEGMENTS))
    band = np.zeros((len(places), SEGMENTS))
    count = np.zeros(len(places))
    for row in range(height - 1, first - 1, -step):
        u = (row + 0.5 - horizon) / (height - horizon)
        middle = bottom * u + far * (1 - u) + bend * (1 - u) ** 2 / u
        apart = distance * u
        segment = min(int((height - 1 - row) * SEGMENTS / max(height - first, 1)), SEGMENTS - 1)
        which, wider = level[int(apart)], level[int(BAND * apart)]
        for line in range(len(places)):
            x = middle + places[line] * apart - 0.5
            column = int(np.floor(x))
            if column < 0 or column + 1 >= width:
                continue
            part = x - column
            value = maps[which, row, column] * (1 - part) + maps[which, row, column + 1] * part
            count[line] += 1
            if value > 0:
                light[line, segment] += value
            else:
                dark[line, segment] -= value
            if line < 2:
                band[line, segment] -= min(maps[wider, row, column], 0.0)
    rows = max((height - first) / step, 1.0)
    result = np.zeros(len(places))
    for segment in range(SEGMENTS):
        # The two rails of a track look alike: both lighter, both darker or both dark with their feet.
        sums = np.array([light[:2, segment].sum(), dark[:2, segment].sum(), band[:2, segment].sum()])
        kind = np.argmax(sums * np.array([1.0, DARKER_COUNTS, DARKER_COUNTS]))
        for line in range(2):
            result[line] += (light, dark, band)[kind][line, segment] * (1.0 if kind == 0 else DARKER_COUNTS)
        for line in range(2, len(places)):
            result[line] += max(light[line, segment], DARKER_COUNTS * dark[line, segment])
    for line in range(len(places)):
        result[line] /= max(count[line], 0.5 * rows)
    return result


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def rating(maps: Floats, level: NDArray[np.int64], curve: Floats, step: int) -> float:
    """What the search maximises: both rails, the weaker one more, less a line between; a camera above the track."""
    left, right, between = line_fits(maps, level, curve, np.array([-0.5, 0.5, 0.0]), step)
    weaker, stronger = min(left, right), max(left, right)
    return float((0.7 * weaker + 0.3 * stronger - BETWEEN_COSTS * max(between - 0.15, 0.0)) * likely(curve))


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def likely(curve: Floats) -> float:
    """In (0, 1]: cameras hang above their own track, most of them some 3 m above it."""
    aside = (curve[0] - curve[3]) / curve[1]
    lower = np.log(curve[2] / USUAL_SLOPE)
    return float(np.exp(-0.5 * (aside / 0.9) ** 2 - 0.5 * (lower / 1.2) ** 2))


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def refined(maps: Floats, level: NDArray[np.int64], curve: Floats, fixed: bool) -> tuple[Floats, float]:
    """The best curve near one, by pattern search; `fixed` keeps distance and slope near what other frames taught."""
    best = curve.copy()
    score = rating(maps, level, best, 2)
    share = 1.0
    while share > 0.04:
        improved = False
        for move in range(7):
            for sign in (-share, share):
                trial = moved(best, move, sign)
                if not allowed(trial, maps.shape[1], maps.shape[2]) or (fixed and nodded(trial, curve) > NOD):
                    continue
                value = rating(maps, level, trial, 2)
                if value > score:
                    best, score, improved = trial, value, True
                    break
        if not improved:
            share *= 0.5
    return best, score


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def nodded(curve: Floats, learned: Floats) -> float:
    """How far distance and slope are from those of other frames, as a share."""
    return float(max(abs(curve[1] / learned[1] - 1), abs(curve[2] / learned[2] - 1)))


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def moved(curve: Floats, move: int, share: float) -> Floats:
    """A step of the search: the middle, the slope, the distance, one rail by its head's width, far end, bend."""
    new = curve.copy()
    if move == 0:
        new[0] += 0.05 * share * curve[1]
    elif move == 1:
        new[1] += 0.05 * share * curve[1]
    elif move == 2:
        new[2] += 0.04 * share
    elif move == 3 or move == 4:
        new[0] += 0.025 * share * curve[1]
        new[1] += (2 * move - 7) * 0.05 * share * curve[1]
        new[2] *= new[1] / curve[1]
    elif move == 5:
        new[3] += 0.06 * share * curve[1]
    else:
        new[4] += 0.04 * share * curve[1]
    return new


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def allowed(curve: Floats, height: int, width: int) -> bool:
    """Whether a camera on a train can see such a track."""
    if not (SLOPES[0] <= curve[2] <= SLOPES[1]) or curve[1] < 0.05 * width or curve[1] > 0.5 * width:
        return False
    horizon = height - curve[1] / curve[2]
    if horizon > 0.72 * height:
        return False
    return bool(abs(curve[0] - curve[3]) <= 1.6 * curve[1])
