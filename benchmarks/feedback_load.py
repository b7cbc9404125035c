"""Feedback on 96 pairs from an API that takes 2 s, 16 connections, clips decoded cold: wall time over the ideal 12 s.

python benchmarks/feedback_load.py
"""

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import datasets

from triptych.dataset_builders.formcoach.builder import as_table, row
from triptych.dataset_builders.formcoach.pairs import pairs
from triptych.hub.vlm_feedback import Settings, write_vlm_feedback

PAIRS, SECONDS, CONNECTIONS = 96, 2.0, 16
SERVER = Path(__file__).parents[1] / "tests" / "fake_server.py"


def main() -> None:
    """Print the ratio; rendered pairs are repeated with other wishes to make 96 without the renderer."""
    some = [row(pair) for pair in pairs()[:8]]
    rows = [
        {**some[number % len(some)], "id": f"pair-{number}", "preference": f"wish {number}"} for number in range(PAIRS)
    ]
    server = subprocess.Popen([sys.executable, str(SERVER), str(SECONDS)], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    url = server.stdout.readline().strip()
    try:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "pairs.parquet"
            datasets.concatenate_datasets([datasets.Dataset(as_table(one)) for one in rows]).to_parquet(path)
            data = datasets.load_dataset("parquet", data_files=str(path), split="train", cache_dir=folder)
            for column in ("user", "reference"):
                data = data.cast_column(column, datasets.Video(decode=False))
            started, used = time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF).ru_utime
            settings = Settings(concurrency=CONNECTIONS, yes=True)
            lines = write_vlm_feedback(Path(folder) / "run", f"openai:bench@{url}", data, "test", settings)
            wall = time.perf_counter() - started
            cpu = resource.getrusage(resource.RUSAGE_SELF).ru_utime - used
    finally:
        server.kill()
    assert len(lines) == PAIRS
    ideal = SECONDS * PAIRS / CONNECTIONS
    print(
        f"feedback of an API, {PAIRS} pairs, {SECONDS:g} s an answer, {CONNECTIONS} connections: {wall:.2f} s, "
        f"{wall / ideal:.2f} of the ideal {ideal:g} s (goal: at most 1.15); client CPU {1000 * cpu / PAIRS:.0f} ms each"
    )


if __name__ == "__main__":
    import os

    os.environ.setdefault("TRIPTYCH_CACHE", tempfile.mkdtemp())  # a cache of its own: every pair is asked
    main()
