"""The soft shadow under an obstacle, without which it seems to float."""

from dataclasses import dataclass
from typing import Final

import numba
import numpy as np
from numpy.typing import NDArray

from triptych.dataset_builders.synrailobs.labels import Mask
from triptych.dataset_builders.synrailobs.photos.standing import Standing
from triptych.dataset_builders.synrailobs.photos.strips import Rect

Bytes = NDArray[np.uint8]

STRENGTH: Final = 0.7
"""Most light that is taken, where the ground is neither black nor snow."""
POOL: Final = 0.6
"""Part of it in the soft pool about the foot; the rest is where the obstacle touches the ground."""
BRIGHT: Final = 150.0
"""Ground of more than this is lit from everywhere, as snow is, and its shadows are faint."""
DIM: Final = 60.0
"""Ground of less than this is lit by a dull sky or from all sides, and darkening it as by day would leave a hole."""
DEPTH_M: Final = 0.4
"""Half of what an obstacle covers of the ground along the track, at most."""
WIDER: Final = 0.07
"""How much farther than the foot the pool reaches on each side, in parts of the obstacle's height."""
TOUCHES: Final = 0.12
"""What hangs less than this above the ground, in parts of the height, touches it: feet stand one behind another."""
ACROSS: Final = 1.3
DOWN: Final = 1.8
"""Where the pool ends, in its half width and its depth."""


@dataclass(frozen=True)
class Shadow:
    """Darkening around a foot: `middle` column and `ground` row, `half` its width and `deep` its depth, in pixels.

    `bottom` (n,): for each column from `left` on the row below the lowest opaque pixel, or -1 where the obstacle does
    not touch the ground. `strength`: share of light taken where it touches; green gets no darker than `floor`.
    """

    middle: float
    ground: int
    half: float
    deep: float
    strength: float
    floor: float
    left: int
    bottom: NDArray[np.int64]

    def rect(self, size: tuple[int, int]) -> Rect:
        """What it touches of a frame of `size` (width, height)."""
        across, down = ACROSS * self.half + self.deep + 1, DOWN * self.deep + 1
        touching = self.bottom[self.bottom >= 0]
        highest = min(int(touching.min()), self.ground) if touching.size else self.ground
        top, bottom = (min(max(int(row), 0), size[1]) for row in (highest - down, self.ground + down + 1))
        left, right = (min(max(int(x), 0), size[0]) for x in (self.middle - across, self.middle + across + 1))
        return top, bottom, left, right


def contact_shadow(thing: Standing, frame: Bytes, eye_m: float) -> Shadow:
    """The shadow of a standing obstacle on the clean `frame`; `eye_m` is the camera's height."""
    placement = thing.placement
    scale = placement.height_px / max(placement.height_m, 0.05)
    middle, half = (thing.foot[0] + thing.foot[1]) / 2, (thing.foot[1] - thing.foot[0]) / 2
    half = half + WIDER * placement.height_px
    flat = eye_m / float(np.hypot(eye_m, placement.distance_m))
    deep = max(flat * min(half, DEPTH_M * scale), 1.2)
    mean, dark = _ground(frame, thing.ground, middle, half)
    strength = STRENGTH * min(1.0, BRIGHT / max(mean, 1.0), float(np.sqrt(mean / DIM)))
    bottom = np.full(thing.mask.shape[1], -1, np.int64)
    _touching(thing.mask, thing.top, thing.ground - TOUCHES * placement.height_px, bottom)
    return Shadow(middle, thing.ground, half, deep, strength, 0.8 * dark, thing.left, bottom)


def cast(canvas: Bytes, shadow: Shadow) -> None:
    """Darken the ground."""
    top, bottom, left, right = shadow.rect((canvas.shape[1], canvas.shape[0]))
    if top < bottom and left < right:
        core, line = np.zeros(right - left), np.zeros(right - left)
        _contact(shadow.bottom, left - shadow.left, max(int(shadow.deep), 1), core, line)
        pool = _bell((np.arange(left, right) + 0.5 - shadow.middle) / (ACROSS * shadow.half))
        down = _bell((np.arange(top, bottom) + 0.5 - shadow.ground + 0.2 * shadow.deep) / (DOWN * shadow.deep))
        floor, deep = shadow.floor, 0.7 * shadow.deep + 0.8
        _darken(canvas[top:bottom, left:right], shadow.strength, floor, pool, down, core, line - top, deep)


def _bell(away: NDArray[np.floating]) -> NDArray[np.float64]:
    return np.asarray(np.maximum(1 - away * away, 0) ** 2, np.float64)


def _ground(frame: Bytes, row: int, middle: float, reach: float) -> tuple[float, float]:
    """Mean and 3rd percentile of the green of the ground around a foot."""
    height, width = frame.shape[:2]
    low, left = min(max(row - 16, 0), height - 16), min(max(int(middle - reach), 0), width - 16)
    near = frame[low : row + 16, left : max(int(middle + reach), left + 16), 1]
    near = near[:: max(near.shape[0] // 16, 1), :: max(near.shape[1] // 32, 1)]
    flat = np.sort(near, axis=None)
    return float(flat.mean()), float(flat[int(0.03 * flat.size)])


@numba.njit(cache=True)  # type: ignore[untyped-decorator]  # numba has no types
def _touching(mask: Mask, top: int, highest: float, bottom: NDArray[np.int64]) -> None:
    """Rows of the frame, by column, below the lowest set pixel, where that is not above `highest`."""
    for x in range(mask.shape[1]):
        for y in range(mask.shape[0] - 1, -1, -1):
            if mask[y, x]:
                if top + y + 1 >= highest:
                    bottom[x] = top + y + 1
                break


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def _contact(
    bottom: NDArray[np.int64], first: int, spread: int, core: NDArray[np.float64], line: NDArray[np.float64]
) -> None:
    """Share of the columns within `spread` that touch, and the row where they do; column 0 is the stamp's `first`."""
    for x in range(len(core)):
        for at in range(max(x + first - spread, 0), min(x + first + spread + 1, len(bottom))):
            if bottom[at] >= 0:
                core[x] += 1
                line[x] += bottom[at]
        if core[x]:
            line[x] /= core[x]
            core[x] /= 2 * spread + 1


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def _darken(
    part: Bytes,
    strength: float,
    floor: float,
    across: NDArray[np.float64],
    down: NDArray[np.float64],
    core: NDArray[np.float64],
    line: NDArray[np.float64],
    deep: float,
) -> None:
    """A wide soft pool about the foot, and a core along the line where the obstacle touches."""
    for y in range(part.shape[0]):
        for x in range(part.shape[1]):
            pool, away = POOL * across[x] * down[y], (y + 0.5 - line[x]) / deep
            touch = core[x] * max(1 - away * away, 0.0) ** 2
            shade = strength * (1 - (1 - pool) * (1 - touch))
            if shade > 0.004:
                kept = max(1.0 - shade, min(floor / max(np.float64(part[y, x, 1]), 1.0), 1.0))
                for channel in range(3):
                    part[y, x, channel] = np.uint8(part[y, x, channel] * kept + 0.5)
