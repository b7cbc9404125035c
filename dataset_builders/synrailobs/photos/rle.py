"""A label from the few pixels of one obstacle: COCO's compressed run lengths, tight box and area, in one pass.

`labels.encode` reads whole frames; here the frame outside of the obstacle is never touched.
"""

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]


def outlined(visible: Mask, left: int, top: int, size: tuple[int, int]) -> dict[str, Any]:
    """COCO's compressed RLE, {size: [height, width], counts: text}, of a frame of `size` (width, height).

    `visible` (h, w) has its upper left corner at (`left`, `top`) and lies inside the frame; all else is background.
    """
    runs = np.empty(2 * visible.size + 2, np.int64)
    text = np.empty(7 * len(runs), np.uint8)
    length = _compressed(runs[: _runs(visible, left, top, size[0], size[1], runs)], text)
    return {"size": [size[1], size[0]], "counts": text[:length].tobytes().decode("ascii")}


@numba.njit(cache=True)  # type: ignore[untyped-decorator]  # numba has no types
def _runs(visible: Mask, left: int, top: int, width: int, height: int, runs: NDArray[np.int64]) -> int:
    """Lengths of runs of 0 and 1 in turn down the columns of the frame, the first of 0; returns how many."""
    count, start, inside = 0, 0, False
    for x in range(visible.shape[1]):
        base = (left + x) * height
        if inside and top > 0:  # a run that reached the bottom of the column before ends there
            runs[count] = base - start
            count, start, inside = count + 1, base, False
        for y in range(visible.shape[0]):
            if visible[y, x] != inside:
                runs[count] = base + top + y - start
                count, start, inside = count + 1, base + top + y, not inside
        if inside and top + visible.shape[0] < height:
            end = base + top + visible.shape[0]
            runs[count] = end - start
            count, start, inside = count + 1, end, False
    end = (left + visible.shape[1]) * height
    if inside and end < width * height:
        runs[count] = end - start
        count, start = count + 1, end
    runs[count] = width * height - start
    return count + 1


@numba.njit(cache=True)  # type: ignore[untyped-decorator]  # numba has no types
def _compressed(runs: NDArray[np.int64], text: NDArray[np.uint8]) -> int:
    """COCO's text: each run less the one two before, 5 bits a character, bit 6 says that more follow."""
    at = 0
    for k in range(len(runs)):
        value = runs[k] - runs[k - 2] if k > 2 else runs[k]
        while True:
            bits = value & 31
            value >>= 5
            more = value != -1 if bits & 16 else value != 0
            text[at] = (bits | 32 if more else bits) + 48
            at += 1
            if not more:
                break
    return at


@numba.njit(cache=True)  # type: ignore[untyped-decorator]  # numba has no types
def extent(visible: Mask) -> tuple[int, int, int, int, int]:
    """First and last row, first and last column and count of the set pixels; all -1 and count 0 where none is."""
    top, bottom, left, right, count = -1, -1, visible.shape[1], -1, 0
    for y in range(visible.shape[0]):
        for x in range(visible.shape[1]):
            if visible[y, x]:
                count += 1
                if top < 0:
                    top = y
                bottom = y
                left = min(left, x)
                right = max(right, x)
    return top, bottom, left if count else -1, right, count
