import numpy as np
import pytest
from puppet import Body, as_seen, key, perform

from triptych.core.kinematic_alignment import movement_span, pose_track, resample, warping_path
from triptych.core.kinematics import read_joints

RAISE = [key(0, elevation=5), key(0.5, elevation=90), key(1, elevation=5)]
SHRUG = [key(0), key(0.5, lift=0.1), key(1)]


@pytest.mark.parametrize("keys", [RAISE, SHRUG], ids=["raise", "shrug"])
@pytest.mark.parametrize(("before", "frames", "after"), [(0, 60, 0), (0, 50, 50), (20, 60, 30)])
def test_the_pose_held_before_and_after_is_no_movement(keys: list, before: int, frames: int, after: int) -> None:
    moving = perform(keys, Body(), frames)
    held = np.concatenate([moving[:1].repeat(before, axis=0), moving])
    first, last = movement_span(read_joints(as_seen(held, np.random.default_rng(1), hold=after), "user"))
    assert first == pytest.approx(before + 0.1 * frames, abs=0.1 * frames)
    assert last == pytest.approx(before + 0.9 * frames, abs=0.12 * frames)


def test_nobody_moving_is_the_whole_clip() -> None:
    assert movement_span(np.zeros((30, 17, 3))) == (0, 30)


def test_a_warped_copy_is_aligned_frame_by_frame() -> None:
    times = np.linspace(0, 1, 80)
    warped = times + 0.08 * np.sin(np.pi * times) ** 2
    track = np.stack([np.sin(5 * times), np.cos(3 * times)], axis=1)
    later = np.stack([np.sin(5 * warped), np.cos(3 * warped)], axis=1)
    i, j = warping_path(later, track)
    assert np.abs(warped[i] - times[j]).max() < 0.03
    assert (i[0], j[0], i[-1], j[-1]) == (0, 0, 79, 79)
    assert (np.diff(i) >= 0).all()
    assert (np.diff(j) >= 0).all()


@pytest.mark.parametrize("halt", [0.0, 0.7])
@pytest.mark.parametrize(("n", "m"), [(60, 60), (40, 70), (70, 40)])
def test_the_path_is_that_of_the_plain_recurrence(n: int, m: int, halt: float) -> None:
    rng = np.random.default_rng(n)
    one, other = rng.normal(size=(n, 3)), rng.normal(size=(m, 3))
    i, j = warping_path(one, other, band=1.0, halt=halt)
    cost = np.square(one[:, None] - other[None]).sum(axis=2)
    total = np.full((n + 1, m + 1), np.inf)
    total[0, 0] = 0
    for row in range(n):
        for column in range(m):
            total[row + 1, column + 1] = cost[row, column] + min(
                total[row, column], total[row, column + 1] + halt, total[row + 1, column] + halt
            )
    halts = np.sum(np.diff(i) + np.diff(j) == 1)
    assert cost[i, j].sum() + halt * halts == pytest.approx(total[n, m])


def test_the_band_bounds_the_shift() -> None:
    rng = np.random.default_rng(0)
    i, j = warping_path(rng.normal(size=(100, 2)), rng.normal(size=(100, 2)), band=0.1)
    assert np.abs(i - j).max() <= 10


def test_resampling_keeps_the_ends_and_a_straight_line() -> None:
    line = np.arange(50.0)[:, None, None] * np.ones((1, 17, 3))
    sampled = resample(line, 10, 41, 61)
    assert sampled[0, 0, 0] == 10
    assert sampled[-1, 0, 0] == 40
    assert np.allclose(np.diff(sampled[:, 0, 0]), 0.5)


def test_a_track_is_centred_and_a_still_joint_counts_little() -> None:
    track = pose_track(read_joints(as_seen(perform(RAISE, Body(), 60), np.random.default_rng(0)), "user"))
    assert np.allclose(track.mean(axis=0), 0)
    assert track.std(axis=0).max() == pytest.approx(1)
    assert track.std(axis=0).min() < 0.5
