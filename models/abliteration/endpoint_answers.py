"""Answers of a model behind an OpenAI-compatible server (`transformers serve`, vLLM, OpenAI), each kept as it comes.

    --system openai:SmolLM2-1.7B-Instruct@http://localhost:8000/v1

The server applies the chat template. Its activations cannot be reached, so no direction can be projected out there.
"""

import asyncio
import time
from collections.abc import Callable, Sequence

from triptych.core import judging
from triptych.core.chat import Chat, Settings, Unscored, Usage
from triptych.core.completions import Reply, Request
from triptych.core.endpoint import Endpoint
from triptych.core.estimate import Estimate
from triptych.core.progress import progress
from triptych.models.abliteration.answers import Answer, describe, echoes, failed

_BYTES_PER_TOKEN = 4


def estimate(prompts: Sequence[str], kept: int, max_new_tokens: int) -> Estimate:
    """What asking `prompts` would cost beside the `kept` answers; every answer is counted at its full length."""
    size = sum(len(prompt.encode()) for prompt in prompts)
    return Estimate(len(prompts), kept, size // _BYTES_PER_TOKEN, len(prompts) * max_new_tokens)


def answer_from(
    endpoint: Endpoint,
    prompts: Sequence[str],
    ids: Sequence[str],
    max_new_tokens: int,
    keep: Callable[[Answer], None],
    concurrency: int = 16,
) -> Usage:
    """Ask each of `prompts` at temperature 0 and pass every answer to `keep` as soon as it is there.

    A call that fails for good gives an answer with the status `error`. Raises `UsageError` where no call can succeed
    (key, model, URL). To resume, pass only the prompts and ids that are not done.
    """
    return judging.run(lambda: _ask(endpoint, prompts, ids, max_new_tokens, keep, concurrency))


async def _ask(
    endpoint: Endpoint,
    prompts: Sequence[str],
    ids: Sequence[str],
    max_new_tokens: int,
    keep: Callable[[Answer], None],
    concurrency: int,
) -> Usage:
    slots = asyncio.Semaphore(concurrency)
    async with Chat(endpoint, settings=Settings(concurrency)) as chat:

        async def one(prompt: str, row_id: str) -> None:
            request = Request(({"role": "user", "content": prompt},), max_tokens=max_new_tokens)
            async with slots:  # the client has slots too; here they keep waiting out of the latency
                start = time.perf_counter()
                reply = await chat.ask(request)
                keep(_answer(row_id, prompt, reply, max_new_tokens, time.perf_counter() - start))

        calls = [asyncio.create_task(one(*pair)) for pair in zip(prompts, ids, strict=True)]
        try:
            for done in progress(asyncio.as_completed(calls), f"answers of {endpoint.model}", len(calls)):
                await done
        finally:
            for call in calls:
                call.cancel()
            await asyncio.gather(*calls, return_exceptions=True)
        return chat.usage


def _answer(row_id: str, prompt: str, reply: Reply | Unscored, max_new_tokens: int, seconds: float) -> Answer:
    if isinstance(reply, Unscored):
        return failed(row_id, reply.reason, seconds)
    text = reply.text or reply.refusal  # OpenAI reports a model's own refusal apart
    if not text and reply.finish_reason == "content_filter":
        return failed(row_id, "the server's content filter stopped the answer", seconds)
    ended = reply.finish_reason != "length"
    tokens = reply.completion_tokens or (0 if ended else max_new_tokens)
    return describe(row_id, text, ended, tokens, seconds, echoes(prompt))
