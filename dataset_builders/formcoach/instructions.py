"""The correction of a fault in a trainer's words: at most 15 words, several ways to say each.

    >>> instruction("Squat", InjectedFault("knees", "left", "outward", 2.0, "bottom"), seed=0)
    'Push your left knee outward at the bottom of the squat.'

The style is that of FormCoach's experts (arXiv 2508.07501, section 3.1): concise, actionable, comparing the user with
the reference. Each sentence names the one thing to change and no other.
"""

from typing import Final

import numpy as np

from triptych.core.errors import UsageError
from triptych.core.vocabulary import PAIRED, BodyPart, Direction, Phase, Side
from triptych.core.vocabulary import exercise as find_exercise
from triptych.dataset_builders.formcoach.instructions_words import SPECIAL, WAYS, WHEN
from triptych.dataset_builders.formcoach.motion import InjectedFault

MOST_WORDS: Final = 15

_SINGULAR: Final[dict[str, str]] = {
    "feet": "foot", "knees": "knee", "shoulders": "shoulder", "elbows": "elbow", "wrists": "wrist", "hands": "hand",
}  # fmt: skip


def instruction(exercise: str, fault: InjectedFault | None, seed: int) -> str | None:
    """A sentence of at most 15 words that says what to correct; None where there is no fault."""
    if fault is None:
        return None
    found = ways(exercise, fault.body_part, fault.side, fault.direction, fault.phase)
    return found[np.random.default_rng([seed, 0x5A7]).integers(len(found))]


def ways(exercise: str, part: BodyPart, side: Side | None, direction: Direction, phase: Phase) -> list[str]:
    """Every sentence for that correction. Raises `UsageError` where the exercise cannot have the fault."""
    name = find_exercise(exercise).name
    known = [(fault.body_part, fault.direction, fault.phase) for fault in find_exercise(exercise).faults]
    if (part, direction, phase) not in known:
        raise UsageError(f"a fault of {name}", f"{part} {direction} {phase}", "see core/vocabulary.py")
    moments = [f" {moment}" for moment in WHEN[name][phase]]
    if phase == "throughout":
        moments.append("")
    templates = SPECIAL.get((name, part, direction), WAYS[part, direction])
    sentences = [way.format(part=_named(part, side), when=moment) for way in templates for moment in moments]
    return list(dict.fromkeys(sentences))


def _named(part: BodyPart, side: Side | None) -> str:
    """The part ("knees"), or one of its sides ("left knee")."""
    return f"{side} {_SINGULAR[part]}" if part in PAIRED and side in ("left", "right") else part
