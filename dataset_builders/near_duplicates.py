"""Near-duplicates between two lists of short texts, by the words and letters they share.

Made for prompts of one sentence: two prompts that ask for the same thing in nearly the same words, whatever their
opening ("How do I …", "Give me …"). Lexical only: a paraphrase in other words is not found.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

THRESHOLD: Final = 0.65
"""Similarity from which two prompts count as near-duplicates: paraphrases of one request lie above, see the tests."""

# Words that frame a request or glue it together; they say how one asks, not what for.
_FRAME: Final = frozenset(
    re.findall(
        r"\w+",
        """a about an and are as at be best by can could describe do does draft explain for from get give guide had has
        have he help her his how i id if im in instructions into is it its list make me my of on or our outline plan
        please she should show so some step steps suggest teach tell that the their them then they this to up us want
        was way ways we what whats when where which who will with without would write you your""",
    )
)
_SUFFIXES: Final = ("ing", "ed", "es", "ly", "s", "e")


@dataclass(frozen=True)
class Pair:
    """Two texts that are too alike: their positions in the two lists, and how alike from 0 to 1."""

    left: int
    right: int
    score: float


def near_duplicates(left: Sequence[str], right: Sequence[str], threshold: float = THRESHOLD) -> list[Pair]:
    """Pairs (i, j) with `similarity(left[i], right[j]) >= threshold`, most alike first.

    For duplicates within one list pass it twice: then each pair is given once and no text is paired with itself.
    """
    within = left is right
    ours = [_view(text) for text in left]
    theirs = ours if within else [_view(text) for text in right]
    found = [
        Pair(i, j, score)
        for i, one in enumerate(ours)
        for j, other in enumerate(theirs)
        if (not within or i < j) and (score := _alike(one, other)) >= threshold
    ]
    return sorted(found, key=lambda pair: (-pair.score, pair.left, pair.right))


def similarity(one: str, other: str) -> float:
    """How alike two texts are, 0 to 1; symmetric, and 1 for texts that differ in framing words and endings only.

    The larger of two Dice coefficients, 2 |A & B| / (|A| + |B|), over the content words: one of their stems, one of
    their letter 4-grams, which also sees spelling variants. A text of framing words only is compared as it is.
    """
    return _alike(_view(one), _view(other))


@dataclass(frozen=True)
class _View:
    stems: frozenset[str]
    grams: frozenset[str]


def _view(text: str) -> _View:
    words = re.findall(r"\w+", text.casefold().replace("'", "").replace("’", ""))
    content = [word for word in words if word not in _FRAME] or words
    letters = f" {' '.join(content)} "
    grams = frozenset(letters[start : start + 4] for start in range(max(1, len(letters) - 3)))
    return _View(frozenset(map(_stem, content)), grams)


def _stem(word: str) -> str:
    """Cut one common English ending, so that forms of a word meet; never below four letters."""
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 4:
            return word.removesuffix(suffix)
    return word


def _alike(one: _View, other: _View) -> float:
    return max(_dice(one.stems, other.stems), _dice(one.grams, other.grams))


def _dice(one: Iterable[str], other: Iterable[str]) -> float:
    first, second = frozenset(one), frozenset(other)
    return 2 * len(first & second) / (len(first) + len(second)) if first or second else 1.0
