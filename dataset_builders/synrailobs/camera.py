"""A pinhole camera above a flat track, looking along it."""

from dataclasses import dataclass
from functools import cached_property
from math import atan2, cos, sin

import numpy as np
from numpy.typing import ArrayLike, NDArray

from triptych.dataset_builders.synrailobs.paper import IMAGE_SIZE
from triptych.dataset_builders.synrailobs.scale import distance_m, scale_of_distance

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Camera:
    """Height above the railheads in metres, focal length and horizon row in pixels; the picture is 1280 x 720.

    World axes: x to the right, up, z ahead along the ground; the camera stands at (0, height_m, 0), without roll.
    """

    height_m: float
    focal_px: float
    horizon_row: float

    @cached_property
    def pitch(self) -> float:
        """Angle below the horizontal, radians."""
        return atan2(IMAGE_SIZE[1] / 2 - self.horizon_row, self.focal_px)

    def project(self, x: ArrayLike, up: ArrayLike, z: ArrayLike) -> tuple[Array, Array]:
        """Columns and rows of world points in metres, by the pinhole equations."""
        down, ahead = self.height_m - np.asarray(up, float), np.asarray(z, float)
        depth = ahead * cos(self.pitch) + down * sin(self.pitch)
        drop = down * cos(self.pitch) - ahead * sin(self.pitch)
        columns = IMAGE_SIZE[0] / 2 + self.focal_px * np.asarray(x, float) / depth
        return columns, IMAGE_SIZE[1] / 2 + self.focal_px * drop / depth

    def scale(self, row: ArrayLike) -> Array:
        """Pixels a metre at ground rows below the horizon: linear in the row."""
        return cos(self.pitch) * (np.asarray(row, float) - self.horizon_row) / self.height_m

    def distance(self, row: float) -> float:
        """Metres along the ground to a row below the horizon."""
        return distance_m(float(self.scale(row)), self.height_m, self.focal_px, self.pitch)

    def scale_at(self, distance: float) -> float:
        """Pixels a metre at a distance along the ground."""
        return scale_of_distance(distance, self.height_m, self.focal_px, self.pitch)
