import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from triptych.core.errors import UsageError
from triptych.models.abliteration.batches import encode, pad_left, plan, render, token_ids


@given(st.lists(st.integers(1, 60), max_size=40), st.integers(1, 200), st.integers(0, 30))
def test_every_row_is_planned_once_within_the_budget(lengths, budget, extra):
    batches = plan(lengths, budget, extra)
    assert sorted(row for batch in batches for row in batch) == list(range(len(lengths)))
    for batch in batches:
        assert len(batch) == 1 or len(batch) * (max(lengths[row] for row in batch) + extra) <= budget


def test_the_longest_come_first():
    assert plan([3, 9, 5, 9], 18) == [[1, 3], [2, 0]]


def test_a_budget_of_nothing_is_named():
    with pytest.raises(UsageError, match="batch_tokens"):
        plan([3], 0)


def test_padding_stands_on_the_left_and_positions_start_at_the_first_token():
    batch = pad_left([[5, 6, 7], [8]], 0, "cpu")
    assert batch.input_ids.tolist() == [[5, 6, 7], [0, 0, 8]]
    assert batch.attention_mask.tolist() == [[1, 1, 1], [0, 0, 1]]
    assert batch.position_ids.tolist() == [[0, 1, 2], [0, 0, 0]]


def test_the_chat_template_is_applied_once(tokenizer):
    assert render(tokenizer, "Hi") == "<|start|>user\nHi<|end|><|start|>assistant\n"
    assert tokenizer.decode(encode(tokenizer, ["Hi"])[0]) == render(tokenizer, "Hi")
    assert token_ids(tokenizer, []) == []


def test_a_model_without_a_chat_template_is_named(tokenizer):
    import copy

    plain = copy.deepcopy(tokenizer)
    plain.chat_template = None
    with pytest.raises(UsageError, match="chat template"):
        render(plain, "Hi")


def test_ids_fit_torch(tokenizer):
    assert pad_left(encode(tokenizer, ["a", "bc"]), 0, "cpu").input_ids.dtype == torch.int64
