import re

import pytest

from triptych.core.errors import UsageError
from triptych.core.vocabulary import EXERCISES, OPPOSITE, PAIRED
from triptych.dataset_builders.formcoach.instructions import MOST_WORDS, instruction, ways
from triptych.dataset_builders.formcoach.motion import InjectedFault

EVERY = [
    (each.name, fault.body_part, side, fault.direction, fault.phase)
    for each in EXERCISES
    for fault in each.faults
    for side in fault.sides
]
LEFT_KNEE = InjectedFault("knees", "left", "outward", 2.0, "bottom")


def test_every_fault_of_every_exercise_has_several_short_sentences():
    for key in EVERY:
        found = ways(*key)
        assert len(set(found)) == len(found) >= 2, key
        for sentence in found:
            assert len(sentence.split()) <= MOST_WORDS, sentence
            assert re.fullmatch(r"[A-Z][A-Za-z,;:' -]*\.", sentence), sentence
            assert "  " not in sentence


def test_a_side_is_named_where_one_is_meant_and_only_there():
    for key in EVERY:
        _, part, side, direction, _ = key
        for sentence in ways(*key):
            named = set(re.findall(r"\b(left|right)\b", sentence))
            if side in ("left", "right"):
                assert part in PAIRED
                assert named == {side}, sentence
            elif direction != "more_symmetric":
                assert not named, sentence


def test_no_sentence_says_the_opposite_direction():
    for key in EVERY:
        opposite = OPPOSITE.get(key[3])
        for sentence in ways(*key):
            assert opposite is None or opposite.replace("_", " ") not in sentence.split(), (key, sentence)


def test_no_sentence_serves_two_corrections_of_an_exercise():
    for each in EXERCISES:
        owner = {}
        for key in (key for key in EVERY if key[0] == each.name):
            for sentence in ways(*key):
                assert owner.setdefault(sentence, key) == key


def test_it_reads_as_a_trainer_speaks():
    assert ways("Squat", "feet", "both", "wider", "throughout")[0] == "Spread your feet wider throughout the squat."
    assert "Push your left knee outward as you squat down." in ways("Squat", "knees", "left", "outward", "bottom")
    assert "Push your knees outward as you squat down." in ways("Squat", "knees", "both", "outward", "bottom")


def test_a_seed_chooses_and_all_are_chosen():
    found = {instruction("Squat", LEFT_KNEE, seed) for seed in range(60)}
    assert found == set(ways("Squat", "knees", "left", "outward", "bottom"))
    assert instruction("Squat", LEFT_KNEE, 4) == instruction("squat", LEFT_KNEE, 4)


def test_without_a_fault_there_is_nothing_to_say():
    assert instruction("Squat", None, 1) is None


@pytest.mark.parametrize(
    ("exercise", "fault"),
    [("Deadlift", LEFT_KNEE), ("Squat", InjectedFault("knees", "both", "inward", 1.5, "bottom"))],
)
def test_a_fault_that_the_exercise_cannot_have_is_refused(exercise, fault):
    with pytest.raises(UsageError, match="a fault of"):
        instruction(exercise, fault, 1)
