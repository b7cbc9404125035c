"""Kills `build` or `install_to_cache` with SIGKILL at chosen file operations, runs each again and reports as JSON.

    python kill_driver.py build|install FOLDER

Every run is a forked process. An audit hook counts the operations on files below FOLDER and sends the signal just
before the n-th; n covers the whole run, all renames included. An installation starts from an older copy.
"""

import hashlib
import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import datasets

from triptych.dataset_builders.parquet import build, install_to_cache
from triptych.dataset_builders.refusal_prompts.builder import RefusalPrompts

EVENTS = ("open", "os.mkdir", "os.rename", "os.remove", "os.rmdir")
POINTS = 6


class Older(RefusalPrompts):
    VERSION = datasets.Version("0.9.0")
    BUILDER_CONFIGS = (datasets.BuilderConfig(name="default", version=VERSION),)


def work(kind: str, place: Path, builder: type = RefusalPrompts) -> None:
    datasets.disable_progress_bars()
    if kind == "build":
        build(builder, place / "out")
    else:
        datasets.config.HF_DATASETS_CACHE = str(place)
        install_to_cache(builder, "refusal_prompts")


def load(place: Path) -> None:
    """The bare name in an empty directory."""
    datasets.config.HF_DATASETS_CACHE = str(place)
    (place / "empty").mkdir()
    os.chdir(place / "empty")
    assert len(datasets.load_dataset("refusal_prompts", split="test")) == 100
    os.chdir("/")
    (place / "empty").rmdir()


def forked(action: Callable[[], None]) -> int:
    """Exit status of `action` in a process of its own: 0 done, -9 killed."""
    pid = os.fork()
    if pid == 0:
        action()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def watched(place: Path, log: Path, kill_at: int | None) -> None:
    """From here on write each file operation below `place` to `log`, and kill this process before one of them."""
    events = log.open("w")  # opened before the hook, outside `place`

    def hook(event: str, args: tuple[object, ...]) -> None:
        if event in EVENTS and str(place) in str(args[0]):
            hook.count += 1
            if hook.count == kill_at:
                os.kill(os.getpid(), signal.SIGKILL)
            events.write(event + "\n")
            events.flush()

    hook.count = 0
    sys.addaudithook(hook)


def state(place: Path) -> dict[str, str]:
    """Every path below `place` with the digest of its content, lock files left out."""
    return {
        str(path.relative_to(place)): hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        for path in sorted(place.rglob("*"))
        if path.suffix != ".lock"
    }


def trial(kind: str, place: Path, kill_at: int | None) -> dict[str, object]:
    place.mkdir()
    log = place.with_suffix(".log")
    if kind == "install":
        assert forked(lambda: work(kind, place, Older)) == 0

    def run() -> None:
        watched(place, log, kill_at)
        work(kind, place)

    status = forked(run)
    loads = forked(lambda: load(place)) if kind == "install" else 0
    again = forked(lambda: work(kind, place))
    events = log.read_text().split("\n")[:-1]
    return {"status": status, "loads": loads, "again": again, "state": state(place), "events": events}


if __name__ == "__main__":
    kind, root = sys.argv[1], Path(sys.argv[2])
    whole = trial(kind, root / "whole", None)
    operations = whole["events"]
    every = {1 + number * len(operations) // POINTS for number in range(POINTS)}
    renames = {n + delta for n, event in enumerate(operations, 1) for delta in (0, 1) if event == "os.rename"}
    points = sorted(n for n in every | renames if n <= len(operations))
    killed = {n: trial(kind, root / f"killed{n}", n) for n in points}
    print(json.dumps({"whole": whole, "killed": killed}))
