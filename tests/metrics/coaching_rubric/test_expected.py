"""Expectations over a judge's probabilities, as OpenAI-compatible servers give them."""

import json
import math
from typing import Any

import pytest
from fake_server import MODEL, Answer, FakeServer

from triptych.core.completions import Reply, Request
from triptych.core.errors import UsageError
from triptych.core.runs import digest
from triptych.hub.metrics import load_metric
from triptych.metrics.coaching_rubric.expected import expect, expectation
from triptych.metrics.coaching_rubric.prompts import JointJudgement

TOKENS = [
    ['{"', {}], ["accuracy", {}], ['":', {}], [" 4", {" 4": math.log(0.5), " 3": math.log(0.25), " five": -2.0}],
    [', "actionability": ', {}], ["5", {"5": math.log(0.9), "4": math.log(0.1)}],
    [', "hallucination":', {}], [' "', {}], ["no", {"no": math.log(0.75), "yes": math.log(0.25)}], ['"}', {}],
]  # fmt: skip
WANTED = {"accuracy": (0.5 * 4 + 0.25 * 3) / 0.75, "actionability": 4.9, "hallucination": 0.25}


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("TRIPTYCH_CACHE", str(tmp_path / "cache"))


def completion(tokens: list[list[Any]], given: bool) -> Answer:
    text = "".join(token for token, _ in tokens)
    content = [
        {"token": token, "logprob": 0.0,
         "top_logprobs": [{"token": other, "logprob": logprob} for other, logprob in alternatives.items()]}
        for token, alternatives in tokens
    ]  # fmt: skip
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text},
              "logprobs": {"content": content} if given else None}  # fmt: skip
    return Answer(body=json.dumps({"id": "c", "model": MODEL, "choices": [choice], "usage": {}}))


def compute(server: FakeServer, n: int = 1, **options: Any) -> dict[str, Any]:
    return load_metric("coaching_rubric").compute(
        predictions=[f"Widen your stance by {row} cm." for row in range(n)], references=["Set your feet wider."] * n,
        judge=f"openai:fake@{server.url}", scores="expected", **options,
    )  # fmt: skip


@pytest.mark.parametrize("name", WANTED)
def test_each_field_has_its_expectation(name: str) -> None:
    said = {"accuracy": 4, "actionability": 5, "hallucination": "no"}[name]
    assert expectation(TOKENS, name, said) == pytest.approx(WANTED[name])
    assert expectation(TOKENS, name, 1) is None, "not the token that was read"
    assert expectation([], name, said) is None


def test_the_last_object_counts_as_when_reading() -> None:
    drafted = [['{"accuracy": ', {}], ["2", {"2": 0.0}], ["} no: ", {}], *TOKENS]
    assert expectation(drafted, "accuracy", 4) == pytest.approx(WANTED["accuracy"])


def test_a_judgement_is_expected_whole_or_not_at_all() -> None:
    judgement = JointJudgement(accuracy=4, actionability=5, hallucination="no")
    whole = expect(judgement, Reply("", tokens=TOKENS))
    assert (whole.accuracy, whole.hallucination) == (pytest.approx(WANTED["accuracy"]), pytest.approx(0.25))
    partial = [[token, {}] if token == "5" else [token, others] for token, others in TOKENS]
    assert expect(judgement, Reply("", tokens=partial)) == judgement
    assert expect(judgement, Reply("")) == judgement


def test_on_a_server_that_gives_probabilities() -> None:
    with FakeServer(lambda body, nth: completion(TOKENS, body.get("logprobs", False))) as server:
        result = compute(server)
        assert (server.bodies[0]["logprobs"], server.bodies[0]["top_logprobs"]) == (True, 20)
        assert compute(server) == result, "probabilities are cached too"
        assert len(server.bodies) == 1
    assert result["accuracy"] == pytest.approx(WANTED["accuracy"] * 20)
    assert result["hallucination"] == pytest.approx(25.0)
    assert (result["scores"], result["n_expected"], result["n"]) == ("expected", 1, 1)
    assert "scores_note" not in result
    assert result["verdicts"][0]["hallucination"] is False
    assert result["verdicts"][0]["label"] == "3.7/4.9/no"


def test_a_server_without_probabilities_gives_plain_levels_and_a_note() -> None:
    with FakeServer(lambda body, nth: completion(TOKENS, given=nth == 0)) as server:
        result = compute(server, n=3)
    assert (result["n_expected"], result["n"]) == (1, 3)
    assert "2 of 3 judgements" in result["scores_note"]
    assert [verdict["accuracy"] for verdict in result["verdicts"]].count(4) == 2


def test_a_server_that_rejects_the_option_is_asked_without_it() -> None:
    def behaviour(body: dict[str, Any], nth: int) -> Answer:
        return Answer("logprobs are not supported", 400) if "logprobs" in body else completion(TOKENS, False)

    with FakeServer(behaviour) as server:
        result = compute(server, n=2)
        assert [("logprobs" in body, "top_logprobs" in body) for body in server.bodies] == [(True, True)] + [
            (False,) * 2
        ] * 2
    assert (result["accuracy"], result["n_expected"]) == (pytest.approx(80.0), 0)


def test_expected_repeats_count_judgements() -> None:
    with FakeServer(lambda body, nth: completion(TOKENS, True)) as server:
        result = compute(server, n=2, repeats=2)
    assert (result["n_expected"], result["repeats"], result["n"]) == (4, 2, 2)


def test_a_wrong_name() -> None:
    with pytest.raises(UsageError, match="scores: plain or expected"):
        load_metric("coaching_rubric").compute(predictions=["a"], references=["b"], scores="mean")


def test_replies_of_earlier_runs_stay_known() -> None:
    """Only asking for probabilities changes the key of a reply in the cache."""
    plain = Request(({"role": "user", "content": "a"},))
    asked = {name: value for name, value in vars(plain).items() if name != "logprobs"}
    assert plain.key("m") == digest({"model": "m", **asked})
    assert Request(plain.messages, logprobs=True).key("m") != plain.key("m")
