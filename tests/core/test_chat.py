import asyncio
import logging
import time
from email.utils import formatdate

import openai
import pytest
import stamina
from fake_server import MODEL, Answer, FakeServer

from triptych.core.chat import Chat, Settings, Unscored
from triptych.core.completions import Reply, Request, retry_after
from triptych.core.endpoint import Endpoint
from triptych.core.errors import UsageError
from triptych.core.reply_cache import ReplyCache

SCHEMA = {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"], "additionalProperties": False}
QUICK = Settings(attempts=3)
IMPATIENT = Settings(attempts=3, timeout=1.0)


def request(text="hello", **options):
    return Request(({"role": "user", "content": text},), **options)


def ask(server, *requests, settings=QUICK, cache=None, key="very-secret", url=None, accept=lambda reply: True):
    async def all_of_them():
        endpoint = Endpoint("fake", url or server.url, key)
        async with Chat(endpoint, cache, settings) as chat:
            answers = await asyncio.gather(*(chat.ask(one, accept) for one in requests))
            return answers, chat.usage

    return asyncio.run(all_of_them())


def test_a_normal_answer_and_what_was_sent():
    with FakeServer(lambda body, nth: Answer("hi")) as server:
        [reply], usage = ask(server, request(schema=SCHEMA, seed=7, max_tokens=9))
    assert reply == Reply("hi", MODEL, "stop", "", 100, 10)
    assert (usage.sent, usage.prompt_tokens, usage.completion_tokens, usage.failed) == (1, 100, 10, 0)
    [body] = server.bodies
    assert body["messages"] == [{"role": "user", "content": "hello"}]
    assert (body["model"], body["temperature"], body["seed"], body["max_tokens"]) == ("fake", 0, 7, 9)
    assert body["response_format"]["json_schema"] == {"name": "reply", "schema": SCHEMA, "strict": True}
    assert server.headers[0]["authorization"] == "Bearer very-secret"


def test_without_aiohttp_the_default_transport_serves(monkeypatch):
    def missing():
        raise RuntimeError("not installed")

    monkeypatch.setattr(openai, "DefaultAioHttpClient", missing)
    with FakeServer(lambda body, nth: Answer("hi", cut=nth == 0)) as server:
        [reply], usage = ask(server, request())
    assert (reply.text, usage.sent) == ("hi", 2)


def test_concurrency_is_bounded_and_the_first_call_goes_alone():
    seen = []

    def behaviour(body, nth):
        seen.append(server.open_now)
        return Answer("hi", delay=0.02)

    with FakeServer(behaviour) as server:
        answers, _ = ask(server, *(request(str(n)) for n in range(30)), settings=Settings(concurrency=4))
    assert all(isinstance(answer, Reply) for answer in answers)
    assert server.most_open <= 4
    assert server.most_open > 1
    assert seen[:2] == [0, 0]


@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503, 529])
def test_passing_trouble_is_tried_again(status):
    trouble = Answer("slow down", status, {"retry-after": "30"})
    with FakeServer(lambda body, nth: trouble if nth < 2 else Answer("hi")) as server:
        [reply], usage = ask(server, request())
    assert (reply.text, usage.sent) == ("hi", 3)


def test_a_cut_connection_and_a_time_out_are_tried_again():
    behaviours = [Answer(cut=True), Answer("late", delay=60.0), Answer("hi")]
    with FakeServer(lambda body, nth: behaviours[nth]) as server:
        [reply], usage = ask(server, request(), settings=IMPATIENT)
    assert (reply.text, usage.sent) == ("hi", 3)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Answer("overloaded", 503), "HTTP 503: overloaded"),
        (Answer(cut=True), "no connection"),
        (Answer(delay=60.0), "no answer within 1 s"),
        (Answer(body="<html>busy</html>"), "unreadable answer"),
        (Answer(body="<html>busy</html>", headers={"content-type": "text/html"}), "not a chat completion"),
        (Answer(body='{"error": "no"}'), "not a chat completion"),
        (Answer(body='{"choices": []}'), "not a chat completion"),
        (Answer(body='[1, "two"]'), "not a chat completion"),
        (Answer(body='{"choices": [{"message": "text"}]}'), "not a chat completion"),
        (Answer(body='{"choices": [{"message": {"content": "x"}}], "usage": {"prompt_tokens": "many"}}'), "not a chat"),
    ],
)
def test_lasting_trouble_costs_its_own_row_only(answer, reason):
    def behaviour(body, nth):
        return answer if body["messages"][0]["content"] == "bad" else Answer("hi")

    with FakeServer(behaviour) as server:
        settings = IMPATIENT if answer.delay else QUICK
        answers, usage = ask(server, request("1"), request("bad"), request("2"), settings=settings)
    assert [type(one) for one in answers] == [Reply, Unscored, Reply]
    assert reason in answers[1].reason
    assert "after 3 attempts" in answers[1].reason
    assert usage.failed == 1


