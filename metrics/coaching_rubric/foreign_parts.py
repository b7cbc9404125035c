"""Body parts that nobody has, and those that no joint shows: "raise your left antenna", "relax your jaw".

The parser takes the part from the exercise where a text names none, so a part that it does not know must be noticed:
a claim about it is about nothing that was measured.
"""

import re
from dataclasses import dataclass
from typing import Final

from triptych.metrics.coaching_rubric.moods import lemma
from triptych.metrics.coaching_rubric.phrases import plain
from triptych.metrics.coaching_rubric.tables import split_words
from triptych.metrics.coaching_rubric.words import NOUNS
from triptych.metrics.coaching_rubric.words_moves import MOVES, PLACES

_OF_ANIMALS: Final = (
    "antennae?|antennas|tentacles?|tails?|fins?|flippers?|hoo(?:f|fs|ves)|paws?|claws?|beaks?|gills?|snouts?|pincers?|"
    "antlers?|feathers?|whiskers?|proboscis|mandibles?|propellers?|wheels?|engines?"
)
_INVENTED: Final = re.compile(
    rf"\b(?:{_OF_ANIMALS})\b"
    r"|\b(?:your|both|left|right) (?:horns?|wings?|manes?|humps?|scales|stingers?)\b"
    r"|\b(?:third|fourth|fifth|sixth|extra|spare) (?:arm|leg|hand|foot|knee|elbow|shoulder|wrist|hip|head)\b"
    r"|\bsecond (?:head|neck|spine|chest)\b|\b(?:left|right|both) (?:heads?|necks?|spines?|chins?|noses?)\b"
)
_UNSEEN: Final = split_words(
    "lat lats quad quads hamstring hamstrings calf calves bicep biceps tricep triceps oblique obliques ear ears jaw "
    "brow brows mouth tongue lip lips cheek cheeks forehead throat hair waist groin shin shins collarbone collarbones "
    "muscle muscles skin diaphragm lungs heart adductors abductors rotator cuff cuffs achilles toenail toenails"
)
_NO_PARTS: Final = split_words(
    "form technique movement movements motion motions range rep reps repetition repetitions position positions "
    "alignment side sides balance control breath breathing momentum line angle angles path width height distance level "
    "movement start finish way time timing power energy effort focus attention body frame centre center gravity mass "
    "mat floor toes reference trainer expert equipment shoes shoe exercise workout elbowing turn lockout hinge "
    "one ones all more less much most next last first again too than enough and or as so if when while until before "
    "after in on at to by with without from for of into onto further farther slightly bit little own self best "
    "progress hard work job attempt set sets count pattern rhythm goal aim right left starting ending finishing final "
    "symmetry coordination intensity mobility flexibility stability strength transition transitions return ascent "
    "descent swing steps step tension joint joints limb limbs lower upper half shape video camera"
)
_QUALIFIERS: Final = split_words(
    "left right both own rear front back upper lower mid middle whole entire outer inner leading trailing lead trail "
    "working supporting planted lifted raised standing kicking other opposite two"
)
_OWNED: Final = re.compile(r"\b(your|left|right|both)((?: \w+){1,4})")


@dataclass(frozen=True)
class ForeignPart:
    """`name` as it stands in the (plain) text; `invented` where no person has such a part."""

    name: str
    invented: bool


def foreign_part(text: str) -> ForeignPart | None:
    """The first part in `text` that is nobody's, else one that joints do not show where no other part is named."""
    words = plain(text)
    if found := _INVENTED.search(words):
        return ForeignPart(found[0], True)
    if any(lemma(word) in NOUNS or word == "back" for word in re.findall(r"[a-z']+", words)):
        return None
    named = next((word for word in re.findall(r"[a-z']+", words) if word in _UNSEEN), None)
    if named:
        return ForeignPart(named, False)
    return next((part for found in _OWNED.finditer(words) if (part := _owned(found[1], found[2].split()))), None)


def invented_places(text: str) -> list[tuple[int, int]]:
    """Where `text` names parts that nobody has: offsets, where its letters are plain ones."""
    return [found.span() for found in _INVENTED.finditer(text.lower().replace("-", " "))]


def _owned(owner: str, after: list[str]) -> ForeignPart | None:
    """The noun of "your left antenna" where it is none that coaching has; one with a side must be a part."""
    while after and after[0] in _QUALIFIERS:
        owner, after = (after[0] if after[0] in ("left", "right") else owner), after[1:]
    if not after or _is_known(after[0]):
        return None
    return ForeignPart(after[0], owner in ("left", "right"))


def _is_known(word: str) -> bool:
    return word in _NO_PARTS or any(lemma(word) in table for table in (NOUNS, MOVES, PLACES)) or len(word) < 3
