"""Which directions a clause names, what they are about, and which correction follows from its mood."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, cast

from triptych.core.vocabulary import OPPOSITE, BodyPart, Direction, Exercise
from triptych.metrics.coaching_rubric.moods import Mood, excessive, lemma, negated
from triptych.metrics.coaching_rubric.nouns import Noun, is_back_noun, nouns_of
from triptych.metrics.coaching_rubric.tables import split_words
from triptych.metrics.coaching_rubric.words import NOUNS
from triptych.metrics.coaching_rubric.words_moves import DEFAULTS, FULLER, MARKS, MOVES, PLACES, Move
from triptych.metrics.coaching_rubric.words_phrases import ALIASES
from triptych.metrics.coaching_rubric.words_sentences import HOLDS, PRAISE, WISHES

Reading = tuple[BodyPart | None, Direction | None]
_DETERMINERS = split_words("your the both each a an my left right")
_TURNS = frozenset(("twist", "rotate", "turn"))
_WEIGHTS = frozenset(("dumbbell", "dumbbells", "weight", "weights", "bar", "barbell"))
_LIFTS = frozenset(("press", "pull", "row", "jump", "stand"))
_ADJECTIVES = frozenset(("front", "lower", "upper", "inside", "outside", "left", "right"))
_DEPTH: Final[dict[str, tuple[str, ...]]] = {
    "lower": ("deeper",),
    "deeper": ("lower",),
    "higher": ("shallower",),
    "shallower": ("higher",),
}
_STRONG_DOWN_UP = frozenset(("chest", "head", "shoulders"))

_SAME: Final[dict[tuple[str, str], Reading]] = {
    ("hips", "lower"): ("hips", "deeper"), ("hips", "higher"): ("hips", "shallower"),
    ("hips", "more_bent"): ("hips", "deeper"), ("hips", "outward"): ("hips", "backward"),
    ("knees", "wider"): ("knees", "outward"), ("knees", "narrower"): ("knees", "inward"),
    ("knees", "deeper"): ("knees", "more_bent"), ("knees", "lower"): ("hips", "deeper"),
    ("feet", "inward"): ("feet", "narrower"), ("feet", "outward"): ("feet", "wider"),
    ("feet", "deeper"): ("feet", "wider"),
    ("feet", "shallower"): ("feet", "narrower"),
    ("hands", "outward"): ("hands", "wider"), ("hands", "inward"): ("hands", "narrower"),
    ("elbows", "wider"): ("elbows", "outward"), ("elbows", "narrower"): ("elbows", "inward"),
    ("elbows", "deeper"): ("elbows", "higher"),
     ("back", "lower"): ("chest", "lower"),
    ("back", "forward"): ("chest", "lower"), ("back", "backward"): ("back", "straighter"),
    ("back", "inward"): ("back", "more_bent"), ("back", "deeper"): ("chest", "deeper"),
    ("chest", "straighter"): ("back", "straighter"), ("chest", "more_bent"): ("back", "more_bent"),
    ("chest", "inward"): ("chest", "lower"), ("chest", "outward"): ("chest", "higher"),
    ("shoulders", "more_bent"): ("back", "more_bent"), ("shoulders", "deeper"): ("chest", "deeper"),
    ("shoulders", "straighter"): ("back", "straighter"), ("shoulders", "inward"): ("back", "more_bent"),
}  # fmt: skip
"""Two names of one correction; the second is the one that is compared."""

_WELL: Final[frozenset[Reading]] = frozenset(
    (("chest", "higher"), ("elbows", "inward"), ("knees", "outward"), ("knees", "backward"), ("back", "straighter"),
     ("head", "straighter"), ("shoulders", "lower"))
)  # fmt: skip
"""Good in every exercise: a statement that it holds ("your chest stays up") praises."""


@dataclass(frozen=True)
class Mention:
    """A direction at a position of its clause; `fixed` readings come from a phrase that says its part itself."""

    at: int
    move: Move
    fixed: tuple[Reading, ...] = ()


def mentions(words: Sequence[str]) -> list[Mention]:
    """The directions of a clause. Where one is sure, those that may be the exercise's own movement are left out."""
    found = [each for at in range(len(words)) if (each := _mention(words, at))]
    strong = [each for each in found if not each.move.weak]
    if strong:
        axes = {direction for each in strong for direction in _axis(each)}
        tempo = axes & {"faster", "slower"}
        return [
            e for e in found if not e.move.weak or (not tempo and (e.move.direction in axes or _near_stable(words, e)))
        ]
    place = _place(words)
    return _with_verb(found, words, *place) if place else found


