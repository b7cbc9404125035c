"""Arms: free, on a bar, or with a hand resting on the floor or the thigh."""

from typing import Final

import numpy as np

from triptych.dataset_builders.formcoach.geometry import perpendicular, rotation, two_bones, unit, vector
from triptych.dataset_builders.formcoach.keyframes import Array, Channels
from triptych.dataset_builders.formcoach.rig import SIDES, ArmMode, Rig
from triptych.dataset_builders.formcoach.skeleton import INDEX, Body

_BAR_AT_BODY: Final = 0.13
"""Metres from the shoulders' axis to a bar that lies on the chest, for a body of 1.75 m."""


def set_arms(joints: Array, body: Body, c: Channels, rig: Rig) -> None:
    """Elbows, wrists and hands of joints (T, 25, 3) whose shoulders, and knees for a hand on the thigh, are set."""
    zero = np.zeros_like(c["yaw"])
    heading = rotation(c["yaw"] + c["twist"], zero, zero)
    grips = _grips(joints, body, c, rig.grip) if rig.grip else None
    for index, ((name, tag, sign), mode) in enumerate(zip(SIDES, rig.arms, strict=True)):
        shoulder = joints[:, INDEX[f"{name}_shoulder"]]
        pole = vector(sign * c[f"pole_out_{tag}"], c[f"pole_ahead_{tag}"], c[f"pole_up_{tag}"])
        pole = np.einsum("tij,tj->ti", heading, pole)
        if grips is not None:
            elbow, knuckles = two_bones(shoulder, grips[index], body.upper_arm, body.forearm + body.palm, -pole)
            hand, straight = unit(knuckles - elbow), knuckles - shoulder
            wrist = elbow + body.forearm * hand
        else:
            elbow, wrist = _free_arm(shoulder, body, c, (tag, sign), heading, pole)
            hand, straight = unit(wrist - elbow), elbow - shoulder
            if mode != "free":
                target = _contact(joints, body, c, (name, tag, sign), mode)
                elbow, wrist, hand = _planted_arm(shoulder, body, (elbow, wrist), target, c[f"plant_{tag}"], pole)
        _set_arm(joints, body, name, (elbow, wrist, hand, -sign * np.cross(straight, pole)), rig.curl)


def _free_arm(
    shoulder: Array, body: Body, c: Channels, side: tuple[str, float], heading: Array, pole: Array
) -> tuple[Array, Array]:
    tag, sign = side
    el, az, flex = (np.deg2rad(c[f"{name}_{tag}"]) for name in ("el", "az", "flex"))
    upper = np.einsum(
        "tij,tj->ti", heading, vector(sign * np.sin(el) * np.cos(az), np.sin(el) * np.sin(az), -np.cos(el))
    )
    bent = np.cos(flex)[:, None] * upper + np.sin(flex)[:, None] * perpendicular(pole, upper)
    elbow = shoulder + body.upper_arm * upper
    wrist = elbow + body.forearm * bent
    move = vector(sign * c[f"move_out_{tag}"], np.zeros_like(el), c[f"move_up_{tag}"])
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
    return body.scale * vector(sign * c[f"hand_out_{tag}"], c[f"hand_ahead_{tag}"], c[f"hand_up_{tag}"])


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
    middle = 0.5 * (joints[:, INDEX["left_shoulder"], 0] + joints[:, INDEX["right_shoulder"], 0])
    points = []
    for name, tag, sign in SIDES:
        shoulder = joints[:, INDEX[f"{name}_shoulder"]]
        fore, flex = body.forearm + body.palm, np.deg2rad(c[f"flex_{tag}"])
        chord = body.upper_arm**2 + fore**2 + 2.0 * body.upper_arm * fore * np.cos(flex)
        across = sign * 0.5 * grip * body.scale - (shoulder[:, 0] - middle)
        radius = np.sqrt(np.maximum(chord - across**2, 1e-4))
        near = _BAR_AT_BODY * body.height_m / 1.75
        radius = 0.5 * (radius + near + np.hypot(radius - near, 0.02))
        points.append(
            vector(shoulder[:, 0] + across, shoulder[:, 1] + radius * np.sin(el), shoulder[:, 2] - radius * np.cos(el))
        )
    centre, along = 0.5 * (points[0] + points[1]), unit(points[1] - points[0])
    return [centre + sign * 0.5 * grip * body.scale * along for _, _, sign in SIDES]


def _set_arm(joints: Array, body: Body, name: str, arm: tuple[Array, Array, Array, Array], curl: float) -> None:
    """Elbow, wrist, direction of the hand and of its palm; the fingers close towards the palm."""
    elbow, wrist, hand, palm = arm
    angle = np.deg2rad(curl)
    fingers = np.cos(angle) * hand + np.sin(angle) * perpendicular(palm, hand)
    joints[:, INDEX[f"{name}_elbow"]], joints[:, INDEX[f"{name}_wrist"]] = elbow, wrist
    joints[:, INDEX[f"{name}_knuckles"]] = wrist + body.palm * hand
    joints[:, INDEX[f"{name}_fingertip"]] = wrist + body.palm * hand + body.fingers * fingers
