"""A thing cut out of its picture: by an outline, by a box and GrabCut, by a mask, by its own transparency.

Masks are coverages (H, W) float32 in 0 to 1: the share of each pixel that the thing covers.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.photos.edges import (
    Floats,
    finished,
    own_colours,
    soft_alpha,
    trimmed,
)
from triptych.dataset_builders.synrailobs.photos.parts import Bytes

Points = NDArray[np.float64]
Box = tuple[float, float, float, float]
FINER: Final = 4
"""Parts of a pixel in which outlines are drawn."""
MAIN_PART: Final = 0.9
"""Share that the largest connected part has, or something stands before the thing."""
SMALL_PART: Final = 0.02
"""Parts below this share of the whole are specks, and go."""
SURROUNDINGS_PX: Final = 24
"""Of the background, looked at around a thing."""
MOST_TRIMMED: Final = 0.12
"""Share of its height or width, or 6 pixels, that a thing may lose with strips of the background."""
_GRABCUT_SIDE: Final = 320
_GRABCUT_ROUNDS: Final = 6
_SURROUNDINGS: Final = 0.25


def cut_out(rgb: Bytes, coverage: Floats) -> Bytes:
    """RGBA (h, w, 4) uint8 of the thing that `coverage` (H, W) marks in a picture (H, W, 3), as `Cutout.rgba` is."""
    place = _around(coverage > 0, SURROUNDINGS_PX)
    alpha = soft_alpha(_trimmed(rgb[place], coverage[place]))
    return finished(own_colours(rgb[place], alpha), alpha)


def _trimmed(rgb: Bytes, coverage: Floats) -> Floats:
    """Without strips of the background, unless half a leg goes with them."""
    try:
        part = main_part(trimmed(rgb, coverage))
    except BadInput:
        return coverage
    whole, left = (np.array([np.ptp(axis) + 1 for axis in np.nonzero(each >= 0.5)]) for each in (coverage, part))
    slack = np.maximum(6, MOST_TRIMMED * whole)
    return coverage if (whole - left > slack).any() else part


def cut_transparent(rgba: Bytes) -> Bytes:
    """RGBA of a picture (H, W, 4) with transparent surroundings, cut to what shows. `BadInput` if it has none."""
    if rgba[:, :, 3].min() > 127:
        raise BadInput("no label beside it, and no transparent surroundings")
    alpha = rgba[:, :, 3].astype(np.float32) / np.float32(255)
    return finished(rgba[:, :, :3].astype(np.float32), alpha)


def mask_of_outlines(outlines: Sequence[Points], height: int, width: int) -> Floats:
    """Coverage of outlines (n, 2) of x, y in pixels, clipped to the picture; overlapping outlines add up.

    Several parts joined into one outline, as YOLO wants it, are taken apart again.
    """
    whole = np.zeros((height, width), np.float32)
    for outline in (loop for joined in outlines for loop in _loops(joined)):
        left, top = np.floor(np.clip(outline.min(axis=0), 0, [width, height])).astype(int)
        right, bottom = np.ceil(np.clip(outline.max(axis=0), 0, [width, height])).astype(int)
        if right <= left or bottom <= top:
            continue
        fine = np.zeros(((bottom - top) * FINER, (right - left) * FINER), np.uint8)
        # The middle of a fine pixel is an integer in OpenCV; 4 bits of fraction.
        points = (np.clip(outline, -width - height, 2 * (width + height)) - [left, top]) * FINER - 0.5
        cv2.fillPoly(fine, [np.round(points * 16).astype(np.int32)], 1, lineType=cv2.LINE_8, shift=4)
        fine = cv2.morphologyEx(fine, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))  # lines there and back
        share = cv2.resize(fine.astype(np.float32), (right - left, bottom - top), interpolation=cv2.INTER_AREA)
        part = whole[top:bottom, left:right]
        np.maximum(part, share, out=part)
    return whole


def _loops(outline: Points) -> Iterator[Points]:
    """The parts of an outline that goes through a point again: what lies between is a loop of its own.

    That is how parts are joined: once round the first, over to the next, round it, and back.
    """
    path: list[tuple[float, float]] = []
    for point in (*map(tuple, outline.tolist()), tuple(outline[0].tolist())):
        if point in path:
            start = path.index(point)
            if len(path) - start >= 3:
                yield np.asarray(path[start:])
            del path[start:]
        path.append(point)


def mask_of_box(rgb: Bytes, box: Box) -> Floats:
    """Coverage of the thing in a box x0, y0, x1, y1 of a picture, by GrabCut (Rother et al. 2004) on colours alone.

    Raises `BadInput` where the box is outside of the picture or no outline comes out.
    """
    height, width = rgb.shape[:2]
    x0, y0 = np.floor(np.clip(box[:2], 0, [width, height])).astype(int)
    x1, y1 = np.ceil(np.clip(box[2:], 0, [width, height])).astype(int)
    if x1 - x0 < 8 or y1 - y0 < 8:
        raise BadInput("an empty or tiny box inside the picture")
    aside, above = (max(4, round(_SURROUNDINGS * side)) for side in (x1 - x0, y1 - y0))
    left, top = max(x0 - aside, 0), max(y0 - above, 0)
    crop = rgb[top : min(y1 + above, height), left : min(x1 + aside, width)]
    marked = _grabcut(crop, (x0 - left, y0 - top, x1 - x0, y1 - y0))
    share = float(marked.sum()) / ((x1 - x0) * (y1 - y0))
    if not 0.15 <= share <= 0.97:
        raise BadInput(f"no outline found in its box ({share:.0%} of it filled)")
    whole = np.zeros((height, width), np.float32)
    whole[top : top + crop.shape[0], left : left + crop.shape[1]] = marked
    return whole


def main_part(coverage: Floats) -> Floats:
    """The coverage without specks. Raises `BadInput` for an empty one and for a thing in several parts."""
    count, parts, stats, _ = cv2.connectedComponentsWithStats((coverage >= 0.5).astype(np.uint8))
    if count < 2:
        raise BadInput("an empty mask: nothing of it is inside the picture")
    areas = stats[1:, cv2.CC_STAT_AREA]
    largest = 1 + int(areas.argmax())
    if areas.max() < MAIN_PART * areas.sum():
        raise BadInput(f"in {int((areas >= SMALL_PART * areas.sum()).sum())} parts: something stands before it")
    near = cv2.dilate((parts == largest).astype(np.uint8), np.ones((3, 3), np.uint8))
    return np.asarray(coverage * near, np.float32)


def _grabcut(crop: Bytes, box: tuple[int, int, int, int]) -> Floats:
    """Coverage in a crop; large ones are worked on in small, since colours decide, not details."""
    height, width = crop.shape[:2]
    factor = min(1.0, _GRABCUT_SIDE / max(height, width))
    size = max(round(width * factor), 8), max(round(height * factor), 8)
    small = cv2.resize(crop, size, interpolation=cv2.INTER_AREA)
    mask = np.full(small.shape[:2], cv2.GC_BGD, np.uint8)
    x0, y0 = (round(value * factor) for value in box[:2])
    x1, y1 = (max(round((start + length) * factor), 1) for start, length in zip(box[:2], box[2:], strict=True))
    mask[y0:y1, x0:x1] = cv2.GC_PR_FGD
    if not (mask == cv2.GC_BGD).any():
        raise BadInput("its box fills the picture: nothing is known of the background")
    cv2.setRNGSeed(0)  # GrabCut starts with k-means
    cv2.grabCut(small, mask, None, np.zeros((1, 65)), np.zeros((1, 65)), _GRABCUT_ROUNDS, cv2.GC_INIT_WITH_MASK)
    own = np.isin(mask, (cv2.GC_FGD, cv2.GC_PR_FGD)).astype(np.uint8)
    own = cv2.morphologyEx(own, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    large = cv2.resize(own.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(large, np.float32)


def _around(inside: NDArray[np.bool_], margin: int) -> tuple[slice, slice]:
    rows, columns = np.flatnonzero(inside.any(axis=1)), np.flatnonzero(inside.any(axis=0))
    if not len(rows):
        raise BadInput("an empty mask: nothing of it is inside the picture")
    top, left = max(rows[0] - margin, 0), max(columns[0] - margin, 0)
    return slice(top, rows[-1] + 1 + margin), slice(left, columns[-1] + 1 + margin)
