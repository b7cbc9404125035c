import numpy as np
import pytest
import torch

from triptych.core.errors import UsageError
from triptych.models.abliteration.activations import collect
from triptych.models.abliteration.batches import encode
from triptych.models.abliteration.hooks import ablate
from triptych.models.abliteration.layers import decoder_layers

PROMPTS = ["How high is Mont Blanc?", "Hi", "Name three rivers of France and what they carry."]


def test_last_token_after_every_layer_as_transformers_gives_it(model, tokenizer):
    found = collect(model, tokenizer, PROMPTS)
    assert found.shape == (3, 3, 32)
    assert found.dtype == np.float32
    for row, ids in zip(found, encode(tokenizer, PROMPTS), strict=True):
        states = model(torch.tensor([ids]), output_hidden_states=True).hidden_states
        # hidden_states[l + 1] is the output of layer l; the last entry has the final norm on top, so it is left out.
        np.testing.assert_allclose(row[:2], torch.stack([s[0, -1] for s in states[1:3]]).detach(), atol=1e-4)


def test_batching_and_padding_change_nothing(model, tokenizer):
    alone = np.concatenate([collect(model, tokenizer, [prompt]) for prompt in PROMPTS])
    for budget in (1, 60, 10_000):
        np.testing.assert_allclose(collect(model, tokenizer, PROMPTS, batch_tokens=budget), alone, atol=1e-4)


def test_an_edit_around_it_is_seen_and_nothing_is_left_behind(model, tokenizer, unit):
    vector = unit(32)
    # transformers leaves hooks of its own behind after output_hidden_states.
    before = [len(block._forward_hooks) for block in decoder_layers(model)]
    with ablate(model, vector):
        assert np.abs(collect(model, tokenizer, PROMPTS) @ vector.numpy()).max() < 1e-4
    assert [len(block._forward_hooks) for block in decoder_layers(model)] == before


def test_no_prompts_is_named(model, tokenizer):
    with pytest.raises(UsageError, match="at least one prompt"):
        collect(model, tokenizer, [])
