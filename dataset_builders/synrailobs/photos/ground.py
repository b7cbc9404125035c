"""A background ready for composites: decoded and encoded once, measured once.

ground = prepare(background)
composed = compose(ground, placements, Look(), rng)
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from triptych.dataset_builders.synrailobs.photos import strips
from triptych.dataset_builders.synrailobs.photos.ground_statistics import blur_by_row, noise_by_row
from triptych.dataset_builders.synrailobs.photos.parts import Background
from triptych.dataset_builders.synrailobs.photos.pictures import read_picture
from triptych.dataset_builders.synrailobs.photos.strips import Strips
from triptych.dataset_builders.synrailobs.rails import Rails

EYE_M: Final = (1.0, 5.0)
"""Heights of cameras on trains above the rails that are believed."""


@dataclass(frozen=True)
class Ground:
    """`frame` (H, W, 3) uint8 RGB stays clean; composites are painted into `canvas`, which is clean between them.

    `noise` and `blur` (H,): standard deviations by row, in grey values and in pixels. `eye_m`: the camera's height
    above the rails. One ground serves one thread at a time.
    """

    background: Background
    frame: NDArray[np.uint8]
    canvas: NDArray[np.uint8]
    strips: Strips
    noise: NDArray[np.float64]
    blur: NDArray[np.float64]
    eye_m: float

    @property
    def rails(self) -> Rails:
        """The rails of the camera's own track."""
        return self.background.rails

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.frame.shape[1], self.frame.shape[0]


def prepare(background: Background, quality: int = 90) -> Ground:
    """Read a background's picture, whose width must be a multiple of 16; `quality` is that of the composites' JPEGs.

    Raises `BadInput` for a file that is no whole picture and `UsageError` for other widths.
    """
    frame = np.ascontiguousarray(read_picture(background.file))
    grey = np.asarray(cv2.cvtColor(frame, cv2.COLOR_RGB2GRAY), np.uint8)
    pieces = strips.encode(frame, quality)
    blur, noise = blur_by_row(grey, background.rails), noise_by_row(grey)
    canvas = frame.copy()
    frame.setflags(write=False)
    return Ground(background, frame, canvas, pieces, noise, blur, _eye(background.rails))


def _eye(rails: Rails) -> float:
    """On flat ground the rails' distance grows by `apart_m` / height pixels from row to row."""
    if len(rails.rows) < 2:
        return EYE_M[1] / 2
    slope = float(np.polyfit(rails.rows, rails.right - rails.left, 1)[0])
    return float(np.clip(rails.apart_m / max(slope, 1e-6), *EYE_M))
