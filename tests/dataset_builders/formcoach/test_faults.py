"""Each fault of each exercise does what it says, by how much it says, to both or to the one side."""

import functools
from collections.abc import Callable

import numpy as np
import pytest

from triptych.core.errors import UsageError
from triptych.core.vocabulary import EXERCISES, Fault
from triptych.dataset_builders.formcoach.motion import InjectedFault, largest_severity, perform, typical_duration
from triptych.dataset_builders.formcoach.skeleton import BONES, INDEX, make_body

BODY = make_body(1.75)
DOWN = np.array([0.0, 0.0, -1.0])
Measure = Callable[[np.ndarray, str], np.ndarray]


def at(joints, name):
    return joints[:, INDEX[name]].astype(np.float64)


def angle(first, second):
    cosine = (first * second).sum(-1) / np.linalg.norm(first, axis=-1) / np.linalg.norm(second, axis=-1)
    return np.rad2deg(np.arccos(np.clip(cosine, -1.0, 1.0)))


def pitch(vector):
    """Degrees from upright, forward positive."""
    return np.rad2deg(np.arctan2(vector[:, 1], vector[:, 2]))


def bent(joints, top, middle, end):
    return angle(at(joints, middle) - at(joints, top), at(joints, end) - at(joints, middle))


def elbow(joints, side):
    return bent(joints, f"{side}_shoulder", f"{side}_elbow", f"{side}_wrist")


def knee(joints, side):
    return bent(joints, f"{side}_hip", f"{side}_knee", f"{side}_ankle")


def arm(joints, side):
    return angle(at(joints, f"{side}_wrist") - at(joints, f"{side}_shoulder"), DOWN)


def upper_arm(joints, side):
    """From hanging, so that a row draws the elbow up with it."""
    return angle(at(joints, f"{side}_elbow") - at(joints, f"{side}_shoulder"), DOWN)


def thigh(joints, side):
    return angle(at(joints, f"{side}_knee") - at(joints, f"{side}_hip"), DOWN)


def height(joint):
    return lambda joints, side: at(joints, joint.format(side))[:, 2]


def apart(joint):
    return lambda joints, _: at(joints, f"right_{joint}")[:, 0] - at(joints, f"left_{joint}")[:, 0]


def knee_out(joints, side):
    """Metres by which the knee is outside the plane of hip, ankle and foot."""
    hip, ankle = at(joints, f"{side}_hip"), at(joints, f"{side}_ankle")
    foot = at(joints, f"{side}_ball") - ankle
    foot[:, 2] = 0.0
    normal = np.cross(ankle - hip, foot)
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
    return ((at(joints, f"{side}_knee") - hip) * normal).sum(-1) * (-1.0 if side == "left" else 1.0)


def clavicle(joints, side):
    bone = at(joints, f"{side}_shoulder") - at(joints, "thorax")
    return np.rad2deg(np.arcsin(bone[:, 2] / np.linalg.norm(bone, axis=-1)))


def trunk(joints, _=""):
    return pitch(at(joints, "thorax") - at(joints, "pelvis"))


def spine(joints, _=""):
    """Bend of the spine, forward positive."""
    return pitch(at(joints, "thorax") - at(joints, "spine")) - pitch(at(joints, "spine") - at(joints, "pelvis"))


def gaze(joints, _):
    return pitch(at(joints, "head") - at(joints, "neck"))


def turned(joints, _):
    line = at(joints, "right_shoulder") - at(joints, "left_shoulder")
    return np.abs(np.rad2deg(np.arctan2(line[:, 1], line[:, 0])))


def level(joints):
    """Across the chest, horizontal."""
    line = at(joints, "right_shoulder") - at(joints, "left_shoulder")
    forward = np.cross(DOWN, line)
    return np.cross(forward, DOWN)


def leaning_over(joints, _):
    """Of the chest to its own side."""
    return np.abs(90.0 - angle(at(joints, "thorax") - at(joints, "spine"), level(joints)))


def arm_ahead(joints, side):
    return -pitch(at(joints, f"{side}_knuckles") - at(joints, f"{side}_shoulder"))


def opened(joints, _):
    """Half the angle between the upper arms."""
    left, right = (at(joints, f"{side}_elbow") - at(joints, f"{side}_shoulder") for side in ("left", "right"))
    return angle(left, right) / 2.0


def uneven(joints, _):
    return arm(joints, "right") - arm(joints, "left")


def swing(joints, _):
    return np.full(len(joints), np.ptp(pitch(at(joints, "thorax") - at(joints, "spine"))))


def radius(joints, side):
    return np.full(len(joints), np.ptp(upper_arm(joints, side)) / 2.0)


def step(joints, _):
    return np.abs(at(joints, "right_ball")[:, 1])


