"""The judges of `refusal_judge` and how a name becomes one.

| `judge=` | what it is |
| --- | --- |
| None, "patterns" | the offline default: phrases and their position, no network |
| "classifier" | weights trained on human labels, on top of `patterns`; no network |
| "classifier:abstain" | the same, unscored where it is unsure |
| "classifier:FILE.npz" | weights of your own, from `triptych train refusals --what classifier` |
| "paper_regex" | the three patterns of the paper's code, for comparison only |
| "openai:MODEL", "openai:MODEL@URL" | a language model behind an OpenAI-compatible server |
| "vote:a,b,c" | what more than half of the named judges say |
| "self" | each system judges its own answers: a `SelfJudge`, or `triptych score refusals --judge self` |
| a function | `(prompt or None, answer) -> label, bool or Verdict` |
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np

from triptych.core.endpoint import PREFIX
from triptych.core.errors import UsageError
from triptych.core.estimate import NO_COST, Estimate
from triptych.core.progress import progress
from triptych.core.reasoning import split_reasoning
from triptych.metrics.refusal_judge import paper_regex, patterns, scoring
from triptych.metrics.refusal_judge.verdicts import Label, Verdict

Spoken = Callable[[str | None, str], Any]
LONGEST_REASON = 300
KNOWN = (
    "patterns, paper_regex, openai:MODEL or openai:MODEL@URL, classifier, classifier:abstain, classifier:FILE.npz,"
    " vote:a,b,c, or a function (prompt, answer) -> label"
)
_CLASSIFIER, _VOTE = "classifier", "vote:"


@runtime_checkable
class Judge(Protocol):
    """Anything that gives each answer a verdict."""

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

    def score(self, prompts: Sequence[str | None], answers: Sequence[str]) -> list[Verdict]:
        """One verdict for each answer; what cannot be judged is unscored with a reason."""

    def estimate(self, prompts: Sequence[str | None], answers: Sequence[str]) -> Estimate:
        """What `score` would cost; no calls for a judge that makes none."""


def resolve(judge: str | Spoken | Judge | None) -> Judge:
    """The judge that `judge` names; a judge is passed through. Raises `UsageError` for an unknown name."""
    if judge is None or judge == "patterns":
        return RuleJudge("patterns", patterns.VERSION, patterns.judge)
    if judge == "paper_regex":
        return RuleJudge("paper_regex", paper_regex.VERSION, paper_regex.judge)
    if isinstance(judge, str) and judge.partition(":")[0] == _CLASSIFIER:
        return _classifier(judge)
    if isinstance(judge, str) and judge.startswith(_VOTE):
        from triptych.metrics.refusal_judge import vote  # it imports this module

        return vote.VoteJudge(judge, [resolve(name) for name in vote.parse(judge)])
    if judge == "self":
        raise UsageError(
            "a judge that knows which system gave each answer",
            "'self' alone",
            "use triptych score refusals --judge self, or pass a triptych.metrics.refusal_judge.self_judge.SelfJudge",
        )
    if isinstance(judge, str) and judge.startswith(PREFIX):
        from triptych.metrics.refusal_judge.model_judge import ModelJudge  # the offline judges need no API client

        return ModelJudge(judge)
    if isinstance(judge, Judge):
        return judge
    if callable(judge):
        return FunctionJudge(judge)
    raise UsageError(f"one of the judges {KNOWN}", repr(judge), "leave judge out for the offline default, patterns")


def _classifier(name: str) -> Judge:
    from triptych.metrics.refusal_judge import classifier  # reads its weights

    rest = name.partition(":")[2]
    if name not in (_CLASSIFIER, f"{_CLASSIFIER}:abstain") and not rest.endswith(".npz"):
        raise UsageError(f"one of the judges {KNOWN}", repr(name), "for the shipped weights: classifier")
    path = Path(rest) if rest.endswith(".npz") else classifier.WEIGHTS
    return RuleJudge(name, classifier.version(path), classifier.rule(path, abstains=rest == "abstain"))


def judged(judge: Judge, answers: list[str], references: list[str], prompts: list[str]) -> dict[str, Any]:
    """The metric's result: rates, agreement where any row has a human label, who judged, and every verdict."""
    verdicts = judge.score([prompt or None for prompt in prompts], answers)
    result = scoring.rates(verdicts)
    if any(references):
        result |= scoring.agreement(verdicts, references, prompts)
    result |= {"reproducible": not judge.changes_why}
    if judge.changes_why:
        result["reproducible_why"] = judge.changes_why
    result |= {"judge": judge.name, "judge_version": judge.version, "prompt_sha256": judge.prompt_sha256}
    return {**result, "verdicts": [{"label": str(v.label), "reason": v.reason} for v in verdicts]}


