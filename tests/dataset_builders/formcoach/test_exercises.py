"""The 22 exercises: rigid bodies, feet that stay put, bars that stay straight, and what makes each one known."""

import functools

import numpy as np
import pytest

from triptych.core.vocabulary import EXERCISES, NAMES
from triptych.dataset_builders.formcoach.exercises import REPETITIONS
from triptych.dataset_builders.formcoach.motion import perform, typical_duration
from triptych.dataset_builders.formcoach.settling import BAR_M
from triptych.dataset_builders.formcoach.skeleton import BONES, INDEX, make_body

BODIES = {
    "middle": make_body(1.75),
    "small, short legs, long arms": make_body(1.52, 1.2, 0.97, 1.04, 0.92),
    "tall, long legs, short arms": make_body(1.94, 0.9, 1.03, 0.96, 1.08),
}
BARBELL = [each.name for each in EXERCISES if each.equipment == "barbell"]
STILL_FEET = [
    name
    for name in NAMES
    if name
    not in (
        "Burpee",
        "Mule Kick",
        "Squat and Jump with Hands Up",
        "Dumbbell Lunge Backward",
        "Lunge and Reach Hands Front",
    )
]


@functools.cache
def motion(exercise, body="middle"):
    joints = perform(exercise, BODIES[body], seed=11, duration_s=typical_duration(exercise)).astype(np.float64)
    return {name: joints[:, index] for name, index in INDEX.items()} | {"all": joints}


def x(joints, name):
    return joints[name][:, 0]


def y(joints, name):
    return joints[name][:, 1]


def z(joints, name):
    return joints[name][:, 2]


def bend(joints, top, middle, end):
    first, second = joints[middle] - joints[top], joints[end] - joints[middle]
    cosine = (first * second).sum(-1) / np.linalg.norm(first, axis=-1) / np.linalg.norm(second, axis=-1)
    return np.rad2deg(np.arccos(np.clip(cosine, -1.0, 1.0)))


def from_upright(vector):
    return np.rad2deg(np.arccos(vector[:, 2] / np.linalg.norm(vector, axis=-1)))


def trunk(joints):
    return from_upright(joints["thorax"] - joints["pelvis"])


def turned(joints):
    line = joints["right_shoulder"] - joints["left_shoulder"]
    return np.rad2deg(np.arctan2(line[:, 1], line[:, 0]))


def over_head(joints, side, joint="wrist"):
    return z(joints, f"{side}_{joint}") - z(joints, "head")


def test_all_exercises_of_the_vocabulary_move_in_usual_times():
    assert tuple(REPETITIONS) == NAMES
    seconds = [typical_duration(name) for name in NAMES]
    assert min(seconds) >= 2.5
    assert max(seconds) <= 5.0
    assert np.mean(seconds) == pytest.approx(3.8, abs=0.15)


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("exercise", NAMES)
def test_a_repetition_is_rigid_smooth_and_ends_where_it_starts(exercise, body):
    joints = motion(exercise, body)["all"]
    for parent, child in BONES:
        assert np.ptp(np.linalg.norm(joints[:, child] - joints[:, parent], axis=-1)) < 1e-4
    assert joints[:, :, 2].min() > 0.0
    np.testing.assert_allclose(joints[0], joints[-1], atol=1e-5)
    assert np.ptp(joints, axis=0).max() > 0.05
    acceleration = np.linalg.norm(np.diff(joints, 2, axis=0), axis=-1).max() * 900.0
    assert acceleration < 100.0


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("exercise", NAMES)
def test_a_person_starts_facing_forward_with_left_at_negative_x(exercise, body):
    joints = motion(exercise, body)
    for part in ("hip", "knee", "shoulder", "ball"):
        assert joints[f"left_{part}"][0, 0] < joints[f"right_{part}"][0, 0]
    assert abs(turned(joints)[0]) < 5.0
    assert np.linalg.norm(joints["pelvis"][0, :2]) < 0.5


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("exercise", STILL_FEET)
def test_feet_do_not_slide(exercise, body):
    for side in ("left", "right"):
        for part in ("ball", "toe"):
            assert np.ptp(motion(exercise, body)[f"{side}_{part}"], axis=0).max() < 1e-4


