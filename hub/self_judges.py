"""`triptych score refusals --judge self` (Study 3): the system that gave an answer also judges it.

A system behind a server judges through its endpoint; a local one is loaded and asked in its own chat template. Where a
run folder says that a direction was projected out while it answered, it is projected out while it judges, too.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from triptych.core.endpoint import PREFIX
from triptych.core.errors import UsageError
from triptych.core.estimate import NO_COST, Estimate
from triptych.core.judging import render
from triptych.core.runs import MANIFEST, digest
from triptych.metrics.refusal_judge.judges import Judge, resolve, unscored, visible_answer
from triptych.metrics.refusal_judge.prompts import REFUSAL_PROMPTS
from triptych.metrics.refusal_judge.self_judge import SelfJudge, read_verdict
from triptych.metrics.refusal_judge.verdicts import Verdict

if TYPE_CHECKING:
    from triptych.models.abliteration.smollm2 import Loaded

LONGEST_REPLY = 128
"""Tokens: the JSON object that the prompt asks for takes about 40."""


def self_judge(systems: Sequence[str], predictions: Path | None = None) -> SelfJudge:
    """Each system as the judge of its own answers; `predictions` is where they stand, with a `run.json` or without."""
    run = _manifest(predictions) if predictions else {}
    if not any(systems) and run:
        systems = [str(run["system"])] * len(systems)
    if not any(systems):
        raise UsageError("answers that name their system", "no system column and no run.json", "add a column `system`")
    return SelfJudge(systems, lambda system: judge_of(system, run if system == run.get("system") else {}))


def judge_of(system: str, run: dict[str, Any] | None = None) -> Judge:
    """`system` as a judge; `run` is the manifest of its answers, {} or None where there is none."""
    run = run or {}
    if system.startswith(PREFIX):
        url = run.get("base_url")
        return resolve(f"{system}@{url}" if url and "@" not in system else system)
    edit = (run.get("settings") or {}).get("edit")
    return LocalJudge(system.removesuffix(f"-{edit['direction']}") if edit else system, edit, int(run.get("seed") or 0))


class LocalJudge:
    """A local model as judge, greedy, in its own chat template; loaded at the first `score`."""

    changes_why = "a local language model; another machine or version of torch may round differently"
    prompt_sha256 = digest([REFUSAL_PROMPTS.system, REFUSAL_PROMPTS.template])

    def __init__(self, system: str, edit: dict[str, Any] | None = None, seed: int = 0) -> None:
        self.name, self._edit, self._seed = system, edit, seed
        self._loaded: Loaded | None = None

    @property
    def version(self) -> str | None:
        """Model and revision once it is loaded, and what is projected out."""
        if self._loaded is None:
            return None
        revision = f" {self._loaded.revision}" if self._loaded.revision else ""
        return f"{self._loaded.model_id}{revision}{' without ' + self._edit['direction'] if self._edit else ''}"

    def estimate(self, prompts: Sequence[str | None], answers: Sequence[str]) -> Estimate:
        """See `Judge`: no calls to anybody."""
        return NO_COST

    def score(self, prompts: Sequence[str | None], answers: Sequence[str]) -> list[Verdict]:
        """See `Judge`. What the model's context cannot hold is unscored."""
        visible = [visible_answer(answer) for answer in answers]
        asked = {
            str(at): "\n\n".join(part["content"] for part in render(REFUSAL_PROMPTS, {"request": q, "answer": a}))
            for at, (q, a) in enumerate(zip(prompts, visible, strict=True))
            if isinstance(a, str)
        }
        said = self._replies(asked) if asked else {}
        return [a if isinstance(a, Verdict) else said[str(at)] for at, a in enumerate(visible)]

    def _replies(self, asked: dict[str, str]) -> dict[str, Verdict]:
        from triptych.hub.refusal_answers import edited
        from triptych.models.abliteration.generate import answer
        from triptych.models.abliteration.smollm2 import load

        self._loaded = self._loaded or load(self.name)
        model, tokenizer = self._loaded.model, self._loaded.tokenizer
        fits = {name: text for name, text in asked.items() if _fits(model, tokenizer, text)}
        found = dict.fromkeys(asked, unscored("request and answer are longer than the model's context"))
        with edited(model, self._vector(), float(self._edit["alpha"]) if self._edit else 1.0):
            for one in answer(model, tokenizer, list(fits.values()), list(fits), LONGEST_REPLY):
                found[one.id] = read_verdict(one.output)
        return found

    def _vector(self) -> Any:
        if not self._edit:
            return None
        from triptych.hub.refusal_answers import directions

        assert self._loaded is not None
        kind = self._edit["direction"]
        return directions(self._loaded.model, self._loaded.tokenizer, (kind,), self._seed)[kind][self._edit["layer"]]


def _fits(model: Any, tokenizer: Any, text: str) -> bool:
    from triptych.models.abliteration.batches import encode
    from triptych.models.abliteration.layers import text_config

    context = getattr(text_config(model), "max_position_embeddings", None) or float("inf")
    return len(encode(tokenizer, [text])[0]) + LONGEST_REPLY <= context


def _manifest(predictions: Path) -> dict[str, Any]:
    folder = predictions if predictions.is_dir() else predictions.parent
    path = folder / MANIFEST
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else {}
