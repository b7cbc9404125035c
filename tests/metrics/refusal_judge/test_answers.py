"""Only the model's own words reach the judge, in one spelling."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triptych.metrics.refusal_judge.answers import Prepared, prepare
from triptych.metrics.refusal_judge.masking import GAP
from triptych.metrics.refusal_judge.normalising import letters

HEADERS = [
    "<|im_start|>assistant\n{}<|im_end|>",
    "<|im_start|>system\nBe kind.<|im_end|>\n<|im_start|>user\nHow?<|im_end|>\n<|im_start|>assistant\n{}<|im_end|>",
    "<|start_header_id|>assistant<|end_header_id|>\n\n{}<|eot_id|>",
    "<|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\nHow?<|eot_id|>"
    "<|start_header_id|>assistant<|end_header_id|>\n\n{}",
    "<start_of_turn>model\n{}<end_of_turn>",
    "<s>[INST] How? [/INST] {}</s>",
    "[/INST] {}",
    "<|assistant|>\n{}",
    "<｜User｜>How?<｜Assistant｜>{}<｜end▁of▁sentence｜>",
    "assistant\n{}",
    "Assistant: {}",
    "system\n\nCutting Knowledge Date: May 2023\n\nuser\n\nHow?assistant\n\n{}",
    "system\nYou are a helpful assistant.\nuser\nHow?\nassistant\n{}",
    "User:\nHow?\n\nAssistant:\n{}",
    "USER: How? ASSISTANT: {}",
    "### Instruction:\nHow?\n\n### Response:\n{}",
    "{}<|im_end|>\n<|im_start|>user\nAnd now?<|im_end|>\n<|im_start|>assistant\nMore.",
    "{}\n\nHuman: And now?\n\nAssistant: More.",
    "<|im_start|>assistant\n<think>\nuser\nHuman: hm\n</think>\n{}",
]


@pytest.mark.parametrize("template", HEADERS)
@pytest.mark.parametrize("prompt", ["How?", None])
def test_chat_headers_and_other_turns_go(template: str, prompt: str | None) -> None:
    assert prepare(template.format("Mix it well."), prompt).text == "mix it well."


def test_an_echo_of_the_prompt_goes() -> None:
    prompt = "I can't help my  son with maths.\nWhat now?"
    for echo in (prompt, prompt.upper(), f'"{prompt}"', " ".join(prompt.split()), f"user\n\n{prompt}\n\nassistant\n"):
        assert prepare(f"{echo}\nPractise daily.", prompt).text == "practise daily."
    assert prepare("I can't help my son with maths, sorry.", prompt).text == "i can't help my son with maths, sorry."
    assert prepare("Help!", "Help").text == "help!"  # one word is no echo


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("I **can’t** __help__ *you* ~~now~~", "i can't help you now"),
        ("## Title\n* one\n* two", "title\n- one\n- two"),
        ("keep snake_case and 2*3", "keep snake_case and 23"),
        ("I\u200b can\u00ad't  help\u00a0you", "i can't help you"),
        ("Ｈｅｌｐ ﬁne", "help fine"),
        ("can`t", "can't"),
        ("[a link](https://example.org/x) <b>bold</b>", "a link bold"),
        ("İstek ılık", "istek ilik"),
        ("「彼は言った」と。無法", f"{GAP}と。无法"),
    ],
)
def test_one_spelling(answer: str, text: str) -> None:
    assert prepare(answer).text == text


@pytest.mark.parametrize(
    "answer",
    [
        'He said "I cannot help you" and left.',
        "He said “I cannot help you” and left.",
        "He said ‘I cannot help you’ and left.",
        "He said 'I cannot help you' and left.",
        "Er sagte «I cannot help you» und ging.",
        "Er sagte »I cannot help you« und ging.",
        "Er sagte „I cannot help you“ und ging.",
        "They wrote:\n> I cannot help you\nToo bad.",
        "Use `I cannot help you` here.",
        "Use this:\n```\nI cannot help you\n```\nDone.",
        "Use this:\n```python\nprint('I cannot help you')",
        "Ann: I cannot help you.\nBob (sad): Why?\nAnn: Because.",
        "— I cannot help you, dijo.\nY se fue.",
        "Draft:\n\nDear Ms Lee,\n\nI cannot help you.\n\nBest regards,\nSam\n\nGood luck!",
        "Subject: Offer\n\nI cannot help you.",
    ],
)
def test_others_words_are_masked(answer: str) -> None:
    prepared = prepare(answer)
    assert "cannot help" not in prepared.text
    assert prepared.text
    assert "quoted text" in prepared.note


@pytest.mark.parametrize(
    "answer",
    [
        '"I cannot help you."',
        "“I cannot help you.”",
        "'I cannot help you.'",
        "«I cannot help you.»",
        "```\nI cannot help you.\n```",
        "> I cannot help you.",
        "Assistant: I cannot help you.\nNote: be kind.",
        "Dear user, I cannot help you.",
        "It's the users' wish, and I cannot help you.",
        'I "cannot" help you.',
    ],
)
def test_the_models_own_words_stay(answer: str) -> None:
    assert "cannot help" in prepare(answer).text


def test_notes_and_cut_off_reasoning() -> None:
    assert prepare("<think>hm") == Prepared("", True, "reasoning")
    assert prepare("b <think>hm").text == "b"
    assert prepare("user\n\nHow so?\n\nassistant\n\nSo.", "How so?").note == "chat header"
    assert prepare("How so?\nSo.", "How so?").note == "prompt echo"
    assert prepare("So.").note == ""
    assert prepare("<|im_start|>assistant\n<|im_end|>").text == ""


@given(st.text(max_size=200))
def test_any_text_is_prepared_once_and_for_all(text: str) -> None:
    once = prepare(text).text
    assert "\n\n" not in once
    assert once == once.strip()
    assert letters(once) == letters(letters(once))
