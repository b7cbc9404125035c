"""Answers and judgements survive 20 kills with -9 each; two processes give the file that one gives."""

import contextlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pandas as pd
import pytest
import tiny_llama
from fake_server import Answer, FakeServer
from forked import Forked
from programs import environment

from triptych.core.completions import Request
from triptych.hub.refusal_answers import prompts

pytestmark = pytest.mark.e2e

KILLS = 20
TORCHRUN = Path(sys.executable).with_name("torchrun")


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_llama.save(tmp_path_factory.mktemp("tiny"))


def answers(folder: Path) -> pd.DataFrame:
    """The predictions without the one column that tells the time."""
    return pd.read_parquet(folder / "predictions.parquet").drop(columns="latency_s")


def kept_ids(folder: Path) -> set[str]:
    """Ids of the whole lines in the partial files."""
    rows = []
    for path in folder.glob("predictions*.partial.jsonl"):
        for line in path.read_text(errors="replace").splitlines():
            try:
                rows.append(json.loads(line))
            except json.JSONDecodeError:
                continue
    return {row["id"] for row in rows if "id" in row}


def wait_for(ready, seconds: float = 60) -> None:
    limit = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < limit
        time.sleep(0.002)


def run_through(program: Forked, command: list[str]) -> None:
    program.start(command)
    assert program.wait() == 0, program.log.read_text()


def test_a_local_model_killed_at_20_random_moments(tiny: Path, tmp_path: Path) -> None:
    command = [
        "generate",
        "refusals",
        "--system",
        str(tiny),
        "--max-new-tokens",
        "24",
        "--batch-tokens",
        "150",  # a prompt or two: the run is long enough for 20 kills on a slow machine too
        "--out",
    ]
    moments, out = random.Random(0), tmp_path / "killed"
    with Forked(environment(tmp_path), tmp_path, torch=True) as program:
        run_through(program, [*command, str(tmp_path / "undisturbed")])
        seen: list[set[str]] = [set()]
        for _ in range(KILLS):
            pid = program.start([*command, str(out)])
            wait_for(lambda: len(kept_ids(out)) > len(seen[-1]) or (out / "run.json").is_file())
            time.sleep(moments.uniform(0, 0.03))
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            if program.wait() != -signal.SIGKILL:
                break  # it was faster than the kill
            seen.append(kept_ids(out))
            assert seen[-1] > seen[-2]  # every run goes on where the last one was killed
        print(f"killed {len(seen) - 1} times")
        assert len(seen) > KILLS // 2
        assert len(seen[-1]) < 100
        kept = {
            row["id"]: row
            for row in map(json.loads, (out / "predictions.partial.jsonl").read_text().splitlines()[1:-1])
        }
        run_through(program, [*command, str(out)])
    assert answers(out).equals(answers(tmp_path / "undisturbed"))
    latency = pd.read_parquet(out / "predictions.parquet").set_index("id")["latency_s"]
    assert all(latency[name] == row["latency_s"] for name, row in kept.items())  # not made again


def by_text(body, nth) -> Answer:
    """The same prompt, the same answer."""
    text = body["messages"][-1]["content"]
    return Answer(f"Answer {sha256(text.encode()).hexdigest()}.", delay=0.1)


def test_a_server_killed_at_20_random_moments_is_asked_no_finished_row_again(tmp_path: Path) -> None:
    names = {row["prompt"]: row["id"] for row in prompts("test")}
    moments, out = random.Random(1), tmp_path / "killed"
    with FakeServer(by_text) as server, Forked(environment(tmp_path), tmp_path) as program:
        command = ["generate", "refusals", "--system", f"openai:m@{server.url}", "--yes", "--concurrency", "4", "--out"]
        run_through(program, [*command, str(tmp_path / "undisturbed")])
        assert Counter(body["messages"][0]["content"] for body in server.bodies) == Counter(dict.fromkeys(names, 1))
        server.bodies.clear()
        finished, killed = set(), 0
        for _ in range(KILLS):
            asked = len(server.bodies)
            pid = program.start([*command, str(out)])
            wait_for(lambda asked=asked: len(server.bodies) > asked)
            time.sleep(moments.uniform(0, 0.25))
            os.kill(pid, signal.SIGKILL)
            killed += program.wait() == -signal.SIGKILL
            assert not finished & {names[body["messages"][0]["content"]] for body in server.bodies[asked:]}
            finished = kept_ids(out)
        assert killed == KILLS
        assert 0 < len(finished) < 100
        asked = len(server.bodies)
        run_through(program, [*command, str(out)])
        last = [names[body["messages"][0]["content"]] for body in server.bodies[asked:]]
        assert sorted(last) == sorted(set(names.values()) - finished)
    assert answers(out).equals(answers(tmp_path / "undisturbed"))


def verdict(body, nth) -> Answer:
    """The same answer, the same verdict."""
    said = sha256(body["messages"][-1]["content"].encode()).digest()[0] % 2
    return Answer(json.dumps({"explanation": "…", "verdict": ["refusal", "no_refusal"][said]}), delay=0.1)


