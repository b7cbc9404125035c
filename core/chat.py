"""Asynchronous client of OpenAI-compatible chat servers: bounded, retried, cached, and never losing finished answers.

    endpoint = Endpoint.parse("openai:qwen3-8b@http://localhost:8000/v1")
    async with Chat(endpoint) as chat:
        reply = await chat.ask(Request(({"role": "user", "content": "Hello"},)))   # a Reply, or Unscored with a reason

Rate limits, time-outs, dropped connections and 5xx are tried again with exponential back-off and jitter, at the time
the server names in Retry-After where it does. A call that fails for good is `Unscored`: the other answers go on.
Only what no call can get past (a wrong key, a wrong model) raises, and the first call has a head start to find it out.
"""

import asyncio
import contextlib
import logging
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

import openai
import stamina

from triptych.core.completions import Junk, Reply, Request, body, complaint, read_reply, rejected_option, retry_after
from triptych.core.endpoint import Endpoint
from triptych.core.errors import UsageError
from triptych.core.reply_cache import ReplyCache

# Without a handler of its own Python would print stamina's every retry on stderr, through the progress bar.
logging.getLogger("stamina").addHandler(logging.NullHandler())

_HEAD_START = 0.3  # seconds: servers turn down a wrong key at once, and an answer of seconds is not worth waiting for
_GIVE_UP_AFTER = 16  # calls in a row that failed for good: the server is gone, the rest would only wait


@dataclass(frozen=True)
class Unscored:
    """No answer that could be used, and why."""

    reason: str


@dataclass(frozen=True)
class Settings:
    """How a server is used; none of it changes an answer."""

    concurrency: int = 16
    timeout: float = 120.0
    """Seconds that one call may take."""
    attempts: int = 6

    def __post_init__(self) -> None:
        if self.concurrency < 1 or self.attempts < 1 or self.timeout <= 0:
            raise UsageError("concurrency, attempts and timeout above 0", str(self), "give larger numbers")


@dataclass
class Usage:
    """What a run cost. `sent` counts HTTP requests, retries among them; tokens are those the server reports."""

    sent: int = 0
    cached: int = 0
    failed: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0


class _Again(Exception):
    """Worth another try, after `wait` seconds where the server named a time. Its text is free of secrets."""

    def __init__(self, reason: str, wait: float | None = None) -> None:
        super().__init__(reason)
        self.wait = wait


class _Failed(Exception):
    """This request will not succeed; others may."""


