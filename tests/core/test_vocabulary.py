import doctest

import pytest

from triptych.core import vocabulary
from triptych.core.errors import UsageError
from triptych.core.vocabulary import (
    BODY_PARTS,
    DIRECTIONS,
    EXERCISES,
    MEANING,
    NAMES,
    OPPOSITE,
    PAIRED,
    PHASES,
    SIDES,
    Exercise,
    exercise,
)


def test_the_words_are_those_that_other_parts_rely_on() -> None:
    assert BODY_PARTS == (
        "feet", "knees", "hips", "back", "chest", "shoulders", "elbows", "wrists", "hands", "head", "whole_body",
    )  # fmt: skip
    assert SIDES == ("left", "right", "both")
    assert len(DIRECTIONS) == 15
    assert MEANING.keys() == set(DIRECTIONS)


def test_opposites_are_mutual_and_only_symmetry_has_none() -> None:
    assert {OPPOSITE[OPPOSITE[direction]] for direction in OPPOSITE} == set(OPPOSITE)
    assert set(DIRECTIONS) - set(OPPOSITE) == {"more_symmetric"}


def test_the_22_exercises_of_table_3() -> None:
    assert len(NAMES) == len(set(NAMES)) == 22
    assert (NAMES[0], NAMES[16], NAMES[21]) == ("Dumbbell Lift Overhead", "Squat", "Barbell Shrug")


@pytest.mark.parametrize("each", EXERCISES, ids=lambda each: each.name)
def test_an_exercise_has_several_faults_and_equipment_that_its_name_shows(each: Exercise) -> None:
    keys = [(fault.body_part, fault.direction) for fault in each.faults]
    assert len(keys) == len(set(keys)) >= 5
    assert all(fault.phase in PHASES for fault in each.faults)
    assert all(not fault.one_sided or fault.body_part in PAIRED for fault in each.faults)
    named = each.name.split()[0]
    assert named not in ("Dumbbell", "Barbell") or each.equipment.startswith(named.lower())


def test_sides_follow_the_part() -> None:
    squat = {(fault.body_part, fault.direction): fault.sides for fault in exercise("squat").faults}
    assert squat["knees", "outward"] == ("left", "right", "both")
    assert squat["feet", "wider"] == ("both",)
    assert squat["back", "straighter"] == (None,)


def test_a_wrong_name_lists_the_right_ones() -> None:
    with pytest.raises(UsageError, match="(?s)Barbell Shrug.*Sqat"):
        exercise("Sqat")


def test_the_examples_run() -> None:
    assert doctest.testmod(vocabulary).failed == 0
