"""A judge asked several times, on a local server."""

import json
from itertools import count
from typing import Any

import pytest
from fake_server import Answer, FakeServer

from triptych.core.errors import UsageError
from triptych.hub.metrics import load_metric
from triptych.metrics.coaching_rubric.verdicts import Verdict, combined, self_agreement

LINES, EXPERTS = ["Widen your stance.", "Bend your knees."], ["Set your feet wider.", "Push your knees out."]


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("TRIPTYCH_CACHE", str(tmp_path / "cache"))


def compute(server: FakeServer, **options: Any) -> dict[str, Any]:
    return load_metric("coaching_rubric").compute(
        predictions=LINES, references=EXPERTS, judge=f"openai:fake@{server.url}", **options
    )


def said(body: dict[str, Any], nth: int) -> Answer:
    """Accuracy 4, 2 and 3 in the repeats 0, 1 and 2; a hallucination in repeat 1 only."""
    seed = body["seed"]
    fields = {"accuracy": (4, 2, 3)[seed], "actionability": 5, "hallucination": "yes" if seed == 1 else "no"}
    return Answer(json.dumps({"explanation": f"time {seed}", **fields}))


def test_every_repeat_is_asked_and_kept_apart() -> None:
    with FakeServer(said) as server:
        result = compute(server, repeats=3)
        assert sorted(body["seed"] for body in server.bodies) == [0, 0, 1, 1, 2, 2]
        assert {body["temperature"] for body in server.bodies} == {0.0}
        assert compute(server, repeats=3) == result
        once = compute(server)
        assert len(server.bodies) == 6, "the cache knows every repeat, and the first one is the single judgement"
    assert (result["accuracy"], once["accuracy"]) == (pytest.approx(60.0), pytest.approx(80.0))
    assert result["hallucination"] == pytest.approx(100 / 3)
    assert (result["n"], result["repeats"]) == (2, 3)
    agreement = result["self_agreement"]
    assert agreement["actionability"] == {"same": 1.0, "spread": 0.0}
    assert agreement["accuracy"]["same"] == 0.0
    assert agreement["accuracy"]["spread"] == pytest.approx((2 / 3) ** 0.5)
    assert agreement["hallucination"]["same"] == pytest.approx(1 / 3)
    first = result["verdicts"][0]
    assert [each["accuracy"] for each in first["repeats"]] == [4, 2, 3]
    assert (first["accuracy"], first["hallucination"], first["hallucination_share"]) == (
        3.0,
        False,
        pytest.approx(1 / 3),
    )
    assert "repeats" not in once
    assert "hallucination_share" not in once["verdicts"][0]


def test_a_repeat_that_fails_leaves_the_others(tmp_path) -> None:
    def behaviour(body: dict[str, Any], nth: int) -> Answer:
        return Answer("I am not sure.") if body["seed"] == 1 else said(body, nth)

    with FakeServer(behaviour) as server:
        result = compute(server, repeats=3)
    assert (result["accuracy"], result["n"], result["n_unscored"]) == (pytest.approx(70.0), 2, 0)
    assert result["verdicts"][0]["reason"].startswith("1 of 3 repeats unscored")


def test_a_function_is_called_again_and_a_fixed_judge_agrees_with_itself() -> None:
    calls = count()
    metric = load_metric("coaching_rubric")
    result = metric.compute(predictions=LINES, references=EXPERTS, repeats=4,
                            judge=lambda *row: (1 + next(calls) // 2, 5, False))  # fmt: skip
    assert result["accuracy"] == pytest.approx(50.0)
    fixed = metric.compute(predictions=LINES, references=EXPERTS, repeats=2)
    assert {each["same"] for each in fixed["self_agreement"].values()} == {1.0}


@pytest.mark.parametrize("repeats", [0, -1, 1.5, True, "2", None])
def test_bad_repeats(repeats: Any) -> None:
    with pytest.raises(UsageError, match="repeats: a whole number"):
        load_metric("coaching_rubric").compute(predictions=LINES, references=EXPERTS, repeats=repeats)


def test_rows_that_were_never_scored() -> None:
    none = combined([Verdict(reason="a"), Verdict(reason="b")])
    assert (none.scored, none.reason, len(none.repeats)) == (False, "a", 2)
    assert self_agreement([none])["accuracy"] == {"same": None, "spread": None}
    assert combined([Verdict(4, 5, True, "x")]) == Verdict(4, 5, True, "x")
