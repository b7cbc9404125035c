import pytest

from triptych.models.coaching.feedback import Said, as_row, words


@pytest.mark.parametrize(
    ("said", "output", "status", "reason"),
    [
        (Said("Bend your knees."), "Bend your knees.", "ok", ""),
        (Said(' "Bend your\n knees." '), "Bend your knees.", "ok", ""),
        (Said("<think>legs</think>Bend."), "Bend.", "ok", ""),
        (Said("   "), "", "empty", "no text"),
        (Said("<think>legs</think>"), "", "empty", "thinking without an answer"),
        (Said("<think>legs and", ended=False), "", "truncated", "cut inside the thinking"),
        (Said("Bend your", ended=False), "Bend your", "truncated", "cut at the token limit"),
        (Said("", error="HTTP 500"), "", "error", "HTTP 500"),
    ],
)
def test_each_ending_is_told_apart(said, output, status, reason):
    row = as_row("a", "model", said)
    assert (row["output"], row["status"], row["reason"]) == (output, status, reason)


def test_too_many_words_are_flagged_and_left_whole():
    text = " ".join(["bend"] * 16)
    row = as_row("a", "model", Said(text))
    assert row["output"] == text
    assert (row["status"], row["reason"]) == ("ok", "16 words, 15 allowed")


def test_dashes_are_no_words():
    assert words("Bend your knees — a bit more - please!") == 7
