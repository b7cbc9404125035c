"""A small model is trained for seconds to refuse along a direction that is known, and the direction is found again."""

import random
import string

import numpy as np
import pytest
import torch

from triptych.models.abliteration.activations import collect, collect_moments
from triptych.models.abliteration.batches import encode, pad_left
from triptych.models.abliteration.directions import difference_of_means, random_like
from triptych.models.abliteration.hooks import ablate

REFUSE, COMPLY = 10, 11


def texts(seed, count, harmful):
    """Random letters, with a `!` somewhere in the harmful ones."""
    draw = random.Random(seed)
    made = []
    for _ in range(count):
        letters = draw.choices(string.ascii_lowercase, k=draw.randint(4, 9))
        if harmful:
            letters[draw.randrange(len(letters))] = "!"
        made.append("".join(letters))
    return made


def decision(model, tokenizer, prompts):
    """Logit of refusing minus logit of complying, at the first token of the answer."""
    with torch.inference_mode():
        logits = model(**pad_left(encode(tokenizer, prompts), 0, "cpu").inputs()).logits[:, -1]
    return (logits[:, REFUSE] - logits[:, COMPLY]).numpy()


@pytest.fixture(scope="module")
def planted(make_model, tokenizer):
    """A two-layer Llama whose answer is read along one fixed direction only, and that direction."""
    model = make_model(num_hidden_layers=2, tie_word_embeddings=False)
    generator = torch.Generator().manual_seed(7)
    direction = torch.randn(32, generator=generator)
    direction = direction / direction.norm()
    with torch.no_grad():
        for name, weight in model.named_parameters():
            weight.mul_(1.0 if "norm" in name else 0.2)
        model.lm_head.weight.zero_()
        model.lm_head.weight[REFUSE], model.lm_head.weight[COMPLY] = direction, -direction
    model.lm_head.requires_grad_(False)
    model.model.norm.requires_grad_(False)
    prompts = [*texts(1, 128, True), *texts(2, 128, False)]
    batch = pad_left(encode(tokenizer, prompts), 0, "cpu").inputs()
    wanted = torch.tensor([REFUSE] * 128 + [COMPLY] * 128)
    optimizer = torch.optim.AdamW([w for w in model.parameters() if w.requires_grad], lr=1e-2)
    for _ in range(60):
        logits = model(**batch, use_cache=False, logits_to_keep=1).logits[:, -1]
        torch.nn.functional.cross_entropy(logits, wanted).backward()
        optimizer.step()
        optimizer.zero_grad()
    return model.eval(), direction


def test_difference_of_means_finds_it(planted, tokenizer):
    model, direction = planted
    harmful, harmless = (collect(model, tokenizer, texts(seed, 100, seed == 3)) for seed in (3, 4))
    found = difference_of_means(harmful, harmless)
    assert found[-1] @ direction.numpy() >= 0.95
    moments = [collect_moments(model, tokenizer, iter(texts(seed, 100, seed == 3))) for seed in (3, 4)]
    np.testing.assert_allclose(difference_of_means(*moments), found, atol=1e-4)


def test_taking_it_out_ends_the_refusals_and_random_directions_do_not(planted, tokenizer):
    model, _ = planted
    harmful, harmless = (collect(model, tokenizer, texts(seed, 100, seed == 3)) for seed in (3, 4))
    found = difference_of_means(harmful, harmless)[-1]
    test = texts(5, 50, True)
    before = decision(model, tokenizer, test)
    assert (before > 0).mean() >= 0.95
    with ablate(model, found):
        after = decision(model, tokenizer, test)
        left = collect(model, tokenizer, test) @ found
    assert abs(left).max() < 1e-4
    assert abs(after).max() < 0.5 * abs(before).mean()
    for seed in range(5):
        with ablate(model, random_like(found, seed)):
            assert (decision(model, tokenizer, test) > 0).mean() >= 0.8
