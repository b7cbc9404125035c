"""Where two greedy answers to the same prompt part, and how close the two tokens were: is it rounding or a mistake?

A sum over a batch is taken in another order than over one row, so logits differ in their last digits, and greedy
decoding turns a tie into another token. Two ways of batching agree if they part only where the gap is below rounding.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch

from triptych.models.abliteration.batches import pad_id, pad_left

ROUNDING = 1e-4
"""A gap between two logits below which float32 may choose either."""


@dataclass(frozen=True)
class Difference:
    """The first token at which the answers of one prompt differ.

    `row` is the prompt's place, `step` the answer token's (from 0), `gap` the likeliest token's logit minus the
    second's there, computed for this prompt alone in the model's own type.
    """

    row: int
    step: int
    gap: float

    @property
    def rounding(self) -> bool:
        """Whether the gap is too small to mean anything."""
        return self.gap < ROUNDING


def first_differences(
    model: Any,
    tokenizer: Any,
    rows: Sequence[Sequence[int]],
    one: Sequence[Sequence[int]],
    two: Sequence[Sequence[int]],
) -> list[Difference]:
    """Each prompt of `rows` whose answers `one` and `two` differ; all are token ids, answers with their end token."""
    found = []
    for place, (row, first, second) in enumerate(zip(rows, one, two, strict=True)):
        step = _parting(first, second)
        if step is not None:
            found.append(Difference(place, step, _gap(model, tokenizer, [*row, *first[:step]])))
    return found


def _parting(first: Sequence[int], second: Sequence[int]) -> int | None:
    for step, (one, two) in enumerate(zip(first, second, strict=False)):
        if one != two:
            return step
    return None if len(first) == len(second) else min(len(first), len(second))


def _gap(model: Any, tokenizer: Any, ids: Sequence[int]) -> float:
    with torch.inference_mode():
        inputs = pad_left([ids], pad_id(tokenizer), model.device).inputs()
        best = model(**inputs, use_cache=False, logits_to_keep=1).logits[0, -1].float().topk(2).values
    return float(best[0] - best[1])
