"""The blend itself: new = background (1 - alpha) + (obstacle + noise) alpha, in one pass over the obstacle's pixels."""

from functools import lru_cache
from typing import Final

import cv2
import numba
import numpy as np
from numpy.typing import NDArray

from triptych.dataset_builders.synrailobs.photos.strips import Rect

Bytes = NDArray[np.uint8]

FIELD: Final = 256
"""Side of the field of noise that is laid over obstacles from a random corner; a power of 2."""
GRAIN: Final = 0.6
"""Blur of the grain in pixels: sensors' and codecs' noise is not white."""


def paint(
    canvas: Bytes, rgb: Bytes, alpha: Bytes, place: tuple[int, int], noise: float, corner: tuple[int, int]
) -> Rect:
    """Blend `rgb` (h, w, 3) by `alpha` (h, w) into the canvas, upper left corner at `place` (column, row).

    `noise` is its standard deviation in grey values, `corner` (row, column) where the field is taken from. Returns what
    was touched.
    """
    left, top = place
    rows = max(top, 0), min(top + alpha.shape[0], canvas.shape[0])
    columns = max(left, 0), min(left + alpha.shape[1], canvas.shape[1])
    if rows[0] >= rows[1] or columns[0] >= columns[1]:
        return 0, 0, 0, 0
    part = slice(rows[0] - top, rows[1] - top), slice(columns[0] - left, columns[1] - left)
    target = canvas[rows[0] : rows[1], columns[0] : columns[1]]
    _blend(target, rgb[part], alpha[part], np.float32(noise), _field(), corner[0], corner[1])
    return rows[0], rows[1], columns[0], columns[1]


@lru_cache(maxsize=1)
def _field() -> NDArray[np.float32]:
    """Noise (3, FIELD, FIELD) of deviation 1, the same always: mostly of brightness, a little of colour."""
    rng = np.random.default_rng(0)
    grain = [_grain(rng) for _ in range(4)]
    field = np.stack([0.9 * grain[3] + 0.44 * colour for colour in grain[:3]])
    return np.ascontiguousarray(field / field.std(), np.float32)


def _grain(rng: np.random.Generator) -> NDArray[np.float64]:
    white = rng.standard_normal((FIELD, FIELD))
    grain = cv2.GaussianBlur(np.pad(white, 8, mode="wrap"), (0, 0), GRAIN)[8:-8, 8:-8]
    return np.asarray(grain / grain.std(), np.float64)


@numba.njit(cache=True)  # type: ignore[untyped-decorator]  # numba has no types
def _blend(
    target: Bytes,
    rgb: Bytes,
    alpha: Bytes,
    noise: np.float32,
    field: NDArray[np.float32],
    down: int,
    right: int,
) -> None:
    most = np.float32(255)
    for y in range(alpha.shape[0]):
        row = (y + down) & 255
        for x in range(alpha.shape[1]):
            if alpha[y, x]:
                share, column = np.float32(alpha[y, x]) / most, (x + right) & 255
                for channel in range(3):
                    value = np.float32(rgb[y, x, channel]) + noise * field[channel, row, column]
                    value = min(max(value, np.float32(0)), most)
                    under = np.float32(target[y, x, channel])
                    target[y, x, channel] = np.uint8(under + (value - under) * share + np.float32(0.5))
