"""Joint angles as text beside the video: section 4.1's proposal to give a model the third dimension.

t (s) | user: left knee … | reference: left knee …
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from triptych.core import kinematic_features as features
from triptych.core.kinematics import face_forward, read_joints

NAMES: Final = ("left knee bend", "right knee bend", "left elbow bend", "right elbow bend", "trunk lean forward",
                "left arm elevation", "right arm elevation")  # fmt: skip


def angles(joints: Any, fps: float, times: NDArray[np.float64]) -> NDArray[np.float64]:
    """Angles (T, 7) in degrees in the order of `NAMES` at `times` in seconds, from joints (N, 25 or 33, 3).

    Bends are 0 for a straight joint, elevations 0 for an arm that hangs. NaN where joints are unknown.
    """
    poses = face_forward(read_joints(joints, "the person's"), 10)
    frames = np.clip(np.round(times * fps).astype(int), 0, len(poses) - 1)
    chosen = poses[frames]
    knees, elbows, arms = (f(chosen) for f in (features.knee_bend, features.elbow_bend, features.arm_elevation))
    return np.column_stack([knees, elbows, features.lean(chosen), arms])


def table(user: Any, reference: Any, fps: float, times: NDArray[np.float64]) -> str:
    """One line a moment: the user's angles, then the reference's, in whole degrees, `?` where unknown."""
    ours, theirs = angles(user, fps, times), angles(reference, fps, times)
    lines = [
        f"{when:.1f} s | user: {_line(one)} | reference: {_line(other)}"
        for when, one, other in zip(times, ours, theirs, strict=True)
    ]
    return "\n".join(lines)


def _line(values: NDArray[np.float64]) -> str:
    return ", ".join("?" if np.isnan(value) else f"{value:.0f}" for value in values)
