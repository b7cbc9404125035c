"""Labels from pixels: what is left of each obstacle after nearer ones cover it, and the frame cuts it.

The mask is the truth; box, area and visibility are counted from it.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from hotcoco import mask as coco_mask
from numpy.typing import NDArray

from triptych.dataset_builders.synrailobs.paper import IMAGE_SIZE

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Stamp:
    """An obstacle's silhouette in the frame: `mask` (h, w) with its upper left corner at (`left`, `top`), any integers.

    The mask may reach out of the frame.
    """

    mask: Mask
    left: int
    top: int


def visible_masks(stamps: list[Stamp]) -> list[Mask]:
    """For stamps from far to near: what stays visible of each, as a (720, 1280) mask."""
    width, height = IMAGE_SIZE
    covered = np.zeros((height, width), bool)
    masks: list[Mask] = []
    for stamp in reversed(stamps):
        frame, part = overlap(stamp)
        whole = np.zeros((height, width), bool)
        whole[frame] = stamp.mask[part] & ~covered[frame]
        covered[frame] |= stamp.mask[part]
        masks.append(whole)
    return masks[::-1]


def visibilities(stamps: list[Stamp], masks: list[Mask]) -> list[float]:
    """The visible share of each silhouette, its part outside of the frame counted as hidden."""
    return [float(mask.sum() / max(stamp.mask.sum(), 1)) for stamp, mask in zip(stamps, masks, strict=True)]


def overlap(stamp: Stamp) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """Where a stamp meets the frame: rows and columns in the frame, and in the stamp."""
    width, height = IMAGE_SIZE
    rows, columns = stamp.mask.shape
    top, bottom = np.clip([stamp.top, stamp.top + rows], 0, height)
    left, right = np.clip([stamp.left, stamp.left + columns], 0, width)
    inside = slice(top - stamp.top, bottom - stamp.top), slice(left - stamp.left, right - stamp.left)
    return (slice(top, bottom), slice(left, right)), inside


def tight_box(mask: Mask) -> list[float]:
    """[x, y, width, height] in pixels of the set pixels; the mask has at least one."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    x, y = int(columns[0]), int(rows[0])
    return [float(x), float(y), float(columns[-1] + 1 - x), float(rows[-1] + 1 - y)]


def encode(mask: Mask) -> dict[str, Any]:
    """COCO's compressed RLE, {size: [height, width], counts: text}, as pycocotools writes it."""
    code = coco_mask.encode(mask.astype(np.uint8))
    return {"size": list(code["size"]), "counts": code["counts"].decode("ascii")}


def decode(rle: dict[str, Any]) -> Mask:
    """The mask of an `encode`d RLE."""
    code = {"size": list(rle["size"]), "counts": rle["counts"].encode("ascii")}
    return np.asarray(coco_mask.decode(code), dtype=bool)
