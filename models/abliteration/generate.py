"""Greedy answers of a model to many prompts, in batches, each yielded when its batch is done."""

import inspect
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from triptych.core.errors import UsageError
from triptych.core.progress import progress
from triptych.models.abliteration.answers import Answer, describe, echoes, failed
from triptych.models.abliteration.batches import Batch, pad_id, render, shrinking, token_ids
from triptych.models.abliteration.layers import text_config
from triptych.models.abliteration.shared_prefix import start

MAX_NEW_TOKENS = 48
"""Enough to show whether an answer refuses; the study's question needs no more."""

BATCH_TOKENS = 16384
"""Tokens of a batch, those to be generated included: 100 short prompts at once, 0.8 GB of cache on SmolLM2-135M."""


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
    settings say. Where memory runs out the batches shrink; a prompt that does not fit alone gets the status `error`.
    Raises `UsageError` for ids that do not fit or a prompt that exceeds the model's context.
    """
    texts = [render(tokenizer, prompt) for prompt in prompts]
    rows = token_ids(tokenizer, texts)
    _check(model, rows, ids, max_new_tokens, batch_tokens)
    header = answer_header(tokenizer) if rows else ""

    def run(batch: list[int]) -> list[Answer]:
        began = time.perf_counter()
        generated = generate_ids(model, tokenizer, [rows[row] for row in batch], max_new_tokens)
        seconds = (time.perf_counter() - began) / len(batch)
        repeated = [
            echoes(prompts[row], tokenizer.decode(rows[row], skip_special_tokens=True), header) for row in batch
        ]
        return [
            _described(tokenizer, ids[row], texts[row], made, seconds, echo)
            for row, made, echo in zip(batch, generated, repeated, strict=True)
        ]

    batches = shrinking([len(row) for row in rows], batch_tokens, max_new_tokens, run)
    return (one for batch, made in batches for one in made or _too_large(batch, rows, ids, max_new_tokens))


def generate_ids(model: Any, tokenizer: Any, rows: Sequence[Sequence[int]], max_new_tokens: int) -> list[Generated]:
    """Greedy continuation of each row of token ids, all in one batch. Rows that have ended leave the batch."""
    from transformers import DynamicCache

    ends, name = end_ids(model, tokenizer), cache_argument(model)
    cache = DynamicCache(config=text_config(model))
    batch = start(model, rows, pad_id(tokenizer), cache, name)
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
    cache.reorder_cache(index)  # batch_select_indices forgets the states of recurrent layers
    return Batch(batch.input_ids[index], batch.attention_mask[index], batch.position_ids[index])


def answer_header(tokenizer: Any) -> str:
    """The words, without special tokens, that the chat template puts before an answer: often `assistant`."""
    message = [{"role": "user", "content": "Hello"}]
    without = str(tokenizer.apply_chat_template(message, tokenize=False))
    whole = render(tokenizer, "Hello")
    opening = whole.removeprefix(without) if whole.startswith(without) else ""
    words = tokenizer.decode(token_ids(tokenizer, [opening])[0], skip_special_tokens=True)
    return str(words).replace("<think>", "").strip()


def _described(
    tokenizer: Any, row_id: str, rendered: str, made: Generated, seconds: float, echo: tuple[str, ...]
) -> Answer:
    # Where the template opens the thinking itself, the answer only closes it.
    opened = "<think>" if rendered.rstrip().endswith("<think>") else ""
    text = opened + tokenizer.decode(made.ids, skip_special_tokens=True)
    return describe(row_id, text, made.ended, len(made.ids), seconds, echo)


def _too_large(batch: list[int], rows: list[list[int]], ids: Sequence[str], max_new_tokens: int) -> list[Answer]:
    """What is left of a row that does not fit into memory even alone."""
    reason = "out of memory with this prompt alone: {} tokens, and {} to come"
    return [failed(ids[row], reason.format(len(rows[row]), max_new_tokens)) for row in batch]


def _check(model: Any, rows: list[list[int]], ids: Sequence[str], max_new_tokens: int, batch_tokens: int) -> None:
    if len(ids) != len(rows):
        raise UsageError("one id a prompt", f"{len(rows)} prompts and {len(ids)} ids", "pass both from the same rows")
    twice = [name for name, count in Counter(ids).items() if count > 1]
    if twice:
        raise UsageError("ids that occur once", f"{twice[0]!r} more than once", "make the ids of the prompts unique")
    if max_new_tokens < 1:
        raise UsageError("max_new_tokens of at least 1", str(max_new_tokens), f"leave it at {MAX_NEW_TOKENS}")
    if batch_tokens < 1:
        raise UsageError("batch_tokens of at least 1", str(batch_tokens), f"leave it at {BATCH_TOKENS}")
    context = getattr(text_config(model), "max_position_embeddings", None) or float("inf")
    for name, row in zip(ids, rows, strict=True):
        if len(row) + max_new_tokens > context:
            raise UsageError(
                f"prompts of at most {context - max_new_tokens} tokens with the chat template",
                f"{len(row)} tokens in {name!r}",
                "shorten or leave out that prompt",
            )
