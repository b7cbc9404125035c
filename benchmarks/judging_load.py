"""2,000 judgements at 64 connections, on a local server in a process of its own that takes 500 ms to answer.

    python benchmarks/judging_load.py [--calls 2000] [--concurrency 64] [--repeats 1]

Ideal is calls / connections x 500 ms. Requests and replies have the length of real judge calls (about 2,700 and 450
characters). The client is the judge as it is used, with retries, strict schema, parsing and a cache on disk; a second
run with that cache makes no call. One repeat by default: it takes a quarter of a minute and is nearly all waiting.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from triptych.core.chat import Settings
from triptych.metrics.refusal_judge.model_judge import ModelJudge

SERVER = Path(__file__).parents[1] / "tests" / "fake_server.py"
LATENCY = 0.5
ANSWER = "First, gather what you need and read the whole plan once before you start with the first step. " * 10


def judged(url: str, answers: list[str], concurrency: int, cache: Path) -> tuple[float, float, int]:
    """Wall and CPU seconds of this process, and requests sent."""
    wall, cpu = time.perf_counter(), time.process_time()
    judge = ModelJudge(f"openai:m@{url}", Settings(concurrency), cache)
    verdicts = judge.score([None] * len(answers), answers)
    assert all(verdict.label == "no_refusal" for verdict in verdicts)
    return time.perf_counter() - wall, time.process_time() - cpu, judge.usage.sent


def main() -> None:
    """Judge everything, then once more from the cache; medians of the repeats."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("calls", 2000), ("concurrency", 64), ("repeats", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    chosen = parser.parse_args()
    answers = [f"Answer {number}. {ANSWER}" for number in range(chosen.calls)]
    server = subprocess.Popen([sys.executable, str(SERVER), str(LATENCY)], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    url = server.stdout.readline().strip()
    first, second = [], []
    try:
        for _ in range(chosen.repeats):
            with tempfile.TemporaryDirectory() as folder:
                cache = Path(folder) / "replies.sqlite"
                first.append(judged(url, answers, chosen.concurrency, cache))
                second.append(judged(url, answers, chosen.concurrency, cache))
    finally:
        server.terminate()
    wall, cpu, sent = map(statistics.median, zip(*first, strict=True))
    ideal = chosen.calls / chosen.concurrency * LATENCY
    print(
        f"n = {chosen.calls} judgements, {chosen.concurrency} at a time, {chosen.repeats} repeats, ideal {ideal:.2f} s"
    )
    print(f"first run: {wall:.2f} s, {sent:.0f} calls, {1000 * cpu / chosen.calls:.2f} ms CPU of the client a call")
    again, _, asked = map(statistics.median, zip(*second, strict=True))
    print(f"second run: {again:.2f} s, {asked:.0f} calls")
    print(f"first run / ideal = {wall / ideal:.3f}")


if __name__ == "__main__":
    main()