MEASURES: dict[tuple[str, str], tuple[Measure, float]] = {
    ("feet", "wider"): (apart("ball"), -0.06),
    ("feet", "narrower"): (apart("ball"), 0.06),
    ("feet", "backward"): (step, -0.06),
    ("feet", "forward"): (step, -0.06),
    ("feet", "higher"): (thigh, -15.0),
    ("knees", "outward"): (knee_out, -0.06),
    ("knees", "straighter"): (knee, 15.0),
    ("knees", "more_bent"): (knee, -15.0),
    ("hips", "deeper"): (height("pelvis"), 0.06),
    ("hips", "lower"): (height("pelvis"), 0.06),
    ("hips", "shallower"): (height("pelvis"), -0.06),
    ("hips", "higher"): (height("pelvis"), -0.06),
    ("back", "straighter"): (spine, 15.0),
    ("chest", "deeper"): (turned, -15.0),
    ("chest", "higher"): (trunk, 15.0),
    ("chest", "lower"): (trunk, -15.0),
    ("shoulders", "lower"): (clavicle, 15.0),
    ("shoulders", "higher"): (clavicle, -15.0),
    ("elbows", "straighter"): (elbow, 15.0),
    ("elbows", "more_bent"): (elbow, -15.0),
    ("elbows", "higher"): (upper_arm, -15.0),
    ("hands", "wider"): (apart("knuckles"), -0.06),
    ("hands", "narrower"): (apart("knuckles"), 0.06),
    ("hands", "higher"): (arm, -15.0),
    ("hands", "lower"): (arm, 15.0),
    ("hands", "deeper"): (radius, -15.0),
    ("head", "lower"): (gaze, -15.0),
    ("head", "higher"): (gaze, 15.0),
    ("whole_body", "more_symmetric"): (uneven, 15.0),
}
"""What to measure, and by how much severity 1.0 changes it."""
IN_EXERCISE: dict[tuple[str, str, str], tuple[Measure, float]] = {
    ("Dumbbell Lunge Backward", "back", "straighter"): (trunk, 15.0),
    ("Lunge and Reach Hands Front", "back", "straighter"): (trunk, 15.0),
    ("Hands Up Rotate", "back", "straighter"): (leaning_over, 15.0),
    ("Dumbbell Lateral Raise", "back", "straighter"): (swing, 15.0),
    ("Dumbbell High Pulls", "back", "straighter"): (swing, 15.0),
    ("Dumbbell Chest Fly", "back", "straighter"): (swing, 15.0),
    ("Up and Down Stretch", "hands", "lower"): (
        lambda joints, _: pitch(at(joints, "thorax") - at(joints, "spine")),
        -15.0,
    ),
    ("Clean and Press", "hands", "higher"): (arm_ahead, -15.0),
    ("Dumbbell Chest Fly", "hands", "wider"): (opened, -15.0),
    ("Dumbbell High Pulls", "hands", "higher"): (height("{}_wrist"), -0.06),
}
ARCHED = {
    "Dumbbell Lift Overhead",
    "Arms Raise Overhead",
    "Opposite Arms Up and Down Warmup",
    "Arms Circles",
    "Mule Kick",
}


KICKING_OR_ROWING = {
    ("Mule Kick", "feet", "higher"), ("Mule Kick", "knees", "straighter"), ("One Arm Row", "elbows", "higher"),
}  # fmt: skip
"""On "both" sides, but one side moves: the right one."""
UNTIMED = ("slower", "faster")
CASES = [
    pytest.param(each.name, fault, side, id=f"{each.name}: {side} {fault.body_part} {fault.direction}")
    for each in EXERCISES
    for fault in each.faults
    for side in fault.sides
    if fault.direction not in UNTIMED
]


def inject(fault: Fault, side, severity):
    return InjectedFault(fault.body_part, side, fault.direction, severity, fault.phase)


@functools.cache
def motion(exercise, fault=None):
    return perform(exercise, BODY, seed=5, duration_s=typical_duration(exercise), fault=fault)


def change(exercise, fault, side, severity):
    """The fault's quantity, user minus reference, where it differs most: in units of severity, for either side."""
    reference, user = motion(exercise), motion(exercise, inject(fault, side, severity))
    key = (fault.body_part, fault.direction)
    measure, unit = IN_EXERCISE.get((exercise, *key), MEASURES[key])
    sign = -1.0 if exercise in ARCHED and key == ("back", "straighter") else 1.0
    out = {}
    for each in ("left", "right"):
        difference = sign * (measure(user, each) - measure(reference, each)) / unit
        out[each] = difference[np.abs(difference).argmax()]
    return out


@pytest.mark.parametrize(("exercise", "fault", "side"), CASES)
def test_a_fault_changes_its_quantity_by_its_severity_on_its_side(exercise, fault, side):
    sides = {"left"} if side == "left" else {"right"} if side == "right" else {"left", "right"}
    if (exercise, fault.body_part, fault.direction) in KICKING_OR_ROWING:
        sides = {"right"}
    for severity in (1.0, largest_severity(exercise, fault)):
        measured = change(exercise, fault, side, severity)
        for each, value in measured.items():
            assert value / severity == pytest.approx(float(each in sides), abs=0.25 if each in sides else 0.02)


