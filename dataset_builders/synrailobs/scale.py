"""Metric scale from the rails: standard gauge is 1.435 m, whatever the camera.

Everything stands on the plane of the railheads. `pitch` is the camera's angle below the horizontal in radians, 0 for a
camera whose horizon lies in the middle row.
"""

from math import cos, tan
from typing import Final

import numpy as np

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.paper import DISTANCE_BINS
from triptych.dataset_builders.synrailobs.rails import Rails

GAUGE_M: Final = 1.435


def pixels_per_metre(rails: Rails, row: float) -> float:
    """Scale at a pixel row: the distance of the rails in pixels / 1.435 m; NaN above and below the known rows."""
    gauge = np.interp(row, rails.rows, rails.right - rails.left, left=np.nan, right=np.nan)
    return float(gauge) / GAUGE_M


def row_of_scale(rails: Rails, scale: float) -> float:
    """The row where a metre measures `scale` pixels; NaN where no known row has it."""
    scales = (rails.right - rails.left) / GAUGE_M
    return float(np.interp(scale, scales, rails.rows, left=np.nan, right=np.nan))


def distance_m(scale: float, height_m: float, focal_px: float, pitch: float = 0.0) -> float:
    """Distance along the ground, in metres, of the row whose scale is `scale` pixels a metre.

    A ground point at depth f / scale along the optical axis lies f / (scale cos p) - h tan p ahead of the camera.
    """
    return focal_px / (scale * cos(pitch)) - height_m * tan(pitch)


def scale_of_distance(distance: float, height_m: float, focal_px: float, pitch: float = 0.0) -> float:
    """Pixels a metre at a distance along the ground: the inverse of `distance_m`."""
    return focal_px / ((distance + height_m * tan(pitch)) * cos(pitch))


def distance_bin(distance: float) -> str | None:
    """The bin of Table 5 that a distance in metres falls in; None beyond 75 m. A negative distance is a mistake."""
    if not distance >= 0:
        raise UsageError("a distance in metres, at least 0", str(distance), "measure from the camera, forwards")
    return next((name for name, (low, high) in DISTANCE_BINS.items() if low <= distance < high), None)
