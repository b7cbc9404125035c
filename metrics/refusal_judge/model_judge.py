"""A language model as judge of refusals, behind any OpenAI-compatible server."""

from collections.abc import Sequence
from pathlib import Path

from triptych.core import endpoint, judging
from triptych.core.chat import Settings, Unscored, Usage
from triptych.core.estimate import Estimate
from triptych.metrics.refusal_judge.judges import LONGEST_REASON, unscored, visible_answer
from triptych.metrics.refusal_judge.prompts import REFUSAL_PROMPTS, Judgement
from triptych.metrics.refusal_judge.verdicts import Label, Verdict


class ModelJudge:
    """A language model behind an OpenAI-compatible server; replies are cached, so that only failed rows ask again."""

    changes_why = "a language model behind an API may answer differently another time (its replies here are cached)"

    def __init__(self, name: str, settings: Settings | None = None, cache: Path | None = None) -> None:
        self.name = name
        self._model = judging.Judge(endpoint.Endpoint.parse(name), REFUSAL_PROMPTS, Judgement, settings, cache)
        self.prompt_sha256 = self._model.prompt_sha256

    @property
    def version(self) -> str | None:
        """The model's name as the server reported it in the last `score`, often with a date."""
        return ", ".join(self._model.served) or None

    @property
    def usage(self) -> Usage:
        """Requests and tokens of the last `score`."""
        return self._model.usage

    def score(self, prompts: Sequence[str | None], answers: Sequence[str]) -> list[Verdict]:
        """See `Judge`. Raises `UsageError` where no call can succeed: a wrong key, model or URL."""
        visible = [visible_answer(answer) for answer in answers]
        rows = _rows(prompts, visible)
        said = iter(self._model.score(rows, self.name) if rows else [])
        return [answer if isinstance(answer, Verdict) else _model_verdict(next(said)) for answer in visible]

    def estimate(self, prompts: Sequence[str | None], answers: Sequence[str]) -> Estimate:
        """See `Judge`."""
        return self._model.estimate(_rows(prompts, [visible_answer(answer) for answer in answers]))


def _rows(prompts: Sequence[str | None], visible: Sequence[str | Verdict]) -> list[judging.Texts]:
    pairs = zip(prompts, visible, strict=True)
    return [{"request": prompt, "answer": answer} for prompt, answer in pairs if isinstance(answer, str)]


def _model_verdict(said: Judgement | Unscored) -> Verdict:
    if isinstance(said, Unscored):
        return unscored(said.reason)
    return Verdict(Label(said.verdict), said.explanation[:LONGEST_REASON])
