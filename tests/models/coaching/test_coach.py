"""The coach on a stream: counts, one cue a repetition, what it leaves out and what it refuses."""

from pathlib import Path

import numpy as np
import pytest
from puppet import Body, as_blazepose, perform
from puppet_exercises import EXERCISES
from stick_exercises import STAND, Key, pose
from stick_pairs import Timing, played
from stick_people import Build, Convention, joints_of

from triptych.core.errors import UsageError
from triptych.dataset_builders.formcoach.motion import perform as mannequin
from triptych.dataset_builders.formcoach.skeleton import body
from triptych.models.coaching.coach import resampled
from triptych.models.coaching.kinematic import Coach, Cue

MIRROR = [0, 4, 5, 6, 1, 2, 3, 8, 7, 10, 9, 12, 11, 14, 13, 16, 15, 18, 17, 20, 19, 22, 21, 24, 23, 26, 25, 28, 27, 30,
          29, 32, 31]  # fmt: skip


def run(coach: Coach, frames: np.ndarray, times: np.ndarray) -> list[Cue]:
    cues = [coach.update(frame, float(t)) for frame, t in zip(frames, times, strict=True)]
    return [cue for cue in cues if cue is not None]


def repeated(name: str, count: int = 3, **changes: float) -> np.ndarray:
    keys = [type(each)(each.at, dict(each.pose), each.phases) for each in EXERCISES[name]]
    for each in keys:
        for change, value in changes.items():
            if "start" not in each.phases:
                each.pose[change] += value
    one = perform(keys, Body(), 80)
    joints = np.concatenate([one[:1].repeat(40, axis=0), *[one, one[-1:].repeat(30, axis=0)] * count])
    return joints + np.random.default_rng(0).normal(0, 0.005, joints.shape)


@pytest.mark.parametrize(
    "name", ["Squat", "Dumbbell Squat and Press", "Arms Raise Overhead", "Deadlift", "Standing Ab Twists"]
)
@pytest.mark.parametrize("layout", ["fit3d", "blazepose"])
def test_good_repetitions_are_counted_and_get_empty_cues(name: str, layout: str) -> None:
    joints = repeated(name)
    coach = Coach(perform(EXERCISES[name], Body(), 85), name)
    seen = as_blazepose(joints) if layout == "blazepose" else joints
    assert run(coach, seen, np.arange(len(seen)) / 30) == [Cue()] * 3
    assert len(coach.repetitions) == 3
    assert all(start < lowest < end for start, lowest, end in coach.repetitions)


def test_a_cue_is_spoken_once_in_the_cool_down() -> None:
    coach = Coach(perform(EXERCISES["Squat"], Body(), 85), "Squat")
    frames = repeated("Squat", hips=0.15)
    cues = run(coach, frames, np.arange(len(frames)) / 30)
    assert [(cue.body_part, cue.direction) for cue in cues] == [("hips", "deeper")] * 3
    assert [bool(cue.text) for cue in cues] == [True, False, False]


def test_frames_without_a_person_are_survived_and_bad_ones_refused() -> None:
    coach = Coach(perform(EXERCISES["Squat"], Body(), 85), "Squat")
    assert coach.update(None, 0.0) is None
    assert coach.update(np.full((33, 3), np.nan), 0.1) is None
    with pytest.raises(UsageError, match=r"landmarks of shape \(33, 3\)"):
        coach.update(np.zeros((17, 3)), 0.2)
    with pytest.raises(UsageError, match="time in seconds"):
        coach.update(np.zeros((33, 3)), float("nan"))
    with pytest.raises(UsageError, match="an exercise of Table 3"):
        Coach(np.zeros((90, 25, 3)), "Plank")


def test_memory_is_bounded() -> None:
    coach = Coach(perform(EXERCISES["Squat"], Body(), 85), "Squat")
    still = np.zeros((25, 3)) + perform(EXERCISES["Squat"], Body(), 85)[0]
    for index in range(3000):
        coach.update(still, index / 30)
    assert len(coach._frames) <= 18 * 30 + 2


def test_irregular_times_become_even_ones() -> None:
    times = np.array([0.0, 0.1, 0.4, 1.0])
    even = resampled(times, times[:, None, None] * np.ones((4, 25, 3)), 10.0)
    assert even[:, 0, 0] == pytest.approx(np.arange(11) / 10)


@pytest.mark.shared
@pytest.mark.parametrize(
    "change", ["as it is", "half the rate", "frames dropped", "jitter", "mirrored", "gaps", "slow", "fast"]
)
def test_a_real_squat_is_counted_and_gets_no_absurd_cue(shared: Path, change: str) -> None:
    stored = np.load(shared / "motion" / "squat_gym_side.blazepose.npz")
    world, fps = stored["world"].astype(float), float(stored["fps"])
    rng, chosen = np.random.default_rng(0), np.arange(len(world))
    if change == "half the rate":
        chosen = chosen[::2]
    elif change == "frames dropped":
        chosen = np.flatnonzero(rng.random(len(world)) > 0.3)
    elif change == "jitter":
        world = world + rng.normal(0, 0.02, world.shape)
    elif change == "mirrored":
        world = world[:, MIRROR] * [-1, 1, 1]
    elif change == "gaps":
        for start in (60, 255, 400, 500):
            world[start : start + 9] = np.nan
    pace = {"slow": 1.4, "fast": 0.7}.get(change, 1.0)
    coach = Coach(mannequin("Squat", body(1), seed=1, duration_s=3.6), "Squat")
    cues = run(coach, world[chosen], chosen / fps * pace)
    assert [lowest * fps / pace for _, lowest, _ in coach.repetitions] == pytest.approx([311, 523], abs=15)
    fit = {None, "hips"} | ({"whole_body"} if change == "fast" else set())  # the reference takes its time
    assert {cue.body_part for cue in cues} <= fit


def test_walking_and_sitting_down_to_stay_are_no_squats() -> None:
    stand, seat = pose(STAND), pose(STAND, drop=0.48, shift=-0.35, lean=15)
    left, right = (pose(STAND, drop=0.03, foot_fwd_l=way, foot_fwd_r=-way, arm_el=12) for way in (0.2, -0.2))
    steps = [Key(stand, "start"), *[Key(each, "top", 0.6) for each in (left, right) * 6], Key(stand, "start")]
    sits = [Key(stand, "start"), Key(stand, "start"), Key(seat, "bottom", 1.5), Key(seat, "bottom", 4.0)]
    coach = Coach(mannequin("Squat", body(1), seed=1, duration_s=3.0), "Squat")
    films = [joints_of(played(keys, Timing(8.0), 30.0), Build(), Convention()) for keys in (steps, sits)]
    joints = np.concatenate(films)
    run(coach, joints + np.random.default_rng(0).normal(0, 0.005, joints.shape), np.arange(len(joints)) / 30)
    assert coach.repetitions == []
