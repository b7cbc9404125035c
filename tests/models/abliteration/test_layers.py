import hashlib

import pytest
import torch
from torch import nn
from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForImageTextToText

from triptych.core.errors import UsageError
from triptych.models.abliteration.activations import collect
from triptych.models.abliteration.hooks import ablate
from triptych.models.abliteration.layer_choice import first_token
from triptych.models.abliteration.layers import LAYER_PATHS, decoder_layers, residual, unwrapped

LAYERS = 4
# Set where a configuration has them.
SMALL = {
    **dict.fromkeys(("num_experts", "num_local_experts", "n_routed_experts"), 4),
    **dict.fromkeys(("n_group", "topk_group", "n_shared_experts", "first_k_dense_replace", "decoder_sparse_step"), 1),
    **{"num_experts_per_tok": 2, "moe_intermediate_size": 16, "shared_expert_intermediate_size": 16},
    **{"kv_lora_rank": 8, "q_lora_rank": 8, "qk_rope_head_dim": 4, "qk_nope_head_dim": 8, "v_head_dim": 8},
    **{"mamba_d_state": 8, "mamba_dt_rank": 4, "mamba_n_heads": 4, "mamba_d_head": 16, "mamba_n_groups": 1},
    **{"mamba_d_ssm": 64, "mamba_chunk_size": 8, "use_mamba_kernels": False},
    **{"linear_num_value_heads": 4, "linear_num_key_heads": 2, "linear_key_head_dim": 8, "linear_value_head_dim": 8},
}
LINEAR = ["linear_attention", "linear_attention", "linear_attention", "full_attention"]
EXTRA = {
    "bamba": {"attn_layer_indices": [2]},
    "deepseek_v3": {"head_dim": 4, "num_key_value_heads": 4},
    "gemma2": {"query_pre_attn_scalar": 8},
    "gemma3_text": {"query_pre_attn_scalar": 8},
    "granitemoehybrid": {"layer_types": ["mamba", "mamba", "attention", "mamba"]},
    "jamba": dict.fromkeys(("attn_layer_period", "expert_layer_period"), 2)
    | dict.fromkeys(("attn_layer_offset", "expert_layer_offset"), 1),
    "lfm2": {"layer_types": ["conv", "conv", "full_attention", "conv"]},
    "phi3": {"original_max_position_embeddings": 512},
    "qwen3_next": {"layer_types": LINEAR},
    "qwen3_5_text": {"layer_types": LINEAR},
    "qwen3_5_moe_text": {"layer_types": LINEAR},
}
HYBRIDS = ["bamba", "falcon_h1", "granitemoehybrid", "jamba", "lfm2", "olmo_hybrid", "qwen3_5_text", "qwen3_next"]
# A model that also sees -> its language part.
TEXT_PARTS = {
    "gemma3": "gemma3_text",
    "lfm2_vl": "lfm2",
    "llava": "llama",
    "mistral3": "mistral",
    "qwen2_5_vl": "qwen2_5_vl_text",
    "qwen3_5": "qwen3_5_text",
    "qwen3_5_moe": "qwen3_5_moe_text",
    "smolvlm": "llama",
}
VISION = {
    **{"hidden_size": 16, "intermediate_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "image_size": 28},
    **{"patch_size": 14, "depth": 1, "num_heads": 2, "out_hidden_size": 32},
}


def text_config(kind, tokenizer):
    sizes = {"hidden_size": 32, "intermediate_size": 48, "num_hidden_layers": LAYERS, "max_position_embeddings": 512}
    heads = {"num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 8}
    words = {"vocab_size": len(tokenizer), "pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2}
    fitting = {key: value for key, value in SMALL.items() if hasattr(AutoConfig.for_model(kind), key)}
    if kind in ("glm", "glm4", "glm4_moe"):
        fitting["partial_rotary_factor"] = 0.5
    if kind == "qwen2_5_vl_text":
        fitting["rope_parameters"] = {"rope_type": "default", "mrope_section": [2, 1, 1], "rope_theta": 10000.0}
    extra = {**fitting, **EXTRA.get(kind, {})}
    return AutoConfig.for_model(kind, initializer_range=0.3, **{**sizes, **heads, **words, **extra})


def build(kind, tokenizer):
    torch.manual_seed(0)
    if kind not in TEXT_PARTS:
        return AutoModelForCausalLM.from_config(text_config(kind, tokenizer)).eval()
    seeing = AutoConfig.for_model(kind).vision_config
    vision = {key: value for key, value in VISION.items() if hasattr(seeing, key)}
    config = AutoConfig.for_model(
        kind,
        text_config=text_config(TEXT_PARTS[kind], tokenizer).to_dict(),
        vision_config={"model_type": seeing.model_type, **vision},
        image_token_id=100,
    )
    torch.manual_seed(0)
    return AutoModelForImageTextToText.from_config(config).eval()


def weights(model):
    digest = hashlib.sha256()
    for name, tensor in sorted(model.state_dict().items()):
        digest.update(name.encode() + tensor.contiguous().reshape(-1).view(torch.uint8).numpy().tobytes())
    return digest.hexdigest()


def greedy(model, ids):
    with torch.no_grad():
        return model.generate(
            ids, attention_mask=torch.ones_like(ids), max_new_tokens=4, do_sample=False, pad_token_id=0, eos_token_id=-1
        )


@pytest.mark.parametrize("kind", sorted(LAYER_PATHS))
def test_every_layer_of_every_listed_architecture_is_edited_and_nothing_is_left(tokenizer, unit, kind):
    model = build(kind, tokenizer)
    blocks, ids, vector = decoder_layers(model), torch.arange(5, 13)[None], unit(32)
    assert len(blocks) == LAYERS
    with torch.no_grad():
        before, state = model(ids, output_hidden_states=True), weights(model)
        hooks = [len(part._forward_hooks) for part in model.modules()]
        written = greedy(model, ids)
        read = []
        with ablate(model, vector):
            # What the next layer reads must be free of it too, not only what this one returned.
            watched = [
                block.register_forward_pre_hook(
                    lambda m, args, kwargs: read.append((args or [*kwargs.values()])[0]), with_kwargs=True
                )
                for block in blocks[1:]
            ]
            edited = model(ids, output_hidden_states=True)
            for handle in watched:
                handle.remove()
            greedy(model, ids)
            assert weights(model) == state
        with ablate(model, vector, alpha=0.0):
            assert torch.equal(model(ids).logits, before.logits)
            assert torch.equal(greedy(model, ids), written)
        after = model(ids).logits
    assert len(read) == LAYERS - 1
    # hidden_states[0] is the embedding, the last one has the final norm on top.
    for hidden in (*read, *edited.hidden_states[1:LAYERS]):
        assert (hidden @ vector).abs().max() < 1e-4 * hidden.norm(dim=-1).max()
    assert not torch.allclose(edited.logits, before.logits, atol=1e-3)
    assert torch.equal(after, before.logits)
    assert [len(part._forward_hooks) for part in model.modules()] == hooks
    assert weights(model) == state


@pytest.mark.parametrize("kind", HYBRIDS)
def test_hybrids_give_the_same_in_any_batch(tokenizer, unit, kind):
    model = build(kind, tokenizer)
    prompts = ["How high is Mont Blanc?", "Hi", "Name three rivers."]
    alone = [collect(model, tokenizer, [prompt])[0] for prompt in prompts]
    together = collect(model, tokenizer, prompts)
    for row, expected in zip(together, alone, strict=True):
        assert abs(row - expected).max() < 1e-4 * abs(expected).max()
    rows = [[5, 6, 7, 8, 9], [5, 6, 9], [5, 6, 7]]
    logs = first_token(model, tokenizer, rows, unit(2, 32))
    for vector, found in zip(unit(2, 32), logs, strict=True):
        for row, one in zip(rows, found, strict=True):
            with ablate(model, vector), torch.no_grad():
                expected = model(torch.tensor([row])).logits[0, -1].log_softmax(-1)
            torch.testing.assert_close(one, expected, atol=1e-3, rtol=1e-3)


def test_layers_that_differ_in_type_are_all_counted(tokenizer):
    kinds = {type(block).__name__ for block in decoder_layers(build("jamba", tokenizer))}
    assert kinds == {"JambaAttentionDecoderLayer", "JambaMambaDecoderLayer"}


def test_peft_wrapping_is_looked_through(make_model, unit):
    from peft import LoraConfig, get_peft_model

    model = make_model()
    blocks, ids, seen = decoder_layers(model), torch.arange(5, 13)[None], []
    wrapped = get_peft_model(model, LoraConfig(target_modules=["q_proj"]))
    assert decoder_layers(wrapped) is blocks
    assert unwrapped(wrapped) is unwrapped(model)
    with ablate(wrapped, unit(32)), torch.no_grad():
        handle = blocks[-1].register_forward_hook(lambda m, i, o: seen.append(residual(o)))
        wrapped(ids)
        handle.remove()
    assert (seen[0] @ unit(32)).abs().max() < 1e-4


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
