"""The 25 joints of Fit3D in their order, the rigid bones between them, and bodies of different sizes.

World axes as in Fit3D: metres, z up, floor at z = 0. A person faces +y at the start, so anatomical left is -x.
Segment lengths are fractions of stature after Winter, Biomechanics and Motor Control of Human Movement (4th ed.),
Figure 4.1, with joint centres instead of skin marks at the shoulders and hips.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from triptych.core.errors import UsageError

JOINTS: Final[tuple[str, ...]] = (
    "pelvis", "left_hip", "left_knee", "left_ankle", "right_hip", "right_knee", "right_ankle", "spine", "thorax",
    "neck", "head", "left_shoulder", "left_elbow", "left_wrist", "right_shoulder", "right_elbow", "right_wrist",
    "left_ball", "left_toe", "right_ball", "right_toe", "left_knuckles", "left_fingertip", "right_knuckles",
    "right_fingertip",
)  # fmt: skip
"""In Fit3D's order. thorax: base of the neck between the shoulders; neck: base of the skull; head: crown;
ball and toe: ball of the foot and tip of the toes; knuckles: middle of the grip; fingertip: of the middle finger."""

INDEX: Final[dict[str, int]] = {name: index for index, name in enumerate(JOINTS)}

PARENTS: Final[tuple[int, ...]] = (
    -1, 0, 1, 2, 0, 4, 5, 0, 7, 8, 9, 8, 11, 12, 8, 14, 15, 3, 17, 6, 19, 13, 21, 16, 23,
)  # fmt: skip
"""The joint from which each joint hangs; -1 for the pelvis."""

BONES: Final[tuple[tuple[int, int], ...]] = tuple(
    (parent, child) for child, parent in enumerate(PARENTS) if parent >= 0
)
"""(parent, child) joint indices of the 24 rigid bones."""

SHORTEST_M: Final = 1.50
TALLEST_M: Final = 1.95
SOLE_M: Final = 0.025
"""Height of the ball of a flat foot above the floor, nominal body."""


@dataclass(frozen=True)
class Body:
    """A body's size. `build` is a girth factor (0.85 slim to 1.3 heavy); the others are lengths in metres."""

    height_m: float
    build: float
    thigh: float
    shin: float
    ankle_height: float
    heel_to_ball: float
    toe: float
    hip_half: float
    lower_spine: float
    upper_spine: float
    neck: float
    head: float
    shoulder_half: float
    upper_arm: float
    forearm: float
    palm: float
    fingers: float

    @property
    def leg(self) -> float:
        """Hip to ankle, straight, in metres."""
        return self.thigh + self.shin

    @property
    def scale(self) -> float:
        """Legs in proportion to a body of 1.75 m: by it the positions of feet and pelvis are scaled."""
        return self.leg / (1.75 * 0.491)


def make_body(height_m: float, build: float = 1.0, legs: float = 1.0, arms: float = 1.0, width: float = 1.0) -> Body:
    """A body of that stature; `legs`, `arms` and `width` are factors on the mean proportions.

    Longer legs mean a shorter trunk, so that the stature is kept. Raises `UsageError` outside 1.50 to 1.95 m.
    """
    if not SHORTEST_M <= height_m <= TALLEST_M:
        raise UsageError(f"a height of {SHORTEST_M} to {TALLEST_M} m", repr(height_m), "choose a height within it")
    leg = 0.491 * legs
    trunk = 0.295 + 0.491 - leg
    return Body(
        height_m=height_m,
        build=build,
        thigh=leg * 0.499 * height_m,
        shin=leg * 0.501 * height_m,
        ankle_height=0.039 * height_m,
        heel_to_ball=0.078 * height_m,
        toe=0.040 * height_m,
        hip_half=0.054 * width * height_m,
        lower_spine=trunk * 0.47 * height_m,
        upper_spine=trunk * 0.53 * height_m,
        neck=0.060 * height_m,
        head=0.115 * height_m,
        shoulder_half=0.108 * width * height_m,
        upper_arm=0.178 * arms * height_m,
        forearm=0.148 * arms * height_m,
        palm=0.050 * arms * height_m,
        fingers=0.048 * arms * height_m,
    )


def body(seed: int) -> Body:
    """A body drawn from that seed: stature 1.50 to 1.95 m, slim to heavy, proportions within some percent."""
    rng = np.random.default_rng(np.random.SeedSequence([seed, 25]))
    legs, arms, width = np.clip(rng.normal(1.0, (0.015, 0.02, 0.04)), (0.97, 0.96, 0.92), (1.03, 1.04, 1.08))
    return make_body(
        float(np.clip(rng.normal(1.72, 0.10), SHORTEST_M, TALLEST_M)),
        float(np.clip(rng.normal(1.0, 0.12), 0.85, 1.3)),
        float(legs),
        float(arms),
        float(width),
    )
