"""How clear, specific and safe a feedback is for whoever has to follow it: the actionability of the lexical judge."""

import re
from collections.abc import Sequence
from typing import Final

from triptych.metrics.coaching_rubric.claims import Claim
from triptych.metrics.coaching_rubric.moods import negated
from triptych.metrics.coaching_rubric.phrases import plain, sentences

_UNSAFE: Final = re.compile(
    r"\b(?:(?:push|work|fight|power|train|go|press|move|lift|play|carry on|continue|keep going) (?:\w+ ){0,2}?(?:through|past|despite|with) (?:\w+ ){0,3}?"
    r"(?:pain|hurt|ache|discomfort|dizziness)|ignore (?:\w+ ){0,3}?(?:pain|ache|discomfort|dizziness|warning)|until (?:it|something) hurts|no pain,? no gain|"
    r"hold(?:ing)? (?:\w+ )?breath|(?:jerk|yank|heave|throw|fling|snap|slam|whip|hurl|crank)(?:ing|s)? (?:\w+ ){0,4}?(?:weights?|dumbbells?|bar|barbell|up|down|back|"
    r"arms?|hips?|knees?|elbows?|spine|neck|load|it|them|hard)|bounc(?:e|ing) (?:\w+ ){0,3}?(?:bottom|knees|off|out|hard|weights?|bar)|"
    r"(?:use|using|generate|add) (?:\w+ ){0,2}?momentum|swing(?:ing)? (?:\w+ ){0,2}?(?:weights?|dumbbells?|bar|barbell|back|hips|body|load|it|them)|"
    r"(?:lock|snap|hyperextend|straighten)(?:ing)? (?:\w+ )?(?:knees?|elbows?|joints?)(?: \w+)? (?:hard|forcefully|violently|aggressively|with force|abruptly)|"
    r"hyperextend(?:ing)? \w+|as (?:heavy|fast|hard|quickly|heavily) as (?:possible|you can)|(?:drop|slam|release|let go of)(?:ping|ming|ing)? (?:the|your) "
    r"(?:weights?|dumbbells?|bar|barbell)|let (?:the |your )?(?:weights?|dumbbells?|bar|barbell) (?:drop|fall|crash)|twist(?:ing)? (?:\w+ )?(?:knees?|spine|neck|lower back)|"
    r"(?:round|hunch|arch|curve|bend)(?:ing)? (?:\w+ )?(?:lower )?(?:back|spine)|let (?:\w+ )?(?:lower )?back (?:round|arch|bend|curve)|"
    r"let (?:\w+ ){0,2}?knees? (?:\w+ )?(?:cave|collapse|buckle|fall in|drop in)|(?:cave|buckle|knock) (?:\w+ )?knees|collaps(?:e|ing) (?:onto|into|your)|"
    r"double the (?:weight|load)|max(?:imum)? weight|heavier (?:weights?|dumbbells?|bar)|skip (?:the |your )?warm ?up|without warming up|recklessly|violently)\b"
)  # fmt: skip
_GUARDS: Final = frozenset("rather instead before".split())
_HOW: Final = re.compile(
    r"\b(?:until|by \w+ing|inch(?:es)?|cm|centimet\w+|degrees?|seconds?|counts?|halfway|fully|completely|all the way|"
    r"shoulder width|hip width|toward|towards|in line|over your|above|below|parallel|level|height|with each|every|throughout|"
    r"when|while|as you|at the|on the way|during|before|between|each|evenly|so that|so your|so you|from the|through your|"
    r"slightly|a bit|a little|from side|lined up|away from|directly|on the floor)\b"
)
_MANY_CLAIMS, _MANY_WORDS = 4, 45


def actionability(feedback: str, claims: Sequence[Claim], fine: bool) -> tuple[int, str]:
    """Level 1..5 of Table 1 and why."""
    danger = unsafe(feedback)
    if danger:
        return 1, f"unsafe: {danger!r}"
    if fine:
        return 5, "says that nothing has to change"
    full = [claim for claim in claims if claim.readings[0][1] is not None]
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
            for match in _UNSAFE.finditer(part):
                before = part[: match.start()].split()
                states = before[:1] in (["you"], ["you're"], ["your"]) and not {"should", "must", "can", "need"} & set(before)
                if not negated(before) and not _GUARDS & set(before) and not states:
                    return match[0]
    return ""


def _of_claim(claim: Claim, feedback: str) -> tuple[int, str]:
    if claim.readings[0][0] is None or not claim.named:
        return 3, "says how to move, not which part"
    detailed = claim.detailed or bool(_HOW.search(plain(feedback)))
    if claim.stated:
        return 3, "states the fault and leaves the correction to the reader"
    return (5, "part, direction and when or how") if detailed else (4, "part and direction")


def _contradicts(claims: Sequence[Claim]) -> bool:
    from triptych.metrics.coaching_rubric.comparing import opposite

    return any(opposite(one, other) for at, one in enumerate(claims) for other in claims[at + 1 :] if one.side == other.side)
