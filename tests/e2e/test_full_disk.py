"""A full disk ends in one clear line and exit code 1; what was there before is still there."""

import shutil
from pathlib import Path

import pandas as pd
import pytest

pytestmark = pytest.mark.e2e


def check(done: object, what: str) -> None:
    assert done.returncode == 1, done.stdout + done.stderr
    assert what in done.stderr
    assert "Traceback" not in done.stderr


def fill(folder: Path) -> None:
    (folder / "ballast").write_bytes(b"x" * (shutil.disk_usage(folder).free - 4096))


def test_score(triptych, small_disk: Path, tmp_path: Path) -> None:
    answers = tmp_path / "answers.csv"
    pd.DataFrame({"prompt": [f"p{i}" for i in range(3000)], "output": "Sure."}).to_csv(answers, index=False)
    check(triptych("score", "refusals", "--predictions", answers, "--out", small_disk / "s"), "No space left")


def test_build(triptych, small_disk: Path) -> None:
    fill(small_disk)
    check(triptych("build", "refusals", "--out", small_disk / "data"), "No space left")
    assert not list(small_disk.rglob("README.md"))
    (small_disk / "ballast").unlink()


def test_install(triptych, small_disk: Path) -> None:
    fill(small_disk)
    check(triptych("install", HF_HOME=str(small_disk / "hf")), "No space left")


def test_generate_keeps_the_rows_that_fitted(triptych, small_disk: Path) -> None:
    fill(small_disk)
    command = ("generate", "refusals", "--system", "smollm2-135m", "--limit", "40", "--out", small_disk / "a")
    check(triptych(*command), "No space left")
    (small_disk / "ballast").unlink()
    done = triptych(*command)
    assert done.returncode == 0, done.stderr
    assert len(pd.read_parquet(small_disk / "a" / "predictions.parquet")) == 40
