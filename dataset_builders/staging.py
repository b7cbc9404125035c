"""Where a build works: a folder beside the result that survives a failure as a mark, and a disk that may be full."""

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

from datasets.exceptions import DatasetGenerationError

from triptych.core.errors import RunError


@contextlib.contextmanager
def working_folder(folder: Path, kept: Path | None = None) -> Iterator[Path]:
    """An empty folder, removed at the end. After a failure it stays, emptied: a mark of unfinished work.

    What is `kept`, a folder below it, is left there both times.
    """
    _empty(folder, kept)
    try:
        yield folder
    except BaseException:
        _empty(folder, kept)
        raise
    shutil.rmtree(folder)


def _empty(folder: Path, kept: Path | None) -> None:
    """Make `folder`, or clear it of everything but `kept` and the folders above it."""
    if kept is None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        return
    kept.mkdir(parents=True, exist_ok=True)
    for path in [*folder.iterdir(), *kept.parent.iterdir()]:
        if path not in (kept, kept.parent):
            shutil.rmtree(path) if path.is_dir() else path.unlink()


@contextlib.contextmanager
def disk_errors(place: Path) -> Iterator[None]:
    """Turn a full disk, a missing right and their kin into a `RunError` that says what to do."""
    try:
        yield
    except (OSError, DatasetGenerationError) as error:
        cause = error if isinstance(error, OSError) else error.__cause__
        if not isinstance(cause, OSError):
            raise
        reason = cause.strerror or cause
        raise RunError(
            f"cannot write in {place}: {reason}. Free space or choose another place; then run again"
        ) from error
