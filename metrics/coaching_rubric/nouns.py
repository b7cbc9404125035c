"""Which words of a clause name body parts, and of which side."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from triptych.core.vocabulary import BodyPart, Direction, Side
from triptych.metrics.coaching_rubric.moods import lemma
from triptych.metrics.coaching_rubric.tables import split_words
from triptych.metrics.coaching_rubric.words import GROUPS, NOUNS, SIDE_WORDS

_BEFORE_NOUN = split_words(
    "your the my his her their lower upper mid middle rounded straight flat neutral arched bent hunched a "
    "whole entire tall"
)
_AFTER_NOUN = split_words(
    "straight flat neutral upright tall rounded rounding rounds arched arching is are isn't looks hunched "
    "bent vertical stiff aligned still straighter flatter not should must needs"
)
_NO_NOUN_AFTER = split_words("foot leg knee heel toe toes knees feet into down up onto further farther more")
_VERBS_BEFORE = split_words(
    "keep keeping with maintain hold round arch straighten flatten bend bending rounding arching"
)


@dataclass(frozen=True)
class Noun:
    """A part at a position of its clause: a part of the vocabulary, or a group such as "arms"."""

    at: int
    name: str

    def part_for(self, direction: Direction | None) -> BodyPart:
        """The body part that it means with this direction."""
        group = GROUPS.get(self.name)
        return group.get(direction, group[None]) if group else cast(BodyPart, self.name)


def nouns_of(words: Sequence[str]) -> tuple[Noun, ...]:
    """The nouns of a clause, in order."""
    found = []
    for at, word in enumerate(words):
        if word == "body" and at and words[at - 1] in ("upper", "whole", "full"):
            found.append(Noun(at, "back" if words[at - 1] == "upper" else "body"))
        elif word == "back":
            found += [Noun(at, "back")] if is_back_noun(words, at) else []
        elif lemma(word) in NOUNS:
            found.append(Noun(at, NOUNS[lemma(word)]))
    return tuple(found)


def is_back_noun(words: Sequence[str], at: int) -> bool:
    """Whether the word "back" at `at` is the body part and not an adverb or an adjective ("your back foot")."""
    before = words[at - 1] if at else ""
    after = words[at + 1] if at + 1 < len(words) else ""
    if after in _NO_NOUN_AFTER:
        return before in ("your", "the") and after not in (
            "foot",
            "leg",
            "knee",
            "heel",
            "toe",
            "toes",
            "knees",
            "feet",
        )
    if (
        before in _BEFORE_NOUN
        or after in _AFTER_NOUN
        or lemma(after) in ("round", "arch", "hunch", "curve", "sag", "bend")
    ):
        return True
    return before in _VERBS_BEFORE


def side_of(words: Sequence[str]) -> Side | None:
    """The side that a clause names; "right" for correct is none."""
    found = set()
    for at, word in enumerate(words):
        after = list(words[at + 1 : at + 3])
        near = any(lemma(next_word) in NOUNS or next_word in ("side", "one") for next_word in after)
        if word in SIDE_WORDS and (
            near or (word in ("left", "right") and words[max(at - 1, 0)] in ("your", "the") and at)
        ):
            found.add(SIDE_WORDS[word])
    return (
        None if not found else "both" if len(found) > 1 or "both" in found else "left" if "left" in found else "right"
    )
