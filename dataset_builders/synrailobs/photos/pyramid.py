"""Cut-outs at several sizes, made when first asked for and kept within a limit of memory."""

from collections import OrderedDict
from typing import Final

import cv2
import numba
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]

KEPT_BYTES: Final = 192 * 2**20
STEPS: Final = 2
"""Sizes within a halving: what is drawn from the next larger one is reduced by at most the root of 2."""
SMALLEST: Final = 4

_kept: OrderedDict[tuple[int, int], tuple[Bytes, Bytes]] = OrderedDict()


def level(rgba: Bytes, scale: float) -> Bytes:
    """The cut-out `rgba` (H, W, 4) with premultiplied alpha, at the smallest kept size of at least `scale` times.

    Reduced by area, so that every pixel counts. Alpha is premultiplied first: colours under alpha 0 must not leak in.
    """
    number = max(int(np.floor(-STEPS * np.log2(max(min(scale, 1.0), 1e-6)) + 1e-9)), 0)
    number = min(number, max(int(STEPS * np.log2(min(rgba.shape[:2]) / SMALLEST)), 0))
    key = (id(rgba), number)
    if key in _kept:
        _kept.move_to_end(key)
        return _kept[key][1]
    made = _reduced(rgba, number)
    _kept[key] = rgba, made  # holding the array keeps its id from being given to another
    _forget()
    return made


def _reduced(rgba: Bytes, number: int) -> Bytes:
    whole = np.empty_like(rgba)
    premultiply(rgba, whole)
    if number == 0:
        return whole
    height, width = (max(round(side * 2 ** (-number / STEPS)), 1) for side in rgba.shape[:2])
    return np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _forget() -> None:
    """Forget what has not been asked for longest."""
    size = sum(made.nbytes for _, made in _kept.values())
    while size > KEPT_BYTES and len(_kept) > 1:
        size -= _kept.popitem(last=False)[1][1].nbytes


@numba.njit(cache=True)  # type: ignore[untyped-decorator]  # numba has no types
def premultiply(rgba: Bytes, out: Bytes) -> None:
    """Colours times alpha / 255, rounded; (H, W, 4) each."""
    for y in range(rgba.shape[0]):
        for x in range(rgba.shape[1]):
            alpha = np.int32(rgba[y, x, 3])
            for channel in range(3):
                out[y, x, channel] = (np.int32(rgba[y, x, channel]) * alpha + 127) // 255
            out[y, x, 3] = alpha


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def straight(rgba: Bytes, rgb: Bytes, alpha: Bytes) -> None:
    """The inverse: colours (H, W, 3) without alpha in them, and alpha (H, W); black where alpha is 0."""
    for y in range(rgba.shape[0]):
        for x in range(rgba.shape[1]):
            over = np.int32(rgba[y, x, 3])
            alpha[y, x] = over
            scale = np.float32(255.0) / np.float32(max(over, np.int32(1)))
            for channel in range(3):
                rgb[y, x, channel] = np.uint8(
                    min(np.float32(rgba[y, x, channel]) * scale + np.float32(0.5), np.float32(255))
                )
