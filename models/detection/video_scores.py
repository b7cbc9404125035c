"""What a detector says of each frame of a film, as `event_accuracy` takes it (section 4.3 of the paper)."""

from collections.abc import Iterable, Iterator
from itertools import islice

import numpy as np

from triptych.dataset_builders.synrailobs.events import RAIL_AREA_M
from triptych.dataset_builders.synrailobs.rails import NoRailsError, Rails, find_rails
from triptych.models.detection.class_names import to_categories
from triptych.models.detection.detected import Detect, Detected, Pixels


def frame_scores(
    detect: Detect, frames: Iterable[tuple[float, Pixels]], rail_area: bool = False, batch: int = 10
) -> Iterator[tuple[float, float]]:
    """(t, score) of each (t, frame): the surest detection of any category, 0 where there is none.

    `rail_area`: of what stands in the rail area only. Rails are looked for in the first frame of every `batch`; those
    found last stay, and until some are found the whole frame counts.
    """
    waiting, rails = iter(frames), None
    while some := list(islice(waiting, batch)):
        rails = _rails(some[0][1], rails) if rail_area else None
        for (t, _), one in zip(some, detect([frame for _, frame in some]), strict=True):
            yield t, surest(to_categories(one)[0], rails)


def surest(found: Detected, rails: Rails | None = None) -> float:
    """The highest score, with `rails` of boxes whose foot stands on the track or less than 1.25 gauges beside it."""
    inside = [True] * len(found.scores) if rails is None else [_stands_in(rails, box) for box in found.boxes]
    return float(found.scores[inside].max(initial=0.0))


def _stands_in(rails: Rails, box: np.ndarray) -> bool:
    column, row = (box[0] + box[2]) / 2, box[3]
    if row < rails.rows[0]:
        return False
    at = min(float(row), float(rails.rows[-1]))  # feet below the last row stand on it
    left, right = (float(np.interp(at, rails.rows, side)) for side in (rails.left, rails.right))
    return bool(abs(column - (left + right) / 2) <= RAIL_AREA_M / rails.apart_m * (right - left))


def _rails(frame: Pixels, last: Rails | None) -> Rails | None:
    try:
        return find_rails(frame)
    except NoRailsError:
        return last
