"""The rules of the task: whose answers, which pair next, what is refused, who decides."""

from pathlib import Path
from typing import Any

import pytest

from triptych.core.errors import UsageError
from triptych.spaces.formcoach_annotation.work import Work, differences

IDS = [f"p{at}" for at in range(6)]


def value(pair: str, words: str = "Go deeper.", accuracy: int = 4, made_up: bool = False) -> dict[str, Any]:
    """A whole answer; no words stand for nothing to correct."""
    rating = {"accuracy": accuracy, "actionability": 3, "hallucination": made_up}
    ratings = {f"{pair}-one": rating, f"{pair}-two": dict(rating)}
    return {"instruction": words, "nothing": not words, "ratings": ratings}


def test_everybody_has_an_order_of_their_own_of_pairs_and_of_lines(work: Work) -> None:
    orders = {}
    for name in ("ada", "bob"):
        orders[name] = [work.view(name, pair=work.view(name).pair.id, step=step).pair.id for step in range(6)]
        assert sorted(orders[name]) == IDS
    assert orders["ada"] != orders["bob"]
    assert {tuple(line.id[-3:] for line in work.lines_of(pair, "ada")) for pair in IDS} == {
        ("one", "two"),
        ("two", "one"),
    }


def test_work_goes_on_at_the_first_open_pair_with_what_was_drafted(work: Work) -> None:
    first = work.view("ada").pair.id
    work.save("ada", first, value(first))
    second = work.view("ada").pair.id
    assert second != first
    work.draft("ada", second, {"instruction": "Knees", "nothing": False, "ratings": {}})
    again = work.view("ada")
    assert (again.pair.id, again.value["instruction"], again.saved, again.done) == (second, "Knees", False, 1)
    earlier = work.view("ada", pair=first)
    assert earlier.saved
    assert earlier.value["instruction"] == "Go deeper."


def test_annotators_see_nothing_of_one_another(work: Work) -> None:
    work.save("ada", "p1", value("p1"))
    work.draft("ada", "p2", value("p2"))
    for pair in IDS:
        seen = work.view("bob", pair=pair)
        assert (seen.value, dict(seen.said), seen.saved, seen.done) == ({}, {}, False, 0)
    work.save("bob", "p1", value("p1", "Chest up."))
    assert work.answers()["p1"]["ada"].value["instruction"] == "Go deeper."


def test_strangers_see_and_write_nothing(work: Work) -> None:
    assert work.view("mallory").pair is None
    assert work.view(None).role is None
    for call in (work.save, work.draft):
        with pytest.raises(UsageError, match="sign in"):
            call("mallory", "p1", value("p1"))


def test_a_pair_is_offered_to_two(work: Work) -> None:
    for name in ("ada", "bob"):
        work.save(name, "p1", value("p1"))
    assert work.view("cleo").total == 5
    assert work.view("ada").total == 6


def test_the_filter_leaves_one_exercise(work: Work) -> None:
    seen = work.view("ada", "Squat")
    assert (seen.total, seen.pair.exercise) == (3, "Squat")
    assert work.exercises == ["Mule Kick", "Squat"]


def test_the_next_open_pair_is_found_behind_the_end(work: Work) -> None:
    mine = [work.view("ada", pair=work.view("ada").pair.id, step=step).pair.id for step in range(6)]
    for pair in mine[1:]:
        work.save("ada", pair, value(pair))
    assert work.next_open("ada", None, mine[5]).pair.id == mine[0]
    work.save("ada", mine[0], value(mine[0]))
    assert work.next_open("ada", None, mine[0]).pair.id == mine[1]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"instruction": "word " * 16}, "16 words"),
        ({"instruction": "x" * 301}, "301"),
        ({"instruction": ""}, "neither"),
        ({"nothing": True}, "both"),
        ({"nothing": "no"}, "yes or no"),
        ({"instruction": ["a"]}, "a text"),
        ({"instruction": None}, "a text"),
        ({"ratings": []}, "ratings"),
        ({"ratings": {}}, "every line rated"),
        ({"ratings": {"p2-one": {}}}, "this pair's lines"),
    ],
)
def test_what_is_no_answer_is_refused(change: dict[str, Any], message: str, work: Work) -> None:
    with pytest.raises(UsageError, match=message):
        work.save("ada", "p1", value("p1") | change)
    assert work.answers() == {}


@pytest.mark.parametrize("level", [0, 6, 4.0, True, "4", [4]])
def test_levels_are_whole_numbers_from_1_to_5(level: Any, work: Work) -> None:
    said = value("p1")
    said["ratings"]["p1-one"]["accuracy"] = level
    for call in (work.save, work.draft):
        with pytest.raises(UsageError, match="accuracy from 1 to 5"):
            call("ada", "p1", said)


@pytest.mark.parametrize("pair", ["p9", "../p1", "<script>", 3, None, ["p1"]])
def test_unknown_pairs_are_refused(pair: Any, work: Work) -> None:
    with pytest.raises(UsageError, match="a pair of this dataset"):
        work.save("ada", pair, value("p1"))


def test_fifteen_words_are_taken(work: Work) -> None:
    work.save("ada", "p1", value("p1", " ".join(["word"] * 15)))
    assert len(work.answers()["p1"]["ada"].value["instruction"].split()) == 15


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        (value("p", "Go deeper."), value("p", "Squat lower at the bottom."), []),
        (value("p", "Push your knees outward."), value("p", "Keep your back straight."), ["different corrections"]),
        (value("p", "Push your knees outward."), value("p", "Let your knees move inward."), ["different corrections"]),
        (value("p", "Go deeper."), value("p", ""), ["one sees nothing to correct"]),
        (value("p", "Think of the sky."), value("p", "Keep your back straight."), []),
        (value("p", accuracy=4), value("p", accuracy=5), []),
        (value("p", accuracy=3), value("p", accuracy=5), ["accuracy", "accuracy"]),
        (value("p", made_up=True), value("p"), ["hallucination", "hallucination"]),
    ],
)
def test_what_counts_as_a_disagreement(one: Any, other: Any, found: list[str]) -> None:
    assert differences(one, other, "Squat") == found
    assert differences(other, one, "Squat") == found


def test_adjudicators_see_and_decide_what_differs_and_nothing_else(work: Work) -> None:
    assert work.view("eve").pair is None
    for name, words in {"ada": "Push your knees outward.", "bob": ""}.items():
        work.save(name, "p1", value("p1", words))
        work.save(name, "p2", value("p2"))
    seen = work.view("eve")
    assert (seen.pair.id, seen.total, seen.why) == ("p1", 1, ("one sees nothing to correct",))
    assert sorted(seen.said) == sorted(map(work.pseudonym, ("ada", "bob")))
    with pytest.raises(UsageError, match="differ"):
        work.save("eve", "p2", value("p2"))
    work.save("eve", "p1", value("p1", "Push your knees outward."))
    assert work.decisions()["p1"].value["instruction"] == "Push your knees outward."
    assert work.view("eve").done == 1
    assert work.view("ada", pair="p1").decided["instruction"] == "Push your knees outward."
    assert work.progress() == {
        "pairs": 6, "annotated once": 0, "annotated twice or more": 2, "disagreements": 1, "of these decided": 1,
    }  # fmt: skip


def test_answers_are_there_after_a_new_start(work: Work, tmp_path: Path) -> None:
    from triptych.spaces.annotation.store import Store

    work.save("ada", "p1", value("p1"))
    later = Work(work.pairs, work.lines, Store(tmp_path / "work.sqlite"), work.role, work.pseudonym)
    assert later.view("ada").done == 1
