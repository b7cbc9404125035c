"""The grammar: orders, negations, stated faults, comparisons, coordination, purposes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triptych.core.vocabulary import exercise
from triptych.metrics.coaching_rubric.claims import parse

SENTENCES = [
    ("Keep your knees out.", ["knees outward"]),
    ("Don't let your knees cave in.", ["knees outward"]),
    ("Avoid caving your knees.", ["knees outward"]),
    ("Your knees cave in.", ["knees outward"]),
    ("Your knees aren't tracking outward.", ["knees outward"]),
    ("Your knees should not cave in.", ["knees outward"]),
    ("Make sure your feet aren't too close together.", ["feet wider"]),
    ("Your stance is narrower than the reference.", ["feet wider"]),
    ("The reference has a wider stance.", ["feet wider"]),
    ("Too narrow a stance.", ["feet wider"]),
    ("Increase the distance between your feet.", ["feet wider"]),
    ("The gap between your hands is too small.", ["hands wider"]),
    ("You don't go deep enough.", ["hips deeper"]),
    ("Not deep enough.", ["hips deeper"]),
    ("Lack of depth.", ["hips deeper"]),
    ("Stop cutting your squat short.", ["hips deeper"]),
    ("Bend your elbows less.", ["elbows straighter"]),
    ("Your elbows are bent; straighten them.", ["elbows straighter"]),
    ("Straighten your legs.", ["knees straighter"]),
    ("Spread your legs.", ["feet wider"]),
    ("Straighten your arms.", ["elbows straighter"]),
    ("Raise your arms.", ["hands higher"]),
    ("Raise your left arm higher.", ["left hands higher"]),
    ("Your right arm is lower than your left.", ["right hands higher"]),
    ("Keep your elbows and wrists straight.", ["elbows straighter", "wrists straighter"]),
    ("Avoid rounding your back or bending your knees.", ["back straighter", "knees straighter"]),
    ("You lean forward, keep your chest up.", ["chest higher"]),
    ("Keep your back straight instead of rounded.", ["back straighter"]),
    ("Keep your back straight, not rounded.", ["back straighter"]),
    ("Prevent your knees from falling inward.", ["knees outward"]),
    ("Lower the dumbbells slowly.", ["whole_body slower"]),
    ("You rise too quickly.", ["whole_body slower"]),
    ("Your pace is too slow.", ["whole_body faster"]),
    ("Push your knees out as you lower your hips.", ["knees outward"]),
    ("Widen your stance to improve your depth.", ["feet wider"]),
    ("Don't forget to keep your back straight.", ["back straighter"]),
    ("Push your hips back.", ["hips backward"]),
    ("Keep your back flat.", ["back straighter"]),
    ("Twist further.", ["chest deeper"]),
    ("No lockout at the top.", ["elbows straighter"]),
    ("You press without locking out your elbows.", ["elbows straighter"]),
    ("No leaning back.", ["back straighter"]),
    ("Your head tilts.", ["head straighter"]),
    ("Only your right arm gets high enough; raise the left too.", ["left hands higher"]),
    ("Step your front foot further forward.", ["feet forward"]),
    ("Speed up to match the reference.", ["whole_body faster"]),
    ("Watch your knees.", ["knees (no direction)"]),
    ("Great depth and control!", []),
    ("Good job keeping your back straight.", []),
    ("Your back is straight.", []),
    ("Stay strong and breathe.", []),
]


@pytest.mark.parametrize(("text", "claims"), SENTENCES)
def test_sentences(text, claims):
    assert [str(claim) for claim in parse(text).claims] == claims


@pytest.mark.parametrize(
    ("name", "claim"),
    [
        ("Squat", "hips deeper"),
        ("Dumbbell Lateral Raise", "hands lower"),
        ("Barbell Pull Up", "chest lower"),
        ("Mule Kick", "head lower"),
    ],
)
def test_the_exercise_supplies_a_part_that_is_not_named(name, claim):
    [found] = parse("Go lower.", exercise(name)).claims
    assert str(found) == claim
    assert not found.named


def test_phase_and_detail():
    [claim] = parse("Straighten your elbows at the top.").claims
    assert (claim.phase, claim.detailed, claim.stated) == ("top", True, False)
    [claim] = parse("Your elbows are bent.").claims
    assert (claim.phase, claim.detailed, claim.stated) == (None, False, True)


@pytest.mark.parametrize(
    "text",
    ["No correction needed.", "Your form looks great!", "Nothing to fix.", "Keep it up!", "Everything is correct."],
)
def test_all_is_well(text):
    found = parse(text)
    assert found.fine
    assert not found.claims


@pytest.mark.parametrize(
    "text", ["Keep good form.", "Your form is not good.", "Great, but widen your stance.", "Try harder."]
)
def test_not_all_is_well(text):
    assert not parse(text).fine


@given(st.text(max_size=120))
def test_any_text_is_parsed(text):
    for claim in parse(text).claims:
        assert str(claim)


WORDS = ("don't", "keep", "your", "left", "knees", "back", "up", "lower", "too", "in", "not", "arms", ",", "as", "you")


@given(st.lists(st.sampled_from(WORDS), max_size=14))
def test_any_order_of_its_words_is_parsed_the_same_way_twice(words):
    text = " ".join(words)
    assert parse(text) == parse(text)
