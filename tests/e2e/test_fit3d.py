"""Fit3D's layout from films to a dataset by the command, also when it is killed in the middle."""

import json
import os
import signal
import subprocess
import time
from collections import Counter
from pathlib import Path

import pytest
from programs import TRIPTYCH, environment

from triptych.dataset_builders.formcoach import fit3d_tree
from triptych.dataset_builders.formcoach.video import decode
from triptych.hub.builders import load_rows

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three people, six exercises, one camera, two repetitions of about 0.9 s."""
    folder = tmp_path_factory.mktemp("fit3d")
    return fit3d_tree.write(folder, people=3, exercises=6, cameras=1, repetitions=2, size=160, tempo=4.0)


def command(tree: Path, out: Path, *more: str) -> list[str]:
    return [str(TRIPTYCH), "build", "formcoach", "--config", "pairs", "--fit3d", str(tree), "--out", str(out), *more]


@pytest.fixture(scope="module")
def built(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    done = subprocess.run(
        command(tree, folder / "pairs"), env=environment(folder), cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "pairs"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_three_people_and_six_exercises_make_pairs_of_the_right_length_rate_and_size(built: Path, tree: Path) -> None:
    rows = load_rows("formcoach", str(built), "test")
    assert len(rows) == 6 * 6 * 2  # exercises, ordered couples, repetitions
    assert set(Counter(rows["exercise"]).values()) == {12}
    marks = {path.parent.name: json.loads(path.read_text()) for path in tree.glob("train/*/rep_ann.json")}
    for row in rows:
        *action, camera, user, reference = row["id"].split("-")
        lengths = []
        for end in (user, reference):
            person, number = end.split("r")
            ends = marks[person]["_".join(action)]
            lengths.append(ends[int(number)] - ends[int(number) - 1])
        for side in ("user", "reference"):
            frames = decode(row[side]["bytes"])
            assert frames.shape == (min(180, round(max(lengths) / 50 * 30)), 224, 224, 3)
            assert len(row[f"{side}_joints"]) == len(frames)
        assert (row["camera"]["name"], row["fps"], row["redistributable"]) == (camera, 30, False)


@pytest.mark.parametrize("finished", [1, 30])
def test_killed_in_the_middle_it_goes_on_and_ends_with_equal_bytes(
    built: Path, tree: Path, tmp_path: Path, finished: int
) -> None:
    out, quiet = tmp_path / "out", subprocess.DEVNULL
    line = command(tree, out, "--num-proc", "2")
    program = subprocess.Popen(
        line, env=environment(tmp_path), cwd=tmp_path, stdout=quiet, stderr=quiet, start_new_session=True
    )
    limit = time.monotonic() + 120
    while program.poll() is None and len(rows_of(out)) < finished and time.monotonic() < limit:
        time.sleep(0.01)
    os.killpg(program.pid, signal.SIGKILL)
    program.wait()
    kept = {path: path.stat().st_mtime_ns for path in rows_of(out)}
    assert finished <= len(kept) < 72
    assert not (out / "build.json").exists()

    again = subprocess.Popen(command(tree, out), env=environment(tmp_path), cwd=tmp_path, stdout=quiet, stderr=quiet)
    seen: dict[Path, int] = {}
    while again.poll() is None:
        for path in rows_of(out):
            seen.setdefault(path, mtime(path))
        time.sleep(0.01)
    assert again.returncode == 0
    assert {path: seen[path] for path in kept if path in seen} == {path: kept[path] for path in kept if path in seen}
    assert len(kept.keys() & seen.keys()) == len(kept)  # every finished row was still there, and not made again
    assert contents(out) == contents(built)


def rows_of(out: Path) -> list[Path]:
    return list(out.glob(".building/rows/*/*.arrow"))


def mtime(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:  # the build has just finished and cleared up
        return -1
