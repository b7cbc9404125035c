"""Ask a language model for a verdict on texts that nobody should trust.

The judged text cannot speak to the judge: it is sent as one JSON object (`fence`) between tags whose name carries a
hash of the content, with every `<` and `>` escaped, so that it can neither close its fence nor imitate the prompt.
A verdict is read from the judge's reply only (`read`); what cannot be read is `Unscored` with a reason, never a class.

    judge = Judge(Endpoint.parse("openai:gpt-5"), Prompts(SYSTEM, TEMPLATE), Verdict)   # Verdict: a pydantic model
    print(judge.estimate(rows))                      # calls and tokens, before anything is sent
    verdicts = judge.score(rows)                     # one Verdict or Unscored for each row of texts
"""

import asyncio
import json
import re
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from triptych.core.chat import Chat, Settings, Unscored, Usage
from triptych.core.completions import Reply, Request
from triptych.core.endpoint import Endpoint
from triptych.core.estimate import Estimate
from triptych.core.progress import progress
from triptych.core.reasoning import split_reasoning
from triptych.core.reply_cache import ReplyCache
from triptych.core.runs import digest

Shape = TypeVar("Shape", bound=BaseModel)
Result = TypeVar("Result")
Texts = Mapping[str, str | None]

TAG, DATA = "{{tag}}", "{{data}}"
_LONGEST_REPLY = 20_000  # characters of a reply, from its end, that are searched for a verdict
_BYTES_PER_TOKEN, _TOKENS_PER_REPLY = 4, 60
_HALF = re.compile("[\ud800-\udfff]")  # half of a surrogate pair: no UTF-8 for it, so no request either
_DECLINES = re.compile(
    r"\W*(?:i['’]?m sorry|i am sorry|sorry|unfortunately|i can['’]?t|i can ?not|i won['’]?t|i['’]?m (?:un|not )able)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Prompts:
    """All words that a judge gets: `template` holds `{{tag}}` (any number of times) and `{{data}}` (once)."""

    system: str
    template: str

    def __post_init__(self) -> None:
        if self.template.count(DATA) != 1 or TAG not in self.template:
            raise ValueError(f"a template needs {TAG} and exactly one {DATA}")


def fence(texts: Texts) -> tuple[str, str]:
    """Untrusted `texts` as one JSON object without `<` and `>`, and the tag to put round it.

    `json.loads` gives the texts back (None ones are left out, half characters become U+FFFD).
    """
    kept = {name: _HALF.sub("\ufffd", text) for name, text in texts.items() if text is not None}
    data = json.dumps(kept, ensure_ascii=False)
    # JSON may write any character as \uXXXX. <> would allow tags; the others draw line breaks or turn the direction.
    data = re.sub("[<>\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]", _escaped, data)
    return f"data-{sha256(data.encode()).hexdigest()[:16]}", data


def render(prompts: Prompts, texts: Texts) -> tuple[dict[str, str], dict[str, str]]:
    """The system and the user message that ask for a verdict on `texts`."""
    tag, data = fence(texts)
    # The data goes in last and once: marks inside it stay what they are.
    user = prompts.template.replace(TAG, tag).replace(DATA, data)
    return {"role": "system", "content": prompts.system.strip()}, {"role": "user", "content": user.strip()}


def read(reply: Reply, shape: type[Shape]) -> Shape | Unscored:
    """The last JSON object in the reply that fits `shape`: alone, in a code fence or between words."""
    if reply.refusal or reply.finish_reason == "content_filter":
        return Unscored("judge refused")
    parts = split_reasoning(reply.text)
    found = None if parts.cut_off else _last_that_fits(parts.answer[-_LONGEST_REPLY:], shape)
    if found is not None:
        return found
    if parts.cut_off or reply.finish_reason == "length":
        return Unscored(f"the judge's reply was cut off after {reply.completion_tokens} tokens, before a verdict")
    if not parts.answer:
        return Unscored("the judge's reply was empty")
    return Unscored("judge refused" if _DECLINES.match(parts.answer) else "the judge's reply holds no readable verdict")


def strict_schema(shape: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema of `shape` in the strict form that servers enforce: every field required, no others."""
    schema: dict[str, Any] = _strict(shape.model_json_schema())
    return schema


def run(make: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
    """Run a coroutine to its end from ordinary code, also where an event loop runs already (notebooks, Gradio)."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(make())
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(make())).result()


class Judge(Generic[Shape]):
    """A model behind an endpoint that fills `shape` for each row of texts. Verdicts are cached, failures are not."""

    def __init__(
        self,
        endpoint: Endpoint,
        prompts: Prompts,
        shape: type[Shape],
        settings: Settings | None = None,
        cache: Path | None = None,
        seed: int = 0,
        adjust: "Callable[[Shape, Reply], Shape] | None" = None,
    ) -> None:
        """`seed` is sent along: another one asks anew. `adjust` sees a verdict beside the reply's probabilities."""
        self.endpoint, self.prompts, self.shape = endpoint, prompts, shape
        self.settings, self._cache_path = settings, cache
        self.seed, self.adjust = seed, adjust
        self._schema = strict_schema(shape)
        self.prompt_sha256 = digest([prompts.system, prompts.template, self._schema])
        self.usage = Usage()
        """What the last `score` cost."""
        self.served: list[str] = []
        """Names of the models that answered it, as the server reports them."""

    def estimate(self, rows: Sequence[Texts]) -> Estimate:
        """Calls that `score` would make (equal rows and known verdicts make none) and about how many tokens."""
        requests = dict(self._keyed(rows))
        with ReplyCache(self._cache_path) as cache:
            known = cache.get_many(requests)
        missing = [request for key, request in requests.items() if key not in known]
        size = sum(len(str(message["content"]).encode()) for request in missing for message in request.messages)
        return Estimate(len(missing), len(known), size // _BYTES_PER_TOKEN, len(missing) * _TOKENS_PER_REPLY)

    def score(self, rows: Sequence[Texts], what: str = "judging") -> list[Shape | Unscored]:
        """A verdict for each row, in order. Raises `UsageError` only where no call can succeed (key, model, URL)."""
        return run(lambda: self._score(rows, what))

    def _keyed(self, rows: Sequence[Texts]) -> list[tuple[str, Request]]:
        logprobs = self.adjust is not None
        requests = (Request(render(self.prompts, row), self._schema, seed=self.seed, logprobs=logprobs) for row in rows)
        return [(request.key(self.endpoint.model), request) for request in requests]

    async def _score(self, rows: Sequence[Texts], what: str) -> list[Shape | Unscored]:
        keyed = self._keyed(rows)
        unique = dict(keyed)
        with ReplyCache(self._cache_path) as cache:
            async with Chat(self.endpoint, cache, self.settings) as chat:
                self.usage = chat.usage
                replies = await _all([chat.ask(request, self._readable) for request in unique.values()], what)
        self.served = sorted({reply.model for reply in replies if isinstance(reply, Reply) and reply.model})
        verdicts = {key: self._verdict(reply) for key, reply in zip(unique, replies, strict=True)}
        return [verdicts[key] for key, _ in keyed]

    def _readable(self, reply: Reply) -> bool:
        return not isinstance(read(reply, self.shape), Unscored)

    def _verdict(self, reply: Reply | Unscored) -> Shape | Unscored:
        verdict = reply if isinstance(reply, Unscored) else read(reply, self.shape)
        if isinstance(reply, Unscored) or isinstance(verdict, Unscored) or self.adjust is None:
            return verdict
        return self.adjust(verdict, reply)


async def _all(calls: Sequence[Coroutine[Any, Any, Result]], what: str) -> list[Result]:
    """Results in order, with a progress bar; the first exception stops all other calls."""
    tasks = [asyncio.create_task(call) for call in calls]
    try:
        for done in progress(asyncio.as_completed(tasks), what, len(tasks)):
            await done
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return [task.result() for task in tasks]


def _escaped(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


def _last_that_fits(text: str, shape: type[Shape]) -> Shape | None:
    """Scan for JSON objects; one that does not fit may hold one that does, but a text inside it is never looked at."""
    decoder, found, at = json.JSONDecoder(), None, text.find("{")
    while at != -1:
        end = at + 1
        try:
            value, end = decoder.raw_decode(text, at)
            found = _fitting(value, shape) or found
        except (ValueError, RecursionError):
            pass
        at = text.find("{", end)
    return found


def _fitting(value: Any, shape: type[Shape]) -> Shape | None:
    if isinstance(value, dict):
        try:
            return shape.model_validate(value)
        except ValidationError:
            value = list(value.values())
    inner = (_fitting(item, shape) for item in reversed(value)) if isinstance(value, list) else iter(())
    return next((item for item in inner if item is not None), None)


def _strict(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_strict(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: _strict(value) for key, value in schema.items() if key != "default" and not _is_title(key, value)}
    if isinstance(kept.get("properties"), dict):
        kept |= {"required": list(kept["properties"]), "additionalProperties": False}
    return kept


def _is_title(key: str, value: Any) -> bool:
    """pydantic's automatic titles; a field that is called title holds a schema, not a text."""
    return key == "title" and isinstance(value, str)
