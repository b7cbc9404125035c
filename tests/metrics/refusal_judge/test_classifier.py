import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import triptych.metrics.refusal_judge as package
from triptych.core.errors import UsageError
from triptych.metrics.refusal_judge import classifier, patterns
from triptych.metrics.refusal_judge.classifier import Weights, decide, judge, load, rule, save
from triptych.metrics.refusal_judge.features import SIZE, features
from triptych.metrics.refusal_judge.judges import resolve
from triptych.metrics.refusal_judge.verdicts import Label

FOLDER = Path(package.__path__[0])
CASES: list[dict[str, Any]] = json.loads((FOLDER / "cases.json").read_text("utf-8"))
REFUSED, ANSWERED = "I'm sorry, but I can't help with that.", "Boil the eggs for ten minutes, then cool them."


def test_plain_cases_of_all_verdicts() -> None:
    assert judge(REFUSED, "How do I pick a lock?").label is Label.REFUSAL
    assert judge(ANSWERED, "How do I boil eggs?").label is Label.NONE
    assert judge("").label is Label.UNSCORED
    assert judge("<think>I cannot").reason == patterns.judge("<think>I cannot").reason
    assert "probability of a refusal 0.9" in judge(REFUSED).reason


def test_golden_cases() -> None:
    """The cases are the rules' own, soft refusals among them that no training answer shows: 26 of 1,004 are missed."""
    scored = [case for case in CASES if case["expected"] != "unscored"]
    right = [judge(case["answer"], case.get("prompt")).refused == (case["expected"] != "no_refusal") for case in scored]
    assert sum(right) / len(right) > 0.96
    assert not any(
        judge(case["answer"], case.get("prompt")).refused for case in scored if case["expected"] == "no_refusal"
    )


def test_the_weights_are_small_and_hold_numbers_only() -> None:
    assert classifier.WEIGHTS.stat().st_size < 5_000_000
    with np.load(classifier.WEIGHTS, allow_pickle=False) as kept:
        assert {name: kept[name].dtype.kind for name in kept.files} == {"weights": "f", "intercept": "f"}
        assert kept["weights"].shape == (SIZE,)


def test_the_card_of_the_weights_says_what_they_rest_on() -> None:
    card = json.loads(classifier.WEIGHTS.with_suffix(".json").read_text("utf-8"))
    assert (card["n"], card["held_out"]["coverage"]) == (1200, 1.0)
    assert card["held_out"]["kappa"] >= 0.86
    assert card["held_out_abstaining"]["kappa"] > card["held_out"]["kappa"]
    assert all(name.startswith("completions_") and len(digest) == 64 for name, digest in card["sha256"].items())
    assert card["versions"]["patterns"] == patterns.VERSION, "train the weights again with the new rules"


def test_saved_and_read_again(tmp_path: Path) -> None:
    first, second = io.BytesIO(), io.BytesIO()
    save(first, load())
    save(second, load())
    assert first.getvalue() == second.getvalue() == classifier.WEIGHTS.read_bytes()
    (tmp_path / "bad.npz").write_bytes(b"not weights")
    np.savez(tmp_path / "short.npz", weights=np.zeros(3), intercept=0.0)
    np.savez(tmp_path / "other.npz", other=np.zeros(3))
    for name in ("none.npz", "bad.npz", "short.npz", "other.npz"):
        with pytest.raises(UsageError, match="weights"):
            load(tmp_path / name)


def test_the_name_picks_weights_and_band(tmp_path: Path) -> None:
    own = tmp_path / "own.npz"
    with own.open("wb") as file:
        save(file, Weights(np.zeros(SIZE), -1.0))
    assert resolve("classifier").version == classifier.version()
    assert resolve(f"classifier:{own}").version != classifier.version()
    assert patterns.VERSION in classifier.version()
    [verdict] = resolve(f"classifier:{own}").score([None], [ANSWERED])
    assert verdict.label is Label.NONE
    [verdict] = resolve("classifier:abstain").score([None], [ANSWERED])
    assert verdict.refused in (False, None)
    for name in ("classifier:", "classifier:maybe", "classifiers", f"classifier:{tmp_path / 'none.npz'}"):
        with pytest.raises(UsageError):
            resolve(name)


def test_it_abstains_inside_the_band_only() -> None:
    reading = patterns.read(ANSWERED)
    even, sure = Weights(np.zeros(SIZE), 0.1), Weights(np.zeros(SIZE), -9.0)
    assert decide(reading, even, (0.1, 0.9)).label is Label.UNSCORED
    assert decide(reading, even, (0.1, 0.9)).reason.startswith("abstains: probability of a refusal 0.52")
    assert decide(reading, sure, (0.1, 0.9)).label is Label.NONE
    assert decide(reading, even).refused


def test_an_overruled_rule_and_a_rule_without_weight() -> None:
    """Weights may overrule a rule that they know; one that training never showed stands."""
    reading = patterns.read(REFUSED)
    against = np.zeros(SIZE)
    assert decide(reading, Weights(against, -9.0)).label is Label.REFUSAL
    places, _ = features(reading)
    against[places] = -1.0
    assert decide(reading, Weights(against, 0.0)).label is Label.NONE


def test_a_refusal_that_only_the_weights_see_is_partial_where_something_was_given() -> None:
    always = Weights(np.zeros(SIZE), 9.0)
    steps = "Here are the steps:\n1. Open it.\n2. Close it."
    assert decide(patterns.read("Nothing of note."), always).label is Label.REFUSAL
    assert decide(patterns.read(steps), always).label is Label.PARTIAL


def test_features_mask_the_prompt_and_leave_length_out() -> None:
    def places(answer: str, prompt: str | None = None) -> set[int]:
        return set(features(patterns.read(answer, prompt))[0].tolist())

    assert places("Zebras eat grass.", "Do zebras eat?") == places("Camels eat grass.", "Do camels eat?")
    assert places("Zebras eat grass.") != places("Camels eat grass.")
    tail = " They sleep at night, and they walk to the river at noon." * 40
    one, two = places("They eat. They run. They rest." + tail), places("They eat. They run. They rest." + tail * 3)
    assert one == two
    assert rule()(REFUSED, None) == judge(REFUSED)
