"""Where the two rails of the camera's own track run in a picture.

`find_rails` needs no weights: two lines as wide as railheads are for their distance, converging as a flat track does
under a camera on a train.

    rails = find_rails(image)
    rails = find_rails(image, calibrate(frames))  # frames of the same camera
"""

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.rails_path import Path, follow
from triptych.dataset_builders.synrailobs.rails_ridges import Ridges, ridges
from triptych.dataset_builders.synrailobs.rails_search import Found, search

GAUGE_M: Final = 1.435
"""Standard gauge: between the inner faces of the railheads."""
RAILHEAD_M: Final = 0.072
ACCEPTED: Final = 0.49
"""Rating from which two lines count as rails: tracks seen had 0.54 and more, most other pictures less than 0.4."""
STEEL_OF_RGB: Final = (0.1, 0.4, 0.5)
"""Grey in which rails stand out best: polished steel mirrors the sky, ballast and rust are yellow to red."""
SMALLEST_SIDE: Final = 64


@dataclass(frozen=True)
class Rails:
    """A rail on each side of the track, one entry for each row, `apart_m` metres from each other.

    `rows` (n,) pixel rows from far to near, rising; `left` and `right` (n,) columns, fractions of pixels allowed;
    `confidence` in [0, 1], 1 where the rails are known. `apart_m` is the gauge where `left` and `right` are the inner
    faces of the railheads, as in drawn scenes, and a railhead more where they are the railheads' middles.
    """

    rows: NDArray[np.float64]
    left: NDArray[np.float64]
    right: NDArray[np.float64]
    confidence: float
    apart_m: float = GAUGE_M


class NoRailsError(UsageError):
    """No track of the camera's own is to be seen; `reason` says what was found instead."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(
            "a picture of a railway track, taken along it from the front of a train",
            reason,
            "leave the picture out, calibrate with more frames of the camera, or give its rails as polygons",
        )


@dataclass(frozen=True)
class Calibration:
    """What frames of one camera have in common, in parts of the picture, so that it holds at any size.

    `horizon`: the horizon's row / height, may lie outside the picture; `slope`: growth of the rails' distance by row;
    `aspect`: width / height; `frames`: how many frames agreed.
    """

    horizon: float
    slope: float
    aspect: float
    frames: int


def find_rails(image: NDArray[Any], calibration: Calibration | None = None, gauge_m: float = GAUGE_M) -> Rails:
    """The middles of both railheads of the camera's own track, in every row from the bottom to where they are lost.

    `image` (H, W, 3) uint8 RGB, or (H, W) grey, of any size; `calibration` from `rails_calibration.calibrate` for the
    same camera; `gauge_m` only states the scale. Raises `NoRailsError` with a reason where there is no track.
    """
    maps = searched(image)
    best = best_track(maps, None if calibration is None else _known(image, maps, calibration))
    return _in_picture(follow(maps, best.curve), maps, image.shape, best.rating, gauge_m + RAILHEAD_M)


def searched(image: NDArray[Any]) -> Ridges:
    """The ridge maps of a picture, after checks of its type and size."""
    return ridges(_grey(image))


def best_track(maps: Ridges, known: tuple[float, float] | None = None) -> Found:
    """The best curve of `rails_search`, if it passes for a track; `known` as there."""
    best = max(search(maps, known), key=lambda each: each.rating)
    if max(best.left, best.right) == 0:
        raise NoRailsError("a picture without any lines")
    if best.rating < ACCEPTED:
        raise NoRailsError(
            f"no two lines that converge as rails do (rating {best.rating:.2f}, {ACCEPTED} needed; "
            f"ridge along the left {best.left:.2f}, along the right {best.right:.2f})"
        )
    return best


def _known(image: NDArray[Any], maps: Ridges, calibration: Calibration) -> tuple[float, float]:
    """Distance of the rails at the bottom of the searched picture and its growth by row."""
    aspect = image.shape[1] / image.shape[0]
    if abs(aspect / calibration.aspect - 1) > 0.02:
        raise UsageError(
            f"a picture of the calibrated camera, width / height {calibration.aspect:.3f}",
            f"width / height {aspect:.3f}",
            "calibrate with frames of this camera, cut in the same way",
        )
    return calibration.slope * maps.shape[0] * (1 - calibration.horizon), calibration.slope


def _grey(image: NDArray[Any]) -> NDArray[np.uint8]:
    shaped = image.ndim == 2 or (image.ndim == 3 and image.shape[2] == 3)
    if image.dtype != np.uint8 or not shaped:
        raise UsageError(
            "an RGB picture (H, W, 3) or a grey one (H, W), uint8",
            f"{image.dtype} of shape {image.shape}",
            'open it with Pillow: np.asarray(Image.open(path).convert("RGB"))',
        )
    if min(image.shape[:2]) < SMALLEST_SIDE:
        raise NoRailsError(f"{image.shape[1]} x {image.shape[0]} pixels: no side may be below {SMALLEST_SIDE}")
    if image.ndim == 2:
        return np.asarray(image, np.uint8)
    return np.asarray(cv2.transform(image, np.asarray([STEEL_OF_RGB])), np.uint8)


def _in_picture(path: Path, searched: Ridges, shape: tuple[int, ...], rating: float, apart_m: float) -> Rails:
    """A path of the searched picture at the picture's own size; column 0 is the middle of the leftmost pixels."""
    tall, wide = shape[0] / searched.shape[0], shape[1] / searched.shape[1]
    rows = np.arange(np.ceil(path.rows[0] * tall - 0.5), shape[0])
    left, right = (
        np.interp((rows + 0.5) / tall, path.rows, columns) * wide - 0.5 for columns in (path.left, path.right)
    )
    return Rails(rows, left, right, float(np.clip(rating, 0, 1)), apart_m)
