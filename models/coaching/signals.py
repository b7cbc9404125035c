"""One number that goes up and down once in a repetition: what to count an exercise with.

A signal is read from single poses (..., 17, 3), needs no heading, and does not depend on the size of the body.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import Final

import numpy as np

from triptych.core import kinematic_features as features
from triptych.core.kinematics import (
    ANKLES,
    ELBOWS,
    HIPS,
    KNEES,
    SHOULDERS,
    WRISTS,
    Array,
)

Signal = Callable[[Array], Array]


def _length(poses: Array, *joints: tuple[int, int]) -> Array:
    """Mean length of the left and right chain of joints, metres."""
    bones = [poses[..., one, :] - poses[..., other, :] for one, other in pairwise(joints)]
    return np.asarray(sum(np.linalg.norm(bone, axis=-1).mean(axis=-1) for bone in bones))


def hips(poses: Array) -> Array:
    """Height of the pelvis over the lower ankle, in leg lengths."""
    return np.asarray(features.hip_height(poses) / np.maximum(_length(poses, HIPS, KNEES, ANKLES), 1e-6))


def hinge(poses: Array) -> Array:
    """Angle of the trunk from upright, radians."""
    return np.asarray(np.arccos(np.clip(features.trunk(poses)[..., 2], -1.0, 1.0)))


def hands(poses: Array) -> Array:
    """Height of the wrists over the shoulders, in arm lengths."""
    return np.asarray(
        features.wrist_height(poses).mean(axis=-1) / np.maximum(_length(poses, SHOULDERS, ELBOWS, WRISTS), 1e-6)
    )


def elbows(poses: Array) -> Array:
    """Height of the elbows over the shoulders, in upper arms."""
    return np.asarray(features.elbow_height(poses).mean(axis=-1) / np.maximum(_length(poses, SHOULDERS, ELBOWS), 1e-6))


def one_elbow(poses: Array) -> Array:
    """Height of the left elbow over the right one, in upper arms."""
    height = features.elbow_height(poses)
    return np.asarray((height[..., 0] - height[..., 1]) / np.maximum(_length(poses, SHOULDERS, ELBOWS), 1e-6))


def one_hand(poses: Array) -> Array:
    """Height of the left wrist over the right one, in arm lengths."""
    height = features.wrist_height(poses)
    return np.asarray((height[..., 0] - height[..., 1]) / np.maximum(_length(poses, SHOULDERS, ELBOWS, WRISTS), 1e-6))


def spread(poses: Array) -> Array:
    """Distance of the wrists, in arm lengths."""
    gap = np.linalg.norm(poses[..., WRISTS[0], :] - poses[..., WRISTS[1], :], axis=-1)
    return np.asarray(gap / np.maximum(_length(poses, SHOULDERS, ELBOWS, WRISTS), 1e-6))


def feet(poses: Array) -> Array:
    """Height of the ankles over the hips, in leg lengths."""
    return np.asarray(features.foot_lift(poses).mean(axis=-1) / np.maximum(_length(poses, HIPS, KNEES, ANKLES), 1e-6))


def shrug(poses: Array) -> Array:
    """Height of the shoulders over the pelvis along the trunk, in widths of the shoulders."""
    width = np.linalg.norm(poses[..., SHOULDERS[0], :] - poses[..., SHOULDERS[1], :], axis=-1)
    return np.asarray(features.shoulder_lift(poses).mean(axis=-1) / np.maximum(width, 1e-6))


def twist(poses: Array) -> Array:
    """Heading of the shoulders against the hips, radians."""
    lines = [poses[..., left, :2] - poses[..., right, :2] for left, right in (SHOULDERS, HIPS)]
    (x, y), (a, b) = ((line[..., 0], line[..., 1]) for line in lines)
    return np.asarray(np.arctan2(a * y - b * x, x * a + y * b))


SIGNALS: Final[dict[str, Signal]] = {
    "Dumbbell Lift Overhead": hands, "Dumbbell Lunge Backward": hips, "Hands Up Rotate": twist,
    "Barbell Pull Up": elbows, "Clean and Press": hips, "Dumbbell Lateral Raise": hands, "Burpee": hips,
    "Up and Down Stretch": hinge, "Dumbbell Chest Fly": spread, "Arms Raise Overhead": hands,
    "Standing Ab Twists": twist, "Opposite Arms Up and Down Warmup": one_hand, "Dumbbell Squat and Press": hips,
    "Lunge and Reach Hands Front": hips, "Mule Kick": feet, "Arms Circles": hands, "Squat": hips,
    "One Arm Row": one_elbow, "Squat and Jump with Hands Up": hips, "Dumbbell High Pulls": elbows, "Deadlift": hinge,
    "Barbell Shrug": shrug,
}  # fmt: skip
"""What most shows the movement of an exercise, and little else that people do before and after it."""
LEAST: Final[dict[Signal, float]] = {
    hips: 0.15, hinge: 0.4, hands: 0.4, elbows: 0.2, one_elbow: 0.3, one_hand: 0.8, spread: 0.4, feet: 0.2, shrug: 0.1,
    twist: 0.35,
}  # fmt: skip
"""The smallest range that is a movement and no noise."""


def signal_of(exercise: str, poses: Array) -> Signal:
    """What to count `exercise` with: the usual signal, or the one that moves most where that one hardly does.

    `poses` (T, 17, 3): one repetition of the reference.
    """
    usual = SIGNALS[exercise]
    ranges = {signal: float(np.ptp(np.nan_to_num(signal(poses)))) / least for signal, least in LEAST.items()}
    return usual if ranges[usual] >= 1.0 else max(ranges, key=lambda each: ranges[each])
