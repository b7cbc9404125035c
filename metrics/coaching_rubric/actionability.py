"""How clear, specific and safe a feedback is for whoever has to follow it: the actionability of the lexical judge."""

import re
from collections.abc import Sequence
from typing import Final

from triptych.metrics.coaching_rubric.claims import Claim
from triptych.metrics.coaching_rubric.comparing import opposite
from triptych.metrics.coaching_rubric.moods import negated
from triptych.metrics.coaching_rubric.phrases import plain, sentences
from triptych.metrics.coaching_rubric.words_safety import HOW, UNSAFE

_BREATHING: Final = re.compile(r"\b(?:breath(?:e|ing)?|inhal(?:e|ing)|exhal(?:e|ing))\b")
_GUARDS: Final = frozenset(("rather", "instead", "before"))
_MANY_CLAIMS, _MANY_WORDS = 4, 45


def actionability(feedback: str, claims: Sequence[Claim], fine: bool, praises: bool = False) -> tuple[int, str]:
    """Level 1..5 of Table 1 and why."""
    danger = unsafe(feedback)
    if danger:
        return 1, f"unsafe: {danger!r}"
    if fine:
        return 5, "says that nothing has to change"
    if praises:
        return 3, "praises, changes nothing"
    full = [claim for claim in claims if claim.readings[0][1] is not None]
    if not claims and _BREATHING.search(feedback.lower()):
        return 3, "says how to breathe, moves nothing"
    if not full:
        return (2, "names a part without a correction") if claims else (1, "names no part and no correction")
    level, why = max(_of_claim(claim, feedback) for claim in full)
    if len(claims) >= _MANY_CLAIMS or len(feedback.split()) > _MANY_WORDS:
        level, why = level - 1, f"{why}; too much at once"
    return (2, "contradicts itself") if _contradicts(full) else (level, why)


def unsafe(feedback: str) -> str:
    """The words of `feedback` that ask for something dangerous, "" where none do or where they are forbidden."""
    for sentence in sentences(plain(feedback)):
        for part in re.split(r"[,;]|\b(?:but|and)\b(?! (?:\w+ ){0,2}?(?:up|down)\b)", sentence):
            for match in UNSAFE.finditer(part):
                before = part[: match.start()].split()
                states = before[:1] in (["you"], ["you're"], ["your"]) and not {"should", "must", "can", "need"} & set(
                    before
                )
                if not negated(before) and not _GUARDS & set(before) and not states:
                    return match[0]
    return ""


def _of_claim(claim: Claim, feedback: str) -> tuple[int, str]:
    if claim.readings[0][0] is None or not claim.named:
        return 3, "says how to move, not which part"
    detailed = claim.detailed or any(HOW.search(each) for each in sentences(plain(feedback)))
    if claim.stated:
        return 3, "states the fault and leaves the correction to the reader"
    return (5, "part, direction and when or how") if detailed else (4, "part and direction")


def _contradicts(claims: Sequence[Claim]) -> bool:
    return any(
        opposite(one, other) for at, one in enumerate(claims) for other in claims[at + 1 :] if one.side == other.side
    )
