"""How far a user is from the reference, feature by feature, in units of severity: 1.0 = 15 degrees or 6 cm.

`deviations(pair, exercise)` measures everything that can go wrong in an exercise (its faults in `core.vocabulary`),
each at the phase where it matters. Positive = the user has more of it than the reference: wider, higher, more bent.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from triptych.core import kinematic_features as features
from triptych.core.kinematics import Array
from triptych.core.vocabulary import BodyPart, Direction, Exercise, Fault, Phase
from triptych.models.coaching.kinematic_pair import Moments, Pair, Signal

METRES: Final = 0.06
DEGREES: Final = 15.0
TEMPO: Final = float(np.log(1.5))
"""A repetition that takes 1.5 times as long has severity 1.0."""

Measure = Callable[[Pair, Moments], Array]


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


def smaller(*values: Array) -> Array:
    """Element by element the value nearest zero, and zero where they disagree in sign: what all of them support."""
    stack = np.stack(values)
    agree = (np.sign(stack) == np.sign(stack[0])).all(axis=0)
    return np.asarray(np.where(agree, np.sign(stack[0]) * np.abs(stack).min(axis=0), 0.0))


def larger(one: Array, other: Array) -> Array:
    """Element by element the value farther from zero."""
    return np.asarray(np.where(np.abs(other) > np.abs(one), other, one))


def typical(change: Array) -> Array:
    """One number for a difference over time, along the first axis: its mean and its better supported quarter, halved.

    A constant offset counts whole, one that grows and goes with the movement nearly so, an error of alignment hardly.
    """
    if len(change) == 1:
        return change[0]
    mean = change.mean(axis=0)
    low, high = np.quantile(change, (0.2, 0.8), axis=0)
    return np.asarray((mean + np.where(mean < 0, low, high)) / 2)


def _in_trunk(moments: Moments, change: Callable[[Moments], Array]) -> Array:
    """A change of the arms that is there both in the room and against the trunk: not one that leaning brings along."""
    changes = [change(moments), change(moments.levelled(features.trunk))]
    upper = change(moments.levelled(features.upper_spine))
    return smaller(*changes, upper) if np.isfinite(upper).all() else smaller(*changes)


def _of(feature: Signal, unit: float) -> Measure:
    return lambda pair, moments: typical(moments.change(feature) / unit)


def _stance(pair: Pair, moments: Moments) -> Array:
    """Wide or narrow at the start and later: knees that take the feet along are no stance."""
    return (
        smaller(typical(pair.start.change(features.stance_width)), typical(moments.change(features.stance_width)))
        / METRES
    )


def _knees_out(pair: Pair, moments: Moments) -> Array:
    """Knees against where the feet stood at the start, as far as the stance itself explains them."""
    return (
        typical(moments.change(features.knees_out)) - 0.6 * typical(pair.start.change(features.ankles_out))
    ) / METRES


def _depth(pair: Pair, moments: Moments) -> Array:
    """Lower hips, or knees more bent where both say so."""
    lower = -typical(moments.change(features.hip_height)) / METRES
    bend = typical(moments.change(features.knee_bend)).mean(axis=-1) / DEGREES
    return np.where(np.sign(bend) == np.sign(lower), larger(lower, bend), lower)


def _elbow_height(pair: Pair, moments: Moments) -> Array:
    return larger(
        _in_trunk(moments, lambda each: typical(each.change(features.elbow_height))) / METRES,
        _in_trunk(moments, lambda each: typical(each.change(features.arm_elevation))) / DEGREES,
    )


def _hand_height(pair: Pair, moments: Moments) -> Array:
    """What the upper arm explains of a hand too low: a bent elbow lowers the hand, but is another fault."""
    by_arm = larger(
        smaller(
            _in_trunk(moments, lambda each: typical(each.change(features.wrist_height))),
            _in_trunk(moments, lambda each: typical(each.change(features.elbow_height))) * 1.9,
        ) / METRES,
        smaller(
            _in_trunk(moments, lambda each: typical(each.change(features.hand_elevation))),
            _in_trunk(moments, lambda each: typical(each.change(features.arm_elevation))),
        ) / DEGREES,
    )  # fmt: skip
    return by_arm


def _hand_alone(pair: Pair, moments: Moments) -> Array:
    return _in_trunk(moments, lambda each: typical(each.change(features.wrist_height))) / METRES


def _magnitude(change: Array, ours: Array, theirs: Array) -> Array:
    """Signed size of a difference between two bends (P, 2): positive where ours is bent more, whichever way."""
    size = np.linalg.norm(change, axis=-1)
    more = np.linalg.norm(ours, axis=-1) - np.linalg.norm(theirs, axis=-1)
    sign = np.sign(np.sum(more * size))
    return np.asarray(sign * np.quantile(size, 0.8) / DEGREES)


def _spine(pair: Pair, moments: Moments) -> Array:
    ours, theirs = features.spine_bend(moments.user), features.spine_bend(moments.reference)
    return _magnitude(ours - theirs, ours, theirs)


def _lean_and_tilt(poses: Array) -> Array:
    return np.stack([features.lean(poses), features.tilt(poses)], axis=-1)


def _sway(pair: Pair, moments: Moments) -> Array:
    ours, theirs = _lean_and_tilt(moments.user), _lean_and_tilt(moments.reference)
    return _magnitude(ours - theirs, ours, theirs)


def _tilt(pair: Pair, moments: Moments) -> Array:
    """Sway of an exercise whose forward lean is the height of its chest."""
    ours, theirs = (features.tilt(poses)[:, None] for poses in (moments.user, moments.reference))
    return _magnitude(ours - theirs, ours, theirs)


def _nod(pair: Pair, moments: Moments) -> Array:
    changes = [typical(moments.change(features.nod))]
    changes.append(changes[0] + typical(moments.change(features.lean)))
    upper = typical(moments.change(lambda poses: features.nod(poses, from_spine=True)))
    return smaller(*changes, upper) / DEGREES if np.isfinite(upper) else smaller(*changes) / DEGREES


def _shrug(pair: Pair, moments: Moments) -> Array:
    """Rise since the start, so that the slope of somebody's shoulders does not count."""
    lift = typical(moments.change(features.shoulder_lift))
    return (lift - typical(pair.start.change(features.shoulder_lift))) / METRES


