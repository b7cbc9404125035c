"""Ridge maps: how much each pixel looks like a line of a given width, lighter or darker than both its sides.

A rail shows as a ridge whose width is a fixed share of the gauge (railhead 72 mm, gauge 1435 mm), so that the map to
read in a row follows from the distance of the rails that is looked for there. Values are relative to the texture
around, so that neither exposure nor contrast matters.
"""

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]

WORK_PIXELS: Final = 640 * 360
"""Pictures are searched at this number of pixels, whatever their size."""
REACHES: Final = np.asarray([1, 2, 3, 4, 6, 8, 11, 15, 20, 26])
"""Columns from a line's middle to the ground beside it that it is compared with: one map for each."""
REACH_OF_DISTANCE: Final = 0.058
"""Reach / distance of the two railheads' middles: 1.2 railheads of 72 mm, 1507 mm apart."""
CLIP: Final = 3.0
"""A line counts at most this many times the texture around."""


@dataclass(frozen=True)
class Ridges:
    """`maps` (reaches, H, W) float32 in [-1, 1], above 0 where lighter, below where darker; `level` by distance, px."""

    maps: NDArray[np.float32]
    level: NDArray[np.int64]

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width of the searched picture."""
        return self.maps.shape[1], self.maps.shape[2]


def ridges(grey: NDArray[np.uint8]) -> Ridges:
    """The ridge maps of a grey picture (h, w) at the size of the search; see `searched_size`."""
    height, width = searched_size(*grey.shape)
    shrinks = height < grey.shape[0]
    small = cv2.resize(grey, (width, height), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR)
    picture = small.astype(np.float32)
    raw = [_ridge(picture, int(reach)) for reach in REACHES]
    floor = _floor(raw[1])
    maps = np.stack([_relative(each, int(reach), floor) for each, reach in zip(raw, REACHES, strict=True)])
    distances = np.arange(4 * (width + height))
    steps = np.log2(np.maximum(distances, 1) * REACH_OF_DISTANCE)
    level = np.abs(steps[:, None] - np.log2(REACHES)[None]).argmin(axis=1)
    return Ridges(maps, level)


def searched_size(height: int, width: int) -> tuple[int, int]:
    """Height and width at which a picture is searched: the same shape with about `WORK_PIXELS` pixels."""
    factor = (WORK_PIXELS / (height * width)) ** 0.5
    return max(round(height * factor), 1), max(round(width * factor), 1)


def _ridge(picture: Floats, reach: int) -> Floats:
    """Lighter than the lighter side, or (negative) darker than the darker side; 0 on slopes and steps."""
    soft = cv2.GaussianBlur(picture, (0, 0), sigmaX=max(0.35 * reach, 0.5), sigmaY=1.0)
    pad = cv2.copyMakeBorder(soft, 0, 0, reach, reach, cv2.BORDER_REPLICATE)
    left, right = pad[:, : -2 * reach], pad[:, 2 * reach :]
    lighter = np.maximum(soft - np.maximum(left, right), 0)
    darker = np.maximum(np.minimum(left, right) - soft, 0)
    return np.asarray(lighter - darker, np.float32)


def _floor(raw: Floats) -> float:
    """What counts as nothing: a part of the usual ridge of the picture, and never less than its rounding."""
    return 0.08 + 0.25 * float(np.sqrt(np.mean(np.square(raw))))


def _relative(raw: Floats, reach: int, floor: float) -> Floats:
    window = (16 * reach + 5, 2 * reach + 9)
    around = np.sqrt(np.maximum(cv2.blur(raw * raw, window), 0))  # sliding sums round below 0
    return np.asarray(np.clip(raw / (around + floor) / CLIP, -1, 1), np.float32)
