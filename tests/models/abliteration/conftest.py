"""Tiny random models of real architectures with a byte tokenizer: real code paths in milliseconds."""

from pathlib import Path

import pytest
import tiny_llama
import torch


@pytest.fixture(autouse=True, scope="session")
def one_thread():
    """Several threads only wait for each other on such small matrices, for seconds where other work runs beside."""
    torch.set_num_threads(1)


@pytest.fixture(scope="session")
def tokenizer():
    """One token a character, three special tokens, a chat template."""
    return tiny_llama.make_tokenizer()


@pytest.fixture(scope="session")
def make_model(tokenizer):
    """Random model of a `model_type`; large initial weights, so that rows and layers differ clearly."""

    def make(kind="llama", seed=0, dtype=torch.float32, **extra):
        return tiny_llama.make_model(len(tokenizer), kind, seed, **extra).to(dtype)

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
