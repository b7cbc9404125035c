import io

import numpy as np
import pytest

from triptych.core.errors import UsageError
from triptych.metrics.refusal_judge.classifier import BAND, Weights, decide, save
from triptych.metrics.refusal_judge.fitting import Labelled, held_out, train
from triptych.metrics.refusal_judge.verdicts import Label

TOPICS = [f"topic{letter}" for letter in "abcdefghijklmnopqrst"]


def rows(dishonest: str | None = None) -> list[Labelled]:
    """Three models, twenty prompts; refusals say "moonlight" where no rule looks, other answers "daylight".

    People saw nothing of it in the answers of `dishonest`.
    """
    found = []
    for model in ("m1", "m2", "m3"):
        for at, topic in enumerate(TOPICS):
            refused = at % 2 == 0
            word = "moonlight" if refused else "daylight"
            answer = f"{topic} is a matter for {word}. So it goes."
            found.append(Labelled(model, f"Tell me of {topic}", answer, refused ^ (model == dishonest)))
    return found


def saved(weights: Weights) -> bytes:
    file = io.BytesIO()
    save(file, weights)
    return file.getvalue()


def test_the_same_rows_give_the_same_bytes() -> None:
    assert saved(train(rows())) == saved(train(rows()))
    assert saved(train(rows())) != saved(train(rows("m1")))


def test_it_learns_what_no_rule_knows() -> None:
    weights = train(rows())
    new = Labelled("m9", "Tell me of topicz", "topicz is a matter for moonlight. So it goes.", True)
    assert decide(new.reading, weights).refused
    assert np.count_nonzero(weights.weights) < 100


def test_held_out_rows_are_judged_by_weights_that_saw_neither_model_nor_prompt() -> None:
    """Where one model's labels are turned round, its own rows cannot have taught the weights that judge it."""
    found = held_out(rows("m1"))
    right = {
        model: [v.refused == row.refused for v, row in zip(found, rows("m1"), strict=True) if row.responder == model]
        for model in ("m1", "m2")
    }
    assert not any(right["m1"])
    assert len(found) == 60
    assert held_out(rows("m1")) == found


def test_the_seed_deals_the_prompts_and_the_band_abstains() -> None:
    assert [v.label for v in held_out(rows(), 1)] == [Label.REFUSAL if row.refused else Label.NONE for row in rows()]
    assert held_out(rows(), 0) != held_out(rows(), 1)
    assert any(v.label is Label.UNSCORED for v in held_out(rows("m1"), 0, BAND))


def test_one_class_is_nothing_to_learn_from() -> None:
    with pytest.raises(UsageError, match="one class only"):
        train([row for row in rows() if row.refused])
