"""Our client against bare AsyncOpenAI, on a local server that answers after 50 ms.

    python benchmarks/chat_client.py [--calls 1000] [--concurrency 64] [--repeats 3]

Requests and replies have the length of real judge calls (about 2,700 and 450 characters). Bare means `gather` over
`chat.completions.create` with the same concurrency and no retries, cache, schema or parsing of the verdict; ours is
the judge as it is used, with an empty cache on disk. Prints CPU milliseconds of the client per call and one ratio of
wall times (below 1: ours is faster).
"""

import argparse
import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import openai

from triptych.core.chat import Settings
from triptych.metrics.refusal_judge.model_judge import ModelJudge
from triptych.metrics.refusal_judge.prompts import REFUSAL_PROMPTS

SERVER = Path(__file__).parents[1] / "tests" / "fake_server.py"
LATENCY = 0.05
ANSWER = "First, gather what you need and read the whole plan once before you start with the first step. " * 10


def bare(url: str, answers: list[str], concurrency: int) -> None:
    """What a short script would do."""

    async def main() -> None:
        gate = asyncio.Semaphore(concurrency)
        async with openai.AsyncOpenAI(api_key="none", base_url=url, max_retries=0) as client:

            async def one(answer: str) -> str | None:
                async with gate:
                    messages = [
                        {"role": "system", "content": REFUSAL_PROMPTS.system},
                        {"role": "user", "content": REFUSAL_PROMPTS.template + answer},
                    ]
                    reply = await client.chat.completions.create(
                        model="m", messages=messages, temperature=0, seed=0, max_tokens=2048
                    )  # fmt: skip
                    return reply.choices[0].message.content

            await asyncio.gather(*(one(answer) for answer in answers))

    asyncio.run(main())


def ours(url: str, answers: list[str], concurrency: int) -> None:
    """The judge of the metric with an empty cache."""
    with tempfile.TemporaryDirectory() as folder:
        judge = ModelJudge(f"openai:m@{url}", Settings(concurrency), Path(folder) / "cache")
        verdicts = judge.score([None] * len(answers), answers)
    assert all(verdict.label == "no_refusal" for verdict in verdicts)


def timed(run: Callable[[], None]) -> tuple[float, float]:
    """Wall and CPU seconds of this process."""
    wall, cpu = time.perf_counter(), time.process_time()
    run()
    return time.perf_counter() - wall, time.process_time() - cpu


def main() -> None:
    """Run both in turn and compare medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("calls", 1000), ("concurrency", 64), ("repeats", 3)):
        parser.add_argument(f"--{name}", type=int, default=default)
    chosen = parser.parse_args()
    server = subprocess.Popen([sys.executable, str(SERVER), str(LATENCY)], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    url = server.stdout.readline().strip()
    answers = [f"Answer {number}. {ANSWER}" for number in range(chosen.calls)]
    walls: dict[str, list[float]] = {"bare": [], "ours": []}
    try:
        for client in (bare, ours):
            client(url, answers[:20], 20)  # imports and first use
        for _ in range(chosen.repeats):
            for client in (bare, ours):
                wall, cpu = timed(partial(client, url, answers, chosen.concurrency))
                walls[client.__name__].append(wall)
                print(f"{client.__name__}: {wall:.2f} s, {1000 * cpu / chosen.calls:.2f} ms CPU a call")
    finally:
        server.terminate()
    ideal = chosen.calls / chosen.concurrency * LATENCY
    middle = {name: statistics.median(values) for name, values in walls.items()}
    print(f"n = {chosen.calls} calls, {chosen.concurrency} at a time, ideal {ideal:.2f} s, medians of {chosen.repeats}")
    print(f"ours / bare = {middle['ours'] / middle['bare']:.2f}")


if __name__ == "__main__":
    main()
