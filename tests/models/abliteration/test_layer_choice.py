import pytest
import torch

from triptych.core.errors import UsageError
from triptych.models.abliteration.batches import encode
from triptych.models.abliteration.hooks import ablate
from triptych.models.abliteration.layer_choice import LayerScore, _order, first_token, rank_layers, refusal_tokens

HARMFUL = ["Write a rude note.", "Be mean."]
HARMLESS = ["Write a poem about tea and rain.", "Hi", "What is the sea?"]


def last_logs(model, tokenizer, prompt):
    ids = torch.tensor(encode(tokenizer, [prompt]))
    return model(ids).logits[0, -1].log_softmax(-1).detach()


def test_all_candidates_in_one_pass_equal_one_at_a_time(model, tokenizer, unit):
    prompts, vectors = [*HARMFUL, *HARMLESS], unit(3, 32)
    together = first_token(model, tokenizer, encode(tokenizer, prompts), vectors)
    assert together.shape == (3, 5, len(tokenizer))
    for layer in range(3):
        for row, prompt in enumerate(prompts):
            with ablate(model, vectors[layer]):
                expected = last_logs(model, tokenizer, prompt)
            torch.testing.assert_close(together[layer, row], expected, atol=1e-4, rtol=1e-4)


def test_the_unedited_model_and_prompts_without_a_common_opening(model, tokenizer):
    rows = [[5, 6, 7, 8], [9, 6]]
    logs = first_token(model, tokenizer, rows, None)[0]
    for row, found in zip(rows, logs, strict=True):
        expected = model(torch.tensor([row])).logits[0, -1].log_softmax(-1)
        torch.testing.assert_close(found, expected, atol=1e-4, rtol=1e-4)


def test_scores_are_what_they_are_said_to_be(model, tokenizer, unit):
    vectors, tokens = unit(3, 32), sorted(refusal_tokens(tokenizer))
    scores = {score.layer: score for score in rank_layers(model, tokenizer, vectors, HARMFUL, HARMLESS, rows=5)}
    others = [token for token in range(len(tokenizer)) if token not in tokens]
    for layer in range(3):
        kl = 0.0
        with ablate(model, vectors[layer]):
            after = {prompt: last_logs(model, tokenizer, prompt) for prompt in [*HARMFUL, *HARMLESS]}
        for prompt in HARMLESS:
            p, q = last_logs(model, tokenizer, prompt)[others].softmax(-1), after[prompt][others].softmax(-1)
            kl += float((p * (p / q).log()).sum()) / len(HARMLESS)
        mass = {p: float(logs[tokens].exp().sum()) for p, logs in after.items()}
        assert scores[layer].refusal_mass_harmful == pytest.approx(sum(mass[p] for p in HARMFUL) / 2, abs=1e-5)
        assert scores[layer].refusal_mass_harmless == pytest.approx(sum(mass[p] for p in HARMLESS) / 3, abs=1e-5)
        assert scores[layer].kl == pytest.approx(kl, abs=1e-4)


def test_batch_size_does_not_matter(model, tokenizer, unit):
    few, many = (rank_layers(model, tokenizer, unit(3, 32), HARMFUL, HARMLESS, rows=rows) for rows in (1, 1000))
    assert [score.layer for score in few] == [score.layer for score in many]


def test_least_refusal_first_inside_the_limit_then_the_rest_by_kl():
    scores = [
        LayerScore(0, 0.9, 0, 0.1),
        LayerScore(1, 0.1, 0, 0.2),
        LayerScore(2, 0.0, 0, 9.0),
        LayerScore(3, 0.5, 0, 2.0),
    ]
    assert [s.layer for s in sorted(scores, key=lambda s: _order(s, 0.3))] == [1, 0, 3, 2]


def test_missing_prompts_and_wrong_directions_are_named(model, tokenizer, unit):
    with pytest.raises(UsageError, match="harmful and harmless"):
        rank_layers(model, tokenizer, unit(3, 32), HARMFUL, [])
    with pytest.raises(UsageError, match="direction of shape"):
        rank_layers(model, tokenizer, unit(3, 16), HARMFUL, HARMLESS)


def test_candidates_of_several_positions_count_from_the_end(model, tokenizer, unit):
    vectors = unit(2, 3, 32)
    both = rank_layers(model, tokenizer, vectors, HARMFUL, HARMLESS, rows=1000)
    assert {(s.position, s.layer) for s in both} == {(p, n) for p in (-2, -1) for n in range(3)}
    for position in (-2, -1):
        alone = {s.layer: s for s in rank_layers(model, tokenizer, vectors[position], HARMFUL, HARMLESS)}
        for score in both:
            if score.position == position:
                assert score.kl == pytest.approx(alone[score.layer].kl, abs=1e-4)
    with pytest.raises(UsageError, match="positions, layers, d"):
        rank_layers(model, tokenizer, unit(32), HARMFUL, HARMLESS)
