import pytest
import torch

from triptych.core.errors import UsageError
from triptych.models.abliteration.answer_kl import answer_kl
from triptych.models.abliteration.batches import encode
from triptych.models.abliteration.hooks import ablate

PROMPTS = ["What is the sea?", "Hi", "Write a poem about tea."]
ANSWERS = [[10, 20, 30], [], [40]]


def logs(model, ids):
    with torch.no_grad():
        return model(torch.tensor([ids])).logits[0].double().log_softmax(-1)


@pytest.mark.parametrize("batch_tokens", [1, 10_000])
def test_token_by_token_over_the_base_answer(model, tokenizer, unit, batch_tokens):
    found = answer_kl(model, tokenizer, PROMPTS, ANSWERS, unit(32), alpha=0.7, batch_tokens=batch_tokens)
    assert found.n == 3
    assert found.n_tokens.tolist() == [3, 1, 1]
    for row, (prompt, answer) in enumerate(zip(encode(tokenizer, PROMPTS), ANSWERS, strict=True)):
        ids = prompt + answer
        p = logs(model, ids)[len(prompt) - 1 :][: max(1, len(answer))]
        with ablate(model, unit(32), alpha=0.7):
            q = logs(model, ids)[len(prompt) - 1 :][: max(1, len(answer))]
        kl = (p.exp() * (p - q)).sum(-1)
        assert found.first_token[row] == pytest.approx(float(kl[0]), abs=1e-4)
        assert found.whole_answer[row] == pytest.approx(float(kl.mean()), abs=1e-4)
        assert kl.min() > 1e-3


def test_an_edit_by_nothing_moves_nothing(model, tokenizer, unit):
    found = answer_kl(model, tokenizer, PROMPTS, ANSWERS, unit(32), alpha=0.0)
    assert found.first_token.tolist() == found.whole_answer.tolist() == [0, 0, 0]


def test_answers_that_do_not_fit_are_named(model, tokenizer, unit):
    with pytest.raises(UsageError, match="one answer each"):
        answer_kl(model, tokenizer, PROMPTS, ANSWERS[:2], unit(32))
    with pytest.raises(UsageError, match="at least one prompt"):
        answer_kl(model, tokenizer, [], [], unit(32))