def test_a_server_that_is_not_there():
    [answer], _ = ask(None, request(), url="http://127.0.0.1:9/v1")
    assert "no connection to http://127.0.0.1:9/v1" in answer.reason


def test_a_dead_server_does_not_keep_thousands_waiting():
    with FakeServer(lambda body, nth: Answer("down", 503)) as server:
        answers, usage = ask(server, *(request(str(n)) for n in range(300)), settings=Settings(attempts=2))
    assert len(answers) == usage.failed == 300
    assert usage.sent < 100
    assert "run again to go on" in answers[-1].reason


@pytest.mark.parametrize(
    ("status", "text", "fix"),
    [
        (401, "Incorrect API key provided: very-secret", "set OPENAI_API_KEY"),
        (403, "no access", "set OPENAI_API_KEY"),
        (404, "The model `fake` does not exist", "check the model's name"),
    ],
)
def test_what_no_call_can_get_past_stops_after_one_call(status, text, fix):
    with FakeServer(lambda body, nth: Answer(text, status)) as server:
        with pytest.raises(UsageError, match=fix) as caught:
            ask(server, *(request(str(n)) for n in range(50)))
        assert len(server.bodies) == 1
    assert "very-secret" not in str(caught.value)


def test_an_empty_account_stops():
    error = '{"error": {"message": "You exceeded your quota", "code": "insufficient_quota"}}'
    with (
        FakeServer(lambda body, nth: Answer(body=error, status=429)) as server,
        pytest.raises(UsageError, match="top it up"),
    ):
        ask(server, request())


def test_a_403_among_answers_concerns_its_row():
    """Filters before a server answer 403 to a text they dislike."""

    def behaviour(body, nth):
        return Answer("blocked", 403) if body["messages"][0]["content"] == "bad" else Answer("hi")

    with FakeServer(behaviour) as server:
        answers, usage = ask(server, request("1"), request("bad"), request("2"))
    assert [type(one) for one in answers] == [Reply, Unscored, Reply]
    assert usage.sent == 3, "not tried again"


def rejecting(*names, message="Unsupported parameter: {}"):
    def behaviour(body, nth):
        for name in names:
            if name in body:
                return Answer(message.format(name), 400)
        return Answer("hi")

    return behaviour


@pytest.mark.parametrize("message", ["Unknown field {}", "bad request"])
def test_a_server_without_json_schema_is_asked_without_and_remembered(message):
    with FakeServer(rejecting("response_format", message=message)) as server:
        answers, usage = ask(server, *(request(str(n), schema=SCHEMA) for n in range(5)))
    assert all(answer.text == "hi" for answer in answers)
    assert usage.sent == 6, "one call to learn it"


def test_newer_models_take_neither_temperature_nor_max_tokens():
    with FakeServer(rejecting("temperature", "max_tokens")) as server:
        answers, usage = ask(server, *(request(str(n), schema=SCHEMA, max_tokens=50) for n in range(3)))
    assert all(answer.text == "hi" for answer in answers)
    assert usage.sent == 5
    assert server.bodies[-1]["max_completion_tokens"] == 50
    assert "response_format" in server.bodies[-1]
    assert "temperature" not in server.bodies[-1]


def test_a_text_that_is_too_long_costs_its_row_and_teaches_nothing():
    def behaviour(body, nth):
        return Answer("context length exceeded", 400) if body["messages"][0]["content"] == "bad" else Answer("hi")

    with FakeServer(behaviour) as server:
        requests = [request(text, schema=SCHEMA) for text in ("bad", "1", "2")]
        answers, _ = ask(server, *requests)
    assert [type(one) for one in answers] == [Unscored, Reply, Reply]
    assert answers[0].reason == "HTTP 400: context length exceeded"
    assert all("response_format" in body for body in server.bodies if body["messages"][0]["content"] != "bad")


