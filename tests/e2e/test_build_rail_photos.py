"""`triptych build synrailobs` on photographs as users run it: the same bytes from any engine, killed and gone on."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import datasets
import pytest
from photo_parts import write_tracks
from programs import TRIPTYCH, environment

from triptych.core.runs import file_sha256

pytestmark = pytest.mark.e2e
ROWS = "60"


@pytest.fixture(scope="module")
def tracks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_tracks(tmp_path_factory.mktemp("tracks") / "pictures", 4)
    (folder / "broken.jpg").write_bytes(b"\xff\xd8 no picture")
    return folder


def command(tracks: Path, out: Path, *more: str) -> list[str]:
    options = ["--backgrounds", str(tracks), "--limit", ROWS, "--shards", "6", "--out", str(out), *more]
    return [str(TRIPTYCH), "build", "synrailobs", *options]


def run(tracks: Path, out: Path, *more: str) -> str:
    done = subprocess.run(
        command(tracks, out, *more), env=environment(out.parent), cwd=out.parent, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def hashes(folder: Path) -> dict[str, str]:
    return {path.name: file_sha256(path) for path in sorted((folder / "data").iterdir())}


@pytest.fixture(scope="module")
def built(tracks: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("one") / "photos"
    said = run(tracks, out)
    assert "left out: broken.jpg: " in said
    assert "60 pictures, " in said
    assert f"look at {out / 'contact_sheet.png'}" in said
    assert f'load_dataset("{out.resolve()}")' in said
    return out


def test_it_loads(built: Path, tmp_path: Path) -> None:
    rows = datasets.load_dataset(str(built), cache_dir=str(tmp_path))
    assert {split: len(rows[split]) for split in rows} == {"train": 42, "validation": 6, "test": 12}
    assert all(row["image"].size == (1280, 720) for row in rows["test"])


@pytest.mark.parametrize("more", [("--num-proc", "2"), ("--num-proc", "2", "--engine", "ray")])
def test_processes_and_ray_give_the_same_bytes(built: Path, tracks: Path, tmp_path: Path, more: tuple[str]) -> None:
    if "ray" in more:
        pytest.importorskip("ray")
    run(tracks, tmp_path / "photos", *more)
    assert hashes(tmp_path / "photos") == hashes(built)


def test_killed_at_any_moment_it_goes_on(built: Path, tracks: Path, tmp_path: Path) -> None:
    """Killed with -9 after one finished shard, then after three: shards are whole or not there, none is made twice."""
    out = tmp_path / "photos"
    times: dict[str, int] = {}
    for enough in (1, 3):
        program = subprocess.Popen(
            command(tracks, out, "--num-proc", "2"),
            env=environment(tmp_path),
            cwd=tmp_path,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        limit = time.monotonic() + 120
        while len(finished(out)) < enough and program.poll() is None and time.monotonic() < limit:
            time.sleep(0.005)
        os.killpg(program.pid, signal.SIGKILL)
        program.wait()
        if (out / "build.json").exists():
            break
        now = finished(out)
        assert times.items() <= now.items()
        times = now
    assert times
    run(tracks, out)
    assert hashes(out) == hashes(built)
    kept = {path.name: path.stat().st_mtime_ns for path in (out / "data").iterdir()}
    assert times.items() <= kept.items()
    assert json.loads((out / "report.json").read_text())["rows"] == int(ROWS)


def finished(out: Path) -> dict[str, int]:
    """Whole shards of an unfinished build, with the time of each."""
    return {path.name: path.stat().st_mtime_ns for path in (out / ".building").rglob("[a-z]*.parquet")}
