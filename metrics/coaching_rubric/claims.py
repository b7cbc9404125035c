"""What a sentence of coaching asks for: body part, side, direction and phase, in the words of `core.vocabulary`.

A small grammar, not a list of sentences: a clause has nouns (parts), directions (verbs, adjectives, adverbs) and a
mood. An order names its correction; a fault that is stated ("your feet are too close", "you rise too quickly") or
forbidden ("don't round your back") names its opposite; a fault that is missing something ("not deep enough") names it.

    >>> parse("Don't let your left knee cave in as you squat.").claims[0].readings
    (('knees', 'outward'),)
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from triptych.core.vocabulary import PAIRED, Exercise, Phase, Side
from triptych.metrics.coaching_rubric.directions import Mention, Reading, corrected, mentions, readings_of
from triptych.metrics.coaching_rubric.moods import Mood, clause_mood, excessive, lemma, negated
from triptych.metrics.coaching_rubric.nouns import Noun, nouns_of, side_of
from triptych.metrics.coaching_rubric.phrases import Clause, clauses, plain, sentences
from triptych.metrics.coaching_rubric.tables import split_words
from triptych.metrics.coaching_rubric.words_moves import MOVES
from triptych.metrics.coaching_rubric.words_sentences import (
    ATTENTION,
    CAVEATS,
    FINE,
    LEADING_PRAISE,
    PRAISE,
    RETRACTS,
    STATES,
    WISHES,
)

_SEGMENTS: Final = re.compile(r"\s*,\s*|\s+(?=(?:but|however|except|though|although)\b)")
_OPENERS: Final = split_words("your you're you very really that's so overall the a what i is this it's")
_DENIES: Final = split_words("not never no isn't aren't doesn't don't wasn't didn't hardly barely")
_JOINS: Final = frozenset(("and", "or", ",", ", and", ", or"))
_OVER_TOES: Final = frozenset(("=overtoes", "=outknees"))
_PRONOUNS: Final = split_words("it them they each both it's they're")


@dataclass(frozen=True)
class Claim:
    """One correction. `readings`: what it may mean, the usual meaning first; a part or direction may be None.

    `named`: the text names the part itself; `stated`: it tells the fault only; `detailed`: it says when, how far or
    where.
    """

    readings: tuple[Reading, ...]
    side: Side | None = None
    phase: Phase | None = None
    named: bool = True
    stated: bool = False
    detailed: bool = False

    def __str__(self) -> str:
        part, direction = self.readings[0]
        side = self.side if self.side in ("left", "right") else None
        return " ".join(word for word in (side, part or "something", direction or "(no direction)") if word)


@dataclass(frozen=True)
class Parsed:
    """The claims of a text in order, and, where there are none, whether it says that nothing is wrong (`fine`) or that
    something is as it should be (`praises`)."""

    claims: tuple[Claim, ...]
    fine: bool = False
    praises: bool = False


@dataclass
class _Thread:
    """What clauses hand on: mood, the last parts, those of sentences before, those that still wait for a direction."""

    mood: Mood | None = None
    nouns: tuple[Noun, ...] = ()
    before: tuple[Noun, ...] = ()
    side: Side | None = None
    waiting: tuple[Noun, ...] = ()
    praises: bool = False


def parse(text: str, exercise: Exercise | None = None) -> Parsed:
    """The claims of `text`; `exercise` supplies the part where the text names none."""
    found: list[Claim] = []
    fine, thread, before, start = False, _Thread(), "", 0
    for sentence in sentences(plain(text)):
        if RETRACTS.search(sentence) and thread.mood is Mood.ORDER and _orders(before):
            del found[start:]
        before, start = sentence, len(found)
        kept, says_fine, praises = _without_praise(sentence)
        fine |= says_fine
        thread = _Thread(before=thread.nouns or thread.before, side=thread.side, praises=thread.praises or praises)
        found += _claims(clauses(kept), thread, exercise) if kept else []
    return Parsed(_distinct(found), fine and not found, thread.praises and not found)


def _orders(sentence: str) -> bool:
    """Whether an order has a verb, unlike the bare fault "rounded back"."""
    moves = [MOVES[lemma(word)] for word in sentence.split() if lemma(word) in MOVES]
    return bool(WISHES & set(sentence.split())) or any(move.verb and not move.bad for move in moves)


def _without_praise(sentence: str) -> tuple[str, bool, bool]:
    """The sentence without the segments that praise, whether one says that all is fine, and whether one praises."""
    kept, fine, praises = [], False, False
    for segment in _SEGMENTS.split(sentence):
        said = FINE.search(segment)
        if said and _affirms(segment, said):
            fine = True
        elif _is_praise(segment.split()):
            praises = True
        else:
            kept.append(segment)
    return ", ".join(kept), fine, praises


def _affirms(segment: str, said: re.Match[str]) -> bool:
    before = segment[: said.start()].split()
    if said[0].startswith(
        (
            "no ",
            "nothing",
            "don't",
            "do not",
            "can't",
            "cannot",
            "can not",
            "didn't",
            "did not",
            "keep",
            "carry",
            "continue",
            "need",
        )
    ):
        return True
    if before[-1:] == ["to"]:  # "speed up to match the reference"
        return False
    # "Keep good form" asks for it, "keep up the good work" does not.
    return not _DENIES & set(segment.split()) and (not WISHES & set(before) or before[:2] == ["keep", "up"])


def _is_praise(words: Sequence[str]) -> bool:
    rest = [word for word in words if word not in CAVEATS]
    while rest and rest[0] in _OPENERS:
        rest = rest[1:]
    return bool(rest) and rest[0] in LEADING_PRAISE and not negated(words) and "too" not in words


def _claims(parts: Iterable[Clause], thread: _Thread, exercise: Exercise | None) -> list[Claim]:
    found = list[Claim]()
    for clause in parts:
        # "Bring your knees in, in line with your toes": where the toes are is no second correction of the knees.
        if _OVER_TOES & set(clause.words) and any(part == "knees" for each in found for part, _ in each.readings):
            continue
        # A purpose ("to improve your depth") counts only where nothing else is said.
        if not clause.aside or not found:
            found += _of_clause(clause, thread, exercise)
    return found


def _of_clause(clause: Clause, thread: _Thread, exercise: Exercise | None) -> list[Claim]:
    words = list(clause.words)
    mood = clause_mood(words, thread.mood, clause.connector)
    nouns, said = nouns_of(words), mentions(words)
    groups, side = _follow(clause, thread, nouns, said)
    thread.mood = mood
    if mood is Mood.STATE and not excessive(words) and _approves(words, said):
        thread.praises = True
        return []
    detailed = clause.phase is not None or "^" in words or any(word.isdigit() for word in words)
    stated = mood in (Mood.STATE, Mood.MISS)
    template = Claim((), side, clause.phase, detailed=detailed, stated=stated)
    if not said and nouns and ATTENTION & set(words):
        return [replace(template, readings=((nouns[-1].part_for(None), None),))]
    found = [_claim(template, each, group, words, mood, exercise) for group in groups for each in said]
    wanted = [claim for claim in found if claim is not None]
    thread.praises |= stated and bool(found) and not wanted
    return wanted


def _follow(
    clause: Clause, thread: _Thread, nouns: tuple[Noun, ...], said: Sequence[Mention]
) -> tuple[list[tuple[Noun, ...]], Side | None]:
    """The groups of parts that the clause's directions are about, and its side; what is handed on is updated."""
    words, side = clause.words, side_of(clause.words)
    own, own_side = nouns, side
    if not nouns and _may_inherit(words, thread, said):
        own, own_side = thread.nouns or thread.before, side or thread.side
    joined = clause.connector in _JOINS and _opens_with_noun(words)
    waiting = thread.waiting if joined else ()
    if nouns:
        thread.nouns, thread.side = (*waiting, *nouns), side
    thread.waiting = nouns if not said else ()
    return [*((noun,) for noun in waiting), own], own_side