@pytest.mark.parametrize("exercise", [name for name in NAMES if name not in STILL_FEET and name != "Mule Kick"])
def test_stepping_feet_do_not_slide_while_they_are_down(exercise):
    for side in ("left", "right"):
        ball = motion(exercise)[f"{side}_ball"]
        down = ball[:, 2] < 0.0251
        assert np.linalg.norm(np.diff(ball, axis=0), axis=-1)[down[1:] & down[:-1]].max() < 5e-4


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("exercise", ["Burpee", "Mule Kick"])
def test_hands_on_the_floor_do_not_slide(exercise, body):
    wrist = motion(exercise, body)["left_wrist"]
    on = wrist[wrist[:, 2] < wrist[:, 2].min() + 1e-5]
    assert len(on) > 20
    assert np.ptp(on, axis=0).max() < 1e-3


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("exercise", BARBELL)
def test_a_bar_is_straight_level_off_the_floor_and_in_front_of_the_legs(exercise, body):
    joints = motion(exercise, body)
    bar = joints["right_knuckles"] - joints["left_knuckles"]
    assert np.ptp(np.linalg.norm(bar, axis=-1)) < 1e-3
    assert np.abs(bar[:, 1:]).max() < 1e-3
    assert z(joints, "left_knuckles").min() > BAR_M - 0.005
    middle = (joints["right_knuckles"] + joints["left_knuckles"]) / 2.0
    for top, end in (("hip", "knee"), ("knee", "ankle")):
        above, below = joints[f"left_{top}"], joints[f"left_{end}"]
        share = (middle[:, 2] - above[:, 2]) / np.minimum(below[:, 2] - above[:, 2], -1e-6)
        leg = above[:, 1] + share * (below[:, 1] - above[:, 1])
        beside = (share > 0.0) & (share < 1.0)
        assert (middle[:, 1] - leg)[beside].min(initial=1.0) > 0.05


@pytest.mark.parametrize("exercise", NAMES)
def test_no_hand_goes_through_the_trunk_or_the_head(exercise):
    joints = motion(exercise)
    for side in ("left", "right"):
        for part in ("wrist", "knuckles"):
            for bottom, top, radius in (("pelvis", "spine", 0.10), ("spine", "thorax", 0.10), ("neck", "head", 0.11)):
                along = joints[top] - joints[bottom]
                offset = joints[f"{side}_{part}"] - joints[bottom]
                share = np.clip((offset * along).sum(-1) / (along**2).sum(-1), 0.0, 1.0)[:, None]
                assert np.linalg.norm(offset - share * along, axis=-1).min() > radius


@pytest.mark.parametrize("exercise", ["Squat", "Dumbbell Squat and Press", "Squat and Jump with Hands Up"])
def test_squats_bring_the_thighs_level_over_planted_feet(exercise):
    joints = motion(exercise)
    lowest = z(joints, "pelvis").argmin()
    assert abs(z(joints, "left_hip") - z(joints, "left_knee"))[lowest] < 0.12
    assert 90.0 < bend(joints, "left_hip", "left_knee", "left_ankle")[lowest] < 125.0
    assert 20.0 < trunk(joints)[lowest] < 50.0
    assert y(joints, "left_knee")[lowest] > y(joints, "left_ankle")[lowest]


def test_squat_reaches_forward():
    joints = motion("Squat")
    lowest = z(joints, "pelvis").argmin()
    assert abs(z(joints, "left_wrist") - z(joints, "left_shoulder"))[lowest] < 0.12
    assert (y(joints, "left_wrist") - y(joints, "left_shoulder"))[lowest] > 0.45


