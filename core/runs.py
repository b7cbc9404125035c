"""Runs that can be killed at any moment: atomic files, rows appended by id, `run.json` written last.

A run folder while it works:  `predictions.partial.jsonl`  (one finished row a line, appended)
and when it is done:          `predictions.parquet`, then `run.json`.

`run.json` is the manifest: its existence means that the run is complete.
"""

import contextlib
import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from hashlib import file_digest, sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from triptych.core.errors import RunError, UsageError

MANIFEST = "run.json"
Row = dict[str, Any]


@contextlib.contextmanager
def atomic_path(path: Path) -> Iterator[Path]:
    """A temporary path beside `path`, renamed onto it if the block succeeds and removed if it does not."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".partial")
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        temporary.chmod(0o644)  # mkstemp makes it private; results are for sharing
        temporary.replace(path)
    except OSError as error:
        raise RunError(
            f"cannot write {path}: {error.strerror or error}. Free space or choose another --out."
        ) from error
    finally:
        temporary.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write `text` so that `path` is either the old file or the whole new one."""
    with atomic_path(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


def write_json(path: Path, value: Any) -> None:
    """Write `value` as indented JSON, atomically; NaN becomes null, because JSON has no NaN."""
    write_text(path, json.dumps(_without_nan(value), indent=2, ensure_ascii=False, allow_nan=False) + "\n")


def _without_nan(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _without_nan(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_without_nan(item) for item in value]
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:  # a numpy scalar
        value = value.item()
    return None if isinstance(value, float) and value != value else value


def digest(value: Any) -> str:
    """sha256 of `value`'s canonical JSON: equal settings, equal digest."""
    return sha256(json.dumps(value, sort_keys=True, ensure_ascii=False, default=str).encode()).hexdigest()


def file_sha256(path: Path) -> str:
    """sha256 of a file's bytes, as hex."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def cache_folder() -> Path:
    """Where what can be made again is kept: the folder `TRIPTYCH_CACHE`, else `triptych` in the user's cache folder."""
    home = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(os.environ.get("TRIPTYCH_CACHE") or f"{home}/triptych").expanduser()


def versions(*names: str) -> dict[str, str]:
    """Installed versions of `names` and triptych, for `run.json`."""
    found: dict[str, str] = {}
    for name in ("triptych", *names):
        with contextlib.suppress(PackageNotFoundError):
            found[name] = version(name)
    return found


@dataclass(frozen=True)
class RunInfo:
    """What `run.json` says of a run."""

    system: str
    dataset: str
    split: str
    fingerprint: str
    """Digest of the ids and inputs that were answered."""
    settings: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    model_id: str | None = None
    revision: str | None = None
    versions: dict[str, str] = field(default_factory=dict)
    n: int = 0
    started: str = ""
    finished: str = ""


def now() -> str:
    """The time in UTC, ISO 8601, seconds."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Rows:
    """Rows keyed by `id` that survive a kill: each is appended and flushed as soon as it is finished.

    A run that starts again in the same folder finds the finished rows in `done` and adds only the others.
    If the folder holds rows made with other settings, `UsageError` says so and nothing is overwritten.
    """

    def __init__(self, folder: Path, info: RunInfo, name: str = "predictions") -> None:
        self.folder, self.info, self.name = folder, info, name
        self._partial = folder / f"{name}.partial.jsonl"
        self._key = digest([info.system, info.dataset, info.split, info.fingerprint, info.settings, info.seed])
        self.done: dict[str, Row] = {}
        self.started = info.started or now()
        folder.mkdir(parents=True, exist_ok=True)
        self._read()

    @property
    def complete(self) -> bool:
        """Whether an earlier run with these settings has finished here."""
        manifest = self.folder / MANIFEST
        if not manifest.is_file():
            return False
        known = json.loads(manifest.read_text(encoding="utf-8"))
        if known.get("key") != self._key:
            raise UsageError(
                "a folder without results or with results of the same settings",
                f"{self.folder} holds a finished run of {known.get('system')!r} with other settings",
                "choose another --out, or delete that folder",
            )
        return True

    def add(self, row: Row) -> None:
        """Keep one finished row. An id that is there already is not added twice."""
        if str(row["id"]) in self.done:
            return
        self._append(row)
        self.done[str(row["id"])] = row

    def finish(self, order: list[str]) -> Path:
        """Write the Parquet file in the `order` of ids, then `run.json`; returns the Parquet file's path."""
        import pandas as pd

        missing = [name for name in order if name not in self.done]
        if missing:
            raise RunError(
                f"{len(missing)} of {len(order)} rows are missing, the first is {missing[0]!r}: run again to go on"
            )
        target = self.folder / f"{self.name}.parquet"
        with atomic_path(target) as temporary:
            pd.DataFrame([self.done[name] for name in order]).to_parquet(temporary, index=False)
        filled = {**asdict(self.info), "n": len(order), "started": self.started, "finished": now(), "key": self._key}
        write_json(self.folder / MANIFEST, filled)
        self._partial.unlink(missing_ok=True)
        return target

    def _append(self, value: Row) -> None:
        try:
            with self._partial.open("a", encoding="utf-8") as file:
                file.write(json.dumps(value, ensure_ascii=False) + "\n")
        except OSError as error:
            raise RunError(
                f"cannot write {self._partial}: {error.strerror or error}. {len(self.done)} rows are kept; "
                "free space and run the same command again"
            ) from error

    def _read(self) -> None:
        if self.complete:
            self._read_finished()
        elif self._partial.is_file():
            self._read_partial()
        else:
            self._append({"key": self._key, "started": self.started})

    def _read_finished(self) -> None:
        import pandas as pd

        frame = pd.read_parquet(self.folder / f"{self.name}.parquet")
        records = [{str(key): value for key, value in row.items()} for row in frame.to_dict("records")]
        self.done = {str(row["id"]): row for row in records}

    def _read_partial(self) -> None:
        """Keep the whole lines; a line cut off by a kill is dropped and its row is made again."""
        lines = self._partial.read_text(encoding="utf-8", errors="replace").split("\n")
        rows = [row for row in map(_parsed, lines) if row is not None]
        if rows and rows[0].get("key", self._key) != self._key:
            raise UsageError(
                "a folder without results or with results of the same settings",
                f"{self.folder} holds an unfinished run with other settings",
                "choose another --out, or delete that folder",
            )
        self.started = rows[0].get("started", self.started) if rows else self.started
        self.done = {str(row["id"]): row for row in rows if "id" in row}
        header = {"key": self._key, "started": self.started}
        kept = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in [header, *self.done.values()])
        write_text(self._partial, kept)


def _parsed(line: str) -> Row | None:
    try:
        value = json.loads(line)
    except json.JSONDecodeError:
        return None
    return value if isinstance(value, dict) else None
