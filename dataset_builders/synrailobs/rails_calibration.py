"""What one camera's frames have in common: the horizon and how the rails' distance grows by row.

A camera on a train keeps its height and its pitch, so that frames with clear rails teach what to look for in others: at
stations, in snow, at points.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.rails import Calibration, NoRailsError, best_track, searched

TOLERANCE = 0.15
"""Frames whose distance at the bottom is farther from the median than this share do not count."""


def calibrate(frames: Iterable[NDArray[Any]]) -> Calibration:
    """Learn a camera from its unlabelled frames, each (H, W, 3) uint8 RGB or (H, W) grey, all of one shape.

    The median over the frames in which rails are found. Frames without rails are passed over; `NoRailsError`
    where none has any, `UsageError` where the frames differ in shape or there are none.
    """
    found, shapes, seen = [], set(), 0
    for frame in frames:
        seen += 1
        shapes.add(frame.shape[:2])
        if len(shapes) > 1:
            raise UsageError("frames of one camera, all of the same shape", str(sorted(shapes)), "calibrate each apart")
        try:
            maps = searched(frame)
            curve = best_track(maps).curve
            found.append((curve[1] / maps.shape[0], curve[2]))
        except NoRailsError:
            continue
    if not seen:
        raise UsageError("frames to calibrate with", "none", "give some frames of the camera")
    if not found:
        raise NoRailsError(f"no rails in any of {seen} frames")
    distance, slope, agreed = _common(np.asarray(found))
    height, width = shapes.pop()
    return Calibration(1 - distance / slope, slope, width / height, agreed)


def _common(found: NDArray[np.float64]) -> tuple[float, float, int]:
    """Medians of distance (in heights) and slope over the frames that agree with the median distance."""
    middle = np.median(found[:, 0])
    agreed = found[np.abs(found[:, 0] / middle - 1) <= TOLERANCE]
    distance, slope = np.median(agreed, axis=0)
    return float(distance), float(slope), len(agreed)
