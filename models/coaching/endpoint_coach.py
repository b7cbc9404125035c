"""Feedback of a model behind an OpenAI-compatible API: frames of both people as pictures, many pairs at once.

Clips are decoded in threads while other pairs wait for their answers; no more pairs are held in memory than calls are
open, twice over.
"""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from triptych.core.chat import Chat, Unscored
from triptych.core.completions import Reply, Request
from triptych.models.coaching import prompts
from triptych.models.coaching.feedback import Said
from triptych.models.coaching.questions import Question, as_pictures, data_url

TOKENS_PER_PICTURE = 255
"""A guess for the estimate: what a picture of 224 x 224 costs on several services."""


def request(asked: Question, max_new_tokens: int) -> Request:
    """What is sent for one pair."""
    system = {"role": "system", "content": prompts.SYSTEM}
    return Request((system, {"role": "user", "content": as_pictures(asked, data_url)}), max_tokens=max_new_tokens)


async def ask_all(
    chat: Chat, rows: Iterable[dict[str, Any]], prepare: Callable[[dict[str, Any]], Question], max_new_tokens: int
) -> AsyncIterator[tuple[str, Said]]:
    """Id and line of each row, in the order in which the answers come.

    `prepare` makes a question of a row; a row whose clips cannot be read gets a `Said` with the reason, unasked. The
    first error that no call can get past (key, model) is raised, and what was finished before it has been yielded.
    """
    waiting: set[asyncio.Task[tuple[str, Said]]] = set()
    # No more threads than cores: the first pairs are then ready early, and their calls under way.
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(os.cpu_count()))
    try:
        for row in rows:
            waiting.add(asyncio.create_task(_one(chat, row, prepare, max_new_tokens)))
            if len(waiting) >= 2 * chat.settings.concurrency:
                done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    yield await task
        for answer in asyncio.as_completed(waiting):
            yield await answer
    finally:
        for left in waiting:
            left.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


async def _one(
    chat: Chat, row: dict[str, Any], prepare: Callable[[dict[str, Any]], Question], max_new_tokens: int
) -> tuple[str, Said]:
    try:
        sent = await asyncio.to_thread(lambda: request(prepare(row), max_new_tokens))
    except ValueError as error:
        return row["id"], Said("", error=str(error))
    start = time.perf_counter()
    reply = await chat.ask(sent, accept=lambda reply: bool(reply.text.strip()))
    return row["id"], _said(reply, time.perf_counter() - start)


def _said(reply: Reply | Unscored, seconds: float) -> Said:
    if isinstance(reply, Unscored):
        return Said("", latency_s=seconds, error=reply.reason)
    text = reply.text or reply.refusal
    return Said(text, reply.completion_tokens, seconds, ended=reply.finish_reason != "length")
