"""Answers of annotators in one SQLite file. What was accepted survives the end of the program at any moment.

    store = Store("study.sqlite")
    store.add("refusals", "q-001", "ada", {"label": True})
    store.answers("refusals")  # [Answer(item='q-001', annotator='ada', value={'label': True}, at='2026-…')]

`answers` and `decisions` hold what stands now; `events` holds all that was ever said and taken back.
"""

import json
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from triptych.core.errors import UsageError

LONGEST_NAME: Final = 200
LARGEST_VALUE: Final = 65_536
WAIT_S: Final = 30
"""How long a writer waits for another one before it gives up."""

_TABLES: Final = """
CREATE TABLE IF NOT EXISTS events (
  n INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, task TEXT NOT NULL, item TEXT NOT NULL,
  who TEXT NOT NULL, value TEXT, at TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS answers (
  task TEXT NOT NULL, item TEXT NOT NULL, who TEXT NOT NULL, value TEXT NOT NULL, at TEXT NOT NULL,
  n INTEGER NOT NULL, PRIMARY KEY (task, item, who)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS decisions (
  task TEXT NOT NULL, item TEXT NOT NULL, who TEXT NOT NULL, value TEXT NOT NULL, at TEXT NOT NULL,
  n INTEGER NOT NULL, PRIMARY KEY (task, item)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS answers_by_annotator ON answers (task, who, n);
"""


@dataclass(frozen=True)
class Answer:
    """What somebody said of an item; `at` is the time in UTC, ISO 8601."""

    item: str
    annotator: str
    value: dict[str, Any]
    at: str


class Store:
    """Answers and decisions, kept in the file `path`, which is made if need be. Threads and processes may share it."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = threading.Lock()
        self._db = connect(self.path)
        self._db.executescript(_TABLES)

    def add(self, task: str, item: str, annotator: str, value: Mapping[str, Any]) -> None:
        """Keep an answer in place of the annotator's earlier one. It is on the disk when this returns."""
        self._keep("answers", task, item, annotator, value)

    def decide(self, task: str, item: str, adjudicator: str, value: Mapping[str, Any]) -> None:
        """Keep what holds for an item that annotators disagree on, in place of an earlier decision."""
        self._keep("decisions", task, item, adjudicator, value)

    def undo(self, task: str, annotator: str) -> str | None:
        """Take back the annotator's last answer and give its item; None where there is none."""
        with self._writing() as db:
            query = "SELECT item FROM answers WHERE task = ? AND who = ? ORDER BY n DESC LIMIT 1"
            row = db.execute(query, (task, annotator)).fetchone()
            if row is None:
                return None
            self._event("undo", task, row[0], annotator, None)
            db.execute("DELETE FROM answers WHERE task = ? AND item = ? AND who = ?", (task, row[0], annotator))
            return str(row[0])

    def answers(self, task: str, annotator: str | None = None) -> list[Answer]:
        """The answers that stand, oldest first: all of them, or one annotator's."""
        where, more = ("", ()) if annotator is None else (" AND who = ?", (annotator,))
        return self._read("answers", where, (task, *more))

    def done(self, task: str, annotator: str) -> set[str]:
        """The items that the annotator has answered."""
        return {answer.item for answer in self.answers(task, annotator)}

    def decisions(self, task: str) -> list[Answer]:
        """The decisions that stand, oldest first; `annotator` is who decided."""
        return self._read("decisions", "", (task,))

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._db.close()

    def _keep(self, table: str, task: str, item: str, who: str, value: Mapping[str, Any]) -> None:
        text = _checked(task, item, who, value)
        with self._writing() as db:
            n, at = self._event(table, task, item, who, text)
            db.execute(f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?, ?, ?, ?)", (task, item, who, text, at, n))

    def _event(self, kind: str, task: str, item: str, who: str, value: str | None) -> tuple[int, str]:
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        row = (kind, task, item, who, value, at)
        done = self._db.execute("INSERT INTO events (kind, task, item, who, value, at) VALUES (?, ?, ?, ?, ?, ?)", row)
        return int(done.lastrowid or 0), at

    def _read(self, table: str, where: str, values: tuple[str, ...]) -> list[Answer]:
        query = f"SELECT item, who, value, at FROM {table} WHERE task = ?{where} ORDER BY n"
        with self._lock:
            rows = self._db.execute(query, values).fetchall()
        return [Answer(item, who, json.loads(value), at) for item, who, value, at in rows]

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._lock, transaction(self._db) as db:
            yield db


def connect(path: Path) -> sqlite3.Connection:
    """The database `path`, whose committed changes are on the disk."""
    try:
        path.touch(mode=0o600)  # a new file is its owner's alone; SQLite gives the files beside it the same mode
        db = sqlite3.connect(path, timeout=WAIT_S, isolation_level=None, check_same_thread=False)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
    except (sqlite3.Error, OSError) as error:
        raise UsageError("an annotation store (SQLite)", f"{path}: {error}", "name another file") from None
    return db


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """All changes within, or none."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield db
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def _checked(task: str, item: str, who: str, value: Mapping[str, Any]) -> str:
    """`value` as JSON; raises `UsageError` for names and values that are empty, too long or of a wrong type."""
    for kind, name in {"task": task, "item": item, "annotator": who}.items():
        if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME:
            raise UsageError(f"a name of 1 to {LONGEST_NAME} characters for the {kind}", repr(name)[:80], "shorten it")
    if not isinstance(value, Mapping):
        raise UsageError("an answer with named parts", type(value).__name__, 'write for instance {"label": true}')
    try:
        text = json.dumps(dict(value), ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise UsageError(
            "an answer that JSON can hold", str(error), "use texts, numbers, lists, true and false"
        ) from None
    if len(text.encode("utf-8", "replace")) > LARGEST_VALUE:
        raise UsageError(f"an answer of at most {LARGEST_VALUE} bytes", f"{len(text)} characters", "shorten it")
    return text
