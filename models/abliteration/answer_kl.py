"""How far an edit moves a model's answers to harmless prompts: KL(unedited || edited) in nats, prompt by prompt.

At the first token of the answer and over the whole of it, both models reading the unedited model's own greedy answer
(teacher forcing), so that one different word does not count again in every later one. Unlike the figure that
`layer_choice` ranks by, nothing is conditioned: what the edit does to refusals counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from triptych.core.errors import UsageError
from triptych.core.progress import progress
from triptych.models.abliteration.batches import encode, pad_id, pad_left, plan
from triptych.models.abliteration.hooks import ablate

BATCH_TOKENS = 2048
"""Prompt and answer tokens of a batch; the answers' share takes 200 kB a token and model on SmolLM2's vocabulary."""


@dataclass(frozen=True)
class AnswerKL:
    """One entry a prompt, in the given order: `first_token` and `whole_answer` (mean over the tokens) in nats.

    `n_tokens` counts the tokens behind `whole_answer`; for an empty answer it is 1, the place of the first token.
    """

    first_token: NDArray[np.float64]
    whole_answer: NDArray[np.float64]
    n_tokens: NDArray[np.int64]

    @property
    def n(self) -> int:
        """Prompts."""
        return len(self.first_token)


def answer_kl(
    model: Any,
    tokenizer: Any,
    prompts: Sequence[str],
    answers: Sequence[Sequence[int]],
    direction: Any,
    alpha: float = 1.0,
    layers: Sequence[int] | None = None,
    batch_tokens: int = BATCH_TOKENS,
) -> AnswerKL:
    """KL of the model edited by `hooks.ablate(model, direction, alpha, layers)` from the model as it is.

    `answers`: token ids of the unedited model's greedy answers, e.g. `[g.ids for g in generate.generate_ids(...)]`.
    Raises `UsageError` without prompts or where the answers do not fit them.
    """
    if not prompts or len(answers) != len(prompts):
        raise UsageError(
            "at least one prompt and one answer each",
            f"{len(prompts)} prompts and {len(answers)} answers",
            "generate the answers to these prompts with the unedited model",
        )
    rows = [[*prompt, *answer] for prompt, answer in zip(encode(tokenizer, prompts), answers, strict=True)]
    counts = [max(1, len(answer)) for answer in answers]
    first, whole = np.empty(len(rows)), np.empty(len(rows))
    for batch in progress(plan([len(row) for row in rows], batch_tokens), "KL on harmless prompts"):
        ends = [bool(answers[row]) for row in batch]
        given = [rows[row][:-1] if end else rows[row] for row, end in zip(batch, ends, strict=True)]
        by_token = _by_token(
            model, pad_id(tokenizer), given, [counts[row] for row in batch], (direction, alpha, layers)
        )
        for row, values in zip(batch, by_token, strict=True):
            first[row], whole[row] = values[0], values.mean()
    return AnswerKL(first, whole, np.asarray(counts))


def _by_token(
    model: Any, pad: int, rows: list[list[int]], counts: list[int], edit: tuple[Any, float, Sequence[int] | None]
) -> list[NDArray[np.float64]]:
    """KL at the last `counts[i]` positions of each row, where the answer's tokens are predicted."""
    batch, width = pad_left(rows, pad, model.device), max(counts)

    def logs() -> torch.Tensor:
        logits = model(**batch.inputs(), use_cache=False, logits_to_keep=width).logits
        return torch.log_softmax(logits.float(), dim=-1)

    with torch.inference_mode():
        before = logs()
        with ablate(model, *edit):
            after = logs()
        # KL(p || q) = sum p (log p - log q), at least 0 but for rounding
        kl = (before.exp() * (before - after)).sum(dim=-1).clamp(min=0).double().cpu().numpy()
    return [row[-count:] for row, count in zip(kl, counts, strict=True)]
