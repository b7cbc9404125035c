"""Killed with -9 at any moment, the next run completes the work: nothing lost, nothing twice."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from programs import TRIPTYCH, environment

pytestmark = pytest.mark.e2e


def kill_when(ready: Callable[[], bool], command: list[str], home: Path, folder: Path) -> int:
    """Start `command`, kill it with -9 as soon as `ready()`; its exit code (0 where it was quicker)."""
    quiet = subprocess.DEVNULL
    program = subprocess.Popen([TRIPTYCH, *command], env=environment(home), cwd=folder, stdout=quiet, stderr=quiet)
    limit = time.monotonic() + 240
    while program.poll() is None and not ready() and time.monotonic() < limit:
        time.sleep(0.01)
    program.send_signal(signal.SIGKILL)
    return program.wait()


def run(command: list[str], home: Path, folder: Path) -> str:
    done = subprocess.run([TRIPTYCH, *command], env=environment(home), cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


SMALL = ["install", "--only", "refusal_prompts", "refusal_judge", "judge_correlation"]
LITERAL = """
import evaluate
from datasets import load_dataset
assert len(load_dataset("refusal_prompts")["test"]) == 100
evaluate.load("refusal_judge")
evaluate.load("judge_correlation")
"""


def literal_lines(home: Path, folder: Path) -> None:
    command = [sys.executable, "-I", "-c", LITERAL]
    subprocess.run(command, env=environment(home), cwd=folder, check=True, capture_output=True)


@pytest.mark.parametrize("part", [1, 2, 3, 5, 8])
def test_install(part: int, tmp_path: Path) -> None:
    """Killed after so many files have appeared in the cache."""
    home = tmp_path / "home"
    home.mkdir()

    def some_files() -> bool:
        return sum(path.is_file() for path in (home / "hf").rglob("*")) >= part

    kill_when(some_files, SMALL, home, tmp_path)
    run(SMALL, home, tmp_path)
    literal_lines(home, tmp_path)


def test_generate(home: Path, tmp_path: Path) -> None:
    out = tmp_path / "answers"
    command = ["generate", "refusals", "--system", "smollm2-135m", "--limit", "12", "--out", str(out)]
    partial = out / "predictions.partial.jsonl"

    def some_rows() -> bool:
        return partial.is_file() and len(partial.read_bytes().splitlines()) > 2

    code = kill_when(some_rows, command, home, tmp_path)
    kept = [json.loads(line) for line in partial.read_text().splitlines()[1:]] if code else []
    run(command, home, tmp_path)
    answers = pd.read_parquet(out / "predictions.parquet")
    assert len(answers) == 12
    assert answers["id"].is_unique
    assert json.loads((out / "run.json").read_text())["n"] == 12
    for row in kept:  # not made again: the very latency is the first run's
        assert answers.set_index("id").loc[row["id"], "latency_s"] == row["latency_s"]
