"""From channels to joints: the spine as a chain, arms and legs by forward kinematics or two-bone inverse kinematics.

Everything works on whole clips: a channel is (T,), a point (T, 3). Bones keep their length in every pose.
"""

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from triptych.dataset_builders.formcoach.keyframes import Array, Channels
from triptych.dataset_builders.formcoach.skeleton import INDEX, SOLE_M, Body

ArmMode = Literal["free", "bar", "floor", "thigh"]
LegMode = Literal["planted", "free"]
SIDES: Final = (("left", "l", -1.0), ("right", "r", 1.0))
_BAR_AT_BODY: Final = 0.13
"""Metres from the shoulders' axis to a bar that lies on the chest, for a body of 1.75 m."""
_STRAIGHT: Final = 0.999
"""Share of the full reach that a leg uses at most: a knee or elbow never locks into a jump of its direction."""


@dataclass(frozen=True)
class Rig:
    """How limbs are driven. `bar`: both hands on one bar, `grip` metres apart; `floor` and `thigh`: what a planted
    hand rests on; `curl`: degrees by which the fingers are closed."""  # fmt: skip

    arms: tuple[ArmMode, ArmMode] = ("free", "free")
    legs: tuple[LegMode, LegMode] = ("planted", "planted")
    grip: float = 0.0
    curl: float = 15.0


def rotation(yaw: Array, pitch: Array, roll: Array) -> Array:
    """Turn left, then lean forward, then lean right, in degrees: (T, 3, 3)."""
    (sy, cy), (sp, cp), (sr, cr) = (
        (np.sin(np.deg2rad(angle)), np.cos(np.deg2rad(angle))) for angle in np.broadcast_arrays(yaw, pitch, roll)
    )
    rows = [
        [cy * cr + sy * sp * sr, -sy * cp, cy * sr - sy * sp * cr],
        [sy * cr - cy * sp * sr, cy * cp, sy * sr + cy * sp * cr],
        [-cp * sr, -sp, cp * cr],
    ]
    matrix = np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)
    return matrix


def two_bones(root: Array, target: Array, upper: float, lower: float, pole: Array) -> tuple[Array, Array]:
    """Middle and end joint of a limb that reaches for `target`, bending towards `pole`; each (T, 3).

    A target out of reach is approached as far as the bones allow.
    """
    chord = target - root
    distance = np.linalg.norm(chord, axis=-1, keepdims=True)
    along = chord / np.maximum(distance, 1e-9)
    distance = np.clip(distance, abs(upper - lower) + 1e-3, (upper + lower) * _STRAIGHT)
    near = (upper**2 - lower**2 + distance**2) / (2.0 * distance)
    away = np.sqrt(np.maximum(upper**2 - near**2, 0.0))
    return root + near * along + away * perpendicular(pole, along), root + distance * along


def perpendicular(vector: Array, axis: Array) -> Array:
    """The unit vector of the part of `vector` at a right angle to the unit `axis`, (T, 3)."""
    return unit(vector - np.sum(vector * axis, axis=-1, keepdims=True) * axis)


def unit(vector: Array) -> Array:
    """Vectors scaled to length 1 along the last axis."""
    scaled: Array = vector / np.maximum(np.linalg.norm(vector, axis=-1, keepdims=True), 1e-9)
    return scaled


def solve(body: Body, channels: Channels, rig: Rig) -> Array:
    """Joints (T, 25, 3) in metres of a body moved by the channels (see `keyframes.NEUTRAL`)."""
    joints = np.zeros((len(channels["drop"]), len(INDEX), 3))
    feet = [_foot(body, channels, tag, sign) for _, tag, sign in SIDES]
    _trunk(joints, body, channels, feet, rig)
    for (name, tag, sign), foot, mode in zip(SIDES, feet, rig.legs, strict=True):
        leg = _planted_leg if mode == "planted" else _free_leg
        leg(joints, body, channels, (name, tag, sign), foot)
    _arms(joints, body, channels, rig)
    return joints


@dataclass(frozen=True)
class _Foot:
    """Ball of the foot, heading, and the vectors from the ball to ankle and toe; (T, 3) each."""

    ball: Array
    heading: Array
    to_ankle: Array
    to_toe: Array


def _vector(x: Array, y: Array, z: Array) -> Array:
    return np.stack(np.broadcast_arrays(x, y, z), axis=-1)


