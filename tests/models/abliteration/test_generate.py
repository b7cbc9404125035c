import copy

import pytest
import torch

from triptych.core.errors import UsageError
from triptych.models.abliteration.batches import encode
from triptych.models.abliteration.generate import Generated, answer, answer_header, generate_ids

PROMPTS = [f"Tell me about {'the river ' * length}number {length}." for length in range(12)]
IDS = [f"row-{number}" for number in range(12)]
EXTRA = {
    "qwen3_next": {"num_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 16,
                   "shared_expert_intermediate_size": 16, "linear_num_key_heads": 2, "linear_num_value_heads": 2,
                   "linear_key_head_dim": 8, "linear_value_head_dim": 8,
                   "layer_types": ["linear_attention", "full_attention", "linear_attention"]},
    "jamba": {"attn_layer_period": 2, "attn_layer_offset": 1, "num_experts": 2, "use_mamba_kernels": False},
    "falcon_h1": {"mamba_d_ssm": 32, "mamba_n_heads": 4, "mamba_d_head": 8, "mamba_d_state": 8, "mamba_chunk_size": 16},
    "gpt_oss": {"num_local_experts": 4, "num_experts_per_tok": 2},
}  # fmt: skip


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


def test_thinking_that_the_template_opened_is_no_answer(ending, tokenizer):
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
        (["a"], ["x"], {"batch_tokens": 0}, "batch_tokens"),
        (["a" * 600], ["x"], {}, "at most 464 tokens"),
    ):
        with pytest.raises(UsageError, match=message):
            answer(model, tokenizer, prompts, ids, **settings)


def test_no_prompts_no_answers(model, tokenizer):
    assert list(answer(model, tokenizer, [], [])) == []


class SmallMemory(torch.nn.Module):
    """A model on a device that holds so many tokens: more of them at once, and it says so as torch does."""

    def __init__(self, inner, tokens, error):
        super().__init__()
        self.inner, self.tokens, self.error = inner, tokens, error
        self.config, self.generation_config, self.device = inner.config, inner.generation_config, inner.device
        self.seen = []

    def forward(self, input_ids, attention_mask, **rest):
        self.seen.append(attention_mask.numel())
        if attention_mask.numel() > self.tokens:
            raise self.error
        return self.inner(input_ids=input_ids, attention_mask=attention_mask, **rest)


ERRORS = [
    torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB."),
    RuntimeError("[enforce fail at alloc_cpu.cpp:124] . DefaultCPUAllocator: not enough memory: you tried to allocate"),
    RuntimeError("MPS backend out of memory"),
    MemoryError(),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_batches_shrink_where_memory_runs_out_and_stay_small(ending, tokenizer, error, capsys):
    whole = answers(ending, tokenizer, PROMPTS, IDS, max_new_tokens=12)
    small = SmallMemory(ending, 700, error)
    assert answers(small, tokenizer, PROMPTS, IDS, max_new_tokens=12, batch_tokens=4000) == whole
    failed = [place for place, tokens in enumerate(small.seen) if tokens > 700]
    assert failed
    assert all(small.seen[place] <= 700 for place in range(failed[-1] + 1, len(small.seen)))
    assert len(failed) <= 3  # halved, not tried one row less at a time
    assert "out of memory" in capsys.readouterr().err


def test_a_prompt_that_does_not_fit_alone_is_an_error_and_the_rest_goes_on(ending, tokenizer):
    whole = answers(ending, tokenizer, PROMPTS, IDS, max_new_tokens=12)
    small = SmallMemory(ending, 150, ERRORS[0])
    found = {one.id: one for one in answer(small, tokenizer, PROMPTS, IDS, max_new_tokens=12)}
    lost = [name for name in IDS if found[name].status == "error"]
    assert 0 < len(lost) < len(IDS)
    assert lost == IDS[-len(lost) :]  # the longest ones
    assert all("out of memory with this prompt alone" in found[name].reason for name in lost)
    assert all(whole[name] == (o.output, o.status, o.n_tokens) for name, o in found.items() if name not in lost)


def test_other_failures_are_not_taken_for_a_lack_of_memory(ending, tokenizer):
    broken = SmallMemory(ending, 0, RuntimeError("shape mismatch"))
    with pytest.raises(RuntimeError, match="shape mismatch"):
        list(answer(broken, tokenizer, PROMPTS, IDS, max_new_tokens=2))


@pytest.mark.parametrize("kind", ["gemma2", "gpt_oss", "qwen3_next", "jamba", "falcon_h1"])
def test_padding_and_rows_that_end_early_change_no_answer_in_other_architectures(make_model, tokenizer, kind):
    # TransformerLens#1005, repeng#38: a row must see neither its padding nor its neighbours.
    model = make_model(kind, seed=1, tie_word_embeddings=False, **EXTRA.get(kind, {}))
    with torch.no_grad():
        model.lm_head.weight[2] *= 2.5
    prompts, ids = ["The river Rhine", *"abcd"], list("vwxyz")
    alone = {}
    for prompt, name in zip(prompts, ids, strict=True):
        alone |= answers(model, tokenizer, [prompt], [name], max_new_tokens=12)
    assert len({tokens for _, _, tokens in alone.values()}) > 1
    assert answers(model, tokenizer, prompts, ids, max_new_tokens=12) == alone


def test_the_header_of_an_answer_is_known_from_the_template(tokenizer):
    assert answer_header(tokenizer) == "assistant"
    thinking = copy.deepcopy(tokenizer)
    thinking.chat_template = thinking.chat_template.replace("assistant\n", "assistant\n<think>\n")
    assert answer_header(thinking) == "assistant"


def test_no_answer_holds_special_tokens_or_its_prompt(make_model, tokenizer):
    """A model that writes the whole prompt again, special tokens but the end included: nothing is left of it."""
    prompt = "Tell me about the river Rhine"
    row = [token for token in encode(tokenizer, [prompt])[0] if token != 2]
    parrot = Parrot(make_model(), [*row, *tokenizer("It is long.")["input_ids"]])
    one = next(answer(parrot, tokenizer, [prompt], ["a"], max_new_tokens=len(row) + 20))
    assert (one.output, one.status) == ("It is long.", "ok")


class Parrot(torch.nn.Module):
    """A model that writes given tokens, then the end token, whatever it reads."""

    def __init__(self, inner, tokens):
        super().__init__()
        self.inner, self.tokens = inner, [*tokens, 2]
        self.config, self.generation_config, self.device = inner.config, inner.generation_config, inner.device
        self.place = 0

    def forward(self, **inputs):
        output = self.inner(**inputs)
        output.logits[:, -1] = 0
        output.logits[:, -1, self.tokens[min(self.place, len(self.tokens) - 1)]] = 1
        self.place += 1
        return output
