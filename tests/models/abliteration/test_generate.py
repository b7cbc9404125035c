import pytest
import torch

from triptych.core.errors import UsageError
from triptych.models.abliteration.batches import encode
from triptych.models.abliteration.generate import Generated, _described, answer, generate_ids

PROMPTS = [f"Tell me about {'the river ' * length}number {length}." for length in range(12)]
IDS = [f"row-{number}" for number in range(12)]


def answers(model, tokenizer, prompts, ids, **settings):
    return {
        one.id: (one.output, one.status, one.n_tokens) for one in answer(model, tokenizer, prompts, ids, **settings)
    }


@pytest.fixture(scope="module")
def ending(make_model):
    """A model that ends some answers early: its head leans to the end token."""
    model = make_model(seed=3, tie_word_embeddings=False)
    with torch.no_grad():
        model.lm_head.weight[2] *= 2.5
    return model


def test_batches_of_any_size_give_the_answers_of_single_prompts(ending, tokenizer):
    alone = {}
    for prompt, name in zip(PROMPTS, IDS, strict=True):
        alone |= answers(ending, tokenizer, [prompt], [name], max_new_tokens=20)
    assert {status for _, status, _ in alone.values()} > {"truncated"}  # some end early, some do not
    for budget in (1, 400, 100_000):
        assert answers(ending, tokenizer, PROMPTS, IDS, max_new_tokens=20, batch_tokens=budget) == alone


def test_the_tokens_are_those_of_transformers_generate(ending, tokenizer):
    rows = encode(tokenizer, PROMPTS)
    made = generate_ids(ending, tokenizer, rows, 16)
    for row, one in zip(rows, made, strict=True):
        ids = torch.tensor([row])
        expected = ending.generate(ids, attention_mask=torch.ones_like(ids), max_new_tokens=16, do_sample=False)
        new = expected[0, len(row) :].tolist()
        assert one == Generated([token for token in new if token != 2], 2 in new)


def test_resuming_with_the_ids_that_are_left_gives_the_same_rows(ending, tokenizer):
    whole = answers(ending, tokenizer, PROMPTS, IDS, max_new_tokens=12)
    started = answer(ending, tokenizer, PROMPTS, IDS, max_new_tokens=12, batch_tokens=500)
    done = {one.id: (one.output, one.status, one.n_tokens) for one in (next(started) for _ in range(5))}
    left = [(prompt, name) for prompt, name in zip(PROMPTS, IDS, strict=True) if name not in done]
    done |= answers(ending, tokenizer, [prompt for prompt, _ in left], [name for _, name in left], max_new_tokens=12)
    assert done == whole


def test_the_model_settings_do_not_make_it_sample(ending, tokenizer):
    whole = answers(ending, tokenizer, PROMPTS, IDS, max_new_tokens=8)
    ending.generation_config.do_sample, ending.generation_config.temperature = True, 5.0
    assert answers(ending, tokenizer, PROMPTS, IDS, max_new_tokens=8) == whole


@pytest.mark.parametrize(
    ("text", "ended", "output", "reasoning", "status"),
    [
        ("Paris.", True, "Paris.", "", "ok"),
        ("The answer is", False, "The answer is", "", "truncated"),
        ("<think>Capital of France.</think>Paris.", True, "Paris.", "Capital of France.", "ok"),
        ("<think>I could refuse, sorry", False, "", "I could refuse, sorry", "truncated"),
        ("<think>Hm.</think>", True, "", "Hm.", "empty"),
        ("  \n", True, "", "", "empty"),
    ],
)
def test_thinking_is_split_off_and_the_status_says_what_is_there(text, ended, output, reasoning, status):
    one = _described("x", text, Generated([1, 2, 3], ended), 0.1)
    assert (one.output, one.reasoning, one.status) == (output, reasoning, status)
    assert bool(one.reason) is (status != "ok")


def test_thinking_that_the_template_opened_is_no_answer(ending, tokenizer):
    import copy

    thinking = copy.deepcopy(tokenizer)
    thinking.chat_template += "<think>\n"
    one = next(answer(ending, thinking, ["Hi"], ["a"], max_new_tokens=3))
    assert one.output == ""
    assert one.status in {"truncated", "empty"}


def test_bad_input_is_named_before_anything_runs(model, tokenizer):
    for prompts, ids, settings, message in (
        (["a", "b"], ["x"], {}, "one id a prompt"),
        (["a", "b"], ["x", "x"], {}, "occur once"),
        (["a"], ["x"], {"max_new_tokens": 0}, "max_new_tokens"),
        (["a" * 600], ["x"], {}, "at most 464 tokens"),
    ):
        with pytest.raises(UsageError, match=message):
            answer(model, tokenizer, prompts, ids, **settings)


def test_no_prompts_no_answers(model, tokenizer):
    assert list(answer(model, tokenizer, [], [])) == []