def _approves(words: Sequence[str], said: Sequence[Mention]) -> bool:
    """Whether a statement praises: "your depth is good", "your arm gets high enough"."""
    return "enough" in words or (bool(PRAISE & set(words)) and not any(each.move.bad for each in said))


def _may_inherit(words: Sequence[str], thread: _Thread, said: Sequence[Mention]) -> bool:
    if _PRONOUNS & set(words) or side_of(words) in ("left", "right"):  # "raise the left too"
        return True
    return bool(thread.nouns) and all(each.move.part is None or not each.move.verb for each in said)


def _opens_with_noun(words: Sequence[str]) -> bool:
    found = nouns_of(list(words))
    return bool(found) and found[0].at <= 2 and not (WISHES | STATES) & set(words[: found[0].at])


def _claim(
    template: Claim, said: Mention, nouns: Sequence[Noun], words: list[str], mood: Mood, exercise: Exercise | None
) -> Claim | None:
    readings, named = readings_of(said, nouns, words, exercise)
    meant = [corrected(reading, said, mood, words) for reading in readings]
    wanted = tuple(dict.fromkeys(each for each in meant if each))
    if not wanted or None in meant:  # praise in one of its readings
        return None
    paired = any(part in PAIRED or part == "whole_body" for part, _ in wanted)
    return replace(template, readings=wanted, named=named, side=template.side if paired else None)


def _distinct(claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """Each meaning once: no part without a direction and no ambiguous claim where another says it more clearly."""
    kept: dict[tuple[Reading, Side | None], Claim] = {}
    known = {part for claim in claims for part, direction in claim.readings if direction}
    sure = {claim.readings[0] for claim in claims if len(claim.readings) == 1}
    for claim in claims:
        if len(claim.readings) > 1 and sure & set(claim.readings):
            continue
        part, direction = claim.readings[0]
        if direction is None and part in known:
            continue
        key = (claim.readings[0], claim.side)
        twin = kept.get(key, claim)
        kept[key] = replace(claim, detailed=claim.detailed or twin.detailed, stated=claim.stated and twin.stated,
                            named=claim.named or twin.named)  # fmt: skip
    return tuple(kept.values())
