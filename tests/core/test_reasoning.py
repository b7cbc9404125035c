"""The answer is told from the thinking in every markup that models use."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triptych.core.reasoning import Parts, split_reasoning


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hello!", Parts("Hello!", "")),
        ("", Parts("", "")),
        ("<think>The user greets.</think>Hello!", Parts("Hello!", "The user greets.")),
        ("<think>\n\n</think>\n\nHello!", Parts("Hello!", "")),
        ("<thinking>a</thinking> b", Parts("b", "a")),
        ("<reasoning>a</reasoning> b", Parts("b", "a")),
        ("<THINK>a</THINK>b", Parts("b", "a")),
        ("[THINK]a[/THINK]b", Parts("b", "a")),
        ("◁think▷a◁/think▷b", Parts("b", "a")),
        # The template opened the block.
        ("Okay, a greeting.\n</think>\n\nHello!", Parts("Hello!", "Okay, a greeting.")),
        # Several blocks, also one after a block that the template opened.
        ("<think>a</think>b<think>c</think> d", Parts("b d", "a\nc")),
        ("a</think>b<think>c</think>d", Parts("bd", "a\nc")),
        # The thinking mentions its own tag.
        (
            "<think>close with <think> or so</think>b",
            Parts("b", "close with <think> or so"),
        ),
        # Cut off.
        ("<think>a b", Parts("", "a b", True)),
        ("b <think>a", Parts("b", "a", True)),
        ("<think>a</think>b<think>c", Parts("b", "a\nc", True)),
        # Talked about, not used.
        ("Write `<think>` before it.", Parts("Write `<think>` before it.", "")),
        ('The tag "<think>" opens it.', Parts('The tag "<think>" opens it.', "")),
    ],
)
def test_tags(text: str, expected: Parts) -> None:
    assert split_reasoning(text) == expected


HARMONY = "<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>b<|return|>"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (HARMONY, Parts("b", "a")),
        (HARMONY.removesuffix("<|return|>"), Parts("b", "a")),
        ("<|channel|>analysis<|message|>a", Parts("", "a", True)),
        ("<|channel|>analysis<|message|>a<|end|>", Parts("", "a", True)),
        (
            "<|channel|>commentary to=functions.get <|constrain|>json<|message|>{}<|call|><|channel|>final<|message|>b",
            Parts("b", "{}"),
        ),
        # The same with the special tokens skipped.
        ("analysisThe user greets.assistantfinalHello!", Parts("Hello!", "The user greets.")),
        ("analysisThe user greets", Parts("", "The user greets", True)),
        ("analysis of the poem: it rhymes", Parts("analysis of the poem: it rhymes", "")),
    ],
)
def test_channels(text: str, expected: Parts) -> None:
    assert split_reasoning(text) == expected


@given(st.text(alphabet="ab <>/", max_size=20), st.text(alphabet="ab \n", max_size=20))
def test_what_is_put_together_comes_apart(reasoning: str, answer: str) -> None:
    parts = split_reasoning(f"<think>{reasoning}</think>{answer}")
    assert parts == Parts(answer.strip(), reasoning.strip())


def test_long_unclosed_tags_take_linear_time() -> None:
    assert split_reasoning("<think>" * 50_000).cut_off
