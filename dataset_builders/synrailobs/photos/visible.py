"""What stays visible of obstacles that hide each other, counted only in the few pixels that they cover.

`labels.visible_masks` says the same for whole frames of one size.
"""

from collections.abc import Sequence

import numpy as np

from triptych.dataset_builders.synrailobs.labels import Mask, Stamp

Size = tuple[int, int]


def visible_parts(stamps: Sequence[Stamp], size: Size) -> list[Mask]:
    """For stamps from far to near in a frame of `size` (width, height): what is left of each, in its own pixels."""
    parts: list[Mask] = []
    for number, stamp in enumerate(stamps):
        rows, columns = inside(stamp, size)
        left = np.zeros_like(stamp.mask)
        left[rows, columns] = stamp.mask[rows, columns]
        for nearer in stamps[number + 1 :]:
            _take_away(left, stamp, nearer)
        parts.append(left)
    return parts


def inside(stamp: Stamp, size: Size) -> tuple[slice, slice]:
    """The stamp's rows and columns that lie in the frame; empty slices where none do."""
    rows, columns = stamp.mask.shape
    return _span(-stamp.top, size[1] - stamp.top, rows), _span(-stamp.left, size[0] - stamp.left, columns)


def _take_away(left: Mask, stamp: Stamp, nearer: Stamp) -> None:
    down, right = nearer.top - stamp.top, nearer.left - stamp.left
    rows, columns = nearer.mask.shape
    mine = _span(down, down + rows, left.shape[0]), _span(right, right + columns, left.shape[1])
    theirs = _span(-down, left.shape[0] - down, rows), _span(-right, left.shape[1] - right, columns)
    left[mine] &= ~nearer.mask[theirs]


def _span(start: int, stop: int, length: int) -> slice:
    low = min(max(start, 0), length)
    return slice(low, max(min(stop, length), low))