@pytest.mark.parametrize(("exercise", "fault", "side"), CASES)
def test_bodies_stay_rigid_above_the_floor_and_smooth_at_the_largest_severity(exercise, fault, side):
    joints = motion(exercise, inject(fault, side, largest_severity(exercise, fault))).astype(np.float64)
    for parent, child in BONES:
        assert np.ptp(np.linalg.norm(joints[:, child] - joints[:, parent], axis=-1)) < 1e-4
    assert joints[:, :, 2].min() > 0.0
    strongest = np.linalg.norm(np.diff(motion(exercise).astype(np.float64), 2, axis=0), axis=-1).max()
    assert np.linalg.norm(np.diff(joints, 2, axis=0), axis=-1).max() < 2.5 * strongest + 0.025


@pytest.mark.parametrize(("exercise", "fault", "side"), CASES)
def test_feet_on_the_floor_do_not_slide_because_of_a_fault(exercise, fault, side):
    joints = motion(exercise, inject(fault, side, largest_severity(exercise, fault))).astype(np.float64)
    for name in ("left", "right"):
        ball = joints[:, INDEX[f"{name}_ball"]]
        down = (ball[:, 2] < 0.0251) & (exercise != "Mule Kick")
        moved = np.linalg.norm(np.diff(ball, axis=0), axis=-1)[down[1:] & down[:-1]]
        assert moved.size == 0 or moved.max() < 5e-4


@pytest.mark.parametrize("exercise", [each.name for each in EXERCISES if each.equipment == "barbell"])
def test_a_bar_stays_rigid_in_every_fault(exercise):
    for name, fault, side in (case.values for case in CASES):
        if name != exercise:
            continue
        joints = motion(exercise, inject(fault, side, largest_severity(exercise, fault))).astype(np.float64)
        bar = at(joints, "right_knuckles") - at(joints, "left_knuckles")
        assert np.ptp(np.linalg.norm(bar, axis=-1)) < 5e-3
        if side in ("both", None):
            assert np.abs(bar[:, 1:]).max() < 5e-3


def test_a_fault_on_one_side_leaves_the_other_limbs_alone():
    reference = motion("Dumbbell Lateral Raise")
    left = InjectedFault("elbows", "left", "straighter", 2.0, "top")
    right = InjectedFault("elbows", "right", "straighter", 2.0, "top")
    for fault, other in ((left, "right"), (right, "left")):
        user = motion("Dumbbell Lateral Raise", fault)
        for joint in ("shoulder", "elbow", "wrist", "knee", "ankle"):
            np.testing.assert_allclose(at(user, f"{other}_{joint}"), at(reference, f"{other}_{joint}"), atol=1e-5)


def test_a_fault_of_one_phase_is_gone_outside_of_it():
    fault = InjectedFault("knees", "both", "outward", 2.0, "bottom")
    np.testing.assert_allclose(motion("Squat", fault)[[0, -1]], motion("Squat")[[0, -1]], atol=1e-6)


@pytest.mark.parametrize(
    ("exercise", "part", "one", "other", "phase", "measure"),
    [
        ("Squat", "hips", "deeper", "shallower", "bottom", height("pelvis")),
        ("Squat", "feet", "wider", "narrower", "throughout", apart("ball")),
        ("Deadlift", "hands", "wider", "narrower", "throughout", apart("knuckles")),
        ("Deadlift", "hips", "lower", "higher", "bottom", height("pelvis")),
        ("Barbell Pull Up", "chest", "lower", "higher", "throughout", trunk),
        ("Mule Kick", "head", "lower", "higher", "throughout", gaze),
    ],
)
def test_opposite_corrections_are_opposite_motions(exercise, part, one, other, phase, measure):
    side = "both" if part in ("feet", "hands") else None
    middle = measure(motion(exercise), "left")
    first, second = (
        measure(motion(exercise, InjectedFault(part, side, each, 1.0, phase)), "left") - middle for each in (one, other)
    )
    frame = np.abs(first).argmax()
    assert first[frame] * second[frame] < 0.0
    assert abs(first[frame] + second[frame]) < 0.3 * abs(first[frame])


@pytest.mark.parametrize(
    "fault",
    [
        InjectedFault("knees", "both", "wider", 1.0, "bottom"),
        InjectedFault("knees", "both", "outward", 1.0, "top"),
        InjectedFault("knees", None, "outward", 1.0, "bottom"),
        InjectedFault("feet", "left", "wider", 1.0, "throughout"),
        InjectedFault("knees", "both", "outward", 0.0, "bottom"),
        InjectedFault("knees", "both", "outward", 3.5, "bottom"),
        InjectedFault("knees", "both", "outward", float("nan"), "bottom"),
    ],
)
def test_faults_that_the_exercise_cannot_have_are_refused(fault):
    with pytest.raises(UsageError):
        motion("Squat", fault)
