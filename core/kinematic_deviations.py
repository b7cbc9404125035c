"""Everything that can be wrong in an exercise, measured on a pair: the faults of `core.vocabulary` at their phases."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from triptych.core import kinematic_features as features
from triptych.core.kinematic_measures import MEASURES
from triptych.core.kinematic_pair import Moments, Pair, Signal
from triptych.core.kinematics import Array
from triptych.core.vocabulary import BodyPart, Direction, Exercise, Fault, Phase


@dataclass(frozen=True)
class Deviation:
    """A measured difference. `sides` (2,) = left and right, or (1,) for the midline; `more`, `less` = what to do when
    the user has too little or too much of it."""

    name: str
    body_part: BodyPart
    more: Direction
    less: Direction
    phase: Phase
    one_sided: bool
    sides: Array


NAMES: Final[dict[tuple[BodyPart, Direction], tuple[str, ...]]] = {
    ("feet", "wider"): ("stance",), ("feet", "narrower"): ("stance",),
    ("feet", "backward"): ("step",), ("feet", "forward"): ("step",), ("feet", "higher"): ("foot_lift",),
    ("knees", "outward"): ("knees_out",), ("knees", "straighter"): ("knee_bend",),
    ("knees", "more_bent"): ("knee_bend",),
    ("hips", "deeper"): ("depth",), ("hips", "shallower"): ("depth",),
    ("hips", "higher"): ("hip_height",), ("hips", "lower"): ("hip_height",),
    ("back", "straighter"): ("spine", "sway"), ("chest", "deeper"): ("twist",),
    ("chest", "higher"): ("lean",), ("chest", "lower"): ("lean",),
    ("shoulders", "higher"): ("shrug",), ("shoulders", "lower"): ("shrug",),
    ("elbows", "straighter"): ("elbow_bend",), ("elbows", "more_bent"): ("elbow_bend",),
    ("elbows", "higher"): ("elbow_height",),
    ("hands", "higher"): ("hand_height",), ("hands", "lower"): ("hand_height",),
    ("hands", "wider"): ("hand_spacing",), ("hands", "narrower"): ("hand_spacing",), ("hands", "deeper"): ("circle",),
    ("head", "higher"): ("nod",), ("head", "lower"): ("nod",),
    ("whole_body", "more_symmetric"): ("symmetry",),
    ("whole_body", "slower"): ("tempo",), ("whole_body", "faster"): ("tempo",),
}  # fmt: skip


def _names(exercise: Exercise, fault: Fault) -> tuple[str, ...]:
    """The measures of a fault, where the exercise makes them special."""
    others = {(each.body_part, each.direction) for each in exercise.faults}
    if fault.body_part == "back" and others & {("chest", "higher"), ("chest", "lower")}:
        return "spine", "tilt"
    if fault.body_part == "hands" and fault.direction in ("higher", "lower"):
        if exercise.name == "Up and Down Stretch" and fault.phase == "bottom":
            return ("reach",)
        return ("hand_alone",) if ("elbows", "higher") in others else ("hand_height",)
    if fault.body_part == "hips" and exercise.name == "Burpee":
        return ("hip_sag",)
    return NAMES[fault.body_part, fault.direction]


def _high_hands(poses: Array) -> Array:
    return np.asarray(features.over_feet(poses).mean(axis=-1))


def _low_hands(poses: Array) -> Array:
    return np.asarray(-_high_hands(poses))


def _low_hips(poses: Array) -> Array:
    return np.asarray(-features.hip_height(poses))


def _shoulders_up(poses: Array) -> Array:
    return np.asarray(features.shoulder_lift(poses).mean(axis=-1))


_PEAKS: Final[dict[tuple[str, Phase], Signal]] = {
    ("Burpee", "bottom"): features.stretch,
    ("Dumbbell Chest Fly", "bottom"): features.hand_spacing,
    ("Deadlift", "bottom"): _low_hands,
    ("Up and Down Stretch", "bottom"): _low_hands,
    ("Deadlift", "top"): _high_hands,
    ("Mule Kick", "top"): features.kick,
    ("Barbell Shrug", "top"): _shoulders_up,
    ("Barbell Pull Up", "top"): features.elbow_height,
    ("One Arm Row", "top"): features.elbow_height,
    ("Dumbbell High Pulls", "top"): features.elbow_height,
}
"""What is largest at the bottom or the top; elsewhere low hips are the bottom and high hands the top."""


def _moments(pair: Pair, exercise: Exercise, phase: Phase, side: int) -> Moments:
    if phase == "throughout":
        return pair.path
    usual = features.wrist_height if phase == "top" else _low_hips
    return pair.at_peak(_PEAKS.get((exercise.name, phase), usual), side)


WORKING: Final[dict[str, Signal]] = {"Mule Kick": features.kick, "One Arm Row": features.elbow_height}
"""Exercises of one limb at a time, and what shows which."""


def deviations(pair: Pair, exercise: Exercise) -> list[Deviation]:
    """Everything that can be wrong in this exercise, measured; what unknown joints hide is left out."""
    found: dict[tuple[str, Phase], Deviation] = {}
    for fault in exercise.faults:
        for name in _names(exercise, fault):
            if (name, fault.phase) not in found:
                found[name, fault.phase] = _measure(pair, exercise, fault, name)
    return [each for each in found.values() if np.isfinite(each.sides).all()]


def _measure(pair: Pair, exercise: Exercise, fault: Fault, name: str) -> Deviation:
    measure, more, less = MEASURES[name]
    if name == "step" and fault.direction == "forward":
        more, less = less, more  # a short step is mended by the foot that the exercise moves
    left, right = (_moments(pair, exercise, fault.phase, side) for side in (0, 1))
    sides = np.atleast_1d(measure(pair, left))
    if len(sides) == 2 and right is not left:
        sides = np.array([sides[0], measure(pair, right)[1]])
    working = pair.longest_side(WORKING[exercise.name]) if exercise.name in WORKING else None
    if working is not None and len(sides) == 2 and fault.phase == "top":
        sides = sides[[working]]
    return Deviation(name, fault.body_part, more, less, fault.phase, fault.one_sided, sides)
