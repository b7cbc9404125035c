"""A cut-out as it stands in a frame: mirrored, stretched, turned, at its height, as sharp as the picture there."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from triptych.dataset_builders.synrailobs.labels import Mask, Stamp
from triptych.dataset_builders.synrailobs.photos.parts import Placement
from triptych.dataset_builders.synrailobs.photos.pyramid import level, straight
from triptych.dataset_builders.synrailobs.placement import OPAQUE

Bytes = NDArray[np.uint8]

OWN_BLUR: Final = 0.45
"""Standard deviation in pixels of the blur of a reduced cut-out."""
MOST_BLUR: Final = 2.0
MARGIN: Final = 4
FOOT_SHARE: Final = 7
"""The foot is the lowest seventh of an obstacle."""


@dataclass(frozen=True)
class Standing:
    """Pixels of an obstacle: straight colours `rgb` (h, w, 3), `alpha` (h, w), upper left corner at (`left`, `top`).

    `foot`: first column of its lowest seventh and the one after its last, in the frame.
    """

    placement: Placement
    rgb: Bytes
    alpha: Bytes
    mask: Mask
    left: int
    top: int
    foot: tuple[int, int]

    @property
    def stamp(self) -> Stamp:
        """Its silhouette: alpha of at least a half."""
        return Stamp(self.mask, self.left, self.top)

    @property
    def ground(self) -> int:
        """The row that it stands on: the one below its lowest opaque pixel."""
        return round(self.placement.row)


def stand(placement: Placement, blur: float) -> Standing | None:
    """The obstacle where it is placed; `blur` is the picture's own there, in pixels. None where nothing is opaque."""
    rgba = _drawn(placement, blur)
    rgb, alpha = np.empty((*rgba.shape[:2], 3), np.uint8), np.empty(rgba.shape[:2], np.uint8)
    straight(rgba, rgb, alpha)
    mask = alpha >= OPAQUE
    rows = np.flatnonzero(mask.any(axis=1))
    if not rows.size:
        return None
    high = max(int(rows[-1] + 1 - rows[0]) // FOOT_SHARE, 1)
    columns = np.flatnonzero(mask[rows[-1] + 1 - high : rows[-1] + 1].any(axis=0))
    left = round(placement.column - (columns[0] + columns[-1] + 1) / 2)
    top = round(placement.row) - int(rows[-1]) - 1
    foot = left + int(columns[0]), left + int(columns[-1]) + 1
    return Standing(placement, rgb, alpha, mask, left, top, foot)


def _drawn(placement: Placement, blur: float) -> Bytes:
    """(h, w, 4) with premultiplied alpha and `MARGIN` pixels around."""
    turn = _turn(placement)
    height, width = placement.cutout.rgba.shape[:2]
    corners = np.asarray([[0, width, width, 0], [0, 0, height, height]], np.float64)
    reach = turn @ (_outline(placement) if placement.angle else corners)
    scale = placement.height_px / float(reach[1].max() - reach[1].min())
    source = level(placement.cutout.rgba, scale * max(placement.stretch, 1.0))
    turn = scale * turn
    reach = turn @ corners
    low, high = np.floor(reach.min(axis=1)) - MARGIN, np.ceil(reach.max(axis=1)) + MARGIN
    # pixel centres: x' + 0.5 = turn (x + 0.5) * whole / kept - low
    kept = turn * (np.asarray([width, height]) / np.asarray([source.shape[1], source.shape[0]]))
    shift = kept @ np.asarray([0.5, 0.5]) - low - 0.5
    size = int(high[0] - low[0]), int(high[1] - low[1])
    drawn = cv2.warpAffine(source, np.column_stack([kept, shift]), size, flags=cv2.INTER_LINEAR)
    return _blurred(np.asarray(drawn, np.uint8), blur, OWN_BLUR * max(scale, 1.0))


def _turn(placement: Placement) -> NDArray[np.float64]:
    """Mirrored, stretched, then turned counter-clockwise: (x, y) of the cut-out, y downwards, to pixels of its size."""
    angle = np.deg2rad(placement.angle)
    across = -placement.stretch if placement.mirrored else placement.stretch
    cos, sin = np.cos(angle), np.sin(angle)
    return np.asarray([[cos * across, sin], [-sin * across, cos]])


def _outline(placement: Placement) -> NDArray[np.float64]:
    """Corners (2, n) of the leftmost and rightmost opaque pixels of each row: all that a turn can bring to the edge."""
    mask = placement.cutout.rgba[..., 3] >= OPAQUE
    rows = np.flatnonzero(mask.any(axis=1))
    first, last = mask[rows].argmax(axis=1), mask.shape[1] - mask[rows, ::-1].argmax(axis=1)
    return np.stack([np.concatenate([first, last] * 2), np.concatenate([rows, rows, rows + 1, rows + 1])]).astype(float)


def _blurred(drawn: Bytes, blur: float, own: float) -> Bytes:
    missing = min(np.sqrt(max(blur**2 - own**2, 0.0)), MOST_BLUR)
    if missing < 0.25:
        return drawn
    side = 5 if missing < 0.9 else 7
    return np.asarray(cv2.GaussianBlur(drawn, (side, side), missing, borderType=cv2.BORDER_CONSTANT), np.uint8)
