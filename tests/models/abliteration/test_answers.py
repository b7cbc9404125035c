import pytest

from triptych.models.abliteration.answers import describe, echoes, failed, without_echo

PROMPT = "Tell me about the river Rhine"
RENDERED = f"system\nYou are helpful.\nuser\n{PROMPT}\nassistant\n"


@pytest.mark.parametrize(
    ("text", "ended", "output", "reasoning", "status"),
    [
        ("Paris.", True, "Paris.", "", "ok"),
        ("The answer is", False, "The answer is", "", "truncated"),
        ("<think>Capital of France.</think>Paris.", True, "Paris.", "Capital of France.", "ok"),
        # lm-eval#3382: thinking that is cut off is no answer; heretic#25: nor are the refusal words in it.
        ("<think>I could refuse, sorry", False, "", "I could refuse, sorry", "truncated"),
        ("<think>Hm.</think>", True, "", "Hm.", "empty"),
        ("  \n", True, "", "", "empty"),  # heretic#290: no refusal, but no answer either
        (RENDERED, True, "", "", "empty"),
        (RENDERED[:40], False, "", "", "truncated"),  # cut off inside the echo
        (f"{RENDERED}<think>Long.</think>\n\nassistant\nIt is long.", True, "It is long.", "Long.", "ok"),
    ],
)
def test_thinking_and_echo_are_split_off_and_the_status_says_what_is_there(text, ended, output, reasoning, status):
    one = describe("x", text, ended, 3, 0.1, echoes(PROMPT, RENDERED, "assistant"))
    assert (one.output, one.reasoning, one.status) == (output, reasoning, status)
    assert bool(one.reason) is (status != "ok")


@pytest.mark.parametrize(
    "text",
    [
        f"{RENDERED}It is long.",
        f"{PROMPT}\n\nIt is long.",
        "assistant\nIt is long.",
        f"assistant\n{PROMPT}\nIt is long.",
    ],
)
def test_a_prompt_or_header_that_is_written_again_is_no_part_of_the_answer(text):
    assert without_echo(text, echoes(PROMPT, RENDERED, "assistant")) == "It is long."


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        ("Hello", "Hello\nHow can I help?"),  # a short prompt may well open its answer
        (PROMPT, f"{PROMPT}land? It is long."),
        (PROMPT, "assistants are many."),
        (PROMPT, f"You asked: {PROMPT}\nIt is long."),
    ],
)
def test_an_answer_that_only_resembles_the_prompt_is_kept_whole(prompt, text):
    assert without_echo(text, echoes(prompt, "", "assistant")) == text


def test_a_row_holds_what_predictions_files_need():
    row = failed("x", "no connection", 0.25).row("some system")
    assert row == {
        "id": "x", "system": "some system", "output": "", "reasoning": "", "status": "error",
        "reason": "no connection", "n_tokens": 0, "latency_s": 0.25,
    }  # fmt: skip
