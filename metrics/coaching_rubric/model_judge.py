"""A language model as judge of coaching feedback, behind any OpenAI-compatible server."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel

from triptych.core import judging
from triptych.core.chat import Settings, Unscored, Usage
from triptych.core.endpoint import Endpoint
from triptych.core.estimate import Estimate
from triptych.core.runs import digest
from triptych.metrics.coaching_rubric import expected, prompts
from triptych.metrics.coaching_rubric.judges import LONGEST_REASON, Row, unscored, visible_feedback
from triptych.metrics.coaching_rubric.verdicts import FIGURES, Verdict

_CALLS: Final[Mapping[str, Mapping[str, tuple[judging.Prompts, type[BaseModel]]]]] = {
    "joint": {"joint": (prompts.JOINT_PROMPTS, prompts.JointJudgement)},
    "paper": {
        "accuracy": (prompts.ACCURACY_PROMPTS, prompts.AccuracyJudgement),
        "actionability": (prompts.ACTIONABILITY_PROMPTS, prompts.ActionabilityJudgement),
        "hallucination": (prompts.HALLUCINATION_PROMPTS, prompts.HallucinationJudgement),
    },
}
"""Protocol -> name of a call -> what is sent and the shape of the reply."""


class ModelJudge:
    """A language model behind an OpenAI-compatible server; replies are cached, so that only failed rows ask again.

    `protocol` "joint" asks once a row for all three, "paper" once for each. A row is scored only with all three.
    `scores` "expected" asks for the probabilities of the levels too, see `expected`. Each `repeat` is asked with a seed
    of its own and kept in the cache apart; temperature is 0 in all of them.
    """

    changes_why = "a language model behind an API may answer differently another time (its replies here are cached)"
    note = ""

    def __init__(
        self,
        name: str,
        protocol: str = "joint",
        settings: Settings | None = None,
        cache: Path | None = None,
        scores: str = "plain",
        repeat: int = 0,
    ) -> None:
        self.name, endpoint = name, Endpoint.parse(name)
        adjust = expected.expect if scores == "expected" else None
        self._judges = {
            call: judging.Judge(endpoint, words, shape, settings, cache, repeat, adjust)
            for call, (words, shape) in _CALLS[protocol].items()
        }
        self.prompt_sha256 = digest([judge.prompt_sha256 for judge in self._judges.values()])

    @property
    def version(self) -> str | None:
        """The model's name as the server reported it in the last `score`, often with a date."""
        return ", ".join(sorted({name for judge in self._judges.values() for name in judge.served})) or None

    @property
    def usage(self) -> Usage:
        """Requests and tokens of the last `score`, all calls together."""
        parts = [vars(judge.usage) for judge in self._judges.values()]
        return Usage(**{name: sum(part[name] for part in parts) for name in parts[0]})

    def score(self, rows: Sequence[Row]) -> list[Verdict]:
        """See `Judge`. Raises `UsageError` where no call can succeed: a wrong key, model or URL."""
        visible = [visible_feedback(row.feedback) for row in rows]
        texts = _texts(rows, visible)
        said = {
            call: judge.score(texts, self.name if call == "joint" else f"{self.name} ({call})") if texts else []
            for call, judge in self._judges.items()
        }
        replies = iter([dict(zip(said, each, strict=True)) for each in zip(*said.values(), strict=True)])
        return [each if isinstance(each, Verdict) else _verdict(next(replies)) for each in visible]

    def estimate(self, rows: Sequence[Row]) -> Estimate:
        """See `Judge`."""
        texts = _texts(rows, [visible_feedback(row.feedback) for row in rows])
        parts = [vars(judge.estimate(texts)) for judge in self._judges.values()]
        return Estimate(**{name: sum(part[name] for part in parts) for name in parts[0]})


def _texts(rows: Sequence[Row], visible: Sequence[str | Verdict]) -> list[judging.Texts]:
    return [
        {
            "exercise": row.exercise,
            "preference": row.preference,
            "expert_instruction": row.reference,
            "feedback": feedback,
        }
        for row, feedback in zip(rows, visible, strict=True)
        if isinstance(feedback, str)
    ]


def _verdict(replies: Mapping[str, BaseModel | Unscored]) -> Verdict:
    """The verdict of one row from its calls; with one of several missing it is unscored, and its reason names it."""
    failed = {call: reply.reason for call, reply in replies.items() if isinstance(reply, Unscored)}
    if failed:
        return unscored(
            "; ".join(reason if call == "joint" else f"{call}: {reason}" for call, reason in failed.items())
        )
    found: dict[str, Any] = {}
    reasons = []
    for reply in replies.values():
        values = dict(reply) if isinstance(reply, BaseModel) else {}  # no dump: an expectation is no level
        reasons.append(values.pop("explanation"))
        found |= values
    accuracy, actionability, invented = (found[name] for name in FIGURES)
    reason = " ".join(filter(None, reasons))[:LONGEST_REASON]
    if isinstance(invented, float):
        return Verdict(accuracy, actionability, invented > 0.5, reason, invented)
    return Verdict(accuracy, actionability, invented == "yes", reason)
