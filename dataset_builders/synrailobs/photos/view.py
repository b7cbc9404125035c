"""From metres on the ground to pixels of a photograph, by its rails alone.

The rails give pixels per metre in every row. How far away a row lies needs one thing more: a focal length, known or
assumed, or two measured places. Distance = near / scale + behind for any camera above a flat track (see
`scale.distance_m`).
"""

from dataclasses import dataclass
from math import atan2, cos, radians, tan
from typing import Any, Final, Protocol

import numpy as np

from triptych.core.errors import UsageError
from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.rails import Rails
from triptych.dataset_builders.synrailobs.scale import distance_by_two_points, pixels_per_metre, row_of_scale

FIELD_OF_VIEW: Final = 60.0
"""Horizontal, in degrees, of a camera of which nothing is known: between a telephone's and an action camera's."""
Measured = tuple[tuple[float, float], tuple[float, float]]


class Track(Protocol):
    """A frame with a track: a `Ground`, or only its geometry."""

    @property
    def rails(self) -> Rails:
        """The rails of the camera's own track, in pixels of the frame."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the frame in pixels."""


@dataclass(frozen=True)
class Camera:
    """What is known of the camera. What is not is taken from the rails (height, pitch) or assumed (field of view).

    `measured`: ((row, metres), (row, metres)), two rows of the frame whose distance was measured; nothing else is
    needed then.
    """

    field_of_view_deg: float | None = None
    focal_px: float | None = None
    height_m: float | None = None
    measured: Measured | None = None

    def __post_init__(self) -> None:
        if self.field_of_view_deg is not None and not 5 <= self.field_of_view_deg <= 150:
            got = f"{self.field_of_view_deg} degrees"
            raise UsageError("a horizontal field of view from 5 to 150 degrees", got, "give that of the camera's lens")
        for name, value in (("focal length", self.focal_px), ("camera height", self.height_m)):
            if value is not None and not (np.isfinite(value) and value > 0):
                raise UsageError(f"a {name} above 0", str(value), "give it in pixels of the frame, and metres")


@dataclass(frozen=True)
class View:
    """The track of one frame in metres: distance along it = `slope` / (pixels per metre) + `offset`.

    `nearest` and `farthest` are the distances of the lowest and highest known row; `known` says where the numbers come
    from, for the row's `parameters`.
    """

    rails: Rails
    size: tuple[int, int]
    slope: float
    offset: float
    nearest: float
    farthest: float
    known: dict[str, Any]

    def row(self, distance_m: float) -> float:
        """The row at a distance between `nearest` and `farthest`."""
        return row_of_scale(self.rails, self.slope / (distance_m - self.offset))

    def scale(self, row: float) -> float:
        """Pixels a metre at a known row."""
        return pixels_per_metre(self.rails, row)

    def column(self, row: float, lateral_m: float) -> float:
        """The column `lateral_m` to the right of the track's axis at a row; curves are followed by themselves."""
        axis = np.interp(row, self.rails.rows, (self.rails.left + self.rails.right) / 2)
        return float(axis) + lateral_m * self.scale(row)


def view(track: Track, camera: Camera) -> View:
    """The metric view of a frame. Raises `BadInput` where its rails do not give one."""
    rails, size = track.rails, track.size
    slope, offset, known = (_measured if camera.measured else _assumed)(rails, size, camera)
    far, near = (
        slope / pixels_per_metre(rails, row) + offset for row in (rails.rows[0], min(rails.rows[-1], size[1] - 1))
    )
    if not 0 <= near < far:
        raise BadInput(f"the rails go from {near:.1f} m to {far:.1f} m away, which no track does")
    return View(rails, size, slope, offset, near, far, known)


def _measured(rails: Rails, size: tuple[int, int], camera: Camera) -> tuple[float, float, dict[str, Any]]:
    """Slope and offset from two measured rows."""
    assert camera.measured
    ends = float(rails.rows[0]), float(rails.rows[-1])
    try:
        far, near = (distance_by_two_points(rails, row, camera.measured) for row in ends)
    except UsageError as error:
        raise BadInput(f"the two measured rows do not fit its rails: {error.got}") from error
    inverse = [1 / pixels_per_metre(rails, row) for row in ends]
    slope = (far - near) / (inverse[0] - inverse[1])
    return slope, near - slope * inverse[1], {"measured": [list(each) for each in camera.measured]}


def _assumed(rails: Rails, size: tuple[int, int], camera: Camera) -> tuple[float, float, dict[str, Any]]:
    """Slope and offset from focal length, height and pitch; the rails tell those that are not given.

    Scale by row = cos p (row - horizon) / height (`Camera.scale` in camera.py), so that a line through the rails'
    distances gives the horizon and, from it, pitch and height.
    """
    growth, at_zero = np.polyfit(rails.rows, (rails.right - rails.left) / rails.apart_m, 1)
    if growth <= 0:
        raise BadInput("the rails do not come together with distance")
    horizon = -float(at_zero / growth)
    angle = camera.field_of_view_deg or FIELD_OF_VIEW
    focal = camera.focal_px or size[0] / 2 / tan(radians(angle) / 2)
    pitch = atan2(size[1] / 2 - horizon, focal)
    height = camera.height_m or cos(pitch) / float(growth)
    known = {
        "height_m": round(height, 3),
        "focal_px": round(focal, 1),
        "pitch_deg": round(float(np.degrees(pitch)), 2),
        "horizon_row": round(horizon, 1),
        "assumed": _not_given(camera, angle),
    }
    return focal / cos(pitch), -height * tan(pitch), known


def _not_given(camera: Camera, angle: float) -> list[str]:
    focal = [] if camera.focal_px or camera.field_of_view_deg else [f"horizontal field of view {angle:g} degrees"]
    return focal + ([] if camera.height_m else ["height from the rails"])
