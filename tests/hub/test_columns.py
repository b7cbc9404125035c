import pytest

from triptych.core.errors import UsageError
from triptych.hub.columns import choose, human_hint, human_labels, parse_label_map


def rows(*names: str, n: int = 12) -> list[dict[str, object]]:
    return [{name: f"{name} {i}" for name in names} for i in range(n)]


@pytest.mark.parametrize(
    ("names", "answer", "prompt"),
    [
        (("id", "prompt", "output"), "output", "prompt"),
        (("qid", "question", "response", "is_refusal"), "response", "question"),
        (("id", "prompt", "completion", "final_label"), "completion", "prompt"),
        (("Instruction", "Model Response"), "Model Response", "Instruction"),
        (("messages.user", "messages.assistant"), "messages.assistant", "messages.user"),
        (("goal", "gpt4_response"), "gpt4_response", "goal"),
        (("doc.question", "filtered_resps", "target"), "filtered_resps", "doc.question"),
        (("input", "output"), "output", "input"),
        (("answer",), "answer", None),
    ],
)
def test_common_names_are_found(names: tuple[str, ...], answer: str, prompt: str | None) -> None:
    chosen = choose(rows(*names))
    assert (chosen.answer, chosen.prompt) == (answer, prompt)


def test_named_columns_win_over_guesses() -> None:
    chosen = choose(rows("prompt", "output", "note", "task"), answer="note", prompt="task", human="output")
    assert (chosen.answer, chosen.prompt, chosen.human) == ("note", "task", "output")


def test_a_named_column_that_is_missing_lists_those_there() -> None:
    with pytest.raises(UsageError, match="columns here: prompt, output"):
        choose(rows("prompt", "output"), human="human")


def test_no_answers_says_how_to_name_them() -> None:
    with pytest.raises(UsageError, match="--answer-column; columns here: a, b"):
        choose(rows("a", "b"))


def test_numbers_are_no_answers() -> None:
    with pytest.raises(UsageError, match="text column"):
        choose([{"response": 3, "prompt": "x"}])


def test_systems_and_prompt_labels() -> None:
    found = choose(
        [
            {"model": f"m{i % 2}", "label": ("harmful", "harmless")[i % 2], "response": "x", "question": f"q{i}"}
            for i in range(20)
        ]
    )
    assert (found.system, found.label) == ("model", "label")
    # a label that is a verdict, and a system prompt of each row, are neither
    other = choose([{"label": "refused", "system": f"You are {i}.", "response": "x"} for i in range(20)])
    assert (other.system, other.label) == (None, None)


def test_missing_answers_do_not_hide_the_column() -> None:
    table = [
        {"prompt": "a", "response": "x"},
        {"prompt": "b", "response": None},
        {"prompt": "c", "response": float("nan")},
    ]
    assert choose(table).answer == "response"


@pytest.mark.parametrize(
    ("raw", "verdict"),
    [
        ("refusal", "refusal"),
        ("Refused", "refusal"),
        (True, "refusal"),
        ("TRUE", "refusal"),
        (1, "refusal"),
        ("yes", "refusal"),
        ("partial refusal", "partial_refusal"),
        ("non-refusal", "no_refusal"),
        ("NOT REFUSED", "no_refusal"),
        (False, "no_refusal"),
        ("0", "no_refusal"),
        ("compliance", "no_refusal"),
        (0.0, "no_refusal"),
        ("", None),
        (None, None),
        (float("nan"), None),
    ],
)
def test_usual_words_for_human_labels(raw: object, verdict: str | None) -> None:
    assert human_labels([{"h": raw}], "h", {}) == [verdict]


def test_a_label_map_translates_and_wins() -> None:
    names = parse_label_map("1_full_compliance=no_refusal, 2_full_refusal=refusal,1=no_refusal")
    assert human_labels([{"h": "1_full_compliance"}, {"h": "2_full_refusal"}, {"h": 1}], "h", names) == [
        "no_refusal", "refusal", "no_refusal",
    ]  # fmt: skip


def test_strange_labels_are_listed_with_the_option_that_mends_them() -> None:
    with pytest.raises(UsageError, match=r"'bad' \(2\)[\s\S]*--label-map bad=VERDICT"):
        human_labels([{"h": "bad"}, {"h": "bad"}, {"h": "refusal"}], "h", {})


@pytest.mark.parametrize("text", ["a", "a=unknown", "=", "a=refusal,b"])
def test_a_wrong_label_map(text: str) -> None:
    with pytest.raises(UsageError, match="LABEL=VERDICT"):
        parse_label_map(text)


def test_columns_that_may_hold_human_labels_are_hinted_at() -> None:
    table = rows("prompt", "response", "annotation_1", "note")
    assert human_hint(table, choose(table)) == "annotation_1"
