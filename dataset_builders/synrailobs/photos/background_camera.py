"""The camera of a film, fixed to a train: its own frames teach where the rails lie, and doubtful frames must agree."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.photos.background_files import Bytes
from triptych.dataset_builders.synrailobs.photos.background_rails import LEAST_CONFIDENCE, Find
from triptych.dataset_builders.synrailobs.rails import NoRailsError, Rails, find_rails
from triptych.dataset_builders.synrailobs.rails_calibration import TOLERANCE, calibrate

ASIDE: Final = 0.5
"""Track widths that the track may lie beside its usual place, as it does in curves; the next track is 2.4 away."""
BOTTOM: Final = 0.95
"""Where the place is measured, as a share of the height: the lowest rows may show the train."""


@dataclass(frozen=True)
class Camera:
    """How a film's rails are found, and where they lie near the bottom edge, in pixels of the frame."""

    find: Find
    middle: float
    apart: float

    def rails(self, frame: Bytes) -> Rails:
        """The rails of a frame. `BadInput` where they lie elsewhere than the film's, `NoRailsError` without any."""
        rails = self.find(frame)
        middle, apart = _place(rails, frame.shape[0])
        aside = abs(middle - self.middle) / self.apart
        if aside > ASIDE:
            raise BadInput(f"rails {aside:.1f} track widths beside where this film's track lies")
        if abs(apart / self.apart - 1) > TOLERANCE:
            raise BadInput(f"rails {apart:.0f} px apart near the bottom edge, this film's are {self.apart:.0f}")
        if rails.confidence < LEAST_CONFIDENCE:
            raise BadInput(f"rails too uncertain: rating {rails.confidence:.2f}, {LEAST_CONFIDENCE} needed")
        return rails


def learn_camera(frames: Sequence[Bytes], find: Find | None = None) -> Camera:
    """What fitted frames of one film, all of one shape, say of its camera.

    `find` finds rails in a frame; by default `find_rails` with a calibration of these frames. Raises `BadInput` where
    they show no rails, or none that keep one place, as those of a camera fixed to a train do.
    """
    try:
        way = find or partial(find_rails, calibration=calibrate(frames))
    except NoRailsError as error:
        raise BadInput(error.reason) from error
    places = [_place(rails, frame.shape[0]) for frame in frames if (rails := _tried(way, frame)) is not None]
    if not places:
        raise BadInput(f"no rails in any of {len(frames)} frames looked at")
    middle, apart = (float(value) for value in np.median(places, axis=0))
    steady = sum(abs(m - middle) <= ASIDE * apart and abs(a / apart - 1) <= TOLERANCE for m, a in places)
    if 2 * steady < len(places) or 4 * steady < len(frames):
        looked = f"in {steady} of {len(frames)} frames looked at the rails lie in one place"
        raise BadInput(f"{looked}: too few for a camera fixed to a train")
    return Camera(way, middle, apart)


def _tried(find: Find, frame: Bytes) -> Rails | None:
    try:
        return find(frame)
    except NoRailsError:
        return None


def _place(rails: Rails, height: int) -> tuple[float, float]:
    """The track's middle and the rails' distance in pixels near the bottom edge."""
    left, right = (float(np.interp(BOTTOM * height, rails.rows, side)) for side in (rails.left, rails.right))
    return (left + right) / 2, right - left
