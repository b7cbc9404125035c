"""The judges of `coaching_rubric` and how a name becomes one.

| `judge=` | what it is |
| --- | --- |
| None, "lexical" | the offline default: body parts, sides and directions by their words; weak |
| "openai:MODEL", "openai:MODEL@URL" | a language model behind an OpenAI-compatible server |
| a function | `(feedback, reference or None, exercise or None, preference or None) -> dict, tuple or Verdict` |
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np

from triptych.core.endpoint import PREFIX
from triptych.core.errors import UsageError
from triptych.core.estimate import NO_COST, Estimate
from triptych.core.progress import progress
from triptych.core.reasoning import split_reasoning
from triptych.metrics.coaching_rubric import lexical, scoring
from triptych.metrics.coaching_rubric.verdicts import FIGURES, Verdict, combined, self_agreement

Spoken = Callable[[str, str | None, str | None, str | None], Any]
PROTOCOLS = ("joint", "paper")
SCORES = ("plain", "expected")
LONGEST_REASON = 400
KNOWN = "lexical, openai:MODEL or openai:MODEL@URL, or a function (feedback, reference, exercise, preference) -> scores"
_ANSWERS = {"yes": True, "no": False, "true": True, "false": False}


@dataclass(frozen=True)
class Row:
    """One feedback and what it is judged by; `reference` None where the expert found nothing to correct."""

    feedback: str
    reference: str | None = None
    exercise: str | None = None
    preference: str | None = None


@runtime_checkable
class Judge(Protocol):
    """Anything that gives each feedback a verdict."""

    @property
    def name(self) -> str:
        """As it is written after `judge=`."""

    @property
    def version(self) -> str | None:
        """What to know besides the name to get the same verdicts; None where that is not known."""

    @property
    def prompt_sha256(self) -> str | None:
        """sha256 of all words that a language model is sent; None for other judges."""

    @property
    def changes_why(self) -> str:
        """Why a second run may give other verdicts; "" where it cannot."""

    @property
    def note(self) -> str:
        """What a reader of the figures must know of the judge; "" where nothing."""

    def score(self, rows: Sequence[Row]) -> list[Verdict]:
        """One verdict for each row; what cannot be judged is unscored with a reason."""

    def estimate(self, rows: Sequence[Row]) -> Estimate:
        """What `score` would cost; no calls for a judge that makes none."""


def resolve(
    judge: str | Spoken | Judge | None, protocol: str = "joint", scores: str = "plain", repeat: int = 0
) -> Judge:
    """The judge that `judge` names; a judge is passed through. Raises `UsageError` for an unknown name or protocol.

    `scores` "expected" and `repeat`, the number of the repeat from 0, concern language models only.
    """
    if protocol not in PROTOCOLS:
        raise UsageError(f"a protocol: {' or '.join(PROTOCOLS)}", repr(protocol), "leave it out for joint")
    if scores not in SCORES:
        raise UsageError(f"scores: {' or '.join(SCORES)}", repr(scores), "leave it out for plain")
    if judge is None or judge == "lexical":
        return LexicalJudge()
    if isinstance(judge, str) and judge.startswith(PREFIX):
        from triptych.metrics.coaching_rubric.model_judge import ModelJudge  # the offline judge needs no API client

        return ModelJudge(judge, protocol, scores=scores, repeat=repeat)
    if isinstance(judge, Judge):
        return judge
    if callable(judge):
        return FunctionJudge(judge)
    raise UsageError(f"one of the judges {KNOWN}", repr(judge), "leave judge out for the offline default, lexical")


def asked_again(
    judge: str | Spoken | Judge | None, protocol: str = "joint", scores: str = "plain", repeats: int = 1
) -> list[Judge]:
    """A judge for each repeat. Raises `UsageError` as `resolve` does, and for repeats that are no number from 1."""
    if isinstance(repeats, bool) or not isinstance(repeats, int | np.integer) or repeats < 1:
        raise UsageError("repeats: a whole number of at least 1", repr(repeats), "leave it out to ask once")
    return [resolve(judge, protocol, scores, repeat) for repeat in range(int(repeats))]


def judged(repeats: Sequence[Judge], columns: dict[str, list[str]], protocol: str = "joint") -> dict[str, Any]:
    """The metric's result for `scoring.columns`: figures, figures by exercise, who judged, and every verdict.

    `repeats`: one judge for each time that every row is judged.
    """
    rows, judge = rows_of(columns), repeats[0]
    times = zip(*(each.score(rows) for each in repeats), strict=True)
    verdicts = [combined(each) for each in times]
    result = scoring.figures(verdicts)
    if any(columns["exercises"]):
        result["by_exercise"] = scoring.by_exercise(verdicts, columns["exercises"])
    if len(repeats) > 1:
        result |= {"repeats": len(repeats), "self_agreement": self_agreement(verdicts)}
    result |= {"reproducible": not judge.changes_why}
    if judge.changes_why:
        result["reproducible_why"] = judge.changes_why
    result |= {"judge": judge.name, "judge_version": judge.version, "prompt_sha256": judge.prompt_sha256}
    if judge.note:
        result["judge_note"] = judge.note
    return {**result, "protocol": protocol, "verdicts": [verdict.as_dict() for verdict in verdicts]}


def rows_of(columns: dict[str, list[str]]) -> list[Row]:
    """The rows of `scoring.columns`, None for what is missing."""
    names = ("predictions", "references", "exercises", "preferences")
    texts = zip(*(columns[name] for name in names), strict=True)
    return [Row(feedback, reference or None, name or None, wish or None) for feedback, reference, name, wish in texts]


def expectations(result: dict[str, Any]) -> dict[str, Any]:
    """`scores` "expected": of how many scored rows the levels are expectations, with a note where some are plain."""
    verdicts = [each for verdict in result["verdicts"] for each in verdict.get("repeats", [verdict])]
    scored = [verdict for verdict in verdicts if verdict["accuracy"] is not None]
    known = sum("hallucination_share" in verdict for verdict in scored)
    found: dict[str, Any] = {"scores": "expected", "n_expected": known}
    if known < len(scored):
        found["scores_note"] = (
            f"the server gave no probabilities for {len(scored) - known} of {len(scored)} "
            "judgements: their levels are plain"
        )
    return found


class LexicalJudge:
    """The offline judge: same texts, same verdict, no network."""

    name, version, prompt_sha256, changes_why, note = "lexical", lexical.VERSION, None, "", lexical.NOTE

    def score(self, rows: Sequence[Row]) -> list[Verdict]:
        """See `Judge`."""
        return [self._one(row) for row in progress(rows, self.name, len(rows))]

    def estimate(self, rows: Sequence[Row]) -> Estimate:
        """See `Judge`."""
        return NO_COST

    def _one(self, row: Row) -> Verdict:
        visible = visible_feedback(row.feedback)
        return visible if isinstance(visible, Verdict) else lexical.judge(visible, row.reference, row.exercise)


class FunctionJudge:
    """A user's function. An exception or a strange return value makes its row unscored, with what happened."""

    prompt_sha256, note = None, ""
    changes_why = "a Python function: what it does may change"

    def __init__(self, function: Spoken) -> None:
        self._function = function
        self.name = f"function:{getattr(function, '__qualname__', type(function).__name__)}"
        self.version: str | None = getattr(function, "VERSION", None)

    def score(self, rows: Sequence[Row]) -> list[Verdict]:
        """See `Judge`."""
        return [self._one(row) for row in progress(rows, self.name, len(rows))]

    def estimate(self, rows: Sequence[Row]) -> Estimate:
        """See `Judge`."""
        return NO_COST

    def _one(self, row: Row) -> Verdict:
        visible = visible_feedback(row.feedback)
        if isinstance(visible, Verdict):
            return visible
        try:
            said = self._function(visible, row.reference, row.exercise, row.preference)
        except Exception as error:  # the function is not ours: whatever it raises costs this row only
            return unscored(f"the judge raised {type(error).__name__}: {error}")
        return _as_verdict(said)


