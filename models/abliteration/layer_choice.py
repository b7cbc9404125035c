"""Which layer's direction to take out: all candidates ranked in one batched pass, before any answer is generated.

Section 3.2 says "for a chosen layer" and not how. Here: the direction of layer l is a candidate, applied to the output
of every layer; each candidate gets rows of one batch (`hooks.ablate_rows`), so 30 candidates cost one pass over 30
times the prompts, the chat template's common opening being computed once a candidate. Rank on validation prompts only.
"""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch

from triptych.core.errors import UsageError
from triptych.core.progress import progress
from triptych.models.abliteration.batches import Batch, encode, pad_id, pad_left
from triptych.models.abliteration.generate import cache_argument
from triptych.models.abliteration.hooks import ablate_rows
from triptych.models.abliteration.layers import text_config
from triptych.models.abliteration.prompts import OPENINGS

KL_LIMIT = 0.3
"""Nats. Above it an edit changes answers to harmless prompts too much; random directions reach 0.1 to 0.2 mostly."""

ROWS = 320
"""Rows of a batch, candidates times prompts: 0.5 GB on SmolLM2-135M."""


@dataclass(frozen=True)
class LayerScore:
    """One candidate; `layer` is 0-based, the layer whose output gave the direction.

    `position` counts from the end of the prompt: -1 is its last token, -2 the one before.
    `refusal_mass_*`: mean probability that the answer's first token opens a refusal (`refusal_tokens`), on harmful and
    harmless prompts. `kl`: mean KL(unedited || edited) in nats on harmless prompts, of the first token given that it
    opens no refusal: what the edit does besides. Without that condition, ending needless refusals of harmless prompts
    counts as damage, and layers that do little win.
    """

    layer: int
    refusal_mass_harmful: float
    refusal_mass_harmless: float
    kl: float
    position: int = -1