def _with_verb(found: list[Mention], words: Sequence[str], at: int, verb: str) -> list[Mention]:
    """Weak directions, or none, beside a verb of moving: what "twist more", "go down further" and the like ask for."""
    denies, person = negated(words), words[0] in ("you", "your")
    if not found and verb in _TURNS and denies and not person:
        return [Mention(at, MOVES["bend"], (("back", "more_bent"), ("chest", "deeper")))]  # "avoid twisting"
    if any(each.move.verb or each.fixed for each in found):
        return found
    if not FULLER & set(words) and not (denies and person and not {*PRAISE, "right"} & set(words)):
        # "Press the dumbbells up" is the exercise itself.
        return [] if verb in _LIFTS and _WEIGHTS & set(words) else found
    part, fuller = PLACES[verb]
    if found and (not part or nouns_of(words)):  # "go down further": the adverb says where
        return [replace(found[0], move=replace(found[0].move, weak=False))]
    return [Mention(at, MOVES["deeper"], _readings(fuller))]


def readings_of(
    said: Mention, nouns: Sequence[Noun], words: Sequence[str], exercise: Exercise | None
) -> tuple[tuple[Reading, ...], bool]:
    """What a direction is about, and whether the text names it: a phrase, the nearest noun, the verb, the exercise."""
    direction = said.move.direction
    if said.fixed:
        return said.fixed, True
    if said.move.part == "momentum":
        return (("whole_body", "faster"), ("back", "more_bent")), True
    if direction in ("faster", "slower", "more_symmetric"):
        return (("whole_body", direction),), True
    if said.move.part == "lean":
        return (_of_leaning(said, nouns),), True
    place = _place(words)
    if direction in ("deeper", "shallower") and place and PLACES[place[1]][0]:
        fuller = _readings(PLACES[place[1]][1])
        return (fuller if direction == "deeper" else _turned(fuller)), True
    if nouns:
        near = min(nouns, key=lambda noun: abs(noun.at - said.at))
        return (same(near.part_for(direction), direction),), True
    return _without_noun(said, words, exercise)


def _of_leaning(said: Mention, nouns: Sequence[Noun]) -> Reading:
    """A trunk leans, a head tilts, a knee wobbles inward."""
    near = min(nouns, key=lambda noun: abs(noun.at - said.at), default=None)
    if near and near.name == "knees":
        return "knees", "inward"
    return ("head" if near and near.name == "head" else "back"), "more_bent"


def _turned(readings: Sequence[Reading]) -> tuple[Reading, ...]:
    """Less of a movement in place of more of it."""
    return tuple(same(part, OPPOSITE[direction]) for part, direction in readings if part and direction)


def _without_noun(said: Mention, words: Sequence[str], exercise: Exercise | None) -> tuple[tuple[Reading, ...], bool]:
    direction, place = said.move.direction, _place(words)
    part = said.move.part or (PLACES[place[1]][0] if place else "")
    if said.move.weak and not said.move.part and not (place and place[1] in ("reach", "look")):
        return (), False  # "up", "down" or "lift" alone are the exercise's own movement
    if part:
        return (same(cast(BodyPart, part), direction),), True
    inferred = _inferred(direction, exercise)
    return ((same(inferred, direction),) if inferred else ((None, direction),)), False


def corrected(reading: Reading, said: Mention, mood: Mood, words: Sequence[str]) -> Reading | None:
    """The correction that a direction in this mood asks for; None where it is praise."""
    part, direction = reading
    if direction is None or direction == "more_symmetric":
        return None if mood is Mood.STATE and said.move.good else reading
    if mood is Mood.STATE and said.move.good and not _compares(words[said.at]) and not excessive(words):
        return None
    if _is_well(reading, said, mood, words):
        return None
    if mood in (Mood.FORBID, Mood.STATE) or (mood is Mood.ORDER and _is_bare_fault(said, words)):
        return same(part, OPPOSITE[direction]) if part else (None, OPPOSITE[direction])
    return reading


