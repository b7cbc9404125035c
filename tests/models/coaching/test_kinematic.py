"""The cue for one pair: what it says, what it leaves out, what it refuses."""

import numpy as np
import pytest
from puppet import FREE_LEGS, Body, as_blazepose, as_seen, mirrored, perform
from puppet_exercises import EXERCISES
from puppet_faults import make_case

from triptych.core.errors import UsageError
from triptych.core.vocabulary import OPPOSITE, exercise
from triptych.models.coaching.kinematic import Cue, compare, preferred_parts


def performed(name: str, frames: int = 90, body: Body | None = None, seed: int = 0, **changes: float) -> np.ndarray:
    """The exercise with `changes` added to the poses of every key but those of the start."""
    keys = [type(each)(each.at, dict(each.pose), each.phases) for each in EXERCISES[name]]
    for each in keys:
        for change, value in changes.items():
            if "start" not in each.phases:
                each.pose[change] += value
    return as_seen(perform(keys, body or Body(), frames, name in FREE_LEGS), np.random.default_rng(seed))


SHALLOW = {"hips": 0.15}


def test_a_shallow_squat_is_told_to_go_deeper() -> None:
    cue = compare(performed("Squat", **SHALLOW), performed("Squat", seed=1), "Squat")
    assert (cue.body_part, cue.side, cue.direction) == ("hips", None, "deeper")
    assert cue.severity == pytest.approx(0.15 * 0.83 / 0.06, rel=0.25)
    assert cue.text == "Sink your hips deeper at the bottom."


def test_one_bent_elbow_is_named_with_its_side() -> None:
    cue = compare(
        performed("Arms Raise Overhead", left_elbow=35), performed("Arms Raise Overhead", seed=1), "Arms raise overhead"
    )
    assert (cue.body_part, cue.side, cue.direction) == ("elbows", "left", "straighter")
    assert cue.text == "Straighten your left elbow more at the top."


def test_the_same_movement_by_another_body_at_another_tempo_gets_no_cue() -> None:
    tall = Body(0.47, 0.46, 0.27, 0.28, 0.33, 0.29, 0.22, 0.41, 0.26)
    assert compare(performed("Squat", 105, tall), performed("Squat", 85, seed=1), "Squat") == Cue(
        None, None, None, 0.0, ""
    )


def test_landmarks_of_blazepose_give_the_same_cue() -> None:
    user, reference = performed("Squat", **SHALLOW), performed("Squat", seed=1)
    cue = compare(as_blazepose(user), as_blazepose(reference), "Squat")
    assert (cue.body_part, cue.direction) == ("hips", "deeper")
    mixed = compare(as_blazepose(user), reference, "Squat")
    assert (mixed.body_part, mixed.direction) == ("hips", "deeper")
    assert compare(as_blazepose(performed("Squat", seed=2)), reference, "Squat").body_part is None


def test_a_preference_decides_between_two_faults() -> None:
    name = "Squat and Jump with Hands Up"
    user = performed(name, left_elbow=32, right_elbow=32, left_knee_out=-0.09, right_knee_out=-0.09)
    reference = performed(name, seed=1)
    assert compare(user, reference, name).body_part == "elbows"
    assert compare(user, reference, name, preference="focus on my knee alignment").body_part == "knees"


@pytest.mark.parametrize(
    ("text", "parts"),
    [("Focus on my KNEE alignment", {"knees"}), ("hips, then depth", {"hips"}), ("watch the tempo", {"whole_body"}),
     ("", set()), (None, set()), ("be kind", set())],
)  # fmt: skip
def test_preferences_are_read_from_free_text(text: str | None, parts: set[str]) -> None:
    assert preferred_parts(text) == parts


def test_a_view_from_the_side_cannot_show_knees_that_fall_in() -> None:
    user, reference = performed("Squat", left_knee_out=-0.1, right_knee_out=-0.1), performed("Squat", seed=1)
    for view in (None, 0.0, 25.0, 157.0, -157.0):
        assert compare(user, reference, "Squat", view=view).body_part == "knees"
    for view in (90.0, -90.0, 270.0, 80.0):
        assert compare(user, reference, "Squat", view=view).body_part != "knees"


