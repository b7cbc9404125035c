"""The soft shadow under an obstacle, without which it seems to float."""

from dataclasses import dataclass
from typing import Final

import numba
import numpy as np
from numpy.typing import NDArray

from triptych.dataset_builders.synrailobs.photos.standing import Standing
from triptych.dataset_builders.synrailobs.photos.strips import Rect

Bytes = NDArray[np.uint8]

STRENGTH: Final = 0.6
"""Most light that is taken, where the ground is neither black nor snow."""
BRIGHT: Final = 150.0
"""Ground of more than this is lit from everywhere, as snow is, and its shadows are faint."""
DEPTH_M: Final = 0.45
"""Half of what an obstacle covers of the ground along the track, at most."""


@dataclass(frozen=True)
class Shadow:
    """Darkening around a foot: `middle` column and `ground` row, `half` its width and `deep` its depth, in pixels.

    `strength` is the share of light taken where it touches; nothing gets darker than `floor`, the darkest ground near.
    """

    middle: float
    ground: int
    half: float
    deep: float
    strength: float
    floor: float

    def rect(self, size: tuple[int, int]) -> Rect:
        """What it touches of a frame of `size` (width, height)."""
        across, down = 1.6 * self.half + 2, 2.2 * self.deep + 2
        rows = np.clip([self.ground - down, self.ground + down], 0, size[1]).astype(int)
        columns = np.clip([self.middle - across, self.middle + across], 0, size[0]).astype(int)
        return int(rows[0]), int(rows[1]), int(columns[0]), int(columns[1])


def contact_shadow(thing: Standing, frame: Bytes, eye_m: float) -> Shadow:
    """The shadow of a standing obstacle on the clean `frame`; `eye_m` is the camera's height."""
    placement = thing.placement
    middle, half = (thing.foot[0] + thing.foot[1]) / 2, (thing.foot[1] - thing.foot[0]) / 2
    scale = placement.height_px / max(placement.height_m, 0.05)
    flat = eye_m / float(np.hypot(eye_m, placement.distance_m))
    deep = max(flat * min(half, DEPTH_M * scale), 1.0)
    mean, dark = _ground(frame, thing.ground, middle, half + 8)
    strength = STRENGTH * min(1.0, BRIGHT / max(mean, 1.0))
    return Shadow(middle, thing.ground, half, deep, strength, min(dark, mean))


def cast(canvas: Bytes, shadow: Shadow) -> None:
    """Darken the ground."""
    top, bottom, left, right = shadow.rect((canvas.shape[1], canvas.shape[0]))
    _darken(
        canvas[top:bottom, left:right],
        shadow.middle - left,
        float(shadow.ground - top),
        shadow.half,
        shadow.deep,
        shadow.strength,
        shadow.floor,
    )


def _ground(frame: Bytes, row: int, middle: float, reach: float) -> tuple[float, float]:
    """Mean and 3rd percentile of the green of the ground around a foot."""
    rows = slice(max(min(row, len(frame)) - 16, 0), max(row + 16, 16))
    columns = slice(max(int(middle - reach), 0), max(int(middle + reach), 16))
    near = frame[rows, columns, 1]
    near = near[:: max(near.shape[0] // 32, 1), :: max(near.shape[1] // 64, 1)]
    if not near.size:
        return 128.0, 0.0
    flat = np.sort(near, axis=None)
    return float(flat.mean()), float(flat[int(0.03 * flat.size)])


@numba.njit(cache=True)  # type: ignore[untyped-decorator]  # numba has no types
def _darken(part: Bytes, middle: float, ground: float, half: float, deep: float, strength: float, floor: float) -> None:
    """A wide soft ellipse and a darker core in it, a little behind the foot's line."""
    for y in range(part.shape[0]):
        down = (y + 0.5 - ground + 0.3 * deep) / (1.5 * deep + 0.8)
        for x in range(part.shape[1]):
            across = (x + 0.5 - middle) / (1.25 * half + 1.0)
            away = down * down + across * across
            if away < 1.0:
                soft = (1.0 - away) * (1.0 - away)
                shade = strength * (0.55 * (1.0 - away) + 0.45 * soft)
                for channel in range(3):
                    value = np.float64(part[y, x, channel])
                    least = min(value, floor)
                    part[y, x, channel] = np.uint8(max(value * (1.0 - shade), least) + 0.5)