def visible_feedback(feedback: str) -> str | Verdict:
    """The feedback without its reasoning, or the unscored verdict of one that holds nothing to judge."""
    parts = split_reasoning(feedback)
    if parts.cut_off:
        return unscored("cut off inside the reasoning, before any feedback")
    return parts.answer.strip() or unscored("empty feedback")


def unscored(reason: str) -> Verdict:
    """The verdict of a row that was not judged, with what kept it."""
    return Verdict(reason=" ".join(reason.split())[:LONGEST_REASON])


def _as_verdict(said: Any) -> Verdict:
    """What a user's function returned: a Verdict, a dict with the three names, or a tuple of the three."""
    if isinstance(said, Verdict):
        return said if said.scored else unscored(said.reason or "the judge left it unscored")
    if isinstance(said, dict):
        parts = [said.get(name) for name in FIGURES] + [said.get("reason", "")]
    else:
        parts = list(said)[:4] if isinstance(said, tuple | list) and len(said) in (3, 4) else [None] * 3
    accuracy, actionability, invented = _level(parts[0]), _level(parts[1]), _answer(parts[2])
    if accuracy is None or actionability is None or invented is None:
        wanted = "accuracy and actionability from 1 to 5 and hallucination as yes/no or a bool"
        return unscored(f"the judge returned {said!r}, not {wanted}")
    return Verdict(accuracy, actionability, invented, str(parts[3]) if len(parts) > 3 else "")


def _level(value: Any) -> int | None:
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    whole = whole or (isinstance(value, float | np.floating) and float(value).is_integer())
    return int(value) if whole and 1 <= value <= 5 else None


def _answer(value: Any) -> bool | None:
    if isinstance(value, bool | np.bool_):
        return bool(value)
    return _ANSWERS.get(value.strip().lower()) if isinstance(value, str) else None
