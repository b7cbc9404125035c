import pytest

from triptych.core.vocabulary import BODY_PARTS, EXERCISES, OPPOSITE, PAIRED, PHASES
from triptych.models.coaching.phrases import MOST_WORDS, sentence

SAID = sorted(
    {
        (fault.body_part, direction)
        for each in EXERCISES
        for fault in each.faults
        for direction in {fault.direction, OPPOSITE.get(fault.direction, fault.direction)}
    }
)


@pytest.mark.parametrize(("part", "direction"), SAID)
def test_every_correction_is_a_short_sentence_that_names_its_part(part: str, direction: str) -> None:
    for side in ("left", "right", "both") if part in PAIRED else (None,):
        for phase in PHASES:
            text = sentence(part, side, direction, phase)
            assert len(text.split()) <= MOST_WORDS
            assert text[0].isupper()
            assert text.endswith(".")
            assert "{" not in text
            if (
                side in ("left", "right")
                and direction in ("higher", "lower", "straighter", "more_bent")
                and part != "feet"
            ):
                assert side in text
    assert part not in BODY_PARTS[:-1] or part.rstrip("s") in text.replace("foot", "feet")


def test_opposite_corrections_differ() -> None:
    for part, direction in SAID:
        if direction in OPPOSITE:
            side = "both" if part in PAIRED else None
            assert sentence(part, side, direction) != sentence(part, side, OPPOSITE[direction])
