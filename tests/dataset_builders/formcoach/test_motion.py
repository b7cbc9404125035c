"""The entry to the motions: shapes, time, seeds and errors."""

import numpy as np
import pytest

from triptych.core.errors import UsageError
from triptych.dataset_builders.formcoach.motion import InjectedFault, largest_severity, perform, typical_duration
from triptych.dataset_builders.formcoach.skeleton import body, make_body

BODY = make_body(1.70)


def moving(joints):
    """Frames until the last pose is reached for good."""
    still = np.abs(joints - joints[-1]).max(axis=(1, 2)) < 1e-7
    return len(joints) - int(np.argmin(still[::-1])) + 1


@pytest.mark.parametrize(("seconds", "fps", "frames"), [(3.6, 30.0, 108), (2.51, 30.0, 75), (3.0, 50.0, 150)])
def test_a_motion_has_the_frames_that_were_asked_for(seconds, fps, frames):
    joints = perform("Squat", BODY, seed=0, duration_s=seconds, fps=fps)
    assert joints.shape == (frames, 25, 3)
    assert joints.dtype == np.float32
    assert np.isfinite(joints).all()


def test_a_name_is_found_whatever_its_case():
    np.testing.assert_array_equal(
        perform("squat", BODY, seed=1, duration_s=2.0), perform("Squat", BODY, seed=1, duration_s=2.0)
    )


def test_a_seed_is_a_way_of_doing_it():
    first, again, other = (perform("Squat", BODY, seed=seed, duration_s=3.6) for seed in (4, 4, 5))
    np.testing.assert_array_equal(first, again)
    assert 0.003 < np.abs(first - other).max() < 0.2


def test_every_seed_and_body_gives_a_possible_motion():
    for seed in range(12):
        for exercise in ("Burpee", "Mule Kick", "Clean and Press", "Dumbbell Lunge Backward"):
            joints = perform(exercise, body(seed), seed=seed, duration_s=typical_duration(exercise))
            assert joints[:, :, 2].min() > 0.0
            assert np.isfinite(joints).all()


def test_too_fast_ends_early_and_holds_the_last_pose():
    fast = perform(
        "Squat", BODY, seed=2, duration_s=4.0, fault=InjectedFault("whole_body", None, "slower", 2.0, "throughout")
    )
    assert fast.shape[0] == 120
    assert moving(fast) == pytest.approx(60, abs=2)
    np.testing.assert_array_equal(fast[61:], np.repeat(fast[-1:], 59, axis=0))
    reference = perform("Squat", BODY, seed=2, duration_s=4.0)
    np.testing.assert_allclose(fast[:, :, 2].min(axis=0), reference[:, :, 2].min(axis=0), atol=0.01)


def test_too_slow_takes_longer():
    fault = InjectedFault("whole_body", None, "faster", 1.0, "throughout")
    slow = perform("Squat", BODY, seed=2, duration_s=4.0, fault=fault)
    assert slow.shape[0] == 150
    assert largest_severity("Squat", fault) == 2.0


def test_typical_durations_differ():
    assert typical_duration("Burpee") > typical_duration("Barbell Shrug")


@pytest.mark.parametrize(
    ("exercise", "seconds", "fps"),
    [("Handstand", 3.0, 30.0), ("Squat", 0.0, 30.0), ("Squat", -1.0, 30.0), ("Squat", 3.0, 0.0), ("Squat", 0.1, 30.0)],
)
def test_impossible_requests_are_refused(exercise, seconds, fps):
    with pytest.raises(UsageError):
        perform(exercise, BODY, seed=0, duration_s=seconds, fps=fps)
