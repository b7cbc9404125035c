"""Feedback runs as users have them: killed at any moment, and shared by two processes."""

import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from fake_server import Answer, FakeServer
from pairs_folder import write_pairs
from programs import TRIPTYCH, environment
from tiny_vlms import write_qwen2_5_vl

pytestmark = pytest.mark.e2e
COUNT = 24
KILLS = 8


def command(data: Path, out: Path, system: str) -> list[str]:
    return ["generate", "formcoach", "--data", str(data), "--out", str(out), "--system", system, "--yes",
            "--concurrency", "3"]  # fmt: skip


def answers(out: Path) -> pd.DataFrame:
    return pd.read_parquet(out / "predictions.parquet").drop(columns="latency_s")


def test_killed_at_random_moments_it_ends_as_the_undisturbed_run_and_asks_nothing_twice(tmp_path):
    data = write_pairs(tmp_path / "pairs", COUNT)
    # The answer depends on the pair alone, so a resumed run can be compared.
    with FakeServer(lambda body, nth: Answer(f"Bend by {len(str(body)) % 97} degrees.", delay=0.15)) as server:
        system = f"openai:coach@{server.url}"
        calm = subprocess.run([TRIPTYCH, *command(data, tmp_path / "calm", system)], env=environment(tmp_path / "a"))
        assert calm.returncode == 0
        server.bodies.clear()
        own = environment(tmp_path / "b")
        rng, killed = np.random.default_rng(5), 0
        while killed < KILLS:
            started = time.monotonic()
            program = subprocess.Popen(
                [TRIPTYCH, *command(data, tmp_path / "out", system)], env=environment(tmp_path / "b")
            )
            asked = len(server.bodies)
            # Starting takes most of the time: the moment is drawn from when the first call has come in.
            while program.poll() is None and len(server.bodies) == asked and time.monotonic() < started + 60:
                time.sleep(0.02)
            time.sleep(float(rng.uniform(0, 0.5)))
            if program.poll() is not None:
                break
            program.kill()
            program.wait()
            killed += 1
        last = subprocess.run([TRIPTYCH, *command(data, tmp_path / "out", system)], env=own)
        assert last.returncode == 0
        assert killed >= 3
        # Of a killed run only the calls under way (three) may have been answered without being kept.
        assert len(server.bodies) <= COUNT + 3 * killed
    pd.testing.assert_frame_equal(answers(tmp_path / "out"), answers(tmp_path / "calm"))


def test_two_processes_write_the_file_of_one(tmp_path):
    data, model = write_pairs(tmp_path / "pairs", 7), write_qwen2_5_vl(tmp_path / "model")
    options = ["--max-new-tokens", "5", "--dtype", "float32", "--batch", "2"]
    env = environment(tmp_path, OMP_NUM_THREADS="1")
    one = [TRIPTYCH, *command(data, tmp_path / "one", str(model)), *options]
    two = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node", "2", "-m",
           "triptych.hub.cli", *command(data, tmp_path / "two", str(model)), *options]  # fmt: skip
    for run in (one, two):
        done = subprocess.run(run, env=env, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr[-2000:]
    pd.testing.assert_frame_equal(answers(tmp_path / "one"), answers(tmp_path / "two"))
    assert '"num_processes": 2' in (tmp_path / "two" / "run.json").read_text()
