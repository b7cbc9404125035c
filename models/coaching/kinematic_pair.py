"""User and reference made comparable: one body size, one heading, one time line, and the moments that matter.

A `Pair` is what the deviations of `kinematic_measures` are measured on. Both sides are treated alike, so a pair with
user and reference swapped gives the same numbers with the other sign.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np

from triptych.core import kinematic_features as features
from triptych.core.kinematic_alignment import angle_track, movement_span, resample, warping_path
from triptych.core.kinematics import (
    HEAD,
    SPINE,
    WRISTS,
    Array,
    bone_lengths,
    face_forward,
    read_joints,
    smooth,
    with_lengths,
)

FRAMES: Final = 100
"""Frames that each movement is resampled to before time warping: tempo is measured apart."""
NEAR_PEAK: Final = 0.15
"""Frames within this share of the range from the extreme belong to the bottom or the top."""

Signal = Callable[[Array], Array]


@dataclass(frozen=True)
class Performance:
    """One person's movement: `start` (1, 17, 3) the pose before it, `poses` (100, 17, 3), `seconds` that it takes."""

    start: Array
    poses: Array
    seconds: float

    def around_peak(self, signal: Array) -> Array:
        """`(1, 17, 3)` mean pose of the frames where `signal` (100,) is close to its largest value, NaN if unknown."""
        if not np.isfinite(signal).all():
            return np.full_like(self.poses[:1], np.nan)
        floor = signal.max() - NEAR_PEAK * (signal.max() - signal.min())
        return np.asarray(self.poses[signal >= floor].mean(axis=0, keepdims=True))


@dataclass(frozen=True)
class Moments:
    """Poses of both that belong together, (P, 17, 3) each: P = 1 at a peak or the start, else the whole path."""

    user: Array
    reference: Array

    def change(self, feature: Signal) -> Array:
        """User minus reference, (P,) or (P, 2)."""
        return np.asarray(feature(self.user) - feature(self.reference))

    @cached_property
    def beside_trunk(self) -> list["Moments"]:
        """As they are, and with both turned so that their trunks, or where known their upper spines, point one way.

        What the arms do differently in all of these is not brought along by leaning or rounding.
        """
        found = [self, self._levelled(features.trunk)]
        upper = self._levelled(features.upper_spine)
        return [*found, upper] if np.isfinite(upper.user[..., WRISTS, :]).all() else found

    def _levelled(self, axis: Signal) -> "Moments":
        ours, theirs = axis(self.user), axis(self.reference)
        middle = features.unit(ours + theirs)
        return Moments(features.turn_to(self.user, ours, middle), features.turn_to(self.reference, theirs, middle))


@dataclass(frozen=True)
class Pair:
    """Both performances, and `path`: all their poses in step."""

    user: Performance
    reference: Performance
    path: Moments

    @property
    def start(self) -> Moments:
        """The poses before the movement."""
        return Moments(self.user.start, self.reference.start)

    def at_peak(self, signal: Signal, side: int) -> Moments:
        """Each person's pose at the peak of their own `signal`, of its column `side` where it has two."""
        return Moments(*(each.around_peak(_column(signal(each.poses), side)) for each in (self.user, self.reference)))

    def longest_side(self, signal: Signal) -> int | None:
        """The side (0 left, 1 right) that does the work, judged by the range of `signal` (N, 2), None if both do."""
        left, right = sum(np.ptp(signal(each.poses), axis=0) for each in (self.user, self.reference))
        if min(left, right) > 0.6 * max(left, right):
            return None
        return 0 if left > right else 1


def _column(values: Array, side: int) -> Array:
    return np.asarray(values if values.ndim == 1 else values[:, side])


def make_pair(user: Any, reference: Any, fps: float) -> Pair:
    """Read, smooth, turn, resize and align both. Raises `UsageError` for joints of a wrong shape."""
    both = [read_joints(user, "user"), read_joints(reference, "reference")]
    if np.isnan([joints[:, SPINE].sum() for joints in both]).any():
        for joints in both:  # two layouts, or a joint unseen on one side: what one lacks is not compared
            joints[:, SPINE] = np.nan
    if np.shape(user)[1] != np.shape(reference)[1]:
        for joints in both:  # the middle of the ears is not the head joint
            joints[:, HEAD] = np.nan
    lengths = (bone_lengths(both[0]) + bone_lengths(both[1])) / 2
    one, other = (_perform(with_lengths(joints, lengths), fps) for joints in both)
    i, j = warping_path(angle_track(one.poses), angle_track(other.poses))
    return Pair(one, other, Moments(one.poses[i], other.poses[j]))


def _perform(joints: Array, fps: float) -> Performance:
    calm = smooth(joints, 5)
    first, last = movement_span(calm)
    calm = face_forward(calm, min(max(first, 5), 15))
    start = calm[max(first - 8, 0) : first + 3].mean(axis=0, keepdims=True)
    return Performance(start, resample(calm, first, last, FRAMES), (last - first) / fps)
