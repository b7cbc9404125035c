import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from triptych.core.errors import RunError, UsageError
from triptych.models.abliteration.hooks import ablate, ablate_rows, project
from triptych.models.abliteration.layers import decoder_layers, residual, unwrapped

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


def outputs(model, ids=IDS):
    """Each layer's output, as a hook sees it that comes last."""
    seen = []
    handles = [
        block.register_forward_hook(lambda m, i, o: seen.append(residual(o).float())) for block in decoder_layers(model)
    ]
    with torch.no_grad():
        model(ids)
    for handle in handles:
        handle.remove()
    return seen


@settings(max_examples=30)
@given(seed=st.integers(0, 10**6), alpha=st.floats(-2, 3), scale=st.floats(1e-3, 1e3))
def test_projection_scales_the_component_and_leaves_the_rest(seed, alpha, scale):
    generator = torch.Generator().manual_seed(seed)
    hidden, vector = scale * torch.randn((2, 3, 16), generator=generator), torch.randn(16, generator=generator)
    vector = vector / vector.norm()
    found = project(hidden, vector, alpha)
    before, after = hidden @ vector, found @ vector
    torch.testing.assert_close(after, (1 - alpha) * before, atol=1e-5 * scale * 16, rtol=1e-4)
    rest = [h - (h @ vector)[..., None] * vector for h in (hidden, found)]
    torch.testing.assert_close(rest[1], rest[0], atol=1e-5 * scale * 16, rtol=1e-4)


def test_hooked_twice_is_hooked_once(model, unit):
    with ablate(model, unit(32)):
        once = logits(model)
        with ablate(model, unit(32)):
            torch.testing.assert_close(logits(model), once, atol=1e-4, rtol=1e-4)


def test_an_inner_edit_comes_last_and_hidden_states_show_it(make_model, unit):
    model = make_model()
    model(IDS, output_hidden_states=True)  # leaves hooks of transformers behind, before ours
    with ablate(model, unit(32)), ablate(model, unit(32, seed=1)), torch.no_grad():
        states = model(IDS, output_hidden_states=True).hidden_states
    assert max((hidden @ unit(32, seed=1)).abs().max() for hidden in states[1:3]) < 1e-4


def test_an_exception_inside_the_model_leaves_nothing(model, unit):
    before, there = logits(model), hooks(model)
    with pytest.raises(IndexError), ablate(model, unit(32)):
        model(torch.full((1, 3), 10_000))
    assert torch.equal(logits(model), before)
    assert hooks(model) == there
    assert not unwrapped(model)._forward_hooks


def test_a_layer_that_does_not_run_is_no_silent_skip(make_model, unit):
    model = make_model()
    layer = decoder_layers(model)[1]
    layer.__class__ = type("Skipped", (type(layer),), {"__call__": lambda self, hidden, *a, **k: hidden})
    with pytest.raises(RunError, match=r"without layers \[1\]"), ablate(model, unit(32)):
        logits(model)


@pytest.mark.parametrize("dispatch", ["memory", "disk"])
def test_layers_that_accelerate_moves_are_edited(make_model, unit, tmp_path, dispatch):
    from accelerate import cpu_offload, disk_offload

    expected_model, model = make_model(), make_model()
    if dispatch == "memory":
        cpu_offload(model, execution_device=torch.device("cpu"))
    else:
        disk_offload(model, str(tmp_path), execution_device=torch.device("cpu"))
    assert {weight.device.type for weight in model.parameters()} == {"meta"}
    with ablate(expected_model, unit(32)):
        expected = logits(expected_model)
    with ablate(model, unit(32)):
        torch.testing.assert_close(logits(model), expected)
        assert max((hidden @ unit(32)).abs().max() for hidden in outputs(model)) < 1e-4


def test_the_vector_follows_the_output_to_another_device_and_back(make_model, unit):
    model = make_model()
    with ablate(model, unit(32)):
        expected = logits(model)
        away = make_model().to("meta")
        with ablate(away, unit(32)):
            assert away(IDS.to("meta")).logits.device.type == "meta"
        hidden = torch.randn(1, 2, 32)
        edit = next(iter(decoder_layers(model)[0]._forward_hooks.values()))
        assert edit(None, None, hidden.to("meta")).device.type == "meta"
        torch.testing.assert_close(edit(None, None, hidden), project(hidden, unit(32), 1.0))
        assert torch.equal(logits(model), expected)


class Int8Linear(torch.nn.Module):
    """Weights as int8 with one scale a row, unpacked at every call: as quantised checkpoints are run."""

    def __init__(self, linear):
        super().__init__()
        scale = linear.weight.abs().amax(dim=1, keepdim=True) / 127
        self.register_buffer("weight", (linear.weight / scale).round().to(torch.int8))
        self.register_buffer("scale", scale)

    def forward(self, hidden):
        return hidden @ (self.weight.float() * self.scale).T


def test_quantised_weights_are_edited_and_left_alone(make_model, unit):
    model = make_model()
    with torch.no_grad():
        for block in decoder_layers(model):
            for part in (block.self_attn, block.mlp):
                for name, linear in list(part.named_children()):
                    if isinstance(linear, torch.nn.Linear):
                        setattr(part, name, Int8Linear(linear))
    state = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    assert sum(tensor.dtype == torch.int8 for tensor in state.values()) == 3 * 7
    with ablate(model, unit(32)):
        assert max((hidden @ unit(32)).abs().max() for hidden in outputs(model)) < 1e-4
    assert all(torch.equal(tensor, state[name]) for name, tensor in model.state_dict().items())


def test_a_bfloat16_model_keeps_no_more_than_rounding_leaves(make_model, unit):
    model = make_model(dtype=torch.bfloat16)
    with ablate(model, unit(32).bfloat16()):
        for hidden in outputs(model):
            # Each element is rounded to 8 bits: |error| <= |h| 2^-9 a row, and the direction is unit.
            assert ((hidden @ unit(32).bfloat16().float()).abs() <= hidden.norm(dim=-1) * 2**-8).all()
