"""A body of other proportions in the same pose: the trunk leans a little more or less, so that hands meet the floor.

Shoulders come down to where planted hands are within reach, and up to where no fingertip, and no plate of a barbell,
goes through the floor.
"""

from typing import Final

import numpy as np

from triptych.dataset_builders.formcoach.arms import contact_on_floor
from triptych.dataset_builders.formcoach.keyframes import Array, Channels
from triptych.dataset_builders.formcoach.posing import solve
from triptych.dataset_builders.formcoach.rig import SIDES, Rig
from triptych.dataset_builders.formcoach.skeleton import INDEX, Body

BAR_M: Final = 0.21
"""Lowest height of a barbell's axis: the radius of its plates."""
_FINGERTIP_M: Final = 0.015
_REACH: Final = 0.992
_ROUNDS: Final = 4


def settle(body: Body, channels: Channels, rig: Rig) -> Channels:
    """The channels with `lean` corrected by what the floor asks for, the rest unchanged."""
    if rig.arms == ("thigh", "free"):
        return channels
    lean, trunk = channels["lean"], body.lower_spine + body.upper_spine
    for _ in range(_ROUNDS):
        joints = solve(body, {**channels, "lean": lean}, rig)
        along = joints[:, INDEX["thorax"]] - joints[:, INDEX["pelvis"]]
        across = np.maximum(np.hypot(along[:, 0], along[:, 1]), 0.3 * trunk)
        lean = lean + np.rad2deg((_too_high(joints, body, channels, rig) - _too_low(joints, rig)) / across)
    return {**channels, "lean": lean}


def _above_zero(value: Array) -> Array:
    """max(value, 0) with a rounded corner, so that the trunk eases into the correction."""
    rounded: Array = 0.5 * (value + np.sqrt(value**2 + 0.004**2))
    return rounded


def _too_high(joints: Array, body: Body, channels: Channels, rig: Rig) -> Array:
    """Metres by which the shoulders are too high for planted hands, (T,)."""
    most = np.zeros(len(joints))
    if rig.arms != ("floor", "floor"):
        return most
    reach = _REACH * (body.upper_arm + body.forearm)
    for name, tag, sign in SIDES:
        shoulder, target = joints[:, INDEX[f"{name}_shoulder"]], contact_on_floor(body, channels, tag, sign)
        flat = np.sum((shoulder - target)[:, :2] ** 2, axis=-1)
        highest = target[:, 2] + np.sqrt(np.maximum(reach**2 - flat, 0.01))
        most = np.maximum(most, channels[f"plant_{tag}"] ** 4 * _above_zero(shoulder[:, 2] - highest))
    return most


def _too_low(joints: Array, rig: Rig) -> Array:
    """Metres by which fingertips, or the plates on the bar, are below the floor, (T,)."""
    if rig.arms == ("floor", "floor"):
        return np.zeros(len(joints))
    part, height = ("knuckles", BAR_M) if rig.grip else ("fingertip", _FINGERTIP_M)
    lowest = np.minimum(joints[:, INDEX[f"left_{part}"], 2], joints[:, INDEX[f"right_{part}"], 2])
    return _above_zero(height - lowest)
