"""Replies of language models on disk, so that a second run asks nothing twice.

One SQLite file, shared by all processes: `replies.sqlite` in `core.runs.cache_folder`. It maps the sha256
of what changes a reply (see `chat.Request.key`) to the reply; it holds no prompt, no URL and no key.
A cache is a convenience: where it cannot be read or written, one warning says so and work goes on without it.
"""

import contextlib
import sqlite3
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Self

from triptych.core.runs import cache_folder

FILE = "replies.sqlite"
_BUSY_SECONDS = 30.0
_CHUNK = 500  # keys in one query, below SQLite's limit of variables


def default_path() -> Path:
    """The file in the cache folder (`core.runs.cache_folder`)."""
    return cache_folder() / FILE


class ReplyCache:
    """Get and put texts by key. Every method works without a file, as if the cache were empty."""

    def __init__(self, path: Path | None = None) -> None:
        self._database: sqlite3.Connection | None = None
        self._writable = True
        try:
            self.path = path or default_path()
            self._database = self._opened()
        except (OSError, RuntimeError, sqlite3.Error) as error:  # RuntimeError: there is no home folder
            self._lose(error)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def get(self, key: str) -> str | None:
        """The reply kept under `key`, or None."""
        return self.get_many([key]).get(key)

    def get_many(self, keys: Iterable[str]) -> dict[str, str]:
        """Those of `keys` that are known, with their replies."""
        wanted = list(keys)
        found: dict[str, str] = {}
        for start in range(0, len(wanted), _CHUNK):
            found.update(self._select(wanted[start : start + _CHUNK]))
        return found

    def put(self, key: str, reply: str) -> None:
        """Keep `reply`. The first one stays, so that two processes that asked at once agree afterwards."""
        if self._database is None or not self._writable:
            return
        try:
            self._database.execute("INSERT OR IGNORE INTO replies VALUES (?, ?)", (key, reply))
        except sqlite3.Error as error:
            self._writable = False
            self._warn(error, "new replies are not kept")

    def close(self) -> None:
        """Close the file; the cache is empty from now on."""
        if self._database is not None:
            with contextlib.suppress(sqlite3.Error):
                self._database.close()
        self._database = None

    def _opened(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.touch(mode=0o600)  # replies may quote what was judged: for its owner only
        # Each statement commits by itself: a killed run keeps all replies that it got.
        database = sqlite3.connect(self.path, _BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            database.execute("PRAGMA journal_mode=WAL")
            database.execute("PRAGMA synchronous=NORMAL")
            database.execute("CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, reply TEXT) WITHOUT ROWID")
        except sqlite3.Error:
            database.close()
            raise
        return database

    def _select(self, keys: list[str]) -> dict[str, str]:
        if self._database is None:
            return {}
        marks = ",".join("?" * len(keys))
        try:
            return dict(self._database.execute(f"SELECT key, reply FROM replies WHERE key IN ({marks})", keys))
        except sqlite3.Error as error:
            self._lose(error)
            return {}

    def _lose(self, error: Exception) -> None:
        self.close()
        self._warn(error, "going on without it")

    def _warn(self, error: Exception, consequence: str) -> None:
        where = getattr(self, "path", FILE)
        warnings.warn(
            f"the reply cache {where} does not work ({error}): {consequence}. "
            "Free space, delete that file, or set TRIPTYCH_CACHE to another folder.",
            stacklevel=2,
        )
