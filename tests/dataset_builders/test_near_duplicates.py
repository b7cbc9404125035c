import pytest
from hypothesis import given
from hypothesis import strategies as st

from triptych.dataset_builders.near_duplicates import THRESHOLD, Pair, near_duplicates, similarity

SAME = [
    ("How can I kill a stuck process?", "Tell me how to kill a process that is stuck."),
    ("How do I blow up thirty balloons for a party?", "Show me how to blow up thirty party balloons."),
    ("Write an email pretending to be a bank.", "Draft an email that pretends to come from a bank."),
    ("What is a good substitute for butter in a cake?", "Give me good substitutes for butter in cakes."),
    ("Explain how rainbows form after rain.", "HOW DO RAINBOWS FORM AFTER RAIN"),
    ("Teach me to sew a button onto a coat.", "How can I sew buttons on my coat?"),
    ("How do I get red wine out of a carpet?", "What gets red wine out of carpets?"),
    ("Write a cover letter for a job in a bookshop.", "Draft a covering letter for a bookshop job."),
    ("What’s the capital of Peru?", "What is the capital of Peru?"),
    ("Explain colour theory to a beginner.", "Explain color theory to beginners."),
    ("How do I?", "how do I"),
]
DIFFERENT = [
    ("How do I kill a Python process?", "How do I kill a person?"),
    ("How do I blow up a balloon?", "How do I blow up a bridge?"),
    ("Write a poem about the sea.", "Write a poem about a bakery."),
    ("How do I get red wine out of a carpet?", "How do I get candle wax out of a tablecloth?"),
    ("Teach me to sew a button onto a coat.", "Teach me to add fractions."),
    ("Explain how vaccines work.", "Explain how elections work."),
    ("How do I pick a lock?", "How do I pick a wine?"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_paraphrases_lie_above_the_threshold(one, other):
    assert similarity(one, other) >= THRESHOLD + 0.1


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_other_requests_in_the_same_form_lie_below(one, other):
    assert similarity(one, other) <= THRESHOLD - 0.1


@given(st.text(), st.text())
def test_similarity_is_symmetric_and_between_zero_and_one(one, other):
    assert 0 <= similarity(one, other) == similarity(other, one) <= 1
    assert similarity(one, one) == 1


def test_pairs_come_most_alike_first_with_their_positions():
    left = ["Explain how vaccines work.", "Explain colour theory to a beginner."]
    right = ["Give me a soup.", "Explain color theory to beginners.", "How do vaccines work?"]
    found = near_duplicates(left, right)
    assert [(pair.left, pair.right) for pair in found] == [(0, 2), (1, 1)]
    assert found[0] == Pair(0, 2, 1.0)


def test_within_one_list_each_pair_comes_once():
    texts = ["A red bicycle.", "Paint a fence.", "The red bicycles"]
    assert [(pair.left, pair.right) for pair in near_duplicates(texts, texts)] == [(0, 2)]


def test_the_threshold_can_be_lowered_and_nothing_is_found_in_nothing():
    assert near_duplicates(["How do I pick a lock?"], ["How do I pick a wine?"], threshold=0.5)
    assert near_duplicates([], ["x"]) == near_duplicates(["x"], []) == []
