"""From a text to clauses: sentences that speak to a judge go, phases and fixed phrases become marks (`REWRITES`)."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from triptych.core.vocabulary import Phase
from triptych.metrics.coaching_rubric.words import PHASES
from triptych.metrics.coaching_rubric.words_sentences import JUDGE_TALK, REWRITES

_SENTENCES: Final = re.compile(r"(?<!\d)[.!?;:]+|[\n\r{}\[\]()<>|\"“”«»•*#`_~—–]+|(?<=\d)\.(?!\d)|\s-+\s")
_ASIDES: Final = re.compile(
    r",? \b(?:(?:so that|which|because|since|as this|as it|in order to|so as to|helping|causing|reducing|improving|preventing|"
    r"allowing|ensuring|putting|making it|that way|this|it will|it helps|leading to|resulting in|risking|to help)\b"
    r"|so (?:you|your|that|the|it|both|they)\b"
    r"|(?:and )?(?:to|will|can|could|may|might) (?:improve|avoid|prevent|protect|maxim|increas|enhance|help|activat|target|hit|support|creat|"
    r"build|achiev|get (?:the|more|better|a)|reduc|minimi|work the|feel|make (?:it|the (?:most|exercise))|better|match|ensure|engage (?:your|the|more)|"
    r"maintain (?:good|proper|balance|stability|tension|control|form)|keep (?:balance|tension|the tension|proper|good|stability))\w*"
    r"|for (?:better|more|greater|improved|optimal|proper|good|full|maximum|max|maximal|a better|a more|a|an|stability|balance|safety|your|the|"
    r"increased|effective|efficient|correct)\b) ?.*"
)  # fmt: skip
_CONNECTORS: Final = re.compile(r"\s*(?:,\s*(?:and|but|or|then|yet|while)?|\b(?:and|but|while|then|with|by|until|without|or|nor|yet|whilst|"
                                r"because|instead of|rather than|plus|though|although|however|that)\b)\s*")  # fmt: skip
_LEFT_RIGHT: Final = re.compile(r"\b(?:left and right|right and left)\b")
_NOTHING: Final = re.compile(
    r"\b(?:up and down|down and up|back and forth|in and out|don't forget(?: to)?|never forget(?: to)?|do not forget(?: to)?|"
    r"don't be afraid to|do not hesitate to|over and over)\b"
)
_BEWARE: Final = re.compile(
    r"\b(?:watch(?:ing)? (?:out )?for|be careful (?:not to|of|about)|beware of|look out for|guard against|"
    r"watch out that|get rid of|cut out|stay away from|too much of a)\b"
)


@dataclass(frozen=True)
class Clause:
    """`words` of one clause, marks among them, the `connector` before it, and whether it is an aside (a purpose)."""

    words: tuple[str, ...]
    connector: str
    phase: Phase | None
    aside: bool = False


def plain(text: str) -> str:
    """Lower case, straight apostrophes, no hyphens inside words, single spaces; line breaks stay."""
    text = unicodedata.normalize("NFKC", text).lower().replace("’", "'").replace("`", "'").replace("\u2011", "-")
    text = re.sub(r"(?<=\w)[-/](?=\w)", " ", text).replace("°", " degrees")
    return re.sub(r"[^\S\n]+", " ", text).strip()


def sentences(text: str) -> list[str]:
    """The sentences of a `plain` text that are about the exercise."""
    found = (part.strip(" ,'") for part in _SENTENCES.split(text))
    return [part for part in found if part and not JUDGE_TALK.search(part)]


def clauses(sentence: str) -> list[Clause]:
    """The clauses of a plain sentence, in order."""
    text, phase = _phases(_BEWARE.sub("avoid", _NOTHING.sub(" ~ ", _LEFT_RIGHT.sub("both", sentence))))
    aside = _ASIDES.search(text, 1)
    main, rest = (text[: aside.start()], text[aside.start() :]) if aside else (text, "")
    return _split(_rewritten(main), phase, False) + _split(_rewritten(rest), phase, True)


def _phases(text: str) -> tuple[str, Phase | None]:
    first: Phase | None = None
    for pattern, phase in PHASES:
        text, count = re.subn(pattern, " # ", text)
        if count and first is None:
            first = phase
    return text, first


def _rewritten(text: str) -> str:
    for pattern, mark in REWRITES:
        text = re.sub(pattern, mark, text)
    return text


def _split(text: str, phase: Phase | None, aside: bool) -> list[Clause]:
    found, start, connector = [], 0, ""
    for match in [*_CONNECTORS.finditer(text), None]:
        words = tuple(re.findall(r"=[a-z_:/]+|[a-z]+(?:'[a-z]+)?|[#^]|\d+", text[start : match.start() if match else None]))
        if words:
            found.append(Clause(words, connector, phase, aside))
            connector = ""
        if match:
            connector, start = (match[0].strip(" ,") or ",") if not connector or match[0].strip(" ,") else connector, match.end()
    return found
