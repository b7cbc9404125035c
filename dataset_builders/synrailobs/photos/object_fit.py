"""Whether a labelled thing can stand on a track: whole, large enough, of a likely shape, not behind another thing.

Outlines do not say whether a person sits or is half hidden. What can be told from masks alone is told here; a person
behind an unlabelled wall passes if the visible part has a person's proportions.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.labels import Mask
from triptych.dataset_builders.synrailobs.photos.parts import Bytes

SHORTEST_PX: Final = 48
NARROWEST_PX: Final = 14
EDGE_PX: Final = 3
"""So near to the picture's edge a thing counts as cut off: outlines stop short of it."""
CUT_SHARE: Final = 0.1
"""Share of its height (or width) along which a thing may touch the left, right (or upper) edge."""
HEAD: Final = 0.2
"""Greatest width, in shares of the whole height, of the upper eighth of a person: more is a bust, not a head."""
STANDS_ON: Final = 0.15
"""Share of its width below which another labelled thing may lie."""
HIDDEN: Final = {"person": 0.2}
HIDDEN_OTHERS: Final = 0.08
"""Share of its convex hull that other labelled things may fill: more between a person's limbs, who stand in crowds."""
COLOURLESS: Final = 4.0
"""Mean difference of the channels below which a picture is black and white."""


@dataclass(frozen=True)
class Shape:
    """Limits of a category: width / height, and the share of its box that a thing fills."""

    aspect: tuple[float, float]
    fill: tuple[float, float]


SHAPES: Final = {
    "person": Shape((0.18, 0.55), (0.28, 0.85)),
    "animal": Shape((0.3, 3.2), (0.28, 0.9)),
    "vehicle": Shape((0.75, 4.0), (0.5, 0.98)),
    "motorcycle": Shape((0.3, 2.4), (0.25, 0.9)),
    "rock": Shape((0.4, 3.5), (0.4, 0.97)),
    "unseen": Shape((0.2, 4.0), (0.25, 1.0)),
}
"""A person who sits or bends is wider than 0.55 of the height; most strides are not."""
ASPECTS: Final = {"giraffe": (0.3, 1.2), "elephant": (0.4, 1.7), "bicycle": (0.3, 2.0), "car": (1.05, 4.0)}
"""Limits of classes that are narrower than those of their category: a car is wider than tall from every side."""


def refuse_unfit(mask: Mask, category: str, name: str, others: Mask) -> None:
    """Raises `BadInput` with the reason why a thing cannot stand on a track.

    `name` is its class, `mask` (H, W) the thing's, `others` (H, W) all other labelled things of its picture.
    """
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(rows):
        raise BadInput("an empty mask: nothing of it is inside the picture")
    box = mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    _refuse_size(box, category, name)
    _refuse_cut(mask, len(rows), len(columns))
    _refuse_behind(mask, others & ~mask, HIDDEN.get(category, HIDDEN_OTHERS))


def refuse_colourless(rgb: Bytes) -> None:
    """Raises `BadInput` for a black and white photograph: its things stand out in any frame in colour."""
    spread = rgb[::4, ::4].max(axis=2).astype(int) - rgb[::4, ::4].min(axis=2)
    if spread.mean() < COLOURLESS:
        raise BadInput("a black and white picture")


def _refuse_size(box: Mask, category: str, name: str) -> None:
    height, width = box.shape
    if height < SHORTEST_PX or width < NARROWEST_PX:
        raise BadInput(f"too small: {width} x {height} pixels, {NARROWEST_PX} x {SHORTEST_PX} needed")
    limits = SHAPES[category]
    low, high = ASPECTS.get(name.lower(), limits.aspect)
    if not low <= width / height <= high:
        raise BadInput(f"width / height {width / height:.2f}, unlikely for a whole {name}: hidden, sitting, or several")
    if category == "person" and np.percentile(_widths(box[: height // 8]), 90) > HEAD * height:
        raise BadInput("a large head: not the whole person")
    if not limits.fill[0] <= box.mean() <= limits.fill[1]:
        raise BadInput(f"fills {box.mean():.0%} of its box, unlikely for a whole {name}")


def _widths(rows: Mask) -> NDArray[np.int64]:
    """From the first to the last pixel of each row that has any."""
    some = rows[rows.any(axis=1)]
    return np.asarray(some.shape[1] - some[:, ::-1].argmax(axis=1) - some.argmax(axis=1))


def _refuse_cut(mask: Mask, tall: int, wide: int) -> None:
    """The lower edge cuts feet and wheels, however little it touches; at the others a little is an outline's slack."""
    if mask[-EDGE_PX:].any():
        raise BadInput("cut off by the picture's lower edge")
    aside = max(mask[:, :EDGE_PX].any(axis=1).sum(), mask[:, -EDGE_PX:].any(axis=1).sum())
    if aside > CUT_SHARE * tall or mask[:EDGE_PX].any(axis=0).sum() > CUT_SHARE * wide:
        raise BadInput("cut off by the picture's edge")


def _refuse_behind(mask: Mask, others: Mask, limit: float) -> None:
    columns = np.flatnonzero(mask.any(axis=0))
    lowest = mask.shape[0] - 1 - mask[::-1, columns].argmax(axis=0)
    # Only what is near the ground rests on it: outstretched arms do not.
    feet = lowest >= lowest.max() - 0.25 * np.ptp(np.flatnonzero(mask.any(axis=1)))
    below = np.minimum(lowest[feet, None] + np.arange(2, 6), mask.shape[0] - 1)
    if others[below, columns[feet, None]].any(axis=1).mean() > STANDS_ON:
        raise BadInput("stands or sits on, or behind, another labelled thing")
    outline = np.argwhere(mask)[:, ::-1].astype(np.int32)
    hull = cv2.fillConvexPoly(np.zeros(mask.shape, np.uint8), cv2.convexHull(outline), 1).astype(bool)
    hidden = (hull & others).sum() / hull.sum()
    if hidden > limit:
        raise BadInput(f"other labelled things fill {hidden:.0%} of its outline")
