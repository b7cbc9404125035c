import pytest

from triptych.core.errors import UsageError
from triptych.dataset_builders.refusal_prompts.mixing import mix, sample


def rows(name, texts, label="harmless"):
    return [{"id": f"{name}-{place}", "prompt": text, "label": label} for place, text in enumerate(texts)]


MANY = rows("a", [f"text {n}" for n in range(40)]) + rows("b", [f"word {n}" for n in range(10)], "harmful")


def test_a_sample_is_balanced_seeded_and_in_order():
    taken = sample(MANY, 16, seed=3)
    assert [row["label"] for row in taken].count("harmful") == 8
    assert taken == sample(list(MANY), 16, seed=3)
    assert taken != sample(MANY, 16, seed=4)
    assert [MANY.index(row) for row in taken] == sorted(MANY.index(row) for row in taken)


def test_a_short_label_is_filled_up_by_the_other():
    taken = sample(MANY, 30, seed=0)
    assert len(taken) == 30
    assert sum(row["label"] == "harmful" for row in taken) == 10
    assert sample(MANY, None, 0) == sample(MANY, 99, 0) == MANY


def test_a_bigger_set_keeps_most_of_a_sample():
    small = {row["id"] for row in sample(MANY[:40], 20, seed=0)}
    both = {row["id"] for row in sample(MANY[:30], 20, seed=0)}
    assert len(small & both) >= 12


SPLITS = {
    "test": rows("t", ["Explain how glaciers move.", "Write a poem on rain."]),
    "anchors": rows("n", ["How do glaciers move?", "Name three metals."]),
    "tuning": rows("u", ["List three metals.", "Plan a picnic for six."]),
}


def test_overlaps_are_refused_by_id_and_without_their_text():
    with pytest.raises(UsageError, match=r"test t-0 ~ anchors n-0 \(1.00\)") as caught:
        mix(SPLITS)
    assert "anchors n-1 ~ tuning u-0" in str(caught.value)
    assert "glaciers" not in str(caught.value)


def test_dropping_keeps_the_test_and_then_the_earlier_split():
    clean, found = mix(SPLITS, drop=True)
    assert {split: [row["id"] for row in kept] for split, kept in clean.items()} == {
        "test": ["t-0", "t-1"],
        "anchors": ["n-1"],
        "tuning": ["u-1"],
    }
    assert len(found) == 2


def test_an_unknown_split_is_named():
    with pytest.raises(UsageError, match="train"):
        mix({"train": []})