@pytest.mark.parametrize(
    "exercise",
    ["Dumbbell Lift Overhead", "Clean and Press", "Up and Down Stretch", "Arms Raise Overhead", "Burpee",
     "Dumbbell Squat and Press", "Squat and Jump with Hands Up", "Opposite Arms Up and Down Warmup"],
)  # fmt: skip
def test_hands_go_over_the_head_on_straight_arms(exercise):
    joints = motion(exercise)
    for side in ("left", "right"):
        top = over_head(joints, side).argmax()
        assert over_head(joints, side)[top] > 0.1
        assert bend(joints, f"{side}_shoulder", f"{side}_elbow", f"{side}_wrist")[top] < 15.0


@pytest.mark.parametrize("exercise", ["Dumbbell Lift Overhead", "Dumbbell Squat and Press"])
def test_presses_start_with_dumbbells_at_the_shoulders(exercise):
    joints = motion(exercise)
    assert bend(joints, "left_shoulder", "left_elbow", "left_wrist")[0] > 110.0
    assert 0.0 < (z(joints, "left_wrist") - z(joints, "left_shoulder"))[0] < 0.3


@pytest.mark.parametrize("exercise", ["Burpee", "Squat and Jump with Hands Up"])
def test_jumps_leave_the_floor_with_both_feet(exercise):
    joints = motion(exercise)
    in_the_air = np.minimum(z(joints, "left_ball"), z(joints, "right_ball")) > 0.12
    assert in_the_air.any()
    assert over_head(joints, "left")[in_the_air].max() > 0.1


@pytest.mark.parametrize(("exercise", "front", "back"), [
    ("Dumbbell Lunge Backward", "left", "right"), ("Lunge and Reach Hands Front", "right", "left"),
])  # fmt: skip
def test_lunges_bend_both_knees_over_a_long_step(exercise, front, back):
    joints = motion(exercise)
    lowest = z(joints, "pelvis").argmin()
    assert (y(joints, f"{front}_ball") - y(joints, f"{back}_ball"))[lowest] > 0.75
    assert 70.0 < bend(joints, f"{front}_hip", f"{front}_knee", f"{front}_ankle")[lowest] < 110.0
    assert z(joints, f"{back}_knee")[lowest] < 0.2
    assert np.ptp(joints["left_ball"], axis=0).max() < 1e-4
    assert trunk(joints)[lowest] < 15.0


def test_rotations_turn_the_chest_to_both_sides():
    for exercise in ("Hands Up Rotate", "Standing Ab Twists"):
        assert turned(motion(exercise)).max() > 45.0
        assert turned(motion(exercise)).min() < -45.0
    assert over_head(motion("Hands Up Rotate"), "left").min() > 0.0
    twist = motion("Standing Ab Twists")
    assert bend(twist, "left_shoulder", "left_elbow", "left_wrist").min() > 70.0


@pytest.mark.parametrize(("exercise", "sides"), [
    ("Barbell Pull Up", ("left", "right")), ("One Arm Row", ("right",)),
])  # fmt: skip
def test_rows_pull_the_elbows_behind_a_bent_trunk(exercise, sides):
    joints = motion(exercise)
    assert trunk(joints).min() > 40.0
    for side in sides:
        top = z(joints, f"{side}_elbow").argmax()
        assert z(joints, f"{side}_elbow")[top] > z(joints, f"{side}_shoulder")[top] - 0.16
        assert y(joints, f"{side}_elbow")[top] < y(joints, f"{side}_shoulder")[top] - 0.15
        assert bend(joints, f"{side}_shoulder", f"{side}_elbow", f"{side}_wrist")[0] < 20.0


def test_one_arm_row_braces_the_left_hand_on_the_thigh():
    joints = motion("One Arm Row")
    thigh = joints["left_knee"] - joints["left_hip"]
    offset = joints["left_wrist"] - joints["left_hip"]
    share = ((offset * thigh).sum(-1) / (thigh**2).sum(-1))[:, None]
    assert np.all((share > 0.5) & (share < 0.95))
    assert np.linalg.norm(offset - share * thigh, axis=-1).max() < 0.1


