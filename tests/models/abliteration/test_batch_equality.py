"""Batches of 1 and of 24 in float32: the same answers, or parted by rounding (also heretic's and lm-eval's doubt)."""

import pytest
import torch

from triptych.models.abliteration.batch_equality import ROUNDING, Difference, first_differences
from triptych.models.abliteration.batches import encode
from triptych.models.abliteration.generate import generate_ids
from triptych.models.abliteration.smollm2 import BASE, load

PROMPTS = [
    f"{start} {thing}{end}"
    for start, end in (("Tell me about", "."), ("What is", "?"), ("Write one short and friendly sentence about", "!"))
    for thing in (
        "rain",
        "the Rhine",
        "a bicycle",
        "old paper maps",
        "bread",
        "the moon and its phases",
        "tea",
        "chess",
    )
]


def ended(answers):
    """Token ids of each answer, with a mark where it ended by itself."""
    return [[*one.ids, -1] if one.ended else one.ids for one in answers]


def batched(model, tokenizer, rows, size, tokens):
    return [
        ids
        for start in range(0, len(rows), size)
        for ids in ended(generate_ids(model, tokenizer, rows[start : start + size], tokens))
    ]


@pytest.mark.parametrize("kind", ["llama", "qwen3", "gemma2"])
def test_batches_of_1_and_24_give_the_same_tokens(make_model, tokenizer, kind):
    model = make_model(kind)
    rows = encode(tokenizer, PROMPTS)
    found = first_differences(
        model, tokenizer, rows, batched(model, tokenizer, rows, 1, 12), batched(model, tokenizer, rows, 24, 12)
    )
    assert all(one.rounding for one in found), found


def test_smollm2_answers_alike_in_batches_of_1_and_24(capsys):
    loaded = load(BASE)
    rows = encode(loaded.tokenizer, PROMPTS)
    alone = batched(loaded.model, loaded.tokenizer, rows, 1, 6)
    together = batched(loaded.model, loaded.tokenizer, rows, 24, 6)
    found = first_differences(loaded.model, loaded.tokenizer, rows, alone, together)
    with capsys.disabled():
        print(f"\n{len(found)} of {len(rows)} answers part, at gaps {[one.gap for one in found]}")
    assert all(one.rounding for one in found), found


def test_the_first_difference_and_its_gap_are_those_of_the_logits(model, tokenizer):
    row = encode(tokenizer, ["Hello"])[0]
    best = ended(generate_ids(model, tokenizer, [row], 6))[0]
    other = [*best[:3], (best[3] + 1) % 50, 7]
    with torch.no_grad():
        logits = model(torch.tensor([[*row, *best[:3]]])).logits[0, -1]
    gap = float(logits.max() - logits[logits.argsort()[-2]])
    assert first_differences(model, tokenizer, [row], [best], [other]) == [
        Difference(0, 3, pytest.approx(gap, abs=1e-5))
    ]
    assert gap > ROUNDING


def test_equal_answers_have_none_and_a_shorter_one_parts_at_its_end(model, tokenizer):
    row = encode(tokenizer, ["Hello"])[0]
    assert first_differences(model, tokenizer, [row, row], [[5, 6], [5]], [[5, 6], [5]]) == []
    found = first_differences(model, tokenizer, [row], [[5, 6]], [[5]])
    assert [(one.row, one.step) for one in found] == [(0, 1)]
