"""Greedy answers of a model to many prompts, in batches, each yielded when its batch is done.

One row, as it goes into a predictions file beside the system's name:
    {"id": "…", "output": "The capital is …", "reasoning": "", "status": "truncated", "reason": "cut at 48 tokens", …}
"""

import inspect
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from triptych.core.errors import UsageError
from triptych.core.progress import progress
from triptych.core.reasoning import split_reasoning
from triptych.models.abliteration.batches import Batch, pad_id, pad_left, plan, render, token_ids
from triptych.models.abliteration.layers import text_config

MAX_NEW_TOKENS = 48
"""Enough to show whether an answer refuses; the study's question needs no more."""

BATCH_TOKENS = 16384
"""Tokens of a batch, those to be generated included: 100 short prompts at once, 0.8 GB of cache on SmolLM2-135M."""


@dataclass(frozen=True)
class Answer:
    """One answer, without the prompt and without its thinking.

    `status` is `ok`, `truncated` (cut at `max_new_tokens`: still an answer, but with an empty output where the cut fell
    inside the thinking) or `empty` (nothing but white space or thinking); `reason` says why it is not ok. `n_tokens`
    counts generated tokens, thinking included; `latency_s` is the batch's wall time divided by its rows.
    """

    id: str
    output: str
    reasoning: str
    status: str
    reason: str
    n_tokens: int
    latency_s: float


@dataclass(frozen=True)
class Generated:
    """Token ids without the end token; `ended` is False where the limit cut the row."""

    ids: list[int]
    ended: bool


def answer(
    model: Any,
    tokenizer: Any,
    prompts: Sequence[str],
    ids: Sequence[str],
    max_new_tokens: int = MAX_NEW_TOKENS,
    batch_tokens: int = BATCH_TOKENS,
) -> Iterator[Answer]:
    """Answer each of `prompts` greedily in the model's own chat template; yields in batches, longest prompts first.

    To resume, pass only the prompts and ids that are not done. Nothing is sampled, whatever the model's own generation
    settings say. Raises `UsageError` for ids that do not fit or a prompt that exceeds the model's context.
    """
    texts = [render(tokenizer, prompt) for prompt in prompts]
    rows = token_ids(tokenizer, texts)
    _check(model, rows, ids, max_new_tokens)
    batches = plan([len(row) for row in rows], batch_tokens, extra=max_new_tokens)
    return (done for batch in batches for done in _batch(model, tokenizer, texts, rows, ids, max_new_tokens, batch))


def generate_ids(model: Any, tokenizer: Any, rows: Sequence[Sequence[int]], max_new_tokens: int) -> list[Generated]:
    """Greedy continuation of each row of token ids, all in one batch. Rows that have ended leave the batch."""
    from transformers import DynamicCache

    ends, name = end_ids(model, tokenizer), cache_argument(model)
    batch, cache = pad_left(rows, pad_id(tokenizer), model.device), DynamicCache(config=text_config(model))
    made: list[list[int]] = [[] for _ in rows]
    alive = list(range(len(rows)))
    ended: set[int] = set()
    with torch.inference_mode():
        for _ in progress(range(max_new_tokens), f"answers to {len(rows)} prompts"):
            logits = model(**batch.inputs(), **{name: cache}, use_cache=True, logits_to_keep=1).logits[:, -1]
            chosen = logits.argmax(dim=-1)
            for row, token in zip(alive, chosen.tolist(), strict=True):
                if row not in ended and token in ends:
                    ended.add(row)
                elif row not in ended:
                    made[row].append(token)
            if len(ended) == len(rows):
                break
            batch = _next(batch, chosen)
            kept = [place for place, row in enumerate(alive) if row not in ended]
            if len(kept) <= 0.8 * len(alive):  # moving the cache costs about one step in ten
                batch, alive = _select(batch, cache, kept), [alive[place] for place in kept]
    return [Generated(ids, row in ended) for row, ids in enumerate(made)]


def end_ids(model: Any, tokenizer: Any) -> set[int]:
    """The token ids that end an answer: the tokenizer's and all of the model's generation settings."""
    known = getattr(model.generation_config, "eos_token_id", None)
    listed = known if isinstance(known, list) else [known]
    return {int(token) for token in [*listed, tokenizer.eos_token_id] if token is not None}


def cache_argument(model: Any) -> str:
    """What `model`'s forward calls its cache: `cache` from transformers 5.24 on, `past_key_values` before."""
    return "cache" if "cache" in inspect.signature(model.forward).parameters else "past_key_values"


def _next(batch: Batch, chosen: torch.Tensor) -> Batch:
    """The batch of one token a row that follows `batch`."""
    column = chosen[:, None]
    mask = torch.cat([batch.attention_mask, torch.ones_like(column)], dim=1)
    return Batch(column, mask, batch.position_ids[:, -1:] + 1)


def _select(batch: Batch, cache: Any, kept: list[int]) -> Batch:
    """Only the rows `kept` of the batch and, in place, of the cache."""
    index = torch.tensor(kept, device=batch.input_ids.device)
    cache.batch_select_indices(index)
    return Batch(batch.input_ids[index], batch.attention_mask[index], batch.position_ids[index])


def _batch(
    model: Any,
    tokenizer: Any,
    texts: list[str],
    rows: list[list[int]],
    ids: Sequence[str],
    max_new_tokens: int,
    batch: list[int],
) -> Iterator[Answer]:
    start = time.perf_counter()
    generated = generate_ids(model, tokenizer, [rows[row] for row in batch], max_new_tokens)
    seconds = round((time.perf_counter() - start) / len(batch), 4)
    for row, made in zip(batch, generated, strict=True):
        # Where the template opens the thinking itself, the answer only closes it.
        opened = "<think>" if texts[row].rstrip().endswith("<think>") else ""
        text = opened + tokenizer.decode(made.ids, skip_special_tokens=True)
        yield _described(ids[row], text, made, seconds)


def _described(row_id: str, text: str, made: Generated, seconds: float) -> Answer:
    parts = split_reasoning(text)
    if not made.ended:
        inside = " inside the thinking" if parts.cut_off else ""
        status, reason = "truncated", f"cut at {len(made.ids)} tokens{inside}"
    elif not parts.answer:
        status, reason = "empty", "no text" if not parts.reasoning else "thinking without an answer"
    else:
        status, reason = "ok", ""
    return Answer(row_id, parts.answer, parts.reasoning, status, reason, len(made.ids), seconds)


def _check(model: Any, rows: list[list[int]], ids: Sequence[str], max_new_tokens: int) -> None:
    if len(ids) != len(rows):
        raise UsageError("one id a prompt", f"{len(rows)} prompts and {len(ids)} ids", "pass both from the same rows")
    twice = [name for name, count in Counter(ids).items() if count > 1]
    if twice:
        raise UsageError("ids that occur once", f"{twice[0]!r} more than once", "make the ids of the prompts unique")
    if max_new_tokens < 1:
        raise UsageError("max_new_tokens of at least 1", str(max_new_tokens), f"leave it at {MAX_NEW_TOKENS}")
    context = getattr(text_config(model), "max_position_embeddings", None) or float("inf")
    for name, row in zip(ids, rows, strict=True):
        if len(row) + max_new_tokens > context:
            raise UsageError(
                f"prompts of at most {context - max_new_tokens} tokens with the chat template",
                f"{len(row)} tokens in {name!r}",
                "shorten or leave out that prompt",
            )
