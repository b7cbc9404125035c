import numpy as np
import pytest
import torch

from triptych.core.errors import UsageError
from triptych.models.abliteration.hooks import ablate, ablate_rows, project
from triptych.models.abliteration.layers import decoder_layers

IDS = torch.randint(4, 90, (3, 11), generator=torch.Generator().manual_seed(0))


def logits(model):
    with torch.no_grad():
        return model(IDS).logits


def hooks(model):
    return sum(len(block._forward_hooks) for block in decoder_layers(model))


def test_projection_leaves_nothing_along_the_direction_and_is_idempotent(unit):
    hidden, vector = torch.randn(2, 5, 32), unit(32)
    once = project(hidden, vector, 1.0)
    assert (once @ vector).abs().max() < 1e-5
    torch.testing.assert_close(project(once, vector, 1.0), once, atol=1e-6, rtol=0)
    torch.testing.assert_close(project(hidden, vector, 0.0), hidden)
    torch.testing.assert_close(project(project(hidden, vector, 2.0), vector, 2.0), hidden, atol=1e-5, rtol=0)
    torch.testing.assert_close(project(hidden, -vector, 1.0), once)


def test_bfloat16_keeps_its_type_and_loses_the_component_to_rounding(unit):
    hidden, vector = torch.randn(4, 8, 2048).bfloat16(), unit(2048)
    edited = project(hidden, vector, 1.0)
    assert edited.dtype == torch.bfloat16
    # One rounding to 8 bits of each element is all that is left: about |h| * 2^-9.
    assert (edited.float() @ vector).abs().max() < hidden.float().norm(dim=-1).max() * 2**-8


def test_the_model_is_bitwise_the_same_afterwards(model, unit):
    before, there = logits(model), hooks(model)
    with ablate(model, unit(32)):
        assert not torch.equal(logits(model), before)
    assert torch.equal(logits(model), before)
    assert hooks(model) == there


def test_nothing_is_left_behind_after_an_exception(model, unit):
    before, there = logits(model), hooks(model)
    with pytest.raises(KeyError), ablate(model, unit(32)):
        raise KeyError
    with pytest.raises(UsageError), ablate(model, unit(32), layers=[0, 7]):
        pass
    assert torch.equal(logits(model), before)
    assert hooks(model) == there


def test_one_direction_is_the_same_as_one_for_each_layer(model, unit):
    vector = unit(32)
    with ablate(model, vector):
        one = logits(model)
    with ablate(model, vector.expand(3, 32).numpy()):
        torch.testing.assert_close(logits(model), one)


def test_index_l_belongs_to_the_output_of_layer_l(model, unit):
    vectors = unit(3, 32)
    with ablate(model, vectors, layers=[1]):
        one = logits(model)
    with ablate(model, vectors[1], layers=[1]):
        torch.testing.assert_close(logits(model), one)


def test_alpha_zero_and_no_layers_change_nothing(model, unit):
    before = logits(model)
    with ablate(model, unit(32), alpha=0.0):
        torch.testing.assert_close(logits(model), before)
    with ablate(model, unit(32), layers=[]):
        assert torch.equal(logits(model), before)


def test_blocks_can_be_nested(model, unit):
    first, second, seen = unit(32), unit(32, seed=1), []
    second = second - (second @ first) * first
    second = second / second.norm()
    last = decoder_layers(model)[-1]
    with ablate(model, first):
        outer = logits(model)
        with ablate(model, second):
            handle = last.register_forward_hook(lambda m, i, o: seen.append(o))
            logits(model)
            handle.remove()
        assert torch.equal(logits(model), outer)
    assert (seen[0] @ torch.stack([first, second]).T).abs().max() < 1e-4


def test_each_row_with_its_own_direction_equals_one_at_a_time(model, unit):
    vectors = unit(3, 32)
    with ablate_rows(model, vectors):
        together = logits(model)
    for row in range(3):
        with ablate(model, vectors[row]):
            torch.testing.assert_close(logits(model)[row], together[row], atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize("direction", [np.ones(31), np.ones((2, 32)), np.ones(32), np.full(32, np.nan), np.zeros(32)])
def test_a_direction_that_does_not_fit_is_named(model, direction):
    with pytest.raises(UsageError, match="expected"), ablate(model, direction):
        pass


def test_alpha_and_layers_are_checked(model, unit):
    with pytest.raises(UsageError, match="finite alpha"), ablate(model, unit(32), alpha=float("nan")):
        pass
    with pytest.raises(UsageError, match="layers from 0 to 2"), ablate(model, unit(32), layers=[-1]):
        pass
