"""Families of sentences that the offline judge once read wrong, each in several words."""

import pytest

from triptych.metrics.coaching_rubric.claims import parse
from triptych.metrics.coaching_rubric.lexical import judge

FAULT_THEN_ORDER = [
    ("Your knees are caving in, push them out.", ["knees outward"]),
    ("Your knees are caving in, drive them out.", ["knees outward"]),
    ("Your knees buckle, force them out.", ["knees outward"]),
    ("Your left knee collapses, and push it out.", ["left knees outward"]),
    ("Your knees fall inward, shove them apart.", ["knees outward"]),
    ("Your hips are dropping, push them up.", ["hips shallower"]),
    ("Your elbows are dropping, drive them up.", ["elbows higher"]),
    ("Your chest is collapsing, push it up.", ["chest higher"]),
    ("Your hands are drifting down, press them up.", ["hands higher"]),
    ("Your hips are rising, send them back.", ["hips deeper", "hips backward"]),
    ("You are rounding, force your back flat.", ["back straighter"]),
    ("Don't let your knees cave in, push them out.", ["knees outward"]),
]
HEELS_DOWN = [
    "Your heels are lifting off the floor.",
    "heels come up at the bottom",
    "heels rise as you squat",
    "Heels are coming off the ground.",
    "Your heels keep popping up.",
    "Your right heel leaves the floor.",
    "You let your heels float off the mat.",
    "Your heels are up.",
    "Stop letting your heels come off the floor.",
    "Don't let your heels rise.",
    "Avoid lifting your heels.",
    "Keep your heels on the ground.",
    "Keep both heels flat on the mat.",
    "Plant your heels.",
    "Your heels aren't down.",
]


@pytest.mark.parametrize(("text", "claims"), FAULT_THEN_ORDER)
def test_an_order_after_a_fault_is_an_order(text, claims):
    assert [str(claim) for claim in parse(text).claims] == claims


@pytest.mark.parametrize("text", HEELS_DOWN)
def test_heels_belong_on_the_floor(text):
    for feedback, reference in ((text, "Keep your heels down on the floor."), ("Press your heels down.", text)):
        said = judge(feedback, reference, "Squat")
        assert said.scored, said
        assert said.accuracy >= 4, said
        assert said.hallucination is False, said


@pytest.mark.parametrize("text", ["Raise your heels off the floor.", "Lift your heels.", "Keep your heels up."])
def test_heels_may_be_wanted_up(text):
    assert [str(claim) for claim in parse(text).claims] == ["feet higher"]
