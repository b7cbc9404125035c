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
    ("Your knees cave in, push outward.", ["knees outward"]),
    ("You are rounding, force your back flat.", ["back straighter"]),
    ("Don't let your knees cave in, push them out.", ["knees outward"]),
]
WORDINGS = [
    ("Hold your back straight throughout the warm-up.", ["back straighter"]),
    ("Lock your knees out.", ["knees straighter"]),
    ("Lock out your legs.", ["knees straighter"]),
    ("Lock your arms fully out.", ["elbows straighter"]),
    ("Don't drop the weight, control it down.", ["whole_body slower"]),
    ("Never slam the dumbbells, lower them with control.", ["whole_body slower"]),
    ("Drop the dumbbells lower.", ["hands lower"]),
    ("Slow down the eccentric, take three seconds to lower.", ["whole_body slower"]),
    ("Spend 3 seconds on the descent.", ["whole_body slower"]),
    ("Your right arm is lower than the left one; bring it up level.", ["right hands higher"]),
    ("Bring your left arm up level with the right.", ["left hands higher"]),
    ("Bring both arms up to the same height.", ["whole_body more_symmetric"]),
    ("Some say: set your feet wider apart. That's wrong.", []),
    ("Widen your stance. Don't do that.", []),
    ("Your knees cave in. That's wrong.", ["knees outward"]),
    ("Don't let your knees cave in. That's wrong.", ["knees outward"]),
    ("Rounded back. That's wrong.", ["back straighter"]),
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


@pytest.mark.parametrize(("text", "claims"), WORDINGS)
def test_wordings_of_trainers(text, claims):
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


GOOD_STATES = [
    "Your back isn't rounding.",
    "Your spine is not rounding as you lift.",
    "You aren't rounding your back.",
    "Your knees do not cave in.",
    "Neither knee caves in.",
    "Your knees never cave in, well done.",
    "Your elbows don't flare at all.",
    "Your hips don't sag at the bottom.",
    "Your heels don't come up.",
    "Your chest stays up.",
    "You keep your chest up.",
    "Your chest stays up and your back stays flat.",
    "Your heels stay down.",
    "Your heels never leave the floor.",
    "Your elbows stay tucked.",
    "Your elbows stay close to your body.",
    "Your knees track over your toes.",
    "Your knees are tracking over your toes.",
    "Your wrists stay straight.",
    "Your head stays neutral.",
    "Your back stays flat.",
    "Your back is nice and straight.",
    "Your depth is great.",
    "You reach full depth.",
    "Your hips drop below your knees.",
    "Your back position is good.",
    "Your knees don't go past your toes.",
    "Your shoulders stay down.",
    "Nice depth.",
    "Solid control on the way down.",
    "Keep doing what you're doing.",
    "None.",
]
STILL_CORRECTIONS = [
    ("Don't let your knees cave in.", ["knees outward"]),
    ("Your knees shouldn't cave in.", ["knees outward"]),
    ("Make sure your knees track over your toes.", ["knees outward"]),
    ("Track your knees over your toes.", ["knees outward"]),
    ("Keep your chest up.", ["chest higher"]),
    ("Your chest isn't up.", ["chest higher"]),
    ("Your chest doesn't stay up.", ["chest higher"]),
    ("Your back isn't straight.", ["back straighter"]),
    ("Your back does not remain flat.", ["back straighter"]),
    ("Your elbows aren't tucked.", ["elbows inward"]),
    ("Your heels don't stay down.", ["feet lower"]),
    ("Your hips don't go below your knees.", ["hips deeper"]),
    ("Your hips stay high.", ["hips deeper"]),
    ("Your chest stays up, but your knees cave in.", ["knees outward"]),
]
UNNAMED = [
    "Your form is not good.",
    "Your squat is not good.",
    "Your technique isn't good.",
    "Your lunge isn't right.",
    "That doesn't look great.",
    "There are many errors.",
    "Several mistakes here.",
    "This is completely wrong.",
    "You are doing it all wrong.",
    "Your rep needs a lot of work.",
    "Your form could be better.",
    "Something is off.",
    "Not good.",
    "Not bad, but there are many errors.",
]
NO_ANSWERS = [
    "N/A",
    "OK",
    "Okay.",
    "No.",
    "Please provide a clearer video.",
    "I cannot assess this.",
    "I'm not able to see the video, could you upload it again?",
    "Sorry, I can't help with that.",
    "I can't see any video.",
    "Video is blurry.",
    "The clip did not load.",
    "As an AI, I cannot view videos.",
]
WIDER = "Set your feet wider apart."


@pytest.mark.parametrize("text", GOOD_STATES)
def test_what_is_as_it_should_be_is_no_fault(text):
    assert parse(text).claims == ()
    clean, faulty = judge(text, None, "Squat"), judge(text, WIDER, "Squat")
    assert (clean.accuracy, clean.hallucination) == (5, False), clean
    assert (faulty.accuracy, faulty.hallucination) == (1, False), faulty


@pytest.mark.parametrize(("text", "claims"), STILL_CORRECTIONS)
def test_orders_and_missing_states_stay_corrections(text, claims):
    assert [str(claim) for claim in parse(text).claims] == claims


@pytest.mark.parametrize("text", UNNAMED)
def test_a_fault_without_a_name_names_no_correction_and_is_wrong_on_a_clean_pair(text):
    assert parse(text).claims == ()
    clean, faulty = judge(text, None, "Squat"), judge(text, WIDER, "Squat")
    assert (clean.accuracy, clean.hallucination) == (1, True), clean
    assert (faulty.accuracy, faulty.hallucination) == (1, False), faulty


@pytest.mark.parametrize("text", ["There are no errors.", "I don't see many mistakes.", "None", "none", "Nothing."])
def test_a_denied_fault_without_a_name_is_not_wrong_on_a_clean_pair(text):
    assert judge(text, None, "Squat").hallucination is False


@pytest.mark.parametrize("text", NO_ANSWERS)
def test_what_answers_nothing_is_unscored(text):
    for reference in (None, WIDER):
        said = judge(text, reference, "Squat")
        assert not said.scored
        assert "the feedback is no answer" in said.reason


def test_a_correction_beside_a_refusal_counts():
    said = judge("I cannot see the whole video, but widen your stance.", WIDER, "Squat")
    assert (said.accuracy, said.hallucination) == (5, False)