def test_azures_filter_is_a_reason():
    error = '{"error": {"message": "filtered", "code": "content_filter"}}'
    with FakeServer(lambda body, nth: Answer(body=error, status=400)) as server:
        [answer], usage = ask(server, request(schema=SCHEMA))
    assert (answer.reason, usage.sent) == ("HTTP 400: filtered", 1)


def test_content_in_parts():
    parts = '{"choices": [{"message": {"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}}]}'
    with FakeServer(lambda body, nth: Answer(body=parts)) as server:
        [reply], _ = ask(server, request())
    assert reply == Reply("ab")


def test_the_second_run_asks_nothing_and_only_failures_ask_again(tmp_path):
    requests = [request(str(n)) for n in range(6)]

    def first(body, nth):
        number = int(body["messages"][0]["content"])
        return Answer("down", 500) if number == 2 else Answer(f"reply {number}")

    with FakeServer(first) as server, ReplyCache(tmp_path / "c") as cache:
        answers, _ = ask(server, *requests, cache=cache, accept=lambda reply: reply.text != "reply 4")
    assert [type(one) for one in answers].count(Unscored) == 1
    with FakeServer(lambda body, nth: Answer("new")) as server, ReplyCache(tmp_path / "c") as cache:
        answers, usage = ask(server, *requests, cache=cache)
        assert [one.text for one in answers] == ["reply 0", "reply 1", "new", "reply 3", "new", "reply 5"]
        assert (usage.sent, usage.cached) == (2, 4)
        _, usage = ask(server, *requests, cache=cache, key=None, settings=Settings(concurrency=1, timeout=9))
        assert (usage.sent, usage.cached) == (0, 6)
    assert b"very-secret" not in b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert server.url.encode() not in b"".join(file.read_bytes() for file in tmp_path.iterdir())


def test_the_key_of_the_cache_holds_what_changes_an_answer():
    base = request()
    others = [
        request("other"),
        request(schema=SCHEMA),
        request(temperature=1.0),
        request(max_tokens=3),
        request(seed=1),
    ]
    assert len({one.key("m") for one in [base, *others]} | {base.key("n")}) == 7
    assert base.key("m") == request().key("m")


def test_a_cache_of_another_version_is_not_trusted(tmp_path):
    with FakeServer(lambda body, nth: Answer("hi")) as server, ReplyCache(tmp_path / "c") as cache:
        cache.put(request().key("fake"), '{"words": "old form"}')
        [reply], usage = ask(server, request(), cache=cache)
    assert (reply.text, usage.sent) == ("hi", 1)


def test_secrets_are_in_no_log(caplog):
    caplog.set_level(logging.DEBUG)
    with FakeServer(lambda body, nth: Answer("key very-secret is slow", 500)) as server:
        [answer], _ = ask(server, request())
    assert "very-secret" not in answer.reason
    assert "very-secret" not in "".join(str(record.__dict__) for record in caplog.records)
    assert any(record.name == "stamina" for record in caplog.records)


def test_retry_after_in_all_its_forms():
    assert retry_after({"retry-after": "2"}) == 2.0
    assert retry_after({"retry-after-ms": "250", "retry-after": "9"}) == 0.25
    assert 8 < retry_after({"retry-after": formatdate(time.time() + 10, usegmt=True)}) <= 10
    assert retry_after({"retry-after": formatdate(time.time() - 10, usegmt=True)}) == 0.0
    assert retry_after({"retry-after": "86400"}) == 120.0
    assert [retry_after({"retry-after": junk}) for junk in ("soon", "", "nan")] == [None] * 3
    assert retry_after({}) is None


def test_retry_after_is_waited_for():
    with (
        FakeServer(lambda body, nth: Answer("hi") if nth else Answer("wait", 429, {"retry-after-ms": "300"})) as server,
        stamina.set_testing(False),
    ):
        start = time.monotonic()
        [reply], _ = ask(server, request())
        assert reply.text == "hi"
        assert time.monotonic() - start >= 0.3


def test_settings_are_checked():
    with pytest.raises(UsageError, match="above 0"):
        Settings(concurrency=0)
