"""Where the decoder layers of a causal language model are, so that a hook can reach every one of them.

A path stands in the table only where the layer's output is the whole residual stream, which the next layer reads as it
is; each is tested on a tiny random model. Left out for that reason: gemma3n (four parallel streams), qwen3_vl (image
features are added between layers).
"""

from typing import Any, Final

from torch import nn

from triptych.core.errors import UsageError

# Hybrids keep attention and recurrent layers in one list, mixtures of experts their experts inside a layer.
_USUAL: Final = (
    *("apertus", "bamba", "cohere", "cohere2", "deepseek_v3", "ernie4_5", "exaone4", "falcon_h1", "gemma", "gemma2"),
    *("gemma3_text", "glm", "glm4", "glm4_moe", "gpt_oss", "granite", "granitemoe", "granitemoehybrid", "jamba"),
    *("lfm2", "llama", "llama4_text", "ministral", "ministral3", "mistral", "mixtral", "nemotron_h", "olmo", "olmo2"),
    *("olmo3", "olmo_hybrid", "olmoe", "phi", "phi3", "phimoe", "qwen2", "qwen2_moe", "qwen3", "qwen3_5_moe_text"),
    *("qwen3_5_text", "qwen3_moe", "qwen3_next", "seed_oss", "smollm3", "stablelm", "starcoder2"),
)
# The language part of a model that also sees.
_NESTED: Final = ("gemma3", "lfm2_vl", "llava", "mistral3", "qwen2_5_vl", "qwen3_5", "qwen3_5_moe")

LAYER_PATHS: Final[dict[str, str]] = {
    **dict.fromkeys(_USUAL, "model.layers"),
    **dict.fromkeys(_NESTED, "model.language_model.layers"),
    "smolvlm": "model.text_model.layers",
}
"""`config.model_type` -> the attribute path of the list of decoder layers.

The paper's models: `llama` (SmolLM2, Llama 3.3, the Safety Pretraining checkpoints), `glm` (GLM-4-9B), `qwen3`.
"""


def decoder_layers(model: Any) -> nn.ModuleList:
    """The decoder layers of `model`, in order, also when PEFT wraps it.

    Raises `UsageError` for an architecture that is not in `LAYER_PATHS`, and where the number of layers found is not
    the number that the configuration states: a layer skipped in silence makes a weak edit look like a robust model.
    """
    inner = unwrapped(model)
    kind = getattr(getattr(inner, "config", None), "model_type", None)
    if kind not in LAYER_PATHS:
        raise UsageError(
            f"a causal language model of a known architecture: {', '.join(sorted(LAYER_PATHS))}",
            f"{type(inner).__name__} with model_type {kind!r}",
            "add its path to triptych.models.abliteration.layers.LAYER_PATHS",
        )
    found = inner
    for name in LAYER_PATHS[kind].split("."):
        found = getattr(found, name, None)
    expected = text_config(inner).num_hidden_layers
    if not isinstance(found, nn.ModuleList) or len(found) != expected:
        got = f"{len(found)} layers" if isinstance(found, nn.ModuleList) else f"{type(found).__name__}"
        raise UsageError(
            f"{expected} decoder layers at {LAYER_PATHS[kind]} of {type(inner).__name__}",
            got,
            "load the model with AutoModelForCausalLM, or correct LAYER_PATHS",
        )
    return found


def unwrapped(model: Any) -> Any:
    """The model itself where PEFT wraps it."""
    return model.get_base_model() if hasattr(model, "get_base_model") else model


def residual(output: Any) -> Any:
    """The residual stream in what a decoder layer returned: the tensor, or the first entry of a tuple."""
    return output[0] if isinstance(output, tuple) else output


def text_config(model: Any) -> Any:
    """The configuration of the language part: `hidden_size`, `num_hidden_layers`."""
    return model.config.get_text_config()
