"""From channels to joints: the spine as a chain, legs by forward or two-bone inverse kinematics.

Everything works on whole clips: a channel is (T,), a point (T, 3). Bones keep their length in every pose.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from triptych.dataset_builders.formcoach.arms import set_arms
from triptych.dataset_builders.formcoach.geometry import STRAIGHT, perpendicular, rotation, two_bones, unit, vector
from triptych.dataset_builders.formcoach.keyframes import Array, Channels
from triptych.dataset_builders.formcoach.rig import SIDES, Rig
from triptych.dataset_builders.formcoach.skeleton import INDEX, SOLE_M, Body

PELVIS_AHEAD_M: Final = -0.075
"""Where the pelvis of a standing body of 1.75 m is, from the balls of the feet."""


def solve(body: Body, channels: Channels, rig: Rig) -> Array:
    """Joints (T, 25, 3) in metres of a body moved by the channels (see `keyframes.NEUTRAL`)."""
    joints = np.zeros((len(channels["drop"]), len(INDEX), 3))
    feet = [_foot(body, channels, tag, sign) for _, tag, sign in SIDES]
    _trunk(joints, body, channels, feet, rig)
    for (name, tag, sign), foot, mode in zip(SIDES, feet, rig.legs, strict=True):
        leg = _planted_leg if mode == "planted" else _free_leg
        leg(joints, body, channels, (name, tag, sign), foot)
    set_arms(joints, body, channels, rig)
    return joints


@dataclass(frozen=True)
class _Foot:
    """Ball of the foot, heading, and the vectors from the ball to ankle and toe; (T, 3) each."""

    ball: Array
    heading: Array
    to_ankle: Array
    to_toe: Array


def _foot(body: Body, c: Channels, tag: str, sign: float) -> _Foot:
    """Heel raised by `heel` degrees about the ball; the toes stay flat until the foot points backward."""
    size, heel = body.height_m / 1.75, c[f"heel_{tag}"]
    yaw, zero = -sign * c[f"toe_out_{tag}"], np.zeros_like(heel)
    ball = body.scale * vector(sign * c[f"foot_out_{tag}"], c[f"foot_ahead_{tag}"], c[f"foot_up_{tag}"])
    ball[:, 2] += SOLE_M * size
    flat = np.clip(heel, 0.0, 70.0) * np.clip((140.0 - heel) / 50.0, 0.0, 1.0)
    to_ankle = np.array([0.0, -body.heel_to_ball, body.ankle_height - SOLE_M * size])
    to_toe = np.array([0.0, body.toe, -0.008 * size])
    return _Foot(
        ball=ball,
        heading=rotation(yaw, zero, zero)[:, :, 1],
        to_ankle=rotation(yaw, heel, zero) @ to_ankle,
        to_toe=rotation(yaw, heel - flat, zero) @ to_toe,
    )


def _trunk(joints: Array, body: Body, c: Channels, feet: list[_Foot], rig: Rig) -> None:
    """Pelvis, hips, spine, neck, head and shoulders."""
    hips = rotation(c["yaw"], c["lean"], c["tilt"])
    chest_yaw, pitch = c["yaw"] + c["twist"], c["lean"] + c["bend"]
    chest = rotation(chest_yaw, pitch, c["tilt"] + c["side"])
    # Eyes stay near the horizon: the neck takes back most of what the trunk leans.
    level = -55.0 * np.tanh(0.75 * (pitch - 4.0) / 55.0)
    neck = rotation(chest_yaw + 0.5 * c["look"], pitch + 16.0 + 0.5 * (level + c["nod"]), 0.6 * (c["tilt"] + c["side"]))
    head = rotation(chest_yaw + c["look"], pitch + level + c["nod"], 0.3 * (c["tilt"] + c["side"]))
    lower = rotation(c["yaw"] + 0.5 * c["twist"], c["lean"] - 3.0, c["tilt"] + 0.5 * c["side"])
    pelvis = _pelvis(body, c, feet, hips, rig)
    joints[:, INDEX["pelvis"]] = pelvis
    joints[:, INDEX["spine"]] = pelvis + body.lower_spine * lower[:, :, 2]
    joints[:, INDEX["thorax"]] = joints[:, INDEX["spine"]] + body.upper_spine * chest[:, :, 2]
    joints[:, INDEX["neck"]] = joints[:, INDEX["thorax"]] + body.neck * neck[:, :, 2]
    joints[:, INDEX["head"]] = joints[:, INDEX["neck"]] + body.head * head[:, :, 2]
    for name, tag, sign in SIDES:
        joints[:, INDEX[f"{name}_hip"]] = pelvis + sign * body.hip_half * hips[:, :, 0]
        # The shoulder blade turns up with the arm, about 1 degree for every 6 of the arm above 30.
        up = np.deg2rad(-9.0 + c[f"shrug_{tag}"] + np.maximum(c[f"el_{tag}"] - 30.0, 0.0) / 6.0)
        ahead = np.deg2rad(c[f"protract_{tag}"])
        clavicle = vector(sign * np.cos(up) * np.cos(ahead), np.cos(up) * np.sin(ahead), np.sin(up))
        offset = body.shoulder_half * np.einsum("tij,tj->ti", chest, clavicle)
        joints[:, INDEX[f"{name}_shoulder"]] = joints[:, INDEX["thorax"]] + offset


def _pelvis(body: Body, c: Channels, feet: list[_Foot], hips: Array, rig: Rig) -> Array:
    """Its position: `drop` below standing, and never so high that a planted foot would leave its place."""
    standing = body.ankle_height + body.leg * STRAIGHT
    pelvis = vector(
        body.scale * c["shift"], body.scale * (c["ahead"] + PELVIS_AHEAD_M), standing - body.scale * c["drop"]
    )
    for (_, _, sign), foot, mode in zip(SIDES, feet, rig.legs, strict=True):
        if mode == "free":
            continue
        ankle = foot.ball + foot.to_ankle
        hip = sign * body.hip_half * hips[:, :, 0]
        flat = np.sum((ankle - pelvis - hip)[:, :2] ** 2, axis=-1)
        reach = ankle[:, 2] - hip[:, 2] + np.sqrt(np.maximum((body.leg * STRAIGHT) ** 2 - flat, 0.01))
        gap = pelvis[:, 2] - reach
        pelvis[:, 2] -= 0.5 * (gap + np.sqrt(gap**2 + 0.006**2))
    return pelvis


def _planted_leg(joints: Array, body: Body, c: Channels, side: tuple[str, str, float], foot: _Foot) -> None:
    name, tag, sign = side
    hip = joints[:, INDEX[f"{name}_hip"]]
    ankle = foot.ball + foot.to_ankle
    along = unit(ankle - hip)
    reach = np.clip(np.linalg.norm(ankle - hip, axis=-1), 0.0, body.leg * STRAIGHT)
    near = (body.thigh**2 - body.shin**2 + reach**2) / (2.0 * reach)
    radius = np.sqrt(np.maximum(body.thigh**2 - near**2, 1e-6))
    forward = perpendicular(foot.heading, along)
    inward = np.cross(forward, along) * sign
    share = np.clip(c[f"knee_in_{tag}"] / radius, -0.95, 0.95)[:, None]
    pole = np.sqrt(1.0 - share**2) * forward + share * inward
    knee, ankle = two_bones(hip, ankle, body.thigh, body.shin, pole)
    _set_leg(joints, name, knee, ankle, foot)


def _free_leg(joints: Array, body: Body, c: Channels, side: tuple[str, str, float], foot: _Foot) -> None:
    name, tag, sign = side
    zero = np.zeros_like(c["yaw"])
    thigh = -rotation(c["yaw"], -c[f"thigh_{tag}"], -sign * c[f"abduct_{tag}"])[:, :, 2]
    shin = -rotation(c["yaw"], c[f"knee_{tag}"] - c[f"thigh_{tag}"], zero)[:, :, 2]
    knee = joints[:, INDEX[f"{name}_hip"]] + body.thigh * thigh
    _set_leg(joints, name, knee, knee + body.shin * shin, foot)


def _set_leg(joints: Array, name: str, knee: Array, ankle: Array, foot: _Foot) -> None:
    joints[:, INDEX[f"{name}_knee"]], joints[:, INDEX[f"{name}_ankle"]] = knee, ankle
    joints[:, INDEX[f"{name}_ball"]] = ankle - foot.to_ankle
    joints[:, INDEX[f"{name}_toe"]] = ankle - foot.to_ankle + foot.to_toe
