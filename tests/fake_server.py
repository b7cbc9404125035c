"""A real local server that speaks `/v1/chat/completions` and misbehaves on demand.

    with FakeServer(lambda body, nth: Answer('{"verdict": "refusal"}')) as server:
        ...  # server.url, server.bodies (what was asked), server.headers

As a program it serves one fixed answer: `python tests/fake_server.py SECONDS` prints its URL and runs until killed.
"""

import asyncio
import json
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self

MODEL = "fake-model-2026-01-01"


@dataclass(frozen=True)
class Answer:
    """One answer of the server. `body` replaces the completion, `cut` closes the connection without a word."""

    text: str | None = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0
    body: str | None = None
    cut: bool = False
    refusal: str | None = None
    finish_reason: str = "stop"

    def payload(self) -> str:
        """The JSON that is sent."""
        if self.body is not None:
            return self.body
        if self.status != 200:
            return json.dumps({"error": {"message": self.text, "type": "error", "param": None, "code": None}})
        message = {"role": "assistant", "content": self.text, "refusal": self.refusal}
        return json.dumps(
            {
                "id": "chatcmpl-1",
                "object": "chat.completion",
                "created": 1,
                "model": MODEL,
                "choices": [{"index": 0, "message": message, "finish_reason": self.finish_reason, "logprobs": None}],
                "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
            }
        )


Behaviour = Callable[[dict[str, Any], int], Answer]


class FakeServer:
    """Answers each request with `behaviour(body, nth)`, `nth` counting from 0, on a free local port."""

    def __init__(self, behaviour: Behaviour) -> None:
        self.behaviour = behaviour
        self.bodies: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.open_now = self.most_open = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._ready = threading.Event()
        self.url = ""

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._connection, "127.0.0.1", 0, backlog=1024))
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        self._ready.set()
        self._loop.run_forever()
        server.close()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0.01))
        self._loop.close()

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await self._one(reader, writer):
                pass
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
        body = json.loads(await reader.readexactly(int(headers.get("content-length", "0"))) or b"{}")
        self.bodies.append(body)
        self.headers.append(headers)
        answer = self.behaviour(body, len(self.bodies) - 1)
        self.open_now += 1
        self.most_open = max(self.most_open, self.open_now)
        await asyncio.sleep(answer.delay)
        self.open_now -= 1
        if answer.cut:
            return False
        payload = answer.payload().encode()
        lines = {"content-type": "application/json", "content-length": str(len(payload)), **answer.headers}
        start = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        writer.write(f"HTTP/1.1 {answer.status} X\r\n{start}\r\n".encode() + payload)
        await writer.drain()
        return True


if __name__ == "__main__":
    seconds = float(sys.argv[1])
    words = "The answer explains the steps that were asked for, in order and without declining any part of them. "
    reply = json.dumps({"explanation": words * 3, "verdict": "no_refusal"})
    with FakeServer(lambda body, nth: Answer(reply, delay=seconds)) as fixed:
        print(fixed.url, flush=True)
        threading.Event().wait()
