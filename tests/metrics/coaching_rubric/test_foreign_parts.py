import pytest

from triptych.core.vocabulary import BODY_PARTS, DIRECTIONS, EXERCISES, PAIRED, SIDES
from triptych.dataset_builders.formcoach.instructions import ways
from triptych.metrics.coaching_rubric.foreign_parts import foreign_part, invented_places
from triptych.models.coaching.phrases import sentence


@pytest.mark.parametrize(("text", "name", "invented"), [
    ("Raise your left antenna higher.", "antenna", True), ("Tuck your tail.", "tail", True),
    ("Bend your third arm.", "third arm", True), ("Move your left glorp outward", "glorp", True),
    ("Raise your glorp", "glorp", False), ("Relax your jaw and lower it", "jaw", False),
    ("Turn your right head", "right head", True), ("Lift your WINGS above your head", "your wings", True),
])  # fmt: skip
def test_parts_that_are_none(text: str, name: str, invented: bool) -> None:
    part = foreign_part(text)
    assert part is not None
    assert (part.name, part.invented) == (name, invented)


@pytest.mark.parametrize("text", [
    "Keep your core tight.", "Tuck your tailbone.", "Raise your left dumbbell.", "Lean to your left less.",
    "Lift the left one as high as the right one.", "Turn to your right more.", "Go deeper on your next rep.",
    "Engage your lats to pull your elbows back.", "Shift your weight to your left side.", "Don't wing your elbows out.",
    "Use both arms.", "Your tempo is off.", "Keep your left arm, the bar and your right arm level.",
])  # fmt: skip
def test_what_coaches_say_is_no_foreign_part(text: str) -> None:
    assert foreign_part(text) is None


def test_no_sentence_of_the_dataset_or_the_coach_has_one() -> None:
    lines = [
        line
        for which in EXERCISES
        for fault in which.faults
        for side in fault.sides
        for line in ways(which.name, fault.body_part, side, fault.direction, fault.phase)
    ]
    lines += [
        sentence(part, side, direction)
        for part in BODY_PARTS
        for side in (SIDES if part in PAIRED else (None,))
        for direction in DIRECTIONS
    ]
    assert len(lines) > 1500
    assert [line for line in lines if foreign_part(line)] == []


def test_places_in_the_text() -> None:
    text = "Lift the Tail and your third-arm."
    assert [text[start:end] for start, end in invented_places(text)] == ["Tail", "third-arm"]