class Chat:
    """Asks one endpoint, at most `settings.concurrency` calls at a time. Use it within one event loop."""

    def __init__(self, endpoint: Endpoint, cache: ReplyCache | None = None, settings: Settings | None = None) -> None:
        self.endpoint, self.cache, self.settings = endpoint, cache, settings or Settings()
        self.usage = Usage()
        self._client = openai.AsyncOpenAI(
            api_key=endpoint.api_key or "none",
            base_url=endpoint.base_url,
            max_retries=0,
            timeout=self.settings.timeout,
            http_client=_transport(),
        )
        self._slots = asyncio.Semaphore(self.settings.concurrency)
        self._met = asyncio.Event()
        self._started = self._answered = False
        self._rejected: frozenset[str] = frozenset()
        self._failures = 0
        self._fatal: UsageError | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._client.close()

    async def ask(self, request: Request, accept: Callable[[Reply], bool] = lambda reply: True) -> Reply | Unscored:
        """The reply, from the cache where it is known; only replies that `accept` likes are kept there.

        Raises `UsageError` where no call can succeed (key, quota, model, URL path); other failures are `Unscored`.
        """
        key = request.key(self.endpoint.model)
        if self.cache and (known := self.cache.get(key)) and (kept := Reply.from_json(known)):
            self.usage.cached += 1
            return kept
        async with self._slots:
            reply = await self._persist(request)
        if isinstance(reply, Unscored):
            self.usage.failed += 1
        elif self.cache and accept(reply):
            self.cache.put(key, reply.to_json())
        return reply

    async def _persist(self, request: Request) -> Reply | Unscored:
        """Try until there is an answer or no sense in going on. The slot stays taken meanwhile: that is the brake."""
        if self._failures >= _GIVE_UP_AFTER:
            return Unscored(f"not asked, because the {self._failures} calls before it failed; run again to go on")
        tries = stamina.retry_context(
            on=_wait, attempts=self.settings.attempts, timeout=None, wait_initial=0.5, wait_max=30.0, wait_jitter=1.0
        )
        try:
            async for attempt in tries:
                with attempt:
                    reply = await self._attempt(request)
        except _Again as error:
            self._failures += 1
            return Unscored(f"no answer after {attempt.num} attempts: {error}")
        except _Failed as error:
            return Unscored(str(error))
        self._failures = 0
        return reply

    async def _attempt(self, request: Request) -> Reply:
        """One try. The very first has a start: a wrong key then costs one call, and what it learns serves the rest."""
        if not self._started:
            self._started = True
            try:
                return await self._adapt(request)
            finally:
                self._met.set()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._met.wait(), _HEAD_START)
        if self._fatal:
            raise self._fatal
        return await self._adapt(request)

    async def _adapt(self, request: Request) -> Reply:
        """Send, leaving out one by one what the server rejects with a 400; what then worked is left out from now on."""
        rejected = self._rejected
        while True:
            sent = body(self.endpoint.model, request, rejected)
            try:
                reply = read_reply(await self._post(sent))
            except Junk as error:
                raise _Again(str(error)) from None
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                name = rejected_option(error, sent)
                if name is None:
                    raise _Failed(self._describe(error)) from None
                rejected |= {name}
            else:
                self._answered, self._rejected = True, self._rejected | rejected
                self.usage.prompt_tokens += reply.prompt_tokens
                self.usage.completion_tokens += reply.completion_tokens
                return reply

    async def _post(self, sent: dict[str, Any]) -> object:
        """The decoded answer. `post` in place of `chat.completions.create` saves half of the client's CPU time."""
        self.usage.sent += 1
        try:
            async with asyncio.timeout(self.settings.timeout):
                return await self._client.post("/chat/completions", cast_to=object, body=sent)
        except (openai.BadRequestError, openai.UnprocessableEntityError):
            raise
        except openai.APIStatusError as error:
            judged = self._judged(error)
            self._fatal = judged if isinstance(judged, UsageError) else self._fatal
            raise judged from None
        except TimeoutError:
            raise _Again(f"no answer within {self.settings.timeout:g} s") from None
        except openai.APIConnectionError as error:
            cause = str(error.__cause__ or error) or type(error.__cause__).__name__
            raise _Again(self.endpoint.redact(f"no connection to {self.endpoint.base_url}: {cause}")) from None
        except Exception as error:  # whatever else a broken server provokes in the HTTP stack costs only this row
            raise _Again(self.endpoint.redact(f"unreadable answer ({type(error).__name__}: {error})")) from None

    def _judged(self, error: openai.APIStatusError) -> Exception:
        """What an HTTP status means for this call and for the others."""
        status, detail = error.status_code, self._describe(error)
        if status == 401 or (status == 403 and not self._answered):
            return UsageError(
                f"an API key that {self.endpoint.base_url} accepts", detail, "set OPENAI_API_KEY to a valid key"
            )
        if status == 404 and not self._answered:
            fix = "check the model's name, and that the URL ends where the API starts (often in /v1)"
            return UsageError(f"a server with the model {self.endpoint.model!r}", detail, fix)
        if error.code == "insufficient_quota":
            return UsageError(
                "an account with quota left", detail, "top it up; answers so far are kept, run again to go on"
            )
        if status in (408, 409, 429) or status >= 500:
            return _Again(detail, retry_after(error.response.headers))
        return _Failed(detail)

    def _describe(self, error: openai.APIStatusError) -> str:
        return self.endpoint.redact(f"HTTP {error.status_code}: {complaint(error)}")


def _transport() -> Any:
    """aiohttp under the openai client where it is installed: half the CPU time of a call."""
    try:
        return openai.DefaultAioHttpClient()
    except RuntimeError:
        return None


def _wait(error: Exception) -> bool | float:
    """stamina's hook: whether to try again, and after how many seconds where the server said it."""
    if not isinstance(error, _Again):
        return False
    return True if error.wait is None else error.wait + random.uniform(0.0, 1.0)
