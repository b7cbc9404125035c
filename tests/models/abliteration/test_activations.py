import tracemalloc

import numpy as np
import pytest
import torch

from triptych.core.errors import UsageError
from triptych.models.abliteration.activations import collect, collect_moments, post_instruction_tokens
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


def test_every_token_that_the_template_writes_after_the_user(model, tokenizer):
    # The template ends with <|end|><|start|>assistant\n: one token a character, three special ones among them.
    assert post_instruction_tokens(tokenizer) == 1 + 1 + len("assistant\n")
    found = collect(model, tokenizer, PROMPTS, positions="post_instruction")
    assert found.shape == (3, 12, 3, 32)
    np.testing.assert_allclose(found[:, -1], collect(model, tokenizer, PROMPTS), atol=1e-5)
    ids = encode(tokenizer, PROMPTS)[1]
    states = model(torch.tensor([ids]), output_hidden_states=True).hidden_states
    np.testing.assert_allclose(found[1, :, 0], states[1][0, -12:].detach(), atol=1e-4)


@pytest.mark.parametrize("positions", ["last", "post_instruction"])
def test_moments_are_those_of_all_rows(model, tokenizer, positions):
    rows = collect(model, tokenizer, PROMPTS, positions=positions)
    found = collect_moments(model, tokenizer, iter(PROMPTS), positions=positions, scatter=True, window=2)
    assert found.count == 3
    np.testing.assert_allclose(found.mean, rows.mean(axis=0), atol=1e-4)
    centred = rows - rows.mean(axis=0)
    np.testing.assert_allclose(found.scatter, np.einsum("n...d,n...e->...de", centred, centred), atol=1e-2)


def test_memory_does_not_grow_with_the_number_of_prompts(model, tokenizer):
    def peak(count):
        tracemalloc.start()
        collect_moments(model, tokenizer, (f"Prompt {n % 100:03}" for n in range(count)), batch_tokens=512, window=16)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(32)  # what is loaded once
    # Keeping the activations of 480 more prompts would take 480 * 3 * 32 * 4 = 184 kB.
    assert peak(512) - peak(32) < 60_000


def test_unknown_positions_are_named(model, tokenizer):
    with pytest.raises(UsageError, match="last or post_instruction"):
        collect(model, tokenizer, PROMPTS, positions="first")
    with pytest.raises(UsageError, match="at least one prompt"):
        collect_moments(model, tokenizer, iter([]))
