"""What a composite on a photograph is made of: cut-out obstacles, backgrounds with their rails, and places on them."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from triptych.dataset_builders.synrailobs.rails import Rails

Bytes = NDArray[np.uint8]


@dataclass(frozen=True)
class Cutout:
    """An obstacle cut out of its picture, or a textured shape.

    `rgba` (H, W, 4) uint8 has straight alpha and is cut so that alpha >= 128 touches all four edges; colours go on
    under alpha 0. `category` is one of `schema.CATEGORIES`. `source` names the picture that it comes from: cut-outs of
    one source never stand in two splits.
    """

    id: str
    rgba: Bytes
    category: str
    source: str
    licence: str
    redistributable: bool = False


@dataclass(frozen=True)
class Background:
    """A picture of a track without obstacles, upright and 1280 x 720, with the rails of the camera's own track.

    `group` names the film or place that it comes from: backgrounds of one group never stand in two splits. Words are
    None where nobody has said them. `screened`: a detector has found neither people nor vehicles in it.
    """

    id: str
    file: Path
    rails: Rails
    group: str
    source: str
    licence: str
    redistributable: bool = False
    weather: str | None = None
    light: str | None = None
    track_type: str | None = None
    country: str | None = None
    screened: bool = False


@dataclass(frozen=True)
class Placement:
    """Where and how large a cut-out stands: the middle of its foot at (`column`, `row`), in pixels of the frame.

    The row is the ground's, so the lowest opaque pixel lies in the row above it. `height_px` is the obstacle's height
    in the frame; `height_m`, `distance_m` along the track and `lateral_m` beside its axis (right positive) are what it
    stands for. The cut-out is mirrored first, stretched in width by `stretch`, then turned by `angle` degrees.
    """

    cutout: Cutout
    column: float
    row: float
    height_px: float
    height_m: float
    distance_m: float
    lateral_m: float
    mirrored: bool = False
    stretch: float = 1.0
    angle: float = 0.0