def _twist(pair: Pair, moments: Moments) -> Array:
    def amplitude(poses: Array) -> Array:
        heading = np.unwrap(features.twist(poses), period=360)
        return np.asarray(np.ptp(np.quantile(heading, (0.04, 0.96))) / 2)

    return moments.change(amplitude) / DEGREES


def _circle(pair: Pair, moments: Moments) -> Array:
    def radius(poses: Array) -> Array:
        hands = poses[:, (13, 16)] - poses[:, (11, 14)]
        return np.asarray(np.sqrt(np.var(hands, axis=0).sum(axis=-1)))

    return moments.change(radius) / METRES


def _symmetry(pair: Pair, moments: Moments) -> Array:
    """Left against right hand at any time, beyond the reference's own."""

    def unevenness(poses: Array) -> Array:
        height = features.wrist_height(poses)
        return height[..., 0] - height[..., 1]

    ours, theirs = unevenness(moments.user), unevenness(moments.reference)
    return np.asarray(_magnitude((ours - theirs)[:, None], ours[:, None], theirs[:, None]) * DEGREES / METRES)


def _tempo(pair: Pair, moments: Moments) -> Array:
    return np.asarray(np.log(pair.user.seconds / pair.reference.seconds) / TEMPO)


MEASURES: Final[dict[str, tuple[Measure, Direction, Direction]]] = {
    "stance": (_stance, "wider", "narrower"),
    "step": (_of(features.step_length, METRES), "backward", "forward"),
    "foot_lift": (_of(features.foot_lift, METRES), "higher", "lower"),
    "knees_out": (_knees_out, "outward", "inward"),
    "knee_bend": (_of(features.knee_bend, DEGREES), "more_bent", "straighter"),
    "depth": (_depth, "deeper", "shallower"),
    "hip_height": (_of(features.hip_height, METRES), "higher", "lower"),
    "hip_sag": (_of(features.hip_sag, METRES), "higher", "lower"),
    "spine": (_spine, "more_bent", "straighter"),
    "sway": (_sway, "more_bent", "straighter"),
    "tilt": (_tilt, "more_bent", "straighter"),
    "twist": (_twist, "deeper", "shallower"),
    "lean": (_of(features.lean, DEGREES), "lower", "higher"),
    "shrug": (_shrug, "higher", "lower"),
    "elbow_bend": (_of(features.elbow_bend, DEGREES), "more_bent", "straighter"),
    "elbow_height": (_elbow_height, "higher", "lower"),
    "hand_height": (_hand_height, "higher", "lower"),
    "hand_alone": (_hand_alone, "higher", "lower"),
    "reach": (_of(features.over_feet, METRES), "higher", "lower"),
    "hand_spacing": (_of(features.hand_spacing, METRES), "wider", "narrower"),
    "circle": (_circle, "deeper", "shallower"),
    "nod": (_nod, "lower", "higher"),
    "symmetry": (_symmetry, "more_symmetric", "more_symmetric"),
    "tempo": (_tempo, "slower", "faster"),
}
"""Name -> how it is measured, what to do when the user has too little of it, and when too much."""

_NAMES: Final[dict[tuple[BodyPart, Direction], tuple[str, ...]]] = {
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
    return _NAMES[fault.body_part, fault.direction]


def _low_hands(poses: Array) -> Array:
    return -features.over_feet(poses).mean(axis=-1)


def _low_hips(poses: Array) -> Array:
    return -features.hip_height(poses)


def _high_hands(poses: Array) -> Array:
    return features.over_feet(poses).mean(axis=-1)


def _shoulders_up(poses: Array) -> Array:
    return features.shoulder_lift(poses).mean(axis=-1)


_PEAKS: Final[dict[tuple[str, Phase], Signal]] = {
    ("Burpee", "bottom"): features.stretch,
    ("Dumbbell Chest Fly", "bottom"): features.hand_spacing,
    ("Deadlift", "bottom"): _low_hands,
    ("Up and Down Stretch", "bottom"): _low_hands,
    ("Deadlift", "top"): _high_hands,
    ("Mule Kick", "top"): features.foot_lift,
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


_WORKING: Final[dict[str, Signal]] = {"Mule Kick": features.foot_lift, "One Arm Row": features.elbow_height}
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
    per_side = [np.atleast_1d(measure(pair, _moments(pair, exercise, fault.phase, side))) for side in (0, 1)]
    sides = np.array([per_side[0][0], per_side[1][-1]]) if len(per_side[0]) == 2 else per_side[0]
    working = pair.longest_side(_WORKING[exercise.name]) if exercise.name in _WORKING else None
    if working is not None and len(sides) == 2 and fault.phase == "top":
        sides = sides[[working]]
    return Deviation(name, fault.body_part, more, less, fault.phase, fault.one_sided, sides)
