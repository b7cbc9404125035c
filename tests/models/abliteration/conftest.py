"""Tiny random models of real architectures with a byte tokenizer: real code paths in milliseconds."""

import string
from pathlib import Path

import pytest
import torch

TEMPLATE = (
    "{% for m in messages %}<|start|>{{ m['role'] }}\n{{ m['content'] }}<|end|>{% endfor %}"
    "{% if add_generation_prompt %}<|start|>assistant\n{% endif %}"
)
SIZES = {
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 8,
    "max_position_embeddings": 512,
}


@pytest.fixture(autouse=True, scope="session")
def one_thread():
    """Several threads only wait for each other on such small matrices, for seconds where other work runs beside."""
    torch.set_num_threads(1)


@pytest.fixture(scope="session")
def tokenizer():
    """One token a character, three special tokens, a chat template."""
    from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    words = ["<pad>", "<|start|>", "<|end|>", "<unk>", *string.printable]
    inner = Tokenizer(models.WordLevel({word: number for number, word in enumerate(words)}, unk_token="<unk>"))
    inner.pre_tokenizer = pre_tokenizers.Split(Regex(r"[\s\S]"), "isolated")
    inner.decoder = decoders.Fuse()
    inner.add_special_tokens(words[:3])
    made = PreTrainedTokenizerFast(tokenizer_object=inner, pad_token="<pad>", eos_token="<|end|>", unk_token="<unk>")
    made.chat_template = TEMPLATE
    return made


@pytest.fixture(scope="session")
def make_model(tokenizer):
    """Random model of a `model_type`; large initial weights, so that rows and layers differ clearly."""
    from transformers import AutoConfig, AutoModelForCausalLM

    def make(kind="llama", seed=0, dtype=torch.float32, **extra):
        torch.manual_seed(seed)
        sizes = {
            **SIZES,
            "vocab_size": len(tokenizer),
            "pad_token_id": 0,
            "eos_token_id": 2,
            "bos_token_id": 1,
            **extra,
        }
        config = AutoConfig.for_model(kind, initializer_range=0.3, **sizes)
        return AutoModelForCausalLM.from_config(config).to(dtype).eval()

    return make


@pytest.fixture(scope="session")
def model(make_model):
    """A three-layer Llama."""
    return make_model()


@pytest.fixture(scope="session")
def saved(make_model, tokenizer, tmp_path_factory) -> Path:
    """The tiny Llama and its tokenizer in a folder, as `load` takes it."""
    folder = tmp_path_factory.mktemp("tiny-llama")
    make_model().save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


@pytest.fixture
def unit():
    """Random unit vectors of a shape."""

    def make(*shape, seed=0):
        vectors = torch.randn(shape, generator=torch.Generator().manual_seed(seed))
        return vectors / vectors.norm(dim=-1, keepdim=True)

    return make
