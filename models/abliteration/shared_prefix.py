"""What all prompts of a batch start with, such as a template's system message, computed once and copied to every row.

The same answers for less: of a short prompt to SmolLM2 two thirds are the template's. Only for models in which a token
knows its place by its position id (rotary embeddings) and every layer attends to all tokens, because the padding of
shorter rows then lies between the shared tokens and their own: a window of a sliding layer would lose as many tokens,
and a recurrent layer would take the padding in.
"""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, Final

import torch

from triptych.models.abliteration.batches import Batch, pad_left
from triptych.models.abliteration.layers import text_config

FEWEST: Final = 8
"""Shared tokens a row from which a forward pass of their own pays."""


def start(model: Any, rows: Sequence[Sequence[int]], pad: int, cache: Any, name: str) -> Batch:
    """The batch whose forward pass gives the first new token of each row; `cache` is filled with what comes before it.

    `name` is what the model's forward calls its cache.
    """
    shared = shared_tokens(rows) if len(rows) > 1 and _knows_places(model, cache) else 0
    if shared < FEWEST:
        return pad_left(rows, pad, model.device)
    prefix = pad_left([rows[0][:shared]], pad, model.device)
    with torch.inference_mode():
        model(**prefix.inputs(), **{name: cache}, use_cache=True, logits_to_keep=1)
    cache.batch_repeat_interleave(len(rows))
    own = pad_left([row[shared:] for row in rows], pad, model.device)
    before = own.attention_mask.new_ones(len(rows), shared)
    return Batch(own.input_ids, torch.cat([before, own.attention_mask], dim=1), own.position_ids + shared)


def shared_tokens(rows: Sequence[Sequence[int]]) -> int:
    """How many tokens all rows start with, the last one of the shortest row left out: something has to be computed."""
    alike = sum(1 for _ in takewhile(lambda tokens: len(set(tokens)) == 1, zip(*rows, strict=False)))
    return min(alike, min(len(row) for row in rows) - 1)


def _knows_places(model: Any, cache: Any) -> bool:
    """Whether all layers attend to all tokens, and positions enter by rotation alone."""
    from transformers.cache_utils import DynamicLayer

    rotary = getattr(text_config(model), "rope_parameters", None)
    return bool(rotary) and bool(cache.layers) and all(type(layer) is DynamicLayer for layer in cache.layers)
