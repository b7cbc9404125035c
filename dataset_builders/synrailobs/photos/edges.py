"""Edges of cut-outs: soft by a pixel or two, and free of the colours of the old background."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.photos.parts import Bytes
from triptych.dataset_builders.synrailobs.sprites import OPAQUE, carried_on

Floats = NDArray[np.float32]

INSET_PX: Final = 0.6
"""How far inside its outline a thing starts to show: outlines are drawn a little too wide more often than not."""
SOFT_PX: Final = 1.6
"""From nothing to opaque."""
TRIM_SHARE: Final = 0.05
TRIM_PX: Final = (1.5, 8.0)
"""Breadth of the strip that may be background: in shares of the thing's size, and its limits."""
TOLD_APART: Final = 45.0
"""Distance of colours (0 to 441) from which thing and background are told apart."""
TALLEST_PX: Final = 720
WIDEST_PX: Final = 1280
_REACHES: Final = (12, 4)
"""Pixels over which colours inside and outside are told apart, first far, then near."""


def soft_alpha(coverage: Floats) -> Floats:
    """Alpha (H, W) in 0 to 1 from the share of each pixel that the thing covers (H, W): it fades inside its outline."""
    inside = cv2.distanceTransform((coverage >= 0.5).astype(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
    depth = inside - 0.5 + np.where((inside > 0) & (inside < 2), coverage - 0.5, 0)
    alpha = np.clip((cv2.GaussianBlur(depth, (3, 3), 0.6) - INSET_PX) / SOFT_PX + 0.5, 0, 1)
    return np.asarray(np.where(coverage > 0, alpha, 0), np.float32)


def trimmed(rgb: Bytes, coverage: Floats) -> Floats:
    """The coverage without strips at its edge that look like the background just outside: outlines are coarse.

    For each pixel the mean colours of the thing F and of the background B within reach are compared with its own:
    |I - B| / |F - B| below 0.3 is background, above 0.6 the thing. Where F and B hardly differ nothing is taken away.
    """
    inside = (coverage >= 0.5).astype(np.uint8)
    depth = cv2.distanceTransform(inside, cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
    outside = cv2.distanceTransform(1 - inside, cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
    band = float(np.clip(TRIM_SHARE * np.sqrt(inside.sum()), *TRIM_PX))
    image = cv2.GaussianBlur(rgb, (0, 0), 0.7).astype(np.float32)
    own, own_share = _near_mean(image, np.clip(depth / band, 0, 1) ** 2, band)
    other, other_share = _near_mean(image, (outside > 1.5).astype(np.float32), band)
    apart = np.linalg.norm(own - other, axis=2)
    likeness = np.clip((np.linalg.norm(image - other, axis=2) / np.maximum(apart, 1) - 0.3) / 0.3, 0, 1)
    known = (apart > TOLD_APART) & (own_share > 0.003) & (other_share > 0.003)
    keep = 1 - np.clip(1.5 - depth / band, 0, 1) * np.where(known, 1 - likeness, 0)
    return np.asarray(coverage * cv2.GaussianBlur(keep.astype(np.float32), (0, 0), 0.8), np.float32)


def _near_mean(image: Floats, weight: Floats, band: float) -> tuple[Floats, Floats]:
    """Weighed mean colours (H, W, 3) within twice the band, and the share of weight there (H, W)."""
    side = 2 * (int(2 * band) + 3) + 1
    share = cv2.blur(weight, (side, side))
    mean = cv2.blur(image * weight[:, :, None], (side, side)) / (share[:, :, None] + 1e-4)
    return np.asarray(mean, np.float32), np.asarray(share, np.float32)


def own_colours(rgb: Bytes, alpha: Floats) -> Floats:
    """Colours (H, W, 3) of the thing alone where alpha mixes them with the background's.

    I = a F + (1 - a) B is solved for F around means of what is opaque and what is not: blur fusion after M. Forte,
    "Approximate Fast Foreground Colour Estimation" (ICIP 2021), twice with a shrinking reach.
    """
    image, a = rgb.astype(np.float32), alpha[:, :, None].astype(np.float32)
    own, other = image, image
    for reach in _REACHES:
        size = (2 * reach + 1, 2 * reach + 1)
        share = cv2.blur(a, size)[:, :, None]
        own_mean = cv2.blur(own * a, size) / (share + 1e-5)
        other = cv2.blur(other * (1 - a), size) / (1 - share + 1e-5)
        own = np.clip(own_mean + a * (image - a * own_mean - (1 - a) * other), 0, 255)
    return np.asarray(np.where(a >= 1, image, own), np.float32)


def finished(colour: Floats, alpha: Floats, tallest: int = TALLEST_PX) -> Bytes:
    """RGBA (h, w, 4) uint8 with straight alpha: reduced to at most `tallest` rows, cut to what shows.

    Alpha >= 128 touches all four edges and colours go on under alpha 0. Raises `BadInput` where nothing shows.
    """
    colour, alpha = _reduced(*_cut(colour, alpha), tallest)
    colour, alpha = _cut(colour, alpha)
    rgba = np.empty((*alpha.shape, 4), np.uint8)
    rgba[:, :, :3] = np.clip(np.round(carried_on(colour.copy(), alpha >= 0.25)), 0, 255)
    rgba[:, :, 3] = np.round(255 * alpha)
    return rgba


def _cut(colour: Floats, alpha: Floats) -> tuple[Floats, Floats]:
    visible = np.round(255 * alpha) >= OPAQUE
    if not visible.any():
        raise BadInput("an empty mask: nothing of it is inside the picture")
    rows, columns = np.flatnonzero(visible.any(axis=1)), np.flatnonzero(visible.any(axis=0))
    place = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
    return colour[place], alpha[place]


def _reduced(colour: Floats, alpha: Floats, tallest: int) -> tuple[Floats, Floats]:
    height, width = alpha.shape
    factor = min(tallest / height, WIDEST_PX / width)
    if factor >= 1:
        return colour, alpha
    size = max(round(width * factor), 1), max(round(height * factor), 1)
    small = cv2.resize(alpha, size, interpolation=cv2.INTER_AREA)
    weighed = cv2.resize(colour * alpha[:, :, None], size, interpolation=cv2.INTER_AREA)
    return np.asarray(weighed / np.maximum(small, 1e-6)[:, :, None], np.float32), np.asarray(small, np.float32)
