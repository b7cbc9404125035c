"""Poses of the drawn persons: joints in three dimensions from angles, seen from any side."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Joint = NDArray[np.float64]


@dataclass(frozen=True)
class Pose:
    """Angles in degrees, (right, left): thigh, upper arm forward of straight down; knee and elbow bend."""

    thigh: tuple[float, float] = (3.0, -3.0)
    knee: tuple[float, float] = (2.0, 2.0)
    arm: tuple[float, float] = (-4.0, 4.0)
    elbow: tuple[float, float] = (12.0, 12.0)
    spread: tuple[float, float] = (8.0, 8.0)  # of the arms, sidewards
    stance: float = 3.0  # of the legs, sidewards
    lean: float = 2.0
    nod: float = 4.0
    lying: bool = False


POSES: dict[str, Pose] = {
    "walking": Pose((24, -18), (6, 26), (-22, 24), (14, 28), (5, 5), 1, 4, 4),
    "standing": Pose(),
    "running": Pose((52, -26), (74, 62), (-46, 40), (82, 92), (8, 8), 1, 13, -4),
    "crouching": Pose((104, 96), (138, 132), (36, 26), (26, 40), (6, 8), 12, 36, 8),
    "kneeling": Pose((86, -4), (92, 86), (34, 18), (30, 52), (6, 8), 4, 24, 16),
    "lying": Pose((8, 38), (6, 62), (20, 150), (26, 34), (10, 18), 4, 0, 0, True),
    "holding up": Pose((3, -3), (2, 2), (-4, 42), (12, 108), (8, 18), 3, 2, 4),
    "working": Pose((22, -8), (26, 14), (38, 22), (26, 40), (10, 10), 8, 44, 14),
}


@dataclass
class Skeleton:
    """Joints of one person, in metres: x forward, y up, z to the person's right."""

    hip: list[Joint] = field(default_factory=list)
    knee: list[Joint] = field(default_factory=list)
    ankle: list[Joint] = field(default_factory=list)
    toe: list[Joint] = field(default_factory=list)
    heel: list[Joint] = field(default_factory=list)
    shoulder: list[Joint] = field(default_factory=list)
    elbow: list[Joint] = field(default_factory=list)
    wrist: list[Joint] = field(default_factory=list)
    hand: list[Joint] = field(default_factory=list)
    pelvis: Joint = field(default_factory=lambda: np.zeros(3))
    chest: Joint = field(default_factory=lambda: np.zeros(3))
    neck: Joint = field(default_factory=lambda: np.zeros(3))
    head: Joint = field(default_factory=lambda: np.zeros(3))


def varied(pose: Pose, rng: np.random.Generator) -> Pose:
    """The pose with a few degrees of change in each joint, and the sides exchanged half of the time."""

    def near(pair: tuple[float, float], spread: float) -> tuple[float, float]:
        first, second = pair[0] + rng.normal(0, spread), pair[1] + rng.normal(0, spread)
        return (float(second), float(first)) if swap else (float(first), float(second))

    swap = bool(rng.integers(2))
    knee = near(pose.knee, 3)
    return Pose(
        near(pose.thigh, 3),
        (max(knee[0], 1.0), max(knee[1], 1.0)),
        near(pose.arm, 5),
        near(pose.elbow, 6),
        near(pose.spread, 2),
        pose.stance,
        pose.lean + float(rng.normal(0, 2)),
        pose.nod + float(rng.normal(0, 3)),
        pose.lying,
    )


def _along(angle: float, aside: float = 0.0) -> Joint:
    """Unit vector `angle` degrees forward of straight down, `aside` degrees out to the right."""
    forward, out = np.radians(angle), np.radians(aside)
    return np.array([np.sin(forward) * np.cos(out), -np.cos(forward) * np.cos(out), np.sin(out)])


def build(pose: Pose, height: float, child: bool) -> Skeleton:
    """Joints for a person of `height` metres, with the lowest point on the ground."""
    h, bones = height, Skeleton()
    leg, trunk, arm = (0.225, 0.285, 0.165) if child else (0.245, 0.29, 0.182)
    up = _along(180 - pose.lean)
    bones.chest, bones.neck = 0.66 * trunk * h * up, 1.0 * trunk * h * up
    bones.head = bones.neck + (0.122 if child else 0.1) * h * _along(180 - pose.lean - pose.nod)
    for i, side in enumerate((1, -1)):
        out = np.array([0, 0, side])
        bones.hip.append(0.052 * h * out)
        bones.knee.append(bones.hip[i] + leg * h * _along(pose.thigh[i], side * pose.stance))
        shin = pose.thigh[i] - pose.knee[i]
        bones.ankle.append(bones.knee[i] + leg * h * _along(shin, side * pose.stance * 0.4))
        tilt = shin * 0.55 if shin > -62 else shin
        bones.toe.append(bones.ankle[i] + h * (0.105 * _along(tilt + 90) + 0.02 * _along(tilt)))
        bones.heel.append(bones.ankle[i] + h * (-0.03 * _along(tilt + 90) + 0.02 * _along(tilt)))
        bones.shoulder.append(0.87 * trunk * h * up + 0.096 * h * out)
        bones.elbow.append(bones.shoulder[i] + arm * h * _along(pose.arm[i], side * pose.spread[i]))
        lower = _along(pose.arm[i] + pose.elbow[i], side * pose.spread[i] * 0.4)
        bones.wrist.append(bones.elbow[i] + 0.145 * h * lower)
        bones.hand.append(bones.wrist[i] + 0.055 * h * lower)
    return bones
