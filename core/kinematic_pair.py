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
from triptych.core.kinematic_alignment import movement_span, pose_track, resample, warping_path
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
HALT: Final = 1.0
"""Cost of using a frame twice in time warping: about that of 15 degrees in one joint."""
MARGIN: Final = 0.08
"""Share of the movement that is kept before and after it: the poses that it starts from and ends in."""
NEAR_PEAK: Final = 0.15
"""Frames within this share of the range from the extreme belong to the bottom or the top."""
LEVEL_NOISE: Final = 0.045
"""Share of the range by which noise moves a pose to and from the peak."""
FAR_FROM_PEAK: Final = 0.35
"""Frames farther than this do not, whatever the other person does at the time."""

Signal = Callable[[Array], Array]


@dataclass(frozen=True)
class Performance:
    """One person's movement: `start` (1, 17, 3) the pose before it, `poses` (100, 17, 3), `seconds` that it takes."""

    start: Array
    poses: Array
    seconds: float


@dataclass(frozen=True)
class Moments:
    """Poses of both that belong together, (P, 17, 3) each: P = 1 at the start, else some or all of the path."""

    user: Array
    reference: Array
    frame_by_frame: bool = True
    below: tuple[Array, Array] | None = None
    """How far each pose, of the user and of the reference, is below the peak (P,): only near one."""

    def change(self, feature: Signal) -> Array:
        """User minus reference in one number, or two for left and right, of a feature of (P,) or (P, 2).

        The middle of the mean difference and of the one that is reached for a while: a constant offset counts whole,
        one that grows and goes nearly so. Near a peak it is the difference of what each person reaches there: the value
        at the peak of a line through the poses around it, which is the same whether the peak is passed fast or held.
        """
        ours, theirs = feature(self.user), feature(self.reference)
        mean = ours.mean(axis=0) - theirs.mean(axis=0)
        if len(ours) == 1:
            return np.asarray(mean)
        if self.frame_by_frame:
            low, high = _low_and_high(ours - theirs, 0.2)
            return np.asarray((mean + np.where(mean < 0, low, high)) / 2)
        if self.below is None:
            return np.asarray(mean)
        return np.asarray(_at_zero(self.below[0], ours) - _at_zero(self.below[1], theirs))

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
        turned = (features.turn_to(self.user, ours, middle), features.turn_to(self.reference, theirs, middle))
        return Moments(*turned, self.frame_by_frame, self.below)


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
        """The poses in step while `signal`, or its column `side`, is near the peak in one person, and not far in both.

        In one: a fault can lower the user's own peak just where it shows. Not far: alignment has errors. Where it has
        failed to bring the peaks together, as with somebody who waits half-way down, each person's own peak counts.
        """
        below = [_below_peak(_column(signal(poses), side)) for poses in (self.path.user, self.path.reference)]
        nearer, farther = np.minimum(*below), np.maximum(*below)
        chosen = (nearer <= NEAR_PEAK) & (farther <= FAR_FROM_PEAK)
        if not chosen.any():
            own = [np.flatnonzero(each <= NEAR_PEAK) for each in below]
            count = max(map(len, own))
            ours, theirs = (each[np.linspace(0, len(each) - 1, count).round().astype(np.intp)] for each in own)
        else:
            ours = theirs = np.flatnonzero(chosen)
        levels = below[0][ours], below[1][theirs]
        levels = levels[0] - levels[0].min(), levels[1] - levels[1].min()
        return Moments(self.path.user[ours], self.path.reference[theirs], False, levels)

    def longest_side(self, signal: Signal) -> int | None:
        """The side (0 left, 1 right) that does the work, judged by the range of `signal` (N, 2), None if both do."""
        left, right = sum(np.ptp(signal(each.poses), axis=0) for each in (self.user, self.reference))
        if min(left, right) > 0.6 * max(left, right):
            return None
        return 0 if left > right else 1


def _low_and_high(values: Array, share: float) -> tuple[Array, Array]:
    """What the lowest and what the highest `share` of the values reach."""
    ranked, rank = np.sort(values, axis=0), int(share * len(values))
    return ranked[rank], ranked[-1 - rank]


def _at_zero(below: Array, values: Array) -> Array:
    """Value at 0 of the line through values (P,) or (P, 2) over how far `below` the peak they are (P,).

    Where all poses are about equally far below it, their mean.
    """
    centred = below - below.mean()
    slope = np.tensordot(centred, values, axes=(0, 0)) / (np.sum(centred**2) + len(below) * LEVEL_NOISE**2)
    return np.asarray(values.mean(axis=0) - slope * below.mean())


def _below_peak(signal: Array) -> Array:
    """How far a signal is below its largest value, as a share of its range; 0 everywhere if it is unknown."""
    if not np.isfinite(signal).all():
        return np.zeros(len(signal))
    return np.asarray((signal.max() - signal) / max(np.ptp(signal), 1e-9))


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
    i, j = warping_path(pose_track(one.poses), pose_track(other.poses), halt=HALT)
    return Pair(one, other, Moments(one.poses[i], other.poses[j]))


def _perform(joints: Array, fps: float) -> Performance:
    calm = smooth(joints, 5)
    first, last = movement_span(calm)
    calm = face_forward(calm, min(max(first, 5), 15))
    start = calm[max(first - 8, 0) : first + 3].mean(axis=0, keepdims=True)
    margin = round(MARGIN * (last - first))
    poses = resample(calm, max(first - margin, 0), min(last + margin, len(calm)), FRAMES)
    return Performance(start, poses, (last - first) / fps)
