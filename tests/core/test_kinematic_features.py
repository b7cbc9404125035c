import numpy as np
import pytest
from puppet import STAND, Body, joints_of

from triptych.core import kinematic_features as features
from triptych.core.kinematics import Array, read_joints


def pose(**changes: float) -> Array:
    angles = dict(STAND) | {"lean": 0.0}
    for name, value in changes.items():
        for each in [name] if name in angles else [f"left_{name}", f"right_{name}"]:
            angles[each] = value
    return read_joints(joints_of(angles, Body(), free_legs="thigh" in changes)[None].repeat(8, axis=0), "user")[:1]


@pytest.mark.parametrize("degrees", [0, 25, 90, 130])
def test_elbows_read_the_angle_they_were_posed_at(degrees: float) -> None:
    assert features.elbow_bend(pose(elbow=degrees)) == pytest.approx(np.full((1, 2), degrees), abs=0.1)


def test_knees_read_the_angle_they_were_posed_at() -> None:
    assert features.knee_bend(pose(thigh=40, knee=70)) == pytest.approx(np.full((1, 2), 70), abs=0.1)


def test_sides_are_kept_apart() -> None:
    left, right = features.elbow_bend(pose(left_elbow=60, right_elbow=20))[0]
    assert (left, right) == (pytest.approx(60, abs=0.1), pytest.approx(20, abs=0.1))


@pytest.mark.parametrize("degrees", [-20, 0, 30, 80])
def test_lean_tilt_twist_and_nod_are_what_was_posed(degrees: float) -> None:
    assert features.lean(pose(lean=degrees))[0] == pytest.approx(degrees, abs=0.1)
    assert features.nod(pose(nod=degrees))[0] == pytest.approx(degrees, abs=0.1)
    assert features.twist(pose(twist=degrees))[0] == pytest.approx(degrees, abs=0.1)
    assert features.tilt(pose(tilt=degrees))[0] == pytest.approx(degrees, abs=0.1)


def test_a_rounded_spine_bends_forward_and_a_lean_does_not() -> None:
    assert features.spine_bend(pose(round=30, lean=40))[0] == pytest.approx([30, 0], abs=0.5)
    assert features.spine_bend(pose(lean=40))[0] == pytest.approx([0, 0], abs=0.1)


def test_widths_and_heights_are_metres() -> None:
    assert features.stance_width(pose(stance=0.4))[0] == pytest.approx(0.4, abs=0.01)
    assert features.arm_elevation(pose(elevation=90))[0] == pytest.approx([90, 90], abs=0.1)
    straight = features.wrist_height(pose(elevation=180, elbow=0))[0]
    assert straight == pytest.approx([0.55, 0.55], abs=0.001)
    lift = features.shoulder_lift(pose(left_lift=0.05)) - features.shoulder_lift(pose())
    assert lift[0] == pytest.approx([0.05, 0], abs=1e-6)
    out = features.knees_out(pose(hips=0.7, left_knee_out=-0.05)) - features.knees_out(pose(hips=0.7))
    assert out[0] == pytest.approx([-0.05, 0], abs=0.01)


def test_a_plank_with_high_hips_is_above_the_line() -> None:
    level, piked = pose(hips=0.36, back=-0.9, lean=70), pose(hips=0.5, back=-0.82, lean=88)
    assert features.hip_sag(piked)[0] > features.hip_sag(level)[0] + 0.05
    assert features.stretch(level)[0] > 1.0 > features.stretch(pose())[0]


def test_turning_the_trunk_takes_the_arms_along() -> None:
    leaning, upright = pose(lean=40), pose()
    turned = features.turn_to(leaning, features.trunk(leaning), features.trunk(upright))
    assert features.wrist_height(turned) == pytest.approx(features.wrist_height(upright), abs=1e-6)


def test_the_cross_product_is_numpys() -> None:
    one, other = np.random.default_rng(0).normal(size=(2, 4, 5, 3))
    assert np.allclose(features.cross(one, other), np.cross(one, other))
