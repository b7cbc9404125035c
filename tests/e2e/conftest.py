"""Fixtures for whole programs: a fresh home for every cache, the command as users run it, a small full disk."""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from programs import TRIPTYCH, environment

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home in which `triptych install` has run."""
    folder = tmp_path_factory.mktemp("home")
    done = subprocess.run([TRIPTYCH, "install"], env=environment(folder), cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture
def triptych(home: Path, tmp_path: Path) -> Run:
    """Run the command in an empty folder: `triptych("score", "refusals", …)`."""

    def run(*arguments: object, timeout: float = 300, **changes: str) -> subprocess.CompletedProcess[str]:
        command = [str(TRIPTYCH), *map(str, arguments)]
        environ = environment(home, **changes)
        return subprocess.run(command, env=environ, cwd=tmp_path, capture_output=True, text=True, timeout=timeout)

    return run


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 48 kB."""
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=48k", "tmpfs", str(folder)], capture_output=True)
    if mounted.returncode:
        pytest.skip(f"mounting needs root: {mounted.stderr.decode().strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)