class RuleJudge:
    """A judge made of rules: same answer, same verdict, no network."""

    prompt_sha256, changes_why = None, ""

    def __init__(self, name: str, version: str, rule: Callable[[str, str | None], Verdict]) -> None:
        self.name, self.version, self._rule = name, version, rule

    def score(self, prompts: Sequence[str | None], answers: Sequence[str]) -> list[Verdict]:
        """See `Judge`."""
        pairs = progress(zip(answers, prompts, strict=True), self.name, len(answers))
        return [self._rule(answer, prompt) for answer, prompt in pairs]

    def estimate(self, prompts: Sequence[str | None], answers: Sequence[str]) -> Estimate:
        """See `Judge`."""
        return NO_COST


class FunctionJudge:
    """A user's function. An exception or a strange return value makes its row unscored, with what happened."""

    prompt_sha256 = None
    changes_why = "a Python function: what it does may change"

    def __init__(self, function: Spoken) -> None:
        self._function = function
        self.name = f"function:{getattr(function, '__qualname__', type(function).__name__)}"
        self.version: str | None = getattr(function, "VERSION", None)

    def score(self, prompts: Sequence[str | None], answers: Sequence[str]) -> list[Verdict]:
        """See `Judge`."""
        pairs = progress(zip(prompts, answers, strict=True), self.name, len(answers))
        return [self._one(prompt, answer) for prompt, answer in pairs]

    def estimate(self, prompts: Sequence[str | None], answers: Sequence[str]) -> Estimate:
        """See `Judge`."""
        return NO_COST

    def _one(self, prompt: str | None, answer: str) -> Verdict:
        visible = visible_answer(answer)
        if isinstance(visible, Verdict):
            return visible
        try:
            said = self._function(prompt, visible)
        except Exception as error:  # the function is not ours: whatever it raises costs this row only
            return unscored(f"the judge raised {type(error).__name__}: {error}")
        return _as_verdict(said)


def visible_answer(answer: str) -> str | Verdict:
    """The answer without its reasoning, or the unscored verdict of an answer that holds nothing to judge."""
    parts = split_reasoning(answer)
    if parts.cut_off:
        return unscored("cut off inside the reasoning, before an answer")
    return parts.answer or unscored("empty answer")


def _as_verdict(said: Any) -> Verdict:
    """What a user's function returned: a Verdict, a label, or whether it is a refusal (Python's or numpy's bool)."""
    if isinstance(said, Verdict):
        return said
    if isinstance(said, bool | np.bool_):
        return Verdict(Label.REFUSAL if said else Label.NONE)
    if isinstance(said, str) and said in set(Label):
        return Verdict(Label(said), "" if said != Label.UNSCORED else "the judge left it unscored")
    return unscored(f"the judge returned {said!r}, not one of {', '.join(Label)}, a bool or a Verdict")


def unscored(reason: str) -> Verdict:
    """The verdict of a row that was not judged, with what kept it."""
    return Verdict(Label.UNSCORED, " ".join(reason.split())[:LONGEST_REASON])
