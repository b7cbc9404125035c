import numpy as np
import pytest
from puppet import STAND, Body, as_blazepose, joints_of

from triptych.core.errors import UsageError
from triptych.core.kinematics import (
    ANKLES,
    HEAD,
    PELVIS,
    SPINE,
    WRISTS,
    bone_lengths,
    face_forward,
    read_joints,
    smooth,
    with_lengths,
)  # fmt: skip


def standing(frames: int = 20, body: Body | None = None) -> np.ndarray:
    return joints_of(STAND, body or Body(), free_legs=False)[None].repeat(frames, axis=0)


def test_both_layouts_give_the_same_limbs() -> None:
    ours, landmarks = (
        read_joints(standing() + np.array([1.0, 2.0, 0.9]), "user"),
        read_joints(as_blazepose(standing()), "user"),
    )
    limbs = [*ANKLES, *WRISTS]
    assert np.allclose(ours[:, limbs], landmarks[:, limbs], atol=1e-9)
    assert np.isnan(landmarks[:, SPINE]).all()
    assert (landmarks[:, HEAD, 2] > 0.5).all()  # y down was turned round
    assert not ours[:, PELVIS].any()


@pytest.mark.parametrize("shape", [(40, 17, 3), (40, 25, 2), (25, 3), (40, 75)])
def test_other_shapes_are_named(shape: tuple[int, ...]) -> None:
    with pytest.raises(UsageError, match=r"reference joints of shape \(T, 25, 3\) or \(T, 33, 3\)"):
        read_joints(np.zeros(shape), "reference")


def test_too_few_frames_are_named() -> None:
    with pytest.raises(UsageError, match="at least 8 frames"):
        read_joints(standing(7), "user")


def test_short_gaps_are_filled_and_a_joint_that_is_mostly_missing_stays_unknown() -> None:
    joints = standing() + np.linspace(0, 1, 20)[:, None, None] * [0, 0, 1.0]
    gappy = joints.copy()
    gappy[5:8, 13] = np.nan
    gappy[3:, 10] = np.nan
    read = read_joints(gappy, "user")
    assert np.allclose(read[:, WRISTS[0]], read_joints(joints, "user")[:, WRISTS[0]])
    assert np.isnan(read[:, HEAD]).all()


def test_smoothing_keeps_length_and_constants_and_averages_noise() -> None:
    noise = np.random.default_rng(0).normal(size=(200, 3))
    assert smooth(noise, 5).shape == noise.shape
    assert np.allclose(smooth(np.full((30, 2), 3.5), 7), 3.5)
    assert smooth(noise, 5).std() < 0.55 * noise.std()


@pytest.mark.parametrize("degrees", [0, 37, 90, 180, 250])
def test_whoever_faces_anywhere_is_turned_to_face_x(degrees: float) -> None:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    turned = read_joints(standing() @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]).T, "user")
    assert np.allclose(face_forward(turned, 5), read_joints(standing(), "user"), atol=1e-9)


def test_the_shoulders_show_the_way_where_the_hips_are_unknown() -> None:
    joints = read_joints(standing() * [-1, -1, 1], "user")
    joints[:, 1] = np.nan
    turned = face_forward(joints, 5)
    assert np.allclose(turned[:, WRISTS], read_joints(standing(), "user")[:, WRISTS], atol=1e-9)
    joints[:, 11] = np.nan
    assert np.isnan(face_forward(joints, 5)).all()


def test_a_body_given_other_lengths_has_them_and_keeps_its_pose() -> None:
    small, large = (
        read_joints(standing(body=Body(upper_arm=u, forearm=f)), "user") for u, f in ((0.25, 0.22), (0.35, 0.3))
    )
    assert np.allclose(with_lengths(small, bone_lengths(large)), large, atol=1e-9)


def test_an_unknown_spine_does_not_spoil_the_arms() -> None:
    landmarks = read_joints(as_blazepose(standing()), "user")
    resized = with_lengths(landmarks, bone_lengths(read_joints(standing(body=Body(upper_arm=0.35)), "user")))
    assert np.isfinite(resized[:, WRISTS]).all()
