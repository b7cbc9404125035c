"""Where the decoder layers of a causal language model are, so that a hook can reach every one of them."""

from typing import Any

from torch import nn

from triptych.core.errors import UsageError

# `config.model_type` -> the attribute path of the list of decoder layers. Each is tested on a tiny random model.
_USUAL = "model.layers"
LAYER_PATHS: dict[str, str] = {
    "gemma": _USUAL,
    "gemma2": _USUAL,
    "gemma3": "model.language_model.layers",  # with the vision tower
    "gemma3_text": _USUAL,
    "glm": _USUAL,  # the paper's GLM-4, zai-org/glm-4-9b-chat-hf
    "glm4": _USUAL,
    "llama": _USUAL,  # SmolLM2, Llama 3.3 and the Safety Pretraining checkpoints
    "mistral": _USUAL,
    "mixtral": _USUAL,
    "olmo2": _USUAL,
    "phi3": _USUAL,
    "qwen2": _USUAL,
    "qwen3": _USUAL,
    "qwen3_moe": _USUAL,
    "smollm3": _USUAL,
}


def decoder_layers(model: Any) -> nn.ModuleList:
    """The decoder layers of `model`, in order, also when PEFT wraps it.

    Raises `UsageError` for an architecture that is not in `LAYER_PATHS`, and where the number of layers found is not
    the number that the configuration states: a layer skipped in silence makes a weak edit look like a robust model.
    """
    inner = model.get_base_model() if hasattr(model, "get_base_model") else model
    kind = getattr(getattr(inner, "config", None), "model_type", None)
    if kind not in LAYER_PATHS:
        raise UsageError(
            f"a causal language model of a known architecture: {', '.join(LAYER_PATHS)}",
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


def text_config(model: Any) -> Any:
    """The configuration of the language part: `hidden_size`, `num_hidden_layers`."""
    return model.config.get_text_config()