def _compares(word: str) -> bool:
    return word.endswith("er") and not word.startswith("=")  # a mark is no comparative


def _is_well(reading: Reading, said: Mention, mood: Mood, words: Sequence[str]) -> bool:
    """Whether a statement says that a good state holds, or that a fault does not happen."""
    word = words[said.at]
    if {"enough", "more", "as"} & set(words) or excessive(words) or _compares(word):
        return False
    part, direction = reading
    if mood is Mood.MISS:
        return (
            direction is not None
            and word not in ("bent", "flexed")
            and (said.move.bad or same(part, OPPOSITE[direction]) in _WELL)
        )
    moving = any(each.endswith("ing") for each in words)
    return mood is Mood.STATE and reading in _WELL and bool(HOLDS & set(words)) and not moving


def _is_bare_fault(said: Mention, words: Sequence[str]) -> bool:
    """Whether a word that is bad when stated stands without a verb that wants it: "rounded back", "leaning forward"."""
    word = words[said.at]
    order = said.move.verb and not (word.endswith("ing") and word != lemma(word))  # "round your back" is one
    compared = word.endswith("er") or "more" in words[max(said.at - 1, 0) : said.at]
    return said.move.bad and not order and not compared and not WISHES & set(words)


def same(part: BodyPart | None, direction: Direction) -> Reading:
    """The one name under which equal corrections are compared."""
    return _SAME.get((part or "", direction), (part, direction))


def _mention(words: Sequence[str], at: int) -> Mention | None:
    word = words[at]
    after = words[at + 1] if at + 1 < len(words) else ""
    if word.startswith("="):
        return _mark(at, word[1:])
    if word == "back":
        return None if is_back_noun(words, at) or lemma(after) in NOUNS else Mention(at, Move("backward", weak=True))
    if _names_no_direction(word, after, words[at - 1] if at else ""):
        return None
    if word == "still":  # "keep your torso still", not "still too low"
        return Mention(at, MOVES["stationary"]) if at + 1 == len(words) else None
    move = MOVES.get(lemma(word))
    if move is None or lemma(word) in NOUNS:
        return None
    if word == "lower" and (at and after not in _DETERMINERS and lemma(after) not in NOUNS):
        move = MOVES["low"]
    return Mention(at, move)


def _names_no_direction(word: str, after: str, before: str) -> bool:
    """Words of direction that belong to a noun or another word: "your front foot", "in your", "even lower"."""
    if word in _ADJECTIVES and lemma(after) in {*NOUNS, "back"} and before in _DETERMINERS:
        return True
    return (word, after) == ("lower", "back") or (
        after in _DETERMINERS if word == "in" else word == "even" and lemma(after) in MOVES
    )


def _mark(at: int, name: str) -> Mention:
    if name in MARKS:
        return Mention(at, MARKS[name])
    fixed = _readings(ALIASES.get(name, name))
    return Mention(at, Move(cast(Direction, fixed[0][1]), good=fixed[0][1] == "deeper"), fixed)


def _readings(text: str) -> tuple[Reading, ...]:
    pairs = (each.split(":") for each in text.split("/"))
    return tuple(dict.fromkeys(same(cast(BodyPart, part), cast(Direction, direction)) for part, direction in pairs))


def _axis(said: Mention) -> tuple[Direction, ...]:
    return tuple(direction for _, direction in said.fixed if direction) or (said.move.direction,)


def _near_stable(words: Sequence[str], said: Mention) -> bool:
    near = range(max(said.at - 2, 0), min(said.at + 3, len(words)))
    return any(NOUNS.get(lemma(words[at])) in _STRONG_DOWN_UP for at in near)


def _place(words: Sequence[str]) -> tuple[int, str] | None:
    return next(((at, lemma(word)) for at, word in enumerate(words) if lemma(word) in PLACES), None)


def _inferred(direction: Direction, exercise: Exercise | None) -> BodyPart | None:
    faults = exercise.faults if exercise else ()
    for wanted in ((direction,), _DEPTH.get(direction, ()), (OPPOSITE.get(direction),)):
        for fault in faults:
            if fault.direction in wanted:
                return fault.body_part
    return None if exercise else cast("BodyPart | None", DEFAULTS.get(direction))
