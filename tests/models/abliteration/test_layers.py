import pytest
import torch
from torch import nn

from triptych.core.errors import UsageError
from triptych.models.abliteration.hooks import ablate
from triptych.models.abliteration.layers import LAYER_PATHS, decoder_layers

VISION = {
    "vision_config": {"hidden_size": 16, "intermediate_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
}
EXTRA = {
    "gemma2": {"query_pre_attn_scalar": 8},
    "gemma3_text": {"query_pre_attn_scalar": 8},
    "glm": {"partial_rotary_factor": 0.5},
    "glm4": {"partial_rotary_factor": 0.5},
    "mixtral": {"num_local_experts": 2},
    "phi3": {"original_max_position_embeddings": 512},
    "qwen3_moe": {"num_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 16},
}


def build(make_model, kind):
    if kind != "gemma3":
        return make_model(kind, **EXTRA.get(kind, {}))
    from transformers import Gemma3Config, Gemma3ForConditionalGeneration

    text = make_model("gemma3_text", **EXTRA["gemma3_text"]).config
    vision = {**VISION["vision_config"], "image_size": 28, "patch_size": 14}
    torch.manual_seed(0)
    return Gemma3ForConditionalGeneration(Gemma3Config(text_config=text.to_dict(), vision_config=vision)).eval()


@pytest.mark.parametrize("kind", sorted(LAYER_PATHS))
def test_every_layer_of_every_listed_architecture_is_reached(make_model, unit, kind):
    model = build(make_model, kind)
    blocks = decoder_layers(model)
    assert len(blocks) == 3
    ids, vector, seen = torch.arange(1, 9)[None], unit(32), []
    before = model(ids).logits
    with ablate(model, vector):
        watched = [
            b.register_forward_hook(lambda m, i, o: seen.append(o[0] if isinstance(o, tuple) else o)) for b in blocks
        ]
        edited = model(ids).logits
    for handle in watched:
        handle.remove()
    assert len(seen) == 3
    for hidden in seen:
        assert (hidden @ vector).abs().max() < 1e-4 * hidden.norm(dim=-1).max()
    assert not torch.allclose(edited, before, atol=1e-4)
    assert torch.equal(model(ids).logits, before)


def test_peft_wrapping_is_looked_through(make_model):
    from peft import LoraConfig, get_peft_model

    model = make_model()
    blocks = decoder_layers(model)
    assert decoder_layers(get_peft_model(model, LoraConfig(target_modules=["q_proj"]))) is blocks


def test_an_unknown_architecture_lists_the_known_ones(make_model):
    with pytest.raises(UsageError, match=r"llama.*smollm3"):
        decoder_layers(make_model("gpt2", n_embd=32, n_layer=2, n_head=2))
    with pytest.raises(UsageError, match="Linear"):
        decoder_layers(nn.Linear(2, 2))


def test_a_missing_layer_is_no_silent_skip(make_model):
    model = make_model()
    model.model.layers = model.model.layers[:2]
    with pytest.raises(UsageError, match="expected 3 decoder layers"):
        decoder_layers(model)