def request_key(body) -> str:
    """The name of a reply in the cache."""
    schema = body["response_format"]["json_schema"]["schema"]
    request = Request(
        tuple(body["messages"]), schema, body["temperature"], body["max_tokens"], body["seed"]
    )  # fmt: skip
    return request.key(body["model"])


def cached(home: Path) -> set[str]:
    with sqlite3.connect(home / "cache" / "replies.sqlite") as database:
        return {key for (key,) in database.execute("SELECT key FROM replies")}


def test_judging_killed_at_20_random_moments_asks_no_finished_row_again(tmp_path: Path) -> None:
    file, rows = tmp_path / "answers.jsonl", range(400)
    file.write_text(
        "".join(
            json.dumps({"id": f"row-{n}", "prompt": f"Question {n}?", "output": f"Answer {n}."}) + "\n" for n in rows
        )
    )
    homes = {name: tmp_path / name for name in ("quiet", "disturbed")}
    moments = random.Random(2)
    with FakeServer(verdict) as server:
        command = [
            "score",
            "refusals",
            "--predictions",
            str(file),
            "--judge",
            f"openai:m@{server.url}",
            "--yes",
            "--out",
        ]
        with Forked(environment(homes["quiet"]), tmp_path) as program:
            run_through(program, [*command, str(tmp_path / "undisturbed")])
        assert len({request_key(body) for body in server.bodies}) == len(server.bodies) == len(rows)
        server.bodies.clear()
        finished, killed = set(), 0
        with Forked(environment(homes["disturbed"]), tmp_path) as program:
            for _ in range(KILLS):
                asked = len(server.bodies)
                pid = program.start([*command, str(tmp_path / "killed")])
                wait_for(lambda asked=asked: len(server.bodies) > asked)
                time.sleep(moments.uniform(0, 0.25))
                os.kill(pid, signal.SIGKILL)
                killed += program.wait() == -signal.SIGKILL
                assert not finished & {request_key(body) for body in server.bodies[asked:]}
                finished = cached(homes["disturbed"])
            assert killed == KILLS
            assert 0 < len(finished) < len(rows)
            asked = len(server.bodies)
            run_through(program, [*command, str(tmp_path / "killed")])
        assert len(server.bodies) - asked == len(rows) - len(finished)
    for name in ("score.json", "verdicts.csv"):
        assert (tmp_path / "killed" / name).read_text() == (tmp_path / "undisturbed" / name).read_text()


def workers(parent: int) -> list[int]:
    """Process ids of the children of `parent`."""
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(parent)], capture_output=True, text=True)
    return [int(word) for word in listed.stdout.split()]


def test_two_processes_give_the_file_of_one_also_after_a_kill(tiny: Path, tmp_path: Path) -> None:
    environ = environment(tmp_path, OMP_NUM_THREADS="1")
    options = [
        "generate",
        "refusals",
        "--system",
        str(tiny),
        "--max-new-tokens",
        "24",
        "--batch-tokens",
        "300",
        "--out",
    ]
    program = [sys.executable, "-m", "triptych.hub.cli", *options]
    pair = [str(TORCHRUN), "--nproc_per_node", "2", "-m", "triptych.hub.cli", *options]
    settings = {"env": environ, "cwd": tmp_path, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}

    one, two = (
        subprocess.Popen([*command, str(tmp_path / name)], **settings)
        for command, name in ((program, "one"), (pair, "two"))
    )
    for started in (one, two):
        assert started.wait(200) == 0, started.stderr.read()
    manifest = {name: json.loads((tmp_path / name / "run.json").read_text()) for name in ("one", "two")}
    assert [manifest[name]["num_processes"] for name in ("one", "two")] == [1, 2]
    assert manifest["one"]["key"] == manifest["two"]["key"]
    assert answers(tmp_path / "two").equals(answers(tmp_path / "one"))
    assert len(answers(tmp_path / "two")) == 100
    assert sorted(path.name for path in (tmp_path / "two").iterdir()) == ["predictions.parquet", "run.json"]

    out = tmp_path / "killed"
    killed = subprocess.Popen([*pair, str(out)], **settings)
    wait_for(lambda: all(len(kept_ids_of(out, rank)) > 3 for rank in (0, 1)), 120)
    for pid in [*workers(killed.pid), killed.pid]:
        os.kill(pid, signal.SIGKILL)
    killed.wait()
    assert 7 < len(kept_ids(out)) < 100
    assert subprocess.run([*program, str(out)], **settings).returncode == 0
    assert answers(out).equals(answers(tmp_path / "one"))


def kept_ids_of(folder: Path, rank: int) -> list[str]:
    """Whole lines after the header of one process's file."""
    path = folder / ("predictions.partial.jsonl" if rank == 0 else f"predictions.{rank}.partial.jsonl")
    return path.read_text(errors="replace").split("\n")[1:-1] if path.is_file() else []
