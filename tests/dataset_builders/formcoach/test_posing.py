"""Forward and inverse kinematics of the body."""

import numpy as np
import pytest

from triptych.dataset_builders.formcoach.geometry import rotation, two_bones
from triptych.dataset_builders.formcoach.keyframes import sample
from triptych.dataset_builders.formcoach.posing import solve
from triptych.dataset_builders.formcoach.rig import Rig
from triptych.dataset_builders.formcoach.skeleton import BONES, INDEX, make_body

BODY = make_body(1.75)


def pose(rig=None, **channels):
    """Joints {name: (3,)} of one pose."""
    joints = solve(BODY, sample((), channels, 2), rig or Rig())[0]
    return {name: joints[index] for name, index in INDEX.items()}


def bend(joints, top, middle, end):
    first, second = joints[middle] - joints[top], joints[end] - joints[middle]
    return np.rad2deg(np.arccos(first @ second / np.linalg.norm(first) / np.linalg.norm(second)))


def test_rotation_turns_left_leans_forward_and_tilts_right():
    quarter, zero = np.array([90.0]), np.array([0.0])
    np.testing.assert_allclose(rotation(quarter, zero, zero)[0] @ [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], atol=1e-12)
    np.testing.assert_allclose(rotation(zero, quarter, zero)[0] @ [0.0, 0.0, 1.0], [0.0, 1.0, 0.0], atol=1e-12)
    np.testing.assert_allclose(rotation(zero, zero, quarter)[0] @ [0.0, 0.0, 1.0], [1.0, 0.0, 0.0], atol=1e-12)
    mixed = rotation(np.array([20.0]), np.array([-35.0]), np.array([50.0]))[0]
    np.testing.assert_allclose(mixed @ mixed.T, np.eye(3), atol=1e-12)
    assert np.linalg.det(mixed) == pytest.approx(1.0)


def test_two_bones_reach_their_target_and_bend_towards_the_pole():
    root, target, pole = np.zeros((1, 3)), np.array([[0.0, 0.0, -0.5]]), np.array([[0.0, 1.0, 0.3]])
    middle, end = two_bones(root, target, 0.3, 0.3, pole)
    np.testing.assert_allclose(end, target)
    np.testing.assert_allclose(np.linalg.norm(middle), 0.3)
    np.testing.assert_allclose(np.linalg.norm(end - middle), 0.3)
    assert middle[0, 1] > 0.1


def test_a_target_out_of_reach_is_approached_with_a_straight_limb():
    middle, end = two_bones(np.zeros((1, 3)), np.array([[0.0, 2.0, 0.0]]), 0.3, 0.2, np.array([[0.0, 0.0, 1.0]]))
    assert end[0, 1] == pytest.approx(0.4995)
    np.testing.assert_allclose(np.linalg.norm(middle), 0.3)
    np.testing.assert_allclose(np.linalg.norm(end - middle), 0.2, atol=1e-6)


def test_a_standing_body_faces_forward_with_its_left_at_negative_x():
    joints = pose()
    for part in ("hip", "knee", "ankle", "shoulder", "elbow", "wrist", "ball", "knuckles"):
        assert joints[f"left_{part}"][0] < -0.05
        np.testing.assert_allclose(joints[f"left_{part}"], joints[f"right_{part}"] * [-1.0, 1.0, 1.0], atol=1e-9)
    assert joints["left_toe"][1] > joints["left_ball"][1] > joints["left_ankle"][1]
    assert joints["head"][2] == pytest.approx(1.75, abs=0.03)
    assert 0.0 < joints["left_toe"][2] < 0.03


def test_channels_move_what_they_name():
    stand = pose()
    assert pose(lean=30.0)["thorax"][1] > stand["thorax"][1] + 0.2
    assert pose(drop=0.3)["pelvis"][2] == pytest.approx(stand["pelvis"][2] - 0.3, abs=0.01)
    assert pose(twist=40.0)["left_shoulder"][1] < stand["left_shoulder"][1] - 0.08
    assert pose(el=90.0, az=0.0, flex=0.0)["left_wrist"][0] < -0.6
    assert pose(el=90.0, az=90.0, flex=0.0)["left_wrist"][1] > 0.4
    assert pose(el_r=180.0)["right_wrist"][2] > stand["head"][2]
    assert pose(nod=20.0)["head"][1] > stand["head"][1] + 0.03
    assert bend(pose(flex=70.0), "left_shoulder", "left_elbow", "left_wrist") == pytest.approx(70.0)


def test_shoulders_rise_with_the_arms():
    assert pose(el=175.0)["left_shoulder"][2] > pose(el=10.0)["left_shoulder"][2] + 0.04


def test_knees_in_a_squat_point_where_the_feet_do_and_fall_in_by_metres():
    squat = {"drop": 0.4, "ahead": -0.2, "lean": 35.0, "foot_out": 0.19, "toe_out": 20.0}
    straight, caved = pose(**squat), pose(**squat, knee_in_l=0.1)
    assert straight["left_knee"][0] < straight["left_ankle"][0]
    assert caved["left_knee"][0] - straight["left_knee"][0] > 0.07
    np.testing.assert_allclose(caved["left_ball"], straight["left_ball"])
    np.testing.assert_allclose(caved["right_knee"], straight["right_knee"])


def test_a_raised_heel_turns_about_the_planted_ball():
    flat, raised = pose(drop=0.1), pose(drop=0.1, heel=40.0)
    np.testing.assert_allclose(raised["left_ball"], flat["left_ball"], atol=1e-9)
    assert raised["left_ankle"][2] > flat["left_ankle"][2] + 0.06


def test_a_pelvis_never_pulls_a_foot_off_its_place():
    wide = pose(foot_out=0.6)
    assert wide["left_ball"][0] == pytest.approx(-0.6)
    assert wide["pelvis"][2] < pose()["pelvis"][2] - 0.1


def test_both_hands_hold_one_level_bar():
    joints = pose(Rig(arms=("bar", "bar"), grip=0.6), el=20.0, flex=30.0, lean=40.0)
    np.testing.assert_allclose(joints["right_knuckles"] - joints["left_knuckles"], [0.6, 0.0, 0.0], atol=1e-6)


def test_a_planted_hand_is_where_the_floor_is_and_flat():
    joints = pose(
        Rig(arms=("floor", "floor"), curl=0.0), plant=1.0, hand_out=0.2, hand_ahead=0.4, hand_up=0.04, drop=0.45,
        lean=75.0,
    )  # fmt: skip
    np.testing.assert_allclose(joints["left_wrist"], [-0.2, 0.4, 0.04], atol=1e-6)
    assert joints["left_fingertip"][1] > 0.5
    assert 0.0 < joints["left_fingertip"][2] < 0.04


def test_bones_keep_their_length_in_any_pose():
    rng = np.random.default_rng(4)
    rests = solve(BODY, sample((), {}, 2), Rig())[0]
    for _ in range(20):
        joints = solve(BODY, sample((), {"lean": rng.uniform(-20, 90), "bend": rng.uniform(-30, 50),
            "yaw": rng.uniform(-60, 60), "twist": rng.uniform(-50, 50), "el": rng.uniform(-40, 180),
            "az": rng.uniform(-30, 120), "flex": rng.uniform(0, 145), "drop": rng.uniform(0, 0.5),
            "shrug": rng.uniform(-10, 35), "heel": rng.uniform(0, 80)}, 2), Rig())[0]  # fmt: skip
        for parent, child in BONES:
            length = np.linalg.norm(joints[child] - joints[parent])
            assert length == pytest.approx(np.linalg.norm(rests[child] - rests[parent]), abs=1e-6)
