"""How far a user is from the reference, feature by feature, in units of severity: 1.0 = 15 degrees or 6 cm.

Positive = the user has more of it than the reference: wider, higher, more bent. A measure of a paired part gives (2,)
for left and right, of the midline a single number.
"""

from collections.abc import Callable
from typing import Final

import numpy as np

from triptych.core import kinematic_features as features
from triptych.core.kinematic_pair import Moments, Pair, Signal
from triptych.core.kinematics import Array, smooth
from triptych.core.vocabulary import Direction

METRES: Final = 0.06
DEGREES: Final = 15.0
ARM_PER_UPPER_ARM: Final = 1.9
"""Length from shoulder to wrist, in upper arms."""
CALM_FRAMES: Final = 15
"""Frames of a hundred over which the bend of the spine is smoothed."""
TEMPO: Final = float(np.log(1.5))
"""A repetition that takes 1.5 times as long has severity 1.0."""

Measure = Callable[[Pair, Moments], Array]


def smaller(*values: Array) -> Array:
    """Element by element the value nearest zero, and zero where they disagree in sign: what all of them support."""
    stack = np.stack(values)
    agree = (np.sign(stack) == np.sign(stack[0])).all(axis=0)
    return np.asarray(np.where(agree, np.sign(stack[0]) * np.abs(stack).min(axis=0), 0.0))


def larger(one: Array, other: Array) -> Array:
    """Element by element the value farther from zero."""
    return np.asarray(np.where(np.abs(other) > np.abs(one), other, one))


def _of_arms(moments: Moments, feature: Signal) -> Array:
    """A change of the arms that is there both in the room and against the trunk: not one that leaning brings along."""
    return smaller(*(each.change(feature) for each in moments.beside_trunk))


def _of(feature: Signal, unit: float) -> Measure:
    return lambda pair, moments: moments.change(feature) / unit


def _stance(pair: Pair, moments: Moments) -> Array:
    """Wide or narrow at the start and later: knees that take the feet along are no stance."""
    return smaller(pair.start.change(features.stance_width), moments.change(features.stance_width)) / METRES


def _knees_out(pair: Pair, moments: Moments) -> Array:
    """Knees against where the feet stood at the start, as far as the stance itself explains them."""
    return (moments.change(features.knees_out) - 0.6 * pair.start.change(features.ankles_out)) / METRES


def _depth(pair: Pair, moments: Moments) -> Array:
    """Lower hips, or knees more bent where both say so."""
    lower = -moments.change(features.hip_height) / METRES
    bend = moments.change(features.knee_bend).mean(axis=-1) / DEGREES
    return np.where(np.sign(bend) == np.sign(lower), larger(lower, bend), lower)


def _elbow_height(pair: Pair, moments: Moments) -> Array:
    height, angle = (_of_arms(moments, each) for each in (features.elbow_height, features.arm_elevation))
    return larger(height / METRES, angle / DEGREES)


def _hand_height(pair: Pair, moments: Moments) -> Array:
    """What the upper arm explains of a hand too low: a bent elbow lowers the hand, but is another fault."""
    height = smaller(
        _of_arms(moments, features.wrist_height), _of_arms(moments, features.elbow_height) * ARM_PER_UPPER_ARM
    )
    angle = smaller(_of_arms(moments, features.hand_elevation), _of_arms(moments, features.arm_elevation))
    return larger(height / METRES, angle / DEGREES)


def _hand_alone(pair: Pair, moments: Moments) -> Array:
    return _of_arms(moments, features.wrist_height) / METRES


def _magnitude(change: Array, ours: Array, theirs: Array) -> Array:
    """Signed size of a difference between two bends (P, 2): positive where ours is bent more, whichever way."""
    size = np.linalg.norm(change, axis=-1)
    more = np.linalg.norm(ours, axis=-1) - np.linalg.norm(theirs, axis=-1)
    sign = np.sign(np.sum(more * size))
    return np.asarray(sign * np.quantile(size, 0.8) / DEGREES)


def _spine(pair: Pair, moments: Moments) -> Array:
    """The bones are short, so noise bends them: what is left of it over a longer time than a frame counts."""
    ours, theirs = (smooth(features.spine_bend(poses), CALM_FRAMES) for poses in (moments.user, moments.reference))
    return _magnitude(ours - theirs, ours, theirs)


def _lean_and_tilt(poses: Array) -> Array:
    return np.stack([features.lean(poses), features.tilt(poses)], axis=-1)


def _sway(pair: Pair, moments: Moments) -> Array:
    """Leaning more, or swinging farther to and fro."""
    ours, theirs = _lean_and_tilt(moments.user), _lean_and_tilt(moments.reference)
    leaning = _magnitude(ours - theirs, ours, theirs)
    if not moments.frame_by_frame:
        return leaning
    swing = np.ptp(ours[:, 0]) - np.ptp(theirs[:, 0])
    return larger(leaning, np.asarray(swing / DEGREES))


def _tilt(pair: Pair, moments: Moments) -> Array:
    """Sway of an exercise whose forward lean is the height of its chest."""
    ours, theirs = (features.tilt(poses)[:, None] for poses in (moments.user, moments.reference))
    return _magnitude(ours - theirs, ours, theirs)


def _nod(pair: Pair, moments: Moments) -> Array:
    changes = [moments.change(features.nod)]
    changes.append(changes[0] + moments.change(features.lean))
    upper = moments.change(lambda poses: features.nod(poses, from_spine=True))
    return smaller(*changes, upper) / DEGREES if np.isfinite(upper) else smaller(*changes) / DEGREES


def _shrug(pair: Pair, moments: Moments) -> Array:
    """Rise since the start, so that the slope of somebody's shoulders does not count."""
    lift = moments.change(features.shoulder_lift)
    return (lift - pair.start.change(features.shoulder_lift)) / METRES


def _twist(pair: Pair, moments: Moments) -> Array:
    def amplitude(poses: Array) -> Array:
        heading = np.unwrap(features.twist(poses), period=360)
        return np.asarray(np.ptp(np.quantile(heading, (0.04, 0.96))) / 2)

    return (amplitude(moments.user) - amplitude(moments.reference)) / DEGREES


def _circle(pair: Pair, moments: Moments) -> Array:
    def radius(poses: Array) -> Array:
        hands = poses[:, (13, 16)] - poses[:, (11, 14)]
        return np.asarray(np.sqrt(np.var(hands, axis=0).sum(axis=-1)))

    return (radius(moments.user) - radius(moments.reference)) / METRES


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
