"""The 25 joints in Fit3D's order and bodies of human proportions."""

import numpy as np
import pytest

from triptych.core.errors import UsageError
from triptych.dataset_builders.formcoach.skeleton import (
    BONES,
    INDEX,
    JOINTS,
    PARENTS,
    SHORTEST_M,
    TALLEST_M,
    body,
    make_body,
)


def test_joints_are_in_the_order_of_fit3d():
    assert len(JOINTS) == len(set(JOINTS)) == len(PARENTS) == 25
    assert JOINTS[:7] == (
        "pelvis", "left_hip", "left_knee", "left_ankle", "right_hip", "right_knee", "right_ankle",
    )  # fmt: skip
    assert JOINTS[7:11] == ("spine", "thorax", "neck", "head")
    assert [JOINTS[index] for index in (11, 13, 14, 16)] == [
        "left_shoulder", "left_wrist", "right_shoulder", "right_wrist",
    ]  # fmt: skip
    assert [name.split("_")[0] for name in JOINTS[17:]] == ["left"] * 2 + ["right"] * 2 + ["left"] * 2 + ["right"] * 2


def test_every_joint_but_the_pelvis_hangs_from_another_on_its_own_side():
    assert PARENTS[0] == -1
    assert len(BONES) == 24
    for parent, child in BONES:
        sides = {JOINTS[index].split("_")[0] for index in (parent, child)} & {"left", "right"}
        assert len(sides) <= 1
    assert INDEX["right_fingertip"] == 24


@pytest.mark.parametrize("height", [SHORTEST_M, 1.75, TALLEST_M])
def test_segments_add_up_to_the_stature(height):
    made = make_body(height, legs=1.03)
    stature = made.ankle_height + made.leg + made.lower_spine + made.upper_spine + made.neck + made.head
    assert stature == pytest.approx(height, rel=1e-6)


def test_the_nominal_body_has_scale_one():
    assert make_body(1.75).scale == pytest.approx(1.0)


@pytest.mark.parametrize("height", [1.2, 2.1, float("nan")])
def test_heights_out_of_range_are_refused(height):
    with pytest.raises(UsageError):
        make_body(height)


def test_a_seed_is_a_body():
    assert body(3) == body(3)
    heights = np.array([body(seed).height_m for seed in range(200)])
    builds = np.array([body(seed).build for seed in range(200)])
    assert heights.min() >= SHORTEST_M
    assert heights.max() <= TALLEST_M
    assert heights.std() > 0.06
    assert builds.min() >= 0.85
    assert builds.max() <= 1.3
