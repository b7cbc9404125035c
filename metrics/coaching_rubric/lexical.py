"""The offline judge: words of the vocabulary compared, no model, no network.

It reads English only and knows an exercise only by its body parts and directions, so it is weak where feedback
explains, compares or describes. It is for smoke tests, demos and as a floor; a paper's figures need a language model.
"""

from collections.abc import Set
from typing import Final

from triptych.core.vocabulary import NAMES, ONE_LIMB, Exercise
from triptych.core.vocabulary import exercise as by_name
from triptych.metrics.coaching_rubric.actionability import actionability
from triptych.metrics.coaching_rubric.answers import blames, is_no_answer
from triptych.metrics.coaching_rubric.claims import Claim, Parsed, parse
from triptych.metrics.coaching_rubric.comparing import compare
from triptych.metrics.coaching_rubric.english import not_english
from triptych.metrics.coaching_rubric.verdicts import Verdict

VERSION: Final = "1.2.0"
NOTE: Final = (
    "lexical is a weak judge: it matches body parts, sides and directions by their words, in English only; "
    "use a language model for figures that are to be compared with the paper's"
)
_KNOWN: Final = {name.casefold() for name in NAMES}


def judge(feedback: str, reference: str | None, exercise: str | None = None) -> Verdict:
    """The verdict on a feedback that is not empty; `reference` None for a pair without a fault."""
    if reason := not_english(feedback):
        return Verdict(reason=f"feedback {reason}")
    known = exercise_of(exercise)
    said = parse(feedback, known)
    blamed = not said.claims and blames(feedback)
    if not (said.claims or said.fine or said.praises or blamed) and is_no_answer(feedback):
        return Verdict(reason="the feedback is no answer")
    level, how = actionability(feedback, said.claims, said.fine and not blamed, said.praises and not blamed)
    if reference is None:
        return _of_clean(said, blamed, level, how)
    if reason := not_english(reference):
        return Verdict(reason=f"reference {reason}")
    wanted = parse(reference, known)
    if wanted.fine:
        return _of_clean(said, blamed, level, how)
    if not wanted.claims:
        return Verdict(reason="the lexical judge finds no body part and direction in the reference")
    one_limb = ONE_LIMB.get(known.name, frozenset()) if known else frozenset()
    return _of_fault(said, wanted, min(level, 1) if said.fine or said.praises else level, how, one_limb)


def _of_fault(said: Parsed, wanted: Parsed, level: int, how: str, one_limb: Set[str]) -> Verdict:
    asked = _listed(wanted.claims)
    if not said.claims:
        says = "says that nothing is wrong" if said.fine else "praises" if said.praises else "names no correction"
        return Verdict(1, level, False, f"{says}; reference: {asked}; {how}")
    found = compare(said.claims, wanted.claims, one_limb)
    extra = f"; not in the reference: {_listed(found.invented)}" if found.invented else ""
    against = "; against the reference" if found.opposed else ""
    reason = f"feedback: {_listed(said.claims)}; reference: {asked}{extra}{against}; {how}"
    return Verdict(found.accuracy, level, bool(found.invented), reason)


def _of_clean(said: Parsed, blamed: bool, level: int, how: str) -> Verdict:
    if said.claims:
        named = any(direction for claim in said.claims for _, direction in claim.readings)
        return Verdict(
            1 if named else 2, level, True, f"invents a fault: {_listed(said.claims)}; reference: no fault; {how}"
        )
    if blamed:
        return Verdict(1, level, True, f"says that something is wrong, not what; reference: no fault; {how}")
    if said.praises and not said.fine:
        return Verdict(5, level, False, f"praises and names no fault; reference: no fault; {how}")
    if said.fine:
        return Verdict(5, level, False, f"says, as the reference does, that nothing is wrong; {how}")
    return Verdict(3, level, False, f"names no fault but does not say that all is well; reference: no fault; {how}")


def _listed(claims: tuple[Claim, ...]) -> str:
    return ", ".join(map(str, claims))


def exercise_of(name: str | None) -> Exercise | None:
    """The exercise of that name, None for another name."""
    return by_name(name) if name and name.strip().casefold() in _KNOWN else None
