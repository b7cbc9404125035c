"""Trunks that lean a little more or less, so that hands meet the floor whatever the body."""

import numpy as np
import pytest

from triptych.dataset_builders.formcoach.exercises import REPETITIONS
from triptych.dataset_builders.formcoach.keyframes import sample
from triptych.dataset_builders.formcoach.posing import solve
from triptych.dataset_builders.formcoach.settling import BAR_M, settle
from triptych.dataset_builders.formcoach.skeleton import INDEX, make_body

SHORT_ARMS = make_body(1.9, legs=1.03, arms=0.96)
LONG_ARMS = make_body(1.55, legs=0.97, arms=1.04)


def joints(exercise, body, settled=True):
    """(T, 25, 3) with or without the correction, and the lean in degrees."""
    repetition = REPETITIONS[exercise]
    channels = sample(repetition.keys, repetition.start, 90)
    if settled:
        channels = settle(body, channels, repetition.rig)
    return solve(body, channels, repetition.rig), channels["lean"]


def test_short_arms_reach_their_place_on_the_floor():
    target = SHORT_ARMS.scale * np.array([-0.19, 0.40, 0.04])
    loose, _ = joints("Mule Kick", SHORT_ARMS, settled=False)
    settled, _ = joints("Mule Kick", SHORT_ARMS)
    wrist = INDEX["left_wrist"]
    assert np.abs(loose[:, wrist] - target).max() > 0.003
    np.testing.assert_allclose(settled[:, wrist], np.broadcast_to(target, (90, 3)), atol=1e-3)


@pytest.mark.parametrize(("exercise", "part", "height"), [
    ("Deadlift", "left_knuckles", BAR_M - 0.005), ("Up and Down Stretch", "left_fingertip", 0.01),
])  # fmt: skip
def test_long_arms_do_not_go_through_the_floor(exercise, part, height):
    loose, _ = joints(exercise, LONG_ARMS, settled=False)
    settled, _ = joints(exercise, LONG_ARMS)
    assert loose[:, INDEX[part], 2].min() < height
    assert settled[:, INDEX[part], 2].min() >= height


def test_a_pose_far_from_the_floor_is_left_alone():
    _, before = joints("Squat", LONG_ARMS, settled=False)
    _, after = joints("Squat", LONG_ARMS)
    np.testing.assert_allclose(after, before, atol=0.05)
