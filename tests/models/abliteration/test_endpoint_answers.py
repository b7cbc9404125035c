import pytest
from fake_server import Answer, FakeServer

from triptych.core.endpoint import Endpoint
from triptych.core.errors import UsageError
from triptych.models.abliteration.endpoint_answers import answer_from, estimate

PROMPTS = ["Tell me about the river Rhine", "Name three colours", "What is two plus two?"]
IDS = ["a", "b", "c"]


def asked(behaviour, prompts=PROMPTS, ids=IDS, **settings):
    found = {}
    with FakeServer(behaviour) as server:
        endpoint = Endpoint.parse(f"openai:m@{server.url}", {})
        usage = answer_from(endpoint, prompts, ids, 20, lambda one: found.update({one.id: one}), **settings)
    return found, usage, server


def reply(**answers):
    """The answer to each prompt by its first word; `What` answers "Four."."""
    chosen = {"Tell": Answer("It is long."), "Name": Answer("Red, green, blue."), "What": Answer("Four."), **answers}
    return lambda body, nth: chosen[body["messages"][-1]["content"].split()[0]]


def test_each_prompt_is_one_user_message_without_sampling():
    found, usage, server = asked(reply())
    assert {name: (one.output, one.status, one.n_tokens) for name, one in found.items()} == {
        "a": ("It is long.", "ok", 10), "b": ("Red, green, blue.", "ok", 10), "c": ("Four.", "ok", 10),
    }  # fmt: skip
    assert usage.sent == 3
    for body in server.bodies:
        assert body["messages"] == [{"role": "user", "content": body["messages"][0]["content"]}]
        assert (body["temperature"], body["max_tokens"]) == (0.0, 20)


def test_thinking_echo_cuts_and_refusals_are_told_apart():
    found, _, _ = asked(
        reply(
            Tell=Answer("<think>Rivers.</think>" + PROMPTS[0] + "\nIt is long."),
            Name=Answer("<think>I could refuse", finish_reason="length"),
            What=Answer(None, refusal="I'm sorry, I can't."),
        )
    )
    assert (found["a"].output, found["a"].reasoning) == ("It is long.", "Rivers.")
    assert (found["b"].output, found["b"].status) == ("", "truncated")
    assert found["b"].reason == "cut at 10 tokens inside the thinking"
    assert (found["c"].output, found["c"].status) == ("I'm sorry, I can't.", "ok")


def test_what_the_server_does_not_answer_is_an_error_and_the_others_go_on():
    found, _, _ = asked(reply(Name=Answer("no", status=400), What=Answer("", finish_reason="content_filter")))
    assert found["a"].status == "ok"
    assert (found["b"].status, found["c"].status) == ("error", "error")
    assert "HTTP 400" in found["b"].reason
    assert "content filter" in found["c"].reason


def test_a_wrong_key_stops_everything_after_one_call():
    found = []
    with FakeServer(lambda body, nth: Answer("wrong key", status=401)) as server:
        with pytest.raises(UsageError, match="API key"):
            answer_from(Endpoint.parse(f"openai:m@{server.url}", {}), PROMPTS, IDS, 20, found.append)
        assert len(server.bodies) == 1
    assert found == []


def test_no_more_calls_at_a_time_than_asked_for():
    prompts = [f"What is {number}?" for number in range(12)]
    behaviour = reply(What=Answer("Four.", delay=0.05))
    found, _, server = asked(behaviour, prompts, [str(number) for number in range(12)], concurrency=3)
    assert len(found) == 12
    assert server.most_open == 3
    assert all(0.04 < one.latency_s < 1 for one in found.values())  # one call's time, not the wait for its turn


def test_the_estimate_counts_calls_and_full_answers():
    found = estimate(PROMPTS, kept=5, max_new_tokens=20)
    assert (found.calls, found.cached, found.completion_tokens) == (3, 5, 60)