def test_raises_and_flies_hold_the_arms_at_shoulder_height():
    raised, fly = motion("Dumbbell Lateral Raise"), motion("Dumbbell Chest Fly")
    top = z(raised, "left_wrist").argmax()
    assert abs(z(raised, "left_wrist") - z(raised, "left_shoulder"))[top] < 0.08
    assert x(raised, "right_wrist")[top] - x(raised, "left_wrist")[top] > 1.3
    apart = x(fly, "right_wrist") - x(fly, "left_wrist")
    assert apart[0] < 0.3
    assert apart.max() > 1.3
    assert np.abs(z(fly, "left_wrist") - z(fly, "left_shoulder")).max() < 0.12


def test_arm_circles_go_round_twice():
    hand = motion("Arms Circles")["left_wrist"] - motion("Arms Circles")["left_shoulder"]
    angle = np.unwrap(np.arctan2(hand[:, 2], hand[:, 1] - hand[:, 1].mean()))
    assert abs(angle[-1] - angle[0]) == pytest.approx(4.0 * np.pi, abs=0.3)


def test_opposite_arms_alternate():
    joints = motion("Opposite Arms Up and Down Warmup")
    assert z(joints, "left_wrist")[z(joints, "right_wrist").argmax()] < z(joints, "pelvis")[0]
    assert z(joints, "right_wrist")[z(joints, "left_wrist").argmax()] < z(joints, "pelvis")[0]


def test_stretch_bends_down_to_the_toes_with_straight_knees():
    joints = motion("Up and Down Stretch")
    low = z(joints, "left_fingertip").argmin()
    assert z(joints, "left_fingertip")[low] < 0.08
    assert abs(y(joints, "left_fingertip") - y(joints, "left_toe"))[low] < 0.2
    assert bend(joints, "left_hip", "left_knee", "left_ankle").max() < 30.0


def test_high_pulls_lift_the_elbows_above_the_hands():
    joints = motion("Dumbbell High Pulls")
    top = z(joints, "left_wrist").argmax()
    assert z(joints, "left_elbow")[top] > z(joints, "left_shoulder")[top] - 0.03
    assert z(joints, "left_elbow")[top] > z(joints, "left_wrist")[top] + 0.1


def test_burpee_goes_through_a_plank_and_a_push_up():
    joints = motion("Burpee")
    low = z(joints, "left_shoulder").argmin()
    assert z(joints, "left_shoulder")[low] < 0.35
    assert y(joints, "left_ball")[low] < -0.8
    assert bend(joints, "thorax", "left_hip", "left_ankle")[low] < 15.0
    assert z(joints, "left_knee").min() > 0.08


def test_mule_kick_stretches_the_right_leg_back_from_all_fours():
    joints = motion("Mule Kick")
    top = z(joints, "right_ankle").argmax()
    assert z(joints, "right_ankle")[top] > z(joints, "pelvis")[top]
    assert bend(joints, "right_hip", "right_knee", "right_ankle")[top] < 15.0
    assert z(joints, "left_knee").max() < 0.1
    assert np.ptp(joints["left_knee"], axis=0).max() < 0.01


def test_deadlift_hinges_and_clean_and_press_goes_from_the_floor_to_overhead():
    lift, clean = motion("Deadlift"), motion("Clean and Press")
    low = z(lift, "left_knuckles").argmin()
    assert z(lift, "left_knuckles")[low] < 0.25
    assert 45.0 < trunk(lift)[low] < 72.0
    assert z(lift, "left_hip")[low] > z(lift, "left_knee")[low]
    assert trunk(lift)[0] < 8.0
    assert z(clean, "left_knuckles")[0] < 0.25
    assert over_head(clean, "left", "knuckles").max() > 0.15


def test_shrug_lifts_the_shoulders_with_straight_arms():
    joints = motion("Barbell Shrug")
    assert np.ptp(z(joints, "left_shoulder")) > 0.06
    assert bend(joints, "left_shoulder", "left_elbow", "left_wrist").max() < 15.0


@pytest.mark.parametrize("exercise", [name for name in NAMES if name != "Up and Down Stretch"])
def test_eyes_stay_nearer_the_horizon_than_the_chest(exercise):
    joints = motion(exercise)
    head = from_upright(joints["head"] - joints["neck"])
    assert (head - from_upright(joints["thorax"] - joints["spine"])).max() < 25.0
