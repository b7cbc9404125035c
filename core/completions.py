"""The wire format of `/v1/chat/completions`: what is sent, what comes back, and what a server complains of.

Servers that call themselves compatible differ: newer OpenAI models take neither a temperature nor `max_tokens`, many
local ones know no `response_format`. `body` leaves out what a server has rejected, `rejected_option` reads complaints.
"""

import json
import math
from collections.abc import Mapping, Set
from dataclasses import asdict, dataclass
from email.utils import parsedate_to_datetime
from time import time
from typing import Any, Self

import openai

from triptych.core.runs import digest

LONGEST_WAIT = 120.0
_OPTIONAL = ("logprobs", "response_format", "temperature", "seed", "max_tokens")
_ALTERNATIVES = 20  # of each token: the most that OpenAI gives
_SCHEMA_WORDS = ("response_format", "json_schema", "guided", "grammar", "structured")


class Junk(ValueError):
    """The server answered something that is not a chat completion."""


@dataclass(frozen=True)
class Request:
    """What is asked: OpenAI chat messages, and a JSON schema that the reply has to follow."""

    messages: tuple[Mapping[str, Any], ...]
    schema: Mapping[str, Any] | None = None
    temperature: float = 0.0
    max_tokens: int = 2048
    seed: int = 0
    logprobs: bool = False
    """Ask for the probabilities of the likeliest tokens too."""

    def key(self, model: str) -> str:
        """sha256 of what changes the reply and nothing else: no URL, no key, no time-out, no concurrency."""
        asked = {name: value for name, value in vars(self).items() if name != "logprobs" or value}
        return digest({"model": model, **asked})


@dataclass(frozen=True)
class Reply:
    """What the model said. `model` is the name that the server reports, often with a date."""

    text: str
    model: str = ""
    finish_reason: str = ""
    refusal: str = ""
    """The model's own refusal, where the server reports it apart from the text."""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    tokens: list[list[Any]] | None = None
    """`[token, {alternative: log-probability}]` for each token of the text, where asked for and given."""

    def to_json(self) -> str:
        """For the cache."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Self | None:
        """A cached reply; None where another version of this program wrote it in another form."""
        try:
            return cls(**json.loads(text))
        except (TypeError, ValueError):
            return None


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds of a Retry-After header (seconds or an HTTP date), at most `LONGEST_WAIT`; None where there is none."""
    value = headers.get("retry-after", "")
    try:
        milliseconds = headers.get("retry-after-ms")
        seconds = float(milliseconds) / 1000 if milliseconds else float(value)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(value).timestamp() - time()
        except (TypeError, ValueError):
            return None
    return None if math.isnan(seconds) else min(max(seconds, 0.0), LONGEST_WAIT)


def body(model: str, request: Request, rejected: Set[str]) -> dict[str, Any]:
    """The JSON to send, without the options in `rejected`; newer models want the limit under another name."""
    limit = "max_completion_tokens" if "max_tokens" in rejected else "max_tokens"
    sent: dict[str, Any] = {"model": model, "messages": list(request.messages), limit: request.max_tokens}
    sent |= {"temperature": request.temperature, "seed": request.seed}
    if request.schema is not None:
        schema = {"name": "reply", "schema": request.schema, "strict": True}
        sent["response_format"] = {"type": "json_schema", "json_schema": schema}
    if request.logprobs and "logprobs" not in rejected:
        sent |= {"logprobs": True, "top_logprobs": _ALTERNATIVES}
    return {name: value for name, value in sent.items() if name not in rejected}


def rejected_option(error: openai.APIStatusError, sent: Mapping[str, Any]) -> str | None:
    """The option that a 400 complains of; an unclear complaint is blamed on the schema. None: nothing to leave out."""
    if error.code == "content_filter":
        return None
    blamed = str(error.param or complaint(error))
    for name in _OPTIONAL:
        words = _SCHEMA_WORDS if name == "response_format" else (name,)
        if name in sent and any(word in blamed for word in words):
            return name
    return "response_format" if "response_format" in sent else None


def complaint(error: openai.APIStatusError) -> str:
    """The server's own words where it follows OpenAI's form of an error, else its whole answer."""
    told = error.body.get("message") if isinstance(error.body, Mapping) else None
    return str(told or error.response.text or "no explanation")


def read_reply(payload: Any) -> Reply:
    """The first choice of a decoded chat completion; raises `Junk` for anything else."""
    try:
        choice = payload["choices"][0]
        message, usage = choice["message"], payload.get("usage") or {}
        return Reply(
            text=_text(message.get("content")),
            model=str(payload.get("model") or ""),
            finish_reason=str(choice.get("finish_reason") or ""),
            refusal=str(message.get("refusal") or ""),
            prompt_tokens=int(usage.get("prompt_tokens") or 0),
            completion_tokens=int(usage.get("completion_tokens") or 0),
            tokens=_tokens(choice.get("logprobs")),
        )
    except (TypeError, KeyError, IndexError, AttributeError, ValueError):
        raise Junk("the server answered something that is not a chat completion") from None


def _tokens(logprobs: Any) -> list[list[Any]] | None:
    """The tokens of a reply with their alternatives; None where the server gave none, or gave them in another form."""
    content = logprobs.get("content") if isinstance(logprobs, Mapping) else None
    if not content:
        return None
    try:
        return [
            [str(each["token"]), {str(other["token"]): float(other["logprob"]) for other in each["top_logprobs"]}]
            for each in content
        ]
    except (TypeError, KeyError, ValueError):
        return None


def _text(content: object) -> str:
    """The text of a message; some servers send a list of parts."""
    if isinstance(content, list):
        return "".join(str(part.get("text", "")) for part in content)
    return str(content or "")