def _foot(body: Body, c: Channels, tag: str, sign: float) -> _Foot:
    """Heel raised by `heel` degrees about the ball; the toes stay flat until the foot points backward."""
    size, heel = body.height_m / 1.75, c[f"heel_{tag}"]
    yaw, zero = -sign * c[f"toe_out_{tag}"], np.zeros_like(heel)
    ball = body.scale * _vector(sign * c[f"foot_out_{tag}"], c[f"foot_ahead_{tag}"], c[f"foot_up_{tag}"])
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
        clavicle = _vector(sign * np.cos(up) * np.cos(ahead), np.cos(up) * np.sin(ahead), np.sin(up))
        offset = body.shoulder_half * np.einsum("tij,tj->ti", chest, clavicle)
        joints[:, INDEX[f"{name}_shoulder"]] = joints[:, INDEX["thorax"]] + offset


def _pelvis(body: Body, c: Channels, feet: list[_Foot], hips: Array, rig: Rig) -> Array:
    """Its position: `drop` below standing, and never so high that a planted foot would leave its place."""
    standing = body.ankle_height + body.leg * _STRAIGHT
    pelvis = _vector(body.scale * c["shift"], body.scale * (c["ahead"] - 0.075), standing - body.scale * c["drop"])
    for (_, _, sign), foot, mode in zip(SIDES, feet, rig.legs, strict=True):
        if mode == "free":
            continue
        ankle = foot.ball + foot.to_ankle
        hip = sign * body.hip_half * hips[:, :, 0]
        flat = np.sum((ankle - pelvis - hip)[:, :2] ** 2, axis=-1)
        reach = ankle[:, 2] - hip[:, 2] + np.sqrt(np.maximum((body.leg * _STRAIGHT) ** 2 - flat, 0.01))
        gap = pelvis[:, 2] - reach
        pelvis[:, 2] -= 0.5 * (gap + np.sqrt(gap**2 + 0.006**2))
    return pelvis


def _planted_leg(joints: Array, body: Body, c: Channels, side: tuple[str, str, float], foot: _Foot) -> None:
    name, tag, sign = side
    hip = joints[:, INDEX[f"{name}_hip"]]
    ankle = foot.ball + foot.to_ankle
    along = unit(ankle - hip)
    reach = np.clip(np.linalg.norm(ankle - hip, axis=-1), 0.0, body.leg * _STRAIGHT)
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


def _arms(joints: Array, body: Body, c: Channels, rig: Rig) -> None:
    heading = rotation(c["yaw"] + c["twist"], 0.0 * c["yaw"], 0.0 * c["yaw"])
    grips = _grips(joints, body, c, rig.grip) if "bar" in rig.arms else None
    for index, ((name, tag, sign), mode) in enumerate(zip(SIDES, rig.arms, strict=True)):
        shoulder = joints[:, INDEX[f"{name}_shoulder"]]
        pole = _vector(sign * c[f"pole_out_{tag}"], c[f"pole_ahead_{tag}"], c[f"pole_up_{tag}"])
        pole = np.einsum("tij,tj->ti", heading, pole)
        if grips is not None:
            elbow, knuckles = two_bones(shoulder, grips[index], body.upper_arm, body.forearm + body.palm, -pole)
            hand = unit(knuckles - elbow)
            wrist = elbow + body.forearm * hand
        else:
            elbow, wrist = _free_arm(shoulder, body, c, (tag, sign), heading, pole)
            hand = unit(wrist - elbow)
            if mode in ("floor", "thigh"):
                target = _contact(joints, body, c, (name, tag, sign), mode)
                elbow, wrist, hand = _planted_arm(shoulder, body, (elbow, wrist), target, c[f"plant_{tag}"], pole)
        palm = -sign * np.cross(elbow - shoulder, pole)
        _set_arm(joints, body, name, (elbow, wrist, hand, palm), rig.curl)


def _free_arm(
    shoulder: Array, body: Body, c: Channels, side: tuple[str, float], heading: Array, pole: Array
) -> tuple[Array, Array]:
    tag, sign = side
    el, az, flex = (np.deg2rad(c[f"{name}_{tag}"]) for name in ("el", "az", "flex"))
    upper = np.einsum(
        "tij,tj->ti", heading, _vector(sign * np.sin(el) * np.cos(az), np.sin(el) * np.sin(az), -np.cos(el))
    )
    bent = np.cos(flex)[:, None] * upper + np.sin(flex)[:, None] * perpendicular(pole, upper)
    elbow = shoulder + body.upper_arm * upper
    wrist = elbow + body.forearm * bent
    move = _vector(sign * c[f"move_out_{tag}"], np.zeros_like(el), c[f"move_up_{tag}"])
    if not move.any():
        return elbow, wrist
    return two_bones(shoulder, wrist + move, body.upper_arm, body.forearm, -pole)


