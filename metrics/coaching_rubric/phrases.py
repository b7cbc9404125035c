"""From a text to clauses: sentences that speak to a judge go, phases and fixed phrases become marks (`REWRITES`)."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from triptych.core.vocabulary import Phase
from triptych.metrics.coaching_rubric.words_phrases import REWRITES
from triptych.metrics.coaching_rubric.words_sentences import ASIDES, BEWARE, JUDGE_TALK, NOTHING
from triptych.metrics.coaching_rubric.words_times import PHASES

_SENTENCES: Final = re.compile(r"(?<!\d)[.!?;:]+|[\n\r{}\[\]()<>|\"“”«»•*#`_~—–]+|(?<=\d)\.(?!\d)|\s-+\s")
_OBJECTS: Final = re.compile(r"\{[^{}]*\}")
_CONNECTORS: Final = re.compile(
    r"\s*(?:,\s*(?:and|but|or|then|yet|while)?|\b(?:and|but|while|then|with|by|until|without|or|nor|yet|whilst|because|"
    r"instead of|rather than|plus|though|although|however)\b)\s*"
)
_WORDS: Final = re.compile(r"=[a-z_:/]+|[a-z]+(?:'[a-z]+)?|[#^]|\d+")
_LEFT_RIGHT: Final = re.compile(r"\b(?:left and right|right and left)\b")


@dataclass(frozen=True)
class Clause:
    """`words` of one clause, marks among them, the `connector` before it, and whether it is an aside (a purpose)."""

    words: tuple[str, ...]
    connector: str
    phase: Phase | None
    aside: bool = False


def plain(text: str) -> str:
    """Lower case, straight apostrophes, no hyphens inside words, single spaces; line breaks stay."""
    text = unicodedata.normalize("NFKC", text).lower().replace("’", "'").replace("\u2011", "-")
    text = re.sub("[\u00ad\u200b-\u200f\u2060\ufeff]", "", text)  # invisible, also inside words
    text = re.sub(r"(?<=\w)-(?=\w)|(?<=[^\W\d])/(?=[^\W\d])", " ", text).replace("°", " degrees")
    text = re.sub(r"[=^]", " ", text)  # the parser's own marks
    return re.sub(r"[^\S\n]+", " ", text).strip()


def sentences(text: str) -> list[str]:
    """The sentences of a `plain` text that are about the exercise."""
    text = _OBJECTS.sub(lambda found: " . " if JUDGE_TALK.search(found[0]) else found[0], text)
    found = (part.strip(" ,'") for part in _SENTENCES.split(text))
    return [part for part in found if part and not JUDGE_TALK.search(part)]


def clauses(sentence: str) -> list[Clause]:
    """The clauses of a plain sentence, in order."""
    text, phase = _phases(BEWARE.sub("avoid", NOTHING.sub(" ~ ", _LEFT_RIGHT.sub("both", sentence))))
    aside = ASIDES.search(text, 1)
    main, rest = (text[: aside.start()], text[aside.start() :]) if aside else (text, "")
    return _split(_rewritten(main), phase, False) + _split(_rewritten(rest), phase, True)


def _phases(text: str) -> tuple[str, Phase | None]:
    first: Phase | None = None
    for pattern, phase in PHASES:
        text, count = pattern.subn(" # ", text)
        if count and first is None:
            first = phase
    return text, first


def _rewritten(text: str) -> str:
    for pattern, mark in REWRITES:
        text = pattern.sub(mark, text)
    return text


def _split(text: str, phase: Phase | None, aside: bool) -> list[Clause]:
    """The clauses of a rewritten sentence; where two connectors meet (", but"), the word counts."""
    found, start, connector = list[Clause](), 0, ""
    for match in [*_CONNECTORS.finditer(text), None]:
        words = tuple(_WORDS.findall(text[start : match.start() if match else None]))
        if words:
            # "with a rounded back" stays recognisable, as it goes on in the mood of what stands before it.
            words = ("with", *words) if connector == "with" else words
            found.append(Clause(words, connector, phase, aside))
            connector = ""
        if match:
            start = match.end()
            connector = match[0].strip(" ,") or connector or ","
    return found