def test_a_view_from_the_front_cannot_show_a_short_step() -> None:
    name = "Dumbbell Lunge Backward"
    user, reference = performed(name, right_foot=0.2), performed(name, seed=1)
    assert compare(user, reference, name, view=90.0).direction == "backward"
    assert compare(user, reference, name, view=0.0).body_part is None


def test_the_frame_rate_is_in_tempo() -> None:
    quick, usual = performed("Squat", 45), performed("Squat", 90, seed=1)
    assert compare(quick, usual, "Squat").direction == "slower"
    assert compare(usual, quick, "Squat").direction == "faster"
    assert compare(quick, usual, "Squat", fps=60.0).direction == "slower"  # one clip, one rate: the ratio decides


@pytest.mark.parametrize("joint", range(17))
def test_a_joint_never_seen_only_hides_what_needs_it(joint: int) -> None:
    user, reference = performed("Squat", **SHALLOW), performed("Squat", seed=1)
    user[:, joint] = np.nan
    cue = compare(user, reference, "Squat")
    assert (cue.body_part, cue.direction) in {("hips", "deeper"), (None, None)}
    legs = {0, 1, 2, 3, 4, 5, 6}
    assert joint in legs or cue.body_part == "hips"


def test_gaps_and_nothing_at_all_are_survived() -> None:
    user, reference = performed("Squat", **SHALLOW), performed("Squat", seed=1)
    user[np.random.default_rng(0).random(user.shape[:2]) < 0.2] = np.nan
    assert compare(user, reference, "Squat").body_part == "hips"
    assert compare(np.full_like(user, np.nan), reference, "Squat") == Cue()
    assert compare(np.zeros_like(user), np.zeros_like(user), "Squat") == Cue()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"user": np.zeros((60, 24, 3))}, r"user joints of shape \(T, 25, 3\)"),
        ({"reference": np.zeros((60, 25, 2))}, r"reference joints of shape"),
        ({"user": np.zeros((1, 25, 3))}, "at least 8 frames"),
        ({"exercise": "Plank"}, "an exercise of Table 3"),
        ({"fps": 0.0}, "frames per second above 0"),
        ({"fps": float("nan")}, "frames per second above 0"),
        ({"view": float("nan")}, "view"),
    ],
)
def test_bad_input_is_named(wrong: dict, message: str) -> None:
    arguments = {"user": np.zeros((60, 25, 3)), "reference": np.zeros((60, 25, 3)), "exercise": "Squat"} | wrong
    with pytest.raises(UsageError, match=message):
        compare(**arguments)


@pytest.mark.parametrize(
    "name", ["Squat", "Dumbbell Lateral Raise", "Barbell Pull Up", "Standing Ab Twists", "Mule Kick"]
)
def test_swapped_pairs_turn_the_cue_round_and_mirrored_people_swap_the_side(name: str) -> None:
    rng = np.random.default_rng(3)
    other = {"left": "right", "right": "left"}
    for fault in exercise(name).faults:
        case = make_case(exercise(name), fault, rng, severity=1.8)
        cue = compare(case.user, case.reference, name)
        assert (cue.body_part, cue.direction, cue.side) == (fault.body_part, fault.direction, case.side)
        mirror = compare(mirrored(case.user), mirrored(case.reference), name)
        assert (mirror.body_part, mirror.direction) == (cue.body_part, cue.direction)
        assert mirror.side == other.get(str(cue.side), cue.side)
        if fault.direction in OPPOSITE:
            swapped = compare(case.reference, case.user, name)
            assert (swapped.body_part, swapped.direction) == (cue.body_part, OPPOSITE[fault.direction])
            assert swapped.severity == pytest.approx(cue.severity, rel=0.15)
