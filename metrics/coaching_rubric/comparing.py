"""How well the claims of a feedback meet those of the expert's instruction: the accuracy of the lexical judge.

Each pair of claims gets a weight from 0 (unrelated or opposite) to 1 (the same part, direction and side). Precision is
the mean of the best weight of each claim of the feedback, recall that of each claim of the reference, and their
harmonic mean becomes a level of Table 1.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Final

from triptych.core.vocabulary import OPPOSITE
from triptych.metrics.coaching_rubric.claims import Claim
from triptych.metrics.coaching_rubric.directions import Reading, same

_NEIGHBOURS: Final = frozenset(
    frozenset(pair) for pair in (("chest", "back"), ("hands", "elbows"), ("hands", "wrists"), ("hips", "knees"),
                                 ("feet", "knees"), ("shoulders", "chest"), ("shoulders", "back"), ("head", "back"))
)  # fmt: skip
_SAME_LIMB: Final = frozenset(frozenset(pair) for pair in (("chest", "back"), ("hands", "elbows"), ("hands", "wrists")))
_NEAR: Final[tuple[tuple[Reading, Reading, float], ...]] = (
    (("chest", "higher"), ("back", "straighter"), 0.85),
    (("chest", "lower"), ("hands", "lower"), 0.85),
    (("hips", "deeper"), ("knees", "more_bent"), 0.85),
    (("hands", "wider"), ("elbows", "outward"), 0.85),
    (("hands", "narrower"), ("elbows", "inward"), 0.85),
    (("head", "straighter"), ("head", "higher"), 0.85),
    (("head", "straighter"), ("head", "lower"), 0.85),
    (("head", "straighter"), ("head", "backward"), 0.85),
    (("shoulders", "lower"), ("back", "straighter"), 0.3),
    (("shoulders", "backward"), ("chest", "higher"), 0.6),
    (("shoulders", "backward"), ("back", "straighter"), 0.6),
    (("shoulders", "higher"), ("elbows", "higher"), 0.5),
    (("hips", "backward"), ("hips", "deeper"), 0.5),
    (("hips", "backward"), ("back", "straighter"), 0.5),
    (("hips", "shallower"), ("knees", "straighter"), 0.4),
    (("hands", "wider"), ("hands", "deeper"), 0.6),
    (("elbows", "backward"), ("elbows", "higher"), 0.85),
    (("hands", "forward"), ("elbows", "straighter"), 0.6),
    (("hands", "higher"), ("elbows", "straighter"), 0.4),
    (("feet", "wider"), ("knees", "outward"), 0.4),
    (("feet", "narrower"), ("knees", "inward"), 0.4),
    (("feet", "backward"), ("feet", "higher"), 0.5),
    (("feet", "lower"), ("hips", "backward"), 0.5),
    (("chest", "higher"), ("head", "higher"), 0.4),
    (("chest", "lower"), ("hips", "backward"), 0.5),
)
_RELATED: Final = {frozenset((one, other)): weight for one, other, weight in _NEAR}
"""Different names that trainers use for nearly one correction."""
_OPPOSED: Final = frozenset(
    frozenset(pair) for pair in (
        (("back", "straighter"), ("chest", "lower")), (("chest", "higher"), ("back", "more_bent")),
        (("hips", "deeper"), ("knees", "straighter")), (("hips", "shallower"), ("knees", "more_bent")),
    )
)  # fmt: skip
_EVEN: Final[Reading] = ("whole_body", "more_symmetric")
_ONE_ARM: Final = frozenset(("hands", "elbows", "shoulders"))
_PART_ONLY, _OTHER_DIRECTION, _WRONG_SIDE, MEETS = 0.5, 0.25, 0.3, 0.5
_SINGLE, _EVENED = ("left", "right"), 0.6
_LEVELS: Final = ((0.95, 5), (0.75, 4), (0.45, 3), (0.2, 2))


@dataclass(frozen=True)
class Comparison:
    """`accuracy` 1..5, the claims of the feedback that the reference does not bear out, whether any is its opposite."""

    accuracy: int
    invented: tuple[Claim, ...]
    opposed: bool


def compare(feedback: Sequence[Claim], reference: Sequence[Claim], one_limb: Set[str] = frozenset()) -> Comparison:
    """The feedback's claims, at least one, against the reference's, at least one.

    `one_limb`: parts of which one side works in this exercise (`core.vocabulary.ONE_LIMB`).
    """
    weights = [[weight(mine, theirs, one_limb) for theirs in reference] for mine in feedback]
    best = [max(row) for row in weights]
    found = [max(row[at] for row in weights) for at in range(len(reference))]
    if len(reference) > 1:  # something near one of several corrections does not stand for it
        found = [each if each >= MEETS else 0.0 for each in found]
    precision, recall = sum(best) / len(best), sum(found) / len(found)
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    level = next((level for least, level in _LEVELS if f1 >= least), 1)
    against = [
        mine
        for mine, top in zip(feedback, best, strict=True)
        if top < MEETS and any(opposite(mine, r) for r in reference)
    ]
    if against:
        level = min(level, 3 if len(reference) > 1 else 2)
    invented = tuple(mine for mine, top in zip(feedback, best, strict=True) if top < MEETS)
    return Comparison(level, invented, bool(against))


def weight(one: Claim, other: Claim, one_limb: Set[str] = frozenset()) -> float:
    """How far two claims agree, 0 to 1; the best of their readings, less where they name other sides.

    In a part of which one limb works, the limb named and no limb named are the same.
    """
    if _is_evened(one, other) or _is_evened(other, one):
        return _EVENED
    found = max(_reading_weight(a, b) for a in one.readings for b in other.readings)
    if found >= MEETS and opposite(one, other) and found < 1.0:
        found = 0.0
    return found * _side_factor(one, other, one.readings[0][0] in one_limb)


def _is_evened(one: Claim, other: Claim) -> bool:
    """Whether `one` mends by a single arm what `other` calls uneven: "left hand higher" for "move both arms evenly".

    Which arm is the wrong one, the words of the other do not say: it stands for the correction in part.
    """
    part, direction = one.readings[0]
    return _EVEN in other.readings and part in _ONE_ARM and direction in ("higher", "lower") and one.side in _SINGLE


def opposite(one: Claim, other: Claim) -> bool:
    """Whether following one undoes the other: an opposite direction of the usual meanings, on the same limb."""
    (part, direction), (other_part, other_direction) = one.readings[0], other.readings[0]
    if direction is None or other_direction is None or set(one.readings) & set(other.readings):
        return False
    if frozenset(((part, direction), (other_part, other_direction))) in _OPPOSED:
        return True
    if part != other_part and part and other_part and frozenset((part, other_part)) not in _SAME_LIMB:
        return False
    turned = OPPOSITE.get(direction)
    return turned is not None and other_direction in (turned, same(part, turned)[1])


def _reading_weight(one: Reading, other: Reading) -> float:
    (part, direction), (other_part, other_direction) = one, other
    if one == other:
        return 1.0 if direction else _PART_ONLY
    if direction == other_direction and (part is None or other_part is None):
        return _PART_ONLY + 0.1
    pair = frozenset((one, other))
    if pair in _RELATED:
        return _RELATED[pair]
    if pair in _OPPOSED or (direction and other_direction == OPPOSITE.get(direction) and part == other_part):
        return 0.0
    return _by_part(one, other)


def _by_part(one: Reading, other: Reading) -> float:
    (part, direction), (other_part, other_direction) = one, other
    limb = frozenset((part, other_part))
    if part is None or other_part is None:
        return 0.0
    if direction is None or other_direction is None:
        return _PART_ONLY if part == other_part else _OTHER_DIRECTION if limb in _NEIGHBOURS else 0.0
    if limb in _SAME_LIMB:
        if direction == other_direction:
            return 0.85
        return 0.0 if other_direction == OPPOSITE.get(direction) else _OTHER_DIRECTION
    if part == other_part:
        return _OTHER_DIRECTION
    return 0.0


def _side_factor(one: Claim, other: Claim, one_works: bool) -> float:
    sides = {one.side, other.side}
    if sides == {"left", "right"}:
        return _WRONG_SIDE
    if sides <= {None, "both"} or len(sides) == 1 or one_works:
        return 1.0
    return 0.85 if None in sides else 0.75
