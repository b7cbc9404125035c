"""What one camera can tell: where it stands, whether depth is guessed, and which differences it shows."""

import numpy as np
import pytest
from puppet import Body, as_blazepose, perform
from puppet_exercises import EXERCISES

from triptych.models.coaching.kinematic import compare
from triptych.models.coaching.view import View, azimuth, depth_is_guessed, steadied, view_of


def seen_from(degrees: float, **changes: float) -> np.ndarray:
    """A squat as exact landmarks, by a person turned so that the camera stands at that azimuth."""
    keys = [type(each)(each.at, dict(each.pose), each.phases) for each in EXERCISES["Squat"]]
    for each in keys:
        for change, value in changes.items():
            each.pose[change] += value if "start" not in each.phases else 0.0
    joints = perform(keys, Body(), 90)  # faces +x
    turn = np.radians(degrees - 90)  # to face the camera: -y
    c, s = np.cos(turn), np.sin(turn)
    return as_blazepose(joints @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]).T)


def guessed(landmarks: np.ndarray, seed: int = 0) -> np.ndarray:
    """With jitter of 1 cm, a size that wanders by 8 % and an error of the depth that wanders by 5 cm."""
    rng = np.random.default_rng(seed)
    times = np.arange(len(landmarks)) / 8
    knots = rng.normal(0, 0.05, (int(times[-1]) + 2, 33))
    depth = np.stack([np.interp(times, np.arange(len(knots)), column) for column in knots.T], axis=1)
    scale = np.interp(times, np.arange(len(knots)), rng.normal(1, 0.08, len(knots)))
    noisy = landmarks * scale[:, None, None] + rng.normal(0, 0.01, landmarks.shape)
    noisy[..., 2] += depth
    return noisy


@pytest.mark.parametrize("degrees", [0.0, 40.0, 90.0, -90.0, 150.0])
def test_the_azimuth_is_read_off_the_hips(degrees: float) -> None:
    found = azimuth(seen_from(degrees))
    assert found is not None
    assert abs((found - degrees + 180) % 360 - 180) < 1


def test_only_guessed_depth_changes_the_length_of_bones() -> None:
    exact = seen_from(90)
    assert not depth_is_guessed(exact)
    assert not depth_is_guessed(exact + np.random.default_rng(0).normal(0, 0.005, exact.shape))
    assert depth_is_guessed(guessed(exact))
    assert view_of(exact, None) == View(None, guessed=False)
    assert view_of(guessed(exact), 30.0) == View(30.0, guessed=True)
    assert view_of(np.zeros((90, 25, 3)), 30.0) == View(30.0)
    assert not depth_is_guessed(np.full_like(exact, np.nan))


def test_a_gap_does_not_hide_that_depth_is_guessed() -> None:
    landmarks = guessed(seen_from(90))
    landmarks[20:30] = np.nan
    assert depth_is_guessed(landmarks)


def test_the_line_of_sight_hides_what_lies_along_it() -> None:
    assert not View(90.0).shows("knees_out")
    assert View(90.0).shows("depth")
    assert not View(0.0).shows("step")
    assert View(None).shows("step")
    assert not View(60.0, guessed=True).shows("stance")
    assert View(60.0).shows("stance")
    assert View(0.0, guessed=True).dead_band_factor("depth") > View(0.0).dead_band_factor("depth") == 1.0


def test_bones_of_guessed_landmarks_keep_one_length_and_hidden_limbs_follow_the_near_ones() -> None:
    landmarks = guessed(seen_from(90))
    view = view_of(landmarks, None)
    calm = steadied(landmarks, view, "Squat")
    thigh = np.linalg.norm(calm[:, 26] - calm[:, 24], axis=-1)
    assert np.ptp(thigh) < 1e-9
    assert np.allclose((calm[:, 25] - calm[:, 23])[:, :2], (calm[:, 26] - calm[:, 24])[:, :2], atol=0.05)
    assert np.array_equal(steadied(landmarks, View(None), "Squat"), landmarks)


@pytest.mark.parametrize("degrees", [60.0, 90.0])
def test_guessed_depth_gives_no_false_cue_and_a_shallow_squat_still_one(degrees: float) -> None:
    reference = perform(EXERCISES["Squat"], Body(), 85)
    clean = [compare(guessed(seen_from(degrees), seed), reference, "Squat").body_part for seed in range(4)]
    assert clean.count(None) >= 3
    shallow = [compare(guessed(seen_from(degrees, hips=0.16), seed), reference, "Squat") for seed in range(4)]
    assert sum((cue.body_part, cue.direction) == ("hips", "deeper") for cue in shallow) >= 3
