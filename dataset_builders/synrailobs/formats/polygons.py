"""Masks as polygons along the edges of their pixels, and back: nothing is lost on the way.

A coordinate is an edge between pixels, as in COCO: the pixel in the upper left corner reaches from 0 to 1. COCO's own
rasteriser gives exactly the pixels back. A hole is joined to its outline by a line there and back, of no width.
"""

from collections.abc import Sequence
from typing import Any, Final

import cv2
import numpy as np
from hotcoco import mask as coco_mask
from numpy.typing import NDArray

from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.labels import Mask, tight_box

Ring = list[tuple[int, int]]
_STEPS: Final = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Right, down, left, up."""
_FURTHEST: Final = 1_000_000.0


def polygons_of(mask: Mask) -> list[list[float]]:
    """[x, y, x, y, …] in pixels for each part of a mask (H, W) that hangs together by edges, holes joined in."""
    if not mask.any():
        return []
    x0, y0, wide, high = (int(value) for value in tight_box(mask))  # most masks are small in their frame
    cut = mask[y0 : y0 + high, x0 : x0 + wide].astype(np.uint8)
    count, parts, boxes, _ = cv2.connectedComponentsWithStats(cut, connectivity=4)
    found = []
    for part in range(1, count):
        left, top, width, height = (int(value) for value in boxes[part, :4])
        rings = _rings(parts[top : top + height, left : left + width] == part)
        found.append([float(value) for x, y in _joined(rings) for value in (x + left + x0, y + top + y0)])
    return found


def one_polygon(polygons: Sequence[Sequence[float]]) -> list[float]:
    """Several polygons as one, by lines of no width between them."""
    whole = [[(x, y) for x, y in zip(part[::2], part[1::2], strict=True)] for part in polygons]
    return [float(value) for point in _joined(whole) for value in point]


def mask_of(polygons: Sequence[Sequence[float]], height: int, width: int) -> Mask:
    """The pixels in any of the polygons, by COCO's rules. Raises `BadInput` for polygons that are none."""
    for polygon in polygons:
        values = np.asarray(polygon, np.float64)
        if len(values) < 6 or len(values) % 2:
            raise BadInput(f"a polygon of {len(values)} numbers; it needs x, y of at least 3 points")
        if not (np.isfinite(values).all() and np.abs(values).max() <= _FURTHEST):
            raise BadInput("a polygon with a coordinate that is no place in a picture")
    if not polygons:
        return np.zeros((height, width), bool)
    # COCO's rasteriser wants plain lists of floats
    codes: Any = coco_mask.frPyObjects([[float(value) for value in polygon] for polygon in polygons], height, width)
    return np.asarray(coco_mask.decode(coco_mask.merge(codes)), dtype=bool)


def _rings(mask: NDArray[np.bool_]) -> list[Ring]:
    """Closed outlines along pixel edges, the mask on the right hand; the outer one first, then holes."""
    to_go = _edges(mask)
    starts = sorted(to_go, key=lambda point: (point[1], point[0]))
    return [_ring(to_go, start) for start in starts if start in to_go]


def _ring(to_go: dict[tuple[int, int], list[int]], start: tuple[int, int]) -> Ring:
    """Walk the edges from `start` until it is reached again, using them up; only corners are kept."""
    point, direction, first = start, -1, to_go[start][0]
    ring: Ring = []
    while True:
        choices = to_go[point]
        # At a corner where two pixels touch, the right turn stays with the same pixel.
        turn = min(choices, key=lambda way: (1, 0, 9, 2)[(way - direction) % 4]) if direction >= 0 else first
        choices.remove(turn)
        if not choices:
            del to_go[point]
        if turn != direction:
            ring.append(point)
        direction = turn
        point = (point[0] + _STEPS[turn][0], point[1] + _STEPS[turn][1])
        if point == start:
            return ring[1:] if direction == first else ring


def _edges(mask: NDArray[np.bool_]) -> dict[tuple[int, int], list[int]]:
    """From each corner of pixels the directions in which an edge of the mask goes on."""
    padded = np.pad(mask, 1)
    beside = (padded[:-2, 1:-1], padded[1:-1, 2:], padded[2:, 1:-1], padded[1:-1, :-2])
    found: dict[tuple[int, int], list[int]] = {}
    for direction, (neighbour, (right, down)) in enumerate(zip(beside, ((0, 0), (1, 0), (1, 1), (0, 1)), strict=True)):
        rows, columns = np.nonzero(mask & ~neighbour)
        for x, y in zip((columns + right).tolist(), (rows + down).tolist(), strict=True):
            found.setdefault((x, y), []).append(direction)
    return found


def _joined(rings: Sequence[Sequence[tuple[Any, Any]]]) -> list[tuple[Any, Any]]:
    """One path through all rings: at the nearest corners over to the next one, round it, and back."""
    path = list(rings[0])
    for ring in rings[1:]:
        ours, theirs = np.asarray(path, np.float64), np.asarray(ring, np.float64)
        apart = ((ours[:, None] - theirs[None]) ** 2).sum(axis=2)
        here, there = divmod(int(apart.argmin()), len(ring))
        path = [*path[: here + 1], *ring[there:], *ring[: there + 1], *path[here:]]
    return path