def rank_layers(
    model: Any,
    tokenizer: Any,
    directions: Any,
    harmful_prompts: Sequence[str],
    harmless_prompts: Sequence[str],
    kl_limit: float = KL_LIMIT,
    rows: int = ROWS,
) -> list[LayerScore]:
    """Score every layer's direction, best first: least refusal mass on harmful prompts with `kl` inside the limit.

    `directions` `(layers, d)` unit vectors, or `(positions, layers, d)` from post-instruction tokens; `rows` bounds a
    batch. Candidates above `kl_limit` follow, by their `kl`.
    Raises `UsageError` without harmful or without harmless prompts, or for directions that do not fit the model.
    """
    if not harmful_prompts or not harmless_prompts:
        raise UsageError(
            "harmful and harmless prompts",
            f"{len(harmful_prompts)} and {len(harmless_prompts)}",
            "pass the validation split of refusal_prompts",
        )
    given = torch.as_tensor(directions, dtype=torch.float32)
    if given.ndim not in (2, 3) or not given.numel():
        raise UsageError(
            "directions of shape (layers, d) or (positions, layers, d)",
            f"shape {tuple(given.shape)}",
            "pass what difference_of_means or pca returned",
        )
    vectors, layers = given.reshape(-1, given.shape[-1]), given.shape[-2]
    prompts = encode(tokenizer, [*harmful_prompts, *harmless_prompts])
    tokens = sorted(refusal_tokens(tokenizer))
    before = first_token(model, tokenizer, prompts, None)[0]
    step, scores = max(1, rows // len(prompts)), []
    for start in progress(range(0, len(vectors), step), "layers ranked"):
        edited = first_token(model, tokenizer, prompts, vectors[start : start + step])
        for candidate, after in enumerate(edited, start=start):
            position = (candidate - len(vectors)) // layers
            scores.append(_score(candidate % layers, position, before, after, tokens, len(harmful_prompts)))
    return sorted(scores, key=lambda score: _order(score, kl_limit))


def refusal_tokens(tokenizer: Any) -> set[int]:
    """The first tokens of `prompts.OPENINGS`: where a refusal can start."""
    return {int(ids[0]) for ids in tokenizer(list(OPENINGS), add_special_tokens=False)["input_ids"]}


def first_token(
    model: Any, tokenizer: Any, prompts: Sequence[Sequence[int]], directions: torch.Tensor | None
) -> torch.Tensor:
    """Log probabilities of the first answer token, `(candidates, prompts, vocabulary)` float32.

    `prompts`: token ids; `directions` `(candidates, d)`, each taken out of every layer, or None for the unedited model.
    """
    from transformers import DynamicCache

    count = 1 if directions is None else len(directions)
    cache = DynamicCache(config=text_config(model))
    opening = _common_opening(prompts) if _attends_only(cache) else []
    settings = {cache_argument(model): cache, "use_cache": True, "logits_to_keep": 1}
    with torch.inference_mode():
        if opening:
            with _edit(model, directions, 1):
                model(**pad_left([opening] * count, 0, model.device).inputs(), **settings)
            cache.batch_repeat_interleave(len(prompts))
        rest = [row[len(opening) :] for row in prompts] * count
        with _edit(model, directions, len(prompts)):
            logits = model(**_after(opening, rest, pad_id(tokenizer), model.device).inputs(), **settings).logits[:, -1]
    return torch.log_softmax(logits.float(), dim=-1).reshape(count, len(prompts), -1)


def _attends_only(cache: Any) -> bool:
    """False for hybrids: a recurrent layer takes no padding after what is in its state already."""
    return not any("Linear" in type(layer).__name__ for layer in cache.layers)


def _common_opening(prompts: Sequence[Sequence[int]]) -> list[int]:
    """The tokens that all prompts start with, leaving at least one token of each to follow."""
    opening: list[int] = []
    for column in zip(*(row[:-1] for row in prompts), strict=False):
        if len(set(column)) > 1:
            break
        opening.append(column[0])
    return opening


def _after(opening: Sequence[int], rest: Sequence[Sequence[int]], pad: int, device: Any) -> Batch:
    """The batch of what follows an `opening` that is in the cache already; padding lies between the two, masked."""
    batch = pad_left(rest, pad, device)
    seen = torch.ones((len(rest), len(opening)), dtype=torch.int64, device=device)
    return Batch(batch.input_ids, torch.cat([seen, batch.attention_mask], dim=1), batch.position_ids + len(opening))


def _edit(model: Any, directions: torch.Tensor | None, repeats: int) -> contextlib.AbstractContextManager[None]:
    if directions is None:
        return contextlib.nullcontext()
    return ablate_rows(model, directions.repeat_interleave(repeats, dim=0))


def _score(
    layer: int, position: int, before: torch.Tensor, after: torch.Tensor, tokens: list[int], split: int
) -> LayerScore:
    """`before`, `after` `(prompts, vocabulary)` log probabilities, the first `split` prompts being the harmful ones."""
    mass = after[:, tokens].exp().sum(dim=-1)
    p, q = _given_no_refusal(before[split:], tokens), _given_no_refusal(after[split:], tokens)
    # KL(p || q) = sum p (log p - log q)
    kl = (p.exp() * (p - q)).sum(dim=-1).mean()
    return LayerScore(layer, float(mass[:split].mean()), float(mass[split:].mean()), float(kl), position)


def _given_no_refusal(logs: torch.Tensor, tokens: list[int]) -> torch.Tensor:
    """Log probabilities over the other tokens only, renormalised: `(prompts, vocabulary - len(tokens))`."""
    others = torch.ones(logs.shape[-1], dtype=torch.bool, device=logs.device)
    others[tokens] = False
    return torch.log_softmax(logs[:, others], dim=-1)


def _order(score: LayerScore, kl_limit: float) -> tuple[bool, float]:
    inside = score.kl <= kl_limit
    return (not inside, score.refusal_mass_harmful if inside else score.kl)
