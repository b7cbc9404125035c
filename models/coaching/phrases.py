"""Corrections as sentences that a trainer would say, at most 15 words."""

from typing import Final

from triptych.core.vocabulary import BodyPart, Direction, Phase, Side

MOST_WORDS: Final = 15

_WHEN: Final[dict[Phase, str]] = {
    "start": " at the start", "lowering": " on the way down", "bottom": " at the bottom", "lifting": " on the way up",
    "top": " at the top", "throughout": "",
}  # fmt: skip

_SENTENCES: Final[dict[tuple[BodyPart, Direction], str]] = {
    ("feet", "wider"): "Stand with your feet wider apart",
    ("feet", "narrower"): "Bring your feet closer together",
    ("feet", "forward"): "Step {your_part} farther forward",
    ("feet", "backward"): "Step {your_part} farther back",
    ("feet", "higher"): "Lift your foot higher",
    ("feet", "lower"): "Do not lift your foot so high",
    ("knees", "outward"): "Push {your_part} outward, in line with your toes",
    ("knees", "inward"): "Bring {your_part} inward, in line with your toes",
    ("hips", "deeper"): "Sink your hips deeper",
    ("hips", "shallower"): "Do not sink your hips so deep",
    ("back", "straighter"): "Keep your back straighter",
    ("back", "more_bent"): "Lean your back more, as the reference does",
    ("chest", "deeper"): "Rotate your chest farther to each side",
    ("chest", "shallower"): "Rotate your chest less to each side",
    ("hands", "wider"): "Move your hands farther apart",
    ("hands", "narrower"): "Bring your hands closer together",
    ("hands", "deeper"): "Make larger circles with your hands",
    ("hands", "shallower"): "Make smaller circles with your hands",
    ("whole_body", "slower"): "Slow down: take more time for each repetition",
    ("whole_body", "faster"): "Speed up: take less time for each repetition",
    ("whole_body", "more_symmetric"): "Move your left and right side evenly",
}
_VERBS: Final[dict[Direction, str]] = {
    "higher": "Raise {your_part} higher", "lower": "Lower {your_part}", "straighter": "Straighten {your_part} more",
    "more_bent": "Bend {your_part} more", "wider": "Move {your_part} farther apart",
    "narrower": "Bring {your_part} closer together", "forward": "Move {your_part} farther forward",
    "backward": "Move {your_part} farther back", "inward": "Bring {your_part} inward",
    "outward": "Move {your_part} outward", "deeper": "Move {your_part} through more of the range",
    "shallower": "Move {your_part} through less of the range", "faster": "Move {your_part} faster",
    "slower": "Move {your_part} more slowly", "more_symmetric": "Move {your_part} evenly",
}  # fmt: skip
_ONE: Final = {"feet": "foot", "knees": "knee", "shoulders": "shoulder", "elbows": "elbow", "wrists": "wrist",
               "hands": "hand"}  # fmt: skip


def sentence(body_part: BodyPart, side: Side | None, direction: Direction, phase: Phase = "throughout") -> str:
    """The correction in at most 15 words.

    >>> sentence("elbows", "left", "straighter", "top")
    'Straighten your left elbow more at the top.'
    """
    words = _SENTENCES.get((body_part, direction), _VERBS[direction])
    part = f"{side} {_ONE[body_part]}" if side in ("left", "right") else body_part.replace("_", " ")
    return words.format(your_part=f"your {part}") + _WHEN[phase] + "."
