"""Stick people moved by where hands and feet go: a third maker of joints for tests, sharing no code with the others.

A pose is a vector of channels: how far the pelvis is lowered, where each foot and hand is, how far the trunk leans.
Arms and legs follow by two-bone inverse kinematics, so elbows and knees are wherever the hands and feet put them.
Bodies and the conventions of the joints (where a pelvis, a thorax, a head or a toe is) are drawn at random.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

TRUNK = ("drop", "shift", "lean", "curl", "twist", "tilt", "nod")
LIMB = ("foot_out", "foot_fwd", "foot_up", "knee_out", "arm_el", "arm_az", "bend", "pole_out", "pole_fwd", "pole_up")
MORE = ("shrug", "hand_out", "hand_fwd", "hand_up")
CHANNELS = (*TRUNK, *(f"{name}_{side}" for side in "lr" for name in LIMB + MORE))
AT = {name: place for place, name in enumerate(CHANNELS)}
"""drop and feet in leg lengths (foot_out in half hip widths), angles in degrees, shrug and hand offsets in metres."""


@dataclass(frozen=True)
class Convention:
    """What a recording calls a pelvis, a spine, a head: lengths in metres of a body 1.7 m tall."""

    pelvis_up: float = 0.0
    pelvis_back: float = 0.0
    hip_half: float = 0.10
    spine_at: float = 0.5
    thorax_at: float = 0.85
    shoulder_at: float = 0.92
    head_up: float = 0.16
    toes: tuple[float, float] = (0.14, 0.20)
    fingers: tuple[float, float] = (0.08, 0.17)

    @classmethod
    def drawn(cls, rng: np.random.Generator) -> "Convention":
        heel = rng.random() < 0.4
        return cls(
            rng.uniform(0, 0.09), rng.uniform(0, 0.04), rng.uniform(0.065, 0.125), rng.uniform(0.3, 0.6),
            rng.uniform(0.7, 1.0), rng.uniform(0.88, 1.0), rng.uniform(0.08, 0.22),
            (-0.05, 0.19) if heel else (0.13, 0.20), (0.03, 0.09) if rng.random() < 0.5 else (0.08, 0.17),
        )  # fmt: skip


@dataclass(frozen=True)
class Build:
    """Lengths of one person, in metres."""

    thigh: float = 0.42
    shank: float = 0.40
    trunk: float = 0.50
    upper: float = 0.29
    fore: float = 0.26
    shoulder_half: float = 0.18
    scale: float = 1.0

    @classmethod
    def drawn(cls, rng: np.random.Generator, spread: float = 0.06) -> "Build":
        scale = rng.uniform(0.88, 1.13)
        base = np.array([0.42, 0.40, 0.50, 0.29, 0.26, 0.18])
        return cls(*(base * scale * rng.uniform(1 - spread, 1 + spread, 6)), scale)

    @property
    def leg(self) -> float:
        return self.thigh + self.shank

    @property
    def arm(self) -> float:
        return self.upper + self.fore


@dataclass(frozen=True)
class Style:
    """Small personal habits that are no fault: added to the channels throughout, or in proportion to the movement."""

    added: Array = field(default_factory=lambda: np.zeros(len(CHANNELS)))
    range: float = 1.0

    @classmethod
    def drawn(cls, rng: np.random.Generator, size: float = 1.0) -> "Style":
        added = np.zeros(len(CHANNELS))
        for name, spread in (("lean", 1.2), ("twist", 1.0), ("tilt", 0.7), ("nod", 2.0), ("curl", 1.0)):
            added[AT[name]] = rng.normal(0, spread * size)
        for side in "lr":
            for name, spread in (("arm_el", 1.2), ("arm_az", 1.5), ("bend", 1.5), ("knee_out", 1.0)):
                added[AT[f"{name}_{side}"]] = rng.normal(0, spread * size)
        return cls(added, 1 + rng.normal(0, 0.015 * size))


def turn(axis: int, degrees: Array) -> Array:
    """Rotations about an axis, (T, 3, 3)."""
    angle = np.radians(degrees)
    out = np.zeros((len(angle), 3, 3))
    first, second = (axis + 1) % 3, (axis + 2) % 3
    out[:, axis, axis] = 1
    out[:, first, first] = out[:, second, second] = np.cos(angle)
    out[:, first, second], out[:, second, first] = -np.sin(angle), np.sin(angle)
    return out


def two_bones(root: Array, end: Array, pole: Array, first: float, second: float) -> tuple[Array, Array]:
    """The middle joint, bent towards the pole, and the end, pulled in where it is out of reach; each (T, 3)."""
    way = end - root
    far = np.linalg.norm(way, axis=1, keepdims=True)
    reach = np.clip(far, abs(first - second) + 0.02, (first + second) * 0.9995)
    unit = way / np.maximum(far, 1e-6)
    along = (first**2 - second**2 + reach**2) / (2 * reach)
    out = pole - (pole * unit).sum(1, keepdims=True) * unit
    out = out / np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-6)
    return root + along * unit + np.sqrt(np.maximum(first**2 - along**2, 0)) * out, root + reach * unit


def joints_of(channels: Array, build: Build, convention: Convention) -> Array:
    """Channels (T, C) of one who faces +y, x to the right -> joints (T, 25, 3), z up, in metres."""
    at = {name: channels[:, place] for name, place in AT.items()}
    frames, size = len(channels), build.scale
    zero = np.zeros(frames)
    pelvis_turn = turn(2, at["twist"] * 0.15) @ turn(1, at["tilt"] * 0.4) @ turn(0, -at["lean"])
    waist_turn = turn(2, at["twist"] * 0.6) @ turn(1, at["tilt"]) @ turn(0, -at["lean"] - at["curl"] * 0.5)
    chest_turn = turn(2, at["twist"]) @ turn(1, at["tilt"]) @ turn(0, -at["lean"] - at["curl"])
    head_turn = chest_turn @ turn(0, -at["nod"])
    centre = np.stack([zero, at["shift"] * build.leg, (0.99 - at["drop"]) * build.leg + 0.08 * size], 1)

    def seat(rotation: Array, *offset: float) -> Array:
        return np.asarray(rotation @ np.array(offset))

    out = np.zeros((frames, 25, 3))
    out[:, 0] = centre + seat(pelvis_turn, 0, -convention.pelvis_back * size, convention.pelvis_up * size)
    low = centre + seat(waist_turn, 0, 0, build.trunk * 0.5)
    neck = low + seat(chest_turn, 0, 0, build.trunk * 0.5)
    out[:, 7] = centre + (low - centre) * convention.spine_at * 2 * 0.8
    out[:, 8] = low + (neck - low) * (convention.thorax_at * 2 - 1)
    out[:, 9], out[:, 10] = neck, neck + seat(head_turn, 0, 0.02 * size, convention.head_up * size)
    for sign, side, hip, shoulder, foot, hand in ((-1, "l", 1, 11, 17, 21), (1, "r", 4, 14, 19, 23)):
        get = {name: at[f"{name}_{side}"] for name in LIMB + MORE}
        out[:, hip] = centre + seat(pelvis_turn, sign * convention.hip_half * size, 0, 0)
        ankle = np.stack(
            [
                sign * get["foot_out"] * 0.1 * size,
                get["foot_fwd"] * build.leg,
                get["foot_up"] * build.leg + 0.08 * size,
            ],
            1,
        )
        swing = np.radians(get["knee_out"])
        pole = np.stack([sign * np.sin(swing), np.cos(swing), zero + 0.15], 1)
        out[:, hip + 1], out[:, hip + 2] = two_bones(out[:, hip], ankle, pole, build.thigh, build.shank)
        out[:, foot] = out[:, hip + 2] + [sign * 0.02, convention.toes[0] * size, -0.05 * size]
        out[:, foot + 1] = out[:, hip + 2] + [sign * 0.03, convention.toes[1] * size, -0.06 * size]
        root = low + seat(chest_turn, sign * build.shoulder_half, 0, build.trunk * (convention.shoulder_at - 0.5))
        out[:, shoulder] = root + np.stack([zero, zero, get["shrug"]], 1)
        facing = turn(2, at["twist"])
        target = out[:, shoulder] + np.einsum("tij,tj->ti", facing, _hand(get, sign, build))
        pole = np.stack([sign * get["pole_out"], get["pole_fwd"], get["pole_up"]], 1)
        pole = np.einsum("tij,tj->ti", facing, pole)
        out[:, shoulder + 1], out[:, shoulder + 2] = two_bones(out[:, shoulder], target, pole, build.upper, build.fore)
        along = out[:, shoulder + 2] - out[:, shoulder + 1]
        along = along / np.linalg.norm(along, axis=1, keepdims=True)
        out[:, hand] = out[:, shoulder + 2] + along * convention.fingers[0] * size
        out[:, hand + 1] = out[:, shoulder + 2] + along * convention.fingers[1] * size
    return out


def _hand(get: dict[str, Array], sign: int, build: Build) -> Array:
    """Where the hand is from the shoulder: a direction (0 degrees = down), a bend of the elbow, and offsets."""
    bend = np.radians(np.clip(get["bend"], 1, 150))
    far = np.sqrt(build.upper**2 + build.fore**2 + 2 * build.upper * build.fore * np.cos(bend))
    up, across = np.radians(get["arm_el"]), np.radians(get["arm_az"])
    way = np.stack([sign * np.sin(up) * np.sin(across), np.sin(up) * np.cos(across), -np.cos(up)], 1)
    offset = np.stack([sign * get["hand_out"], get["hand_fwd"], get["hand_up"]], 1)
    moved = way * far[:, None] + offset
    return moved / np.linalg.norm(moved, axis=1, keepdims=True) * far[:, None]
