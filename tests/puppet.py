"""Stick people posed from joint angles, for blind faults: bodies of any size, 22 exercises, faults of known severity.

It shares nothing with the coach but the vocabulary. Angles are in degrees, lengths in metres; +x is forward, +y left.
Legs stand on planted ankles by inverse kinematics, or hang from the hips by angles; arms hang from the chest or from
the room.
"""

from dataclasses import dataclass, field

import numpy as np

Pose = dict[str, float]
SIDES = ("left", "right")
FREE_LEGS = {"Mule Kick"}
KNOTS = 48  # poses computed in a repetition; those between are interpolated, within a millimetre or two
STAND: Pose = {
    "lean": 2, "tilt": 0, "twist": 0, "round": 0, "nod": 0, "stance": 0.28, "hips": 0.985, "back": 0.0, "in_room": 0,
    **{f"{side}_{name}": value for side in SIDES for name, value in {
        "lift": 0.0, "elevation": 6, "plane": 80, "elbow": 12, "bend_x": 1, "bend_out": 0, "bend_z": 0.2,
        "spread": 0.0, "hand_out": 0.0, "foot": 0.0, "foot_out": 0.0, "knee_out": 0.0, "thigh": 0, "knee": 0,
    }.items()},
}  # fmt: skip


@dataclass(frozen=True)
class Body:
    """Segment lengths in metres."""

    thigh: float = 0.42
    shank: float = 0.41
    spine: float = 0.24
    chest: float = 0.25
    upper_arm: float = 0.29
    forearm: float = 0.26
    hips: float = 0.2
    shoulders: float = 0.36
    head: float = 0.24


def random_body(rng: np.random.Generator) -> Body:
    size = rng.uniform(0.86, 1.12)
    leg, trunk, arm = size * rng.uniform(0.94, 1.06, 3)
    return Body(
        0.42 * leg, 0.41 * leg, 0.24 * trunk, 0.25 * trunk, 0.29 * arm, 0.26 * arm,
        0.2 * size * rng.uniform(0.9, 1.1), 0.36 * size * rng.uniform(0.9, 1.1), 0.24 * size,
    )  # fmt: skip


def _unit(vector):
    return vector / max(np.linalg.norm(vector), 1e-9)


def _axis(lean: float, tilt: float) -> np.ndarray:
    lean, tilt = np.radians([lean, tilt])
    return np.array([np.sin(lean) * np.cos(tilt), np.sin(tilt), np.cos(lean) * np.cos(tilt)])


def _turned(vector, axis, degrees):
    angle = np.radians(degrees)
    cross = np.cross(axis, vector)
    return vector * np.cos(angle) + cross * np.sin(angle) + axis * (axis @ vector) * (1 - np.cos(angle))


