"""Tokens that all prompts start with are computed once, and no answer changes by it."""

import pytest
import torch
from transformers import DynamicCache

from triptych.models.abliteration.batches import pad_left
from triptych.models.abliteration.generate import cache_argument
from triptych.models.abliteration.hooks import ablate
from triptych.models.abliteration.layers import text_config
from triptych.models.abliteration.shared_prefix import FEWEST, shared_tokens, start

COMMON = list(range(5, 25))
ROWS = [[*COMMON, 30, 31, 32, 33, 34, 35], [*COMMON, 40], [*COMMON, 50, 51, 52], [*COMMON, 60, 61]]


def first_logits(model, rows, whole):
    """Logits of the first new token, and how many tokens a row the last forward pass got."""
    cache, name = DynamicCache(config=text_config(model)), cache_argument(model)
    with torch.inference_mode():
        batch = pad_left(rows, 0, model.device) if whole else start(model, rows, 0, cache, name)
        logits = model(**batch.inputs(), **{name: cache}, use_cache=True, logits_to_keep=1).logits[:, -1]
        # The token after it sees the same past through the cache.
        mask = torch.cat([batch.attention_mask, batch.attention_mask.new_ones(len(rows), 1)], dim=1)
        second = model(
            input_ids=logits.argmax(-1)[:, None], attention_mask=mask, position_ids=batch.position_ids[:, -1:] + 1,
            **{name: cache}, use_cache=True,
        ).logits[:, -1]  # fmt: skip
    return torch.stack([logits, second]), batch.input_ids.shape[1]


def test_shared_tokens_leave_one_to_compute():
    assert shared_tokens(ROWS) == len(COMMON)
    assert shared_tokens([COMMON, COMMON]) == len(COMMON) - 1
    assert shared_tokens([[1, 2], [3, 4]]) == 0


@pytest.mark.parametrize("kind", ["llama", "qwen3", "glm4", "mixtral", "phi3", "smollm3"])
def test_a_shared_start_changes_no_logits(make_model, kind):
    model = make_model(kind)
    expected, width = first_logits(model, ROWS, whole=True)
    found, left = first_logits(model, ROWS, whole=False)
    assert (width, left) == (26, 6)
    torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-4)


def test_hooks_see_the_shared_tokens_too(model, unit):
    direction = unit(model.config.hidden_size)
    with ablate(model, direction):
        expected, _ = first_logits(model, ROWS, whole=True)
        found, left = first_logits(model, ROWS, whole=False)
    assert left == 6
    torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("kind", ["gemma2", "gpt_oss", "qwen3_next", "gpt2"])
def test_models_with_windows_states_or_other_positions_get_whole_rows(make_model, kind):
    extra = {"layer_types": ["linear_attention", "full_attention", "full_attention"]} if kind == "qwen3_next" else {}
    _, width = first_logits(make_model(kind, **extra), ROWS, whole=False)
    assert width == 26


def test_short_starts_and_single_rows_are_left_whole(model):
    few = COMMON[: FEWEST - 1]
    assert first_logits(model, [[*few, 30, 31], [*few, 40]], whole=False)[1] == FEWEST + 1
    assert first_logits(model, ROWS[:1], whole=False)[1] == 26
