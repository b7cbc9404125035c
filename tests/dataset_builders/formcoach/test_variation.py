"""Small differences between people who do one exercise well."""

import numpy as np
import pytest

from triptych.dataset_builders.formcoach.exercises import REPETITIONS
from triptych.dataset_builders.formcoach.keyframes import sample
from triptych.dataset_builders.formcoach.variation import individual, sway


@pytest.mark.parametrize("exercise", list(REPETITIONS))
def test_a_person_keeps_the_order_of_the_keys_and_their_phases(exercise):
    usual = REPETITIONS[exercise]
    own = individual(usual, exercise, 8)
    assert np.array_equal(np.argsort([key.at for key in own.keys]), np.argsort([key.at for key in usual.keys]))
    assert [key.phase for key in own.keys] == [key.phase for key in usual.keys]
    assert max(abs(key.at - other.at) for key, other in zip(own.keys, usual.keys, strict=True)) < 0.08
    assert own.rig == usual.rig


def test_a_person_depends_on_the_seed_and_on_the_exercise():
    squat = REPETITIONS["Squat"]
    assert individual(squat, "Squat", 1) == individual(squat, "Squat", 1)
    assert individual(squat, "Squat", 1) != individual(squat, "Squat", 2)
    assert individual(squat, "Squat", 1) != individual(squat, "Deadlift", 1)


def test_the_range_varies_by_some_percent_but_not_where_the_floor_sets_it():
    depths = [individual(REPETITIONS["Squat"], "Squat", seed).keys[0].pose["drop"] for seed in range(50)]
    assert 0.005 < np.std(depths) / np.mean(depths) < 0.04
    plank = individual(REPETITIONS["Burpee"], "Burpee", 3)
    assert {key.pose.get("drop") for key in plank.keys} == {key.pose.get("drop") for key in REPETITIONS["Burpee"].keys}


def test_sway_is_small_and_comes_back():
    repetition = REPETITIONS["Arms Raise Overhead"]
    still = sample(repetition.keys, repetition.start, 120)
    swaying = sway(still, "Arms Raise Overhead", 4, 4.0)
    moved = swaying["lean"] - still["lean"]
    assert moved[0] == pytest.approx(moved[-1])
    assert 0.2 < np.abs(moved).max() <= 0.25
    assert np.abs(swaying["shift"] - still["shift"]).max() <= 0.002