def _planted_leg(pose: Pose, body: Body, side: str, hip: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    sign, length = (1 if side == "left" else -1), body.thigh + body.shank
    scale = length / 0.83
    foot_y = sign * (pose["stance"] / 2 * scale + pose[f"{side}_foot_out"])
    ankle = np.array([pose["back"] * length + pose[f"{side}_foot"] * length, foot_y, -pose["hips"] * length])
    gap = ankle - hip
    reach = min(np.linalg.norm(gap), length * 0.998)
    axis = _unit(gap)
    ankle = hip + axis * reach
    along = (reach**2 + body.thigh**2 - body.shank**2) / (2 * reach)
    away = np.sqrt(max(body.thigh**2 - along**2, 0.0))
    front = _unit(np.array([1.0, 0.35 * sign, 0.4]) - axis * (axis @ np.array([1.0, 0.35 * sign, 0.4])))
    out = _unit(np.cross(front, axis)) * sign
    out = out if out[1] * sign > 0 else -out
    share = np.clip(pose[f"{side}_knee_out"] / max(away, 1e-3), -0.95, 0.95)
    return hip + axis * along + away * (front * np.sqrt(1 - share**2) + out * share), ankle


def _free_leg(pose: Pose, body: Body, side: str, hip: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    thigh, shank = np.radians(pose[f"{side}_thigh"]), np.radians(pose[f"{side}_thigh"] - pose[f"{side}_knee"])
    knee = hip + body.thigh * np.array([np.sin(thigh), 0, -np.cos(thigh)])
    return knee, knee + body.shank * np.array([np.sin(shank), 0, -np.cos(shank)])


def _arm(pose: Pose, body: Body, side: str, shoulder, frame) -> tuple[np.ndarray, np.ndarray]:
    forward, left, up = frame
    out = left if side == "left" else -left
    elevation, plane = np.radians([pose[f"{side}_elevation"], pose[f"{side}_plane"]])
    upper = np.sin(elevation) * (np.cos(plane) * forward + np.sin(plane) * out) - np.cos(elevation) * up
    upper = _unit(upper + out * pose[f"{side}_spread"] / (body.upper_arm + body.forearm))
    bend = forward * pose[f"{side}_bend_x"] + out * pose[f"{side}_bend_out"] + up * pose[f"{side}_bend_z"]
    bend = _unit(bend - upper * (upper @ bend))
    elbow = np.radians(pose[f"{side}_elbow"])
    lower = np.cos(elbow) * upper + np.sin(elbow) * bend
    lower = _unit(lower + out * pose[f"{side}_hand_out"] / body.forearm)
    at = shoulder + upper * body.upper_arm
    return at, at + lower * body.forearm


def joints_of(pose: Pose, body: Body, free_legs: bool) -> np.ndarray:
    """One pose as (25, 3) joints in the order of Fit3D, pelvis at the origin."""
    joints = np.zeros((25, 3))
    lower, upper = _axis(pose["lean"], pose["tilt"]), _axis(pose["lean"] + pose["round"], pose["tilt"])
    joints[7] = lower * body.spine
    joints[8] = joints[7] + upper * body.chest
    left = _turned(_unit(np.array([0, 1.0, 0]) - upper * upper[1]), upper, pose["twist"])
    frame = (np.cross(left, upper), left, upper)
    neck = np.radians(pose["nod"])
    head = np.cos(neck) * upper + np.sin(neck) * frame[0]
    joints[9], joints[10] = joints[8] + head * body.head * 0.45, joints[8] + head * body.head
    room = (_turned(np.array([1.0, 0, 0]), np.array([0, 0, 1.0]), pose["twist"]), left, np.array([0, 0, 1.0]))
    for index, side in enumerate(SIDES):
        sign = 1 - 2 * index
        hip = np.array([0, sign * body.hips / 2, 0])
        leg, arm = 1 + 3 * index, 11 + 3 * index
        joints[leg] = hip
        joints[leg + 1], joints[leg + 2] = (_free_leg if free_legs else _planted_leg)(pose, body, side, hip)
        joints[arm] = (
            joints[8] + sign * left * body.shoulders / 2 + upper * (pose[f"{side}_lift"] * body.shoulders / 0.36 - 0.02)
        )
        arms_from = room if pose["in_room"] > 0.5 else frame
        joints[arm + 1], joints[arm + 2] = _arm(pose, body, side, joints[arm], arms_from)
        joints[17 + 2 * index] = joints[leg + 2] + [0.12, 0, -0.06]
        joints[18 + 2 * index] = joints[leg + 2] + [0.18, 0, -0.07]
        hand = _unit(joints[arm + 2] - joints[arm + 1])
        joints[21 + 2 * index], joints[22 + 2 * index] = joints[arm + 2] + hand * 0.08, joints[arm + 2] + hand * 0.14
    return joints


@dataclass
class Key:
    """A pose at a share of the repetition, with the phases it stands for."""

    at: float
    pose: Pose
    phases: set[str] = field(default_factory=set)


def key(at: float, phases: str = "", **changes: float) -> Key:
    """`elbow=20` sets both sides, `left_elbow=20` one."""
    pose = dict(STAND)
    for name, value in changes.items():
        for each in [name] if name in pose else [f"{side}_{name}" for side in SIDES]:
            assert each in pose, each
            pose[each] = value
    return Key(at, pose, {"throughout", *phases.split()})


def perform(keys: list[Key], body: Body, frames: int, free_legs: bool = False, lag: float = 0.0) -> np.ndarray:
    """(frames, 25, 3): eased from key to key; the left arm late by `lag` of the repetition."""
    names = list(STAND)
    table, times = np.array([[each.pose[name] for name in names] for each in keys]), [each.at for each in keys]

    def values(u):
        where = np.clip(np.searchsorted(times, u, side="right") - 1, 0, len(keys) - 2)
        share = np.clip((u - np.take(times, where)) / np.diff(times)[where], 0, 1)
        share = (share * share * (3 - 2 * share))[:, None]
        return table[where] * (1 - share) + table[where + 1] * share

    u = np.linspace(0, 1, min(frames, KNOTS))
    rows, late = values(u), values(np.clip(u - lag, 0, 1))
    if lag:
        arm = [names.index(f"left_{name}") for name in ("elevation", "plane", "elbow")]
        rows[:, arm] = late[:, arm]
    posed = np.stack([joints_of(dict(zip(names, row, strict=True)), body, free_legs) for row in rows])
    fine = np.linspace(0, len(posed) - 1, frames)
    below = np.minimum(fine.astype(int), len(posed) - 2)
    share = (fine - below)[:, None, None]
    return posed[below] * (1 - share) + posed[below + 1] * share


def as_seen(joints: np.ndarray, rng: np.random.Generator, noise: float = 0.005, hold: int = 0) -> np.ndarray:
    """Somewhere in a room, heading anywhere, the last frame held, with noise on every joint."""
    held = np.concatenate([joints, joints[-1:].repeat(hold, axis=0)])
    yaw = rng.uniform(0, 2 * np.pi)
    turn = np.array([[np.cos(yaw), -np.sin(yaw), 0], [np.sin(yaw), np.cos(yaw), 0], [0, 0, 1]])
    return held @ turn.T + [*rng.uniform(-2, 2, 2), 0.95] + rng.normal(0, noise, held.shape)


def mirrored(joints: np.ndarray) -> np.ndarray:
    """The same person in a mirror: left and right swapped."""
    order = [0, 4, 5, 6, 1, 2, 3, 7, 8, 9, 10, 14, 15, 16, 11, 12, 13, 19, 20, 17, 18, 23, 24, 21, 22]
    return joints[:, order] * [1, -1, 1]


def as_blazepose(joints: np.ndarray) -> np.ndarray:
    """(T, 33, 3) world landmarks as MediaPipe gives them: y down, origin at the hips."""
    sources = {11: 11, 12: 14, 13: 12, 14: 15, 15: 13, 16: 16, 23: 1, 24: 4, 25: 2, 26: 5, 27: 3, 28: 6,
               29: 3, 30: 6, 31: 18, 32: 20, 19: 22, 20: 24}  # fmt: skip
    ours = joints[:, [sources.get(landmark, 10) for landmark in range(33)]]
    ours = ours - joints[:, [1, 4]].mean(axis=1, keepdims=True)
    return np.stack([ours[..., 0], -ours[..., 2], ours[..., 1]], axis=-1)