def _contact(joints: Array, body: Body, c: Channels, side: tuple[str, str, float], mode: ArmMode) -> Array:
    """Where the wrist rests: on the floor at `hand_*`, or on the front of the thigh above the knee."""
    name, tag, sign = side
    if mode == "floor":
        return contact_on_floor(body, c, tag, sign)
    hip, knee = joints[:, INDEX[f"{name}_hip"]], joints[:, INDEX[f"{name}_knee"]]
    over = perpendicular(np.broadcast_to(np.array([0.0, -0.2, 1.0]), hip.shape), unit(knee - hip))
    return hip + 0.72 * (knee - hip) + 0.075 * over


def contact_on_floor(body: Body, c: Channels, tag: str, sign: float) -> Array:
    """Where the wrist of a hand on the floor is, (T, 3) in metres."""
    return body.scale * _vector(sign * c[f"hand_out_{tag}"], c[f"hand_ahead_{tag}"], c[f"hand_up_{tag}"])


def _planted_arm(
    shoulder: Array, body: Body, free: tuple[Array, Array], target: Array, weight: Array, pole: Array
) -> tuple[Array, Array, Array]:
    """Elbow, wrist and direction of the hand; the hand lies flat, fingers forward, as far as it is planted."""
    share = weight[:, None]
    reached = (1.0 - share) * free[1] + share * target
    reached[:, 2:] += 0.4 * share * (1.0 - share)  # hands come down on the floor, not along it
    elbow, wrist = two_bones(shoulder, reached, body.upper_arm, body.forearm, -pole)
    elbow, wrist = (np.where(share > 1e-6, new, old) for new, old in ((elbow, free[0]), (wrist, free[1])))
    flat = np.array([0.0, 1.0, -0.12])
    return elbow, wrist, unit((1.0 - share) * unit(wrist - elbow) + share * unit(flat))


def _grips(joints: Array, body: Body, c: Channels, grip: float) -> list[Array]:
    """The two hands on a straight bar: elevation in the side view from `el`, distance from the elbows' `flex`."""
    el = np.deg2rad(0.5 * (c["el_l"] + c["el_r"]))
    points = []
    for name, tag, sign in SIDES:
        shoulder = joints[:, INDEX[f"{name}_shoulder"]]
        fore, flex = body.forearm + body.palm, np.deg2rad(c[f"flex_{tag}"])
        chord = body.upper_arm**2 + fore**2 + 2.0 * body.upper_arm * fore * np.cos(flex)
        across = sign * 0.5 * grip * body.scale - shoulder[:, 0]
        radius = np.sqrt(np.maximum(chord - across**2, 1e-4))
        near = _BAR_AT_BODY * body.height_m / 1.75
        radius = 0.5 * (radius + near + np.hypot(radius - near, 0.02))
        points.append(
            _vector(shoulder[:, 0] + across, shoulder[:, 1] + radius * np.sin(el), shoulder[:, 2] - radius * np.cos(el))
        )
    middle, along = 0.5 * (points[0] + points[1]), unit(points[1] - points[0])
    return [middle + sign * 0.5 * grip * body.scale * along for _, _, sign in SIDES]


def _set_arm(joints: Array, body: Body, name: str, arm: tuple[Array, Array, Array, Array], curl: float) -> None:
    """Elbow, wrist, direction of the hand and of its palm; the fingers close towards the palm."""
    elbow, wrist, hand, palm = arm
    angle = np.deg2rad(curl)
    fingers = np.cos(angle) * hand + np.sin(angle) * perpendicular(palm, hand)
    joints[:, INDEX[f"{name}_elbow"]], joints[:, INDEX[f"{name}_wrist"]] = elbow, wrist
    joints[:, INDEX[f"{name}_knuckles"]] = wrist + body.palm * hand
    joints[:, INDEX[f"{name}_fingertip"]] = wrist + body.palm * hand + body.fingers * fingers
