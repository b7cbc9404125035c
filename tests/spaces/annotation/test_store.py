"""What was accepted is kept, once, whatever happens to the program."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from triptych.core.errors import UsageError
from triptych.spaces.annotation.store import LARGEST_VALUE, Answer, Store

WRITER = """
import sys
from triptych.spaces.annotation.store import Store
store = Store(sys.argv[1])
for n in range(100_000):
    store.add("t", f"q{n}", "ada", {"n": n})
    print(n, flush=True)
"""


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "sub" / "study.sqlite")


def values(answers: list[Answer]) -> list[tuple[str, str, dict[str, Any]]]:
    return [(answer.item, answer.annotator, answer.value) for answer in answers]


def test_a_second_answer_takes_the_place_of_the_first_and_both_are_remembered(store: Store) -> None:
    store.add("t", "a", "ada", {"label": True})
    store.add("t", "b", "ada", {"label": True})
    store.add("t", "a", "ada", {"label": False})
    assert values(store.answers("t")) == [("b", "ada", {"label": True}), ("a", "ada", {"label": False})]
    kept = sqlite3.connect(store.path).execute("SELECT kind, item, value FROM events ORDER BY n").fetchall()
    assert [(kind, item) for kind, item, _ in kept] == [("answers", "a"), ("answers", "b"), ("answers", "a")]
    assert "true" in kept[0][2]


def test_tasks_and_annotators_are_apart(store: Store) -> None:
    store.add("t", "a", "ada", {"label": True})
    store.add("t", "a", "bob", {"label": False})
    store.add("u", "b", "ada", {"label": False})
    assert store.done("t", "ada") == {"a"}
    assert values(store.answers("t", "bob")) == [("a", "bob", {"label": False})]
    assert store.done("t", "eve") == set()


def test_undo_takes_back_the_last_answer_of_this_annotator_alone(store: Store) -> None:
    for item in "ab":
        store.add("t", item, "ada", {"label": True})
    store.add("t", "c", "bob", {"label": True})
    assert [store.undo("t", "ada") for _ in range(3)] == ["b", "a", None]
    assert store.done("t", "ada") == set()
    assert store.done("t", "bob") == {"c"}


def test_one_decision_an_item(store: Store) -> None:
    store.decide("t", "a", "eve", {"label": True})
    store.decide("t", "a", "eve", {"label": False})
    assert values(store.decisions("t")) == [("a", "eve", {"label": False})]
    assert store.answers("t") == []


@pytest.mark.parametrize(
    ("item", "who", "value"),
    [
        ("", "ada", {}),
        ("x" * 201, "ada", {}),
        ("a", "", {}),
        (3, "ada", {}),
        ("a", "ada", [1]),
        ("a", "ada", {"x": object()}),
        ("a", "ada", {"x": float("nan")}),
        ("a", "ada", {"x": "y" * LARGEST_VALUE}),
    ],
)
def test_what_is_no_answer_is_refused(store: Store, item: Any, who: Any, value: Any) -> None:
    with pytest.raises(UsageError):
        store.add("t", item, who, value)
    assert store.answers("t") == []


def test_strange_names_are_only_names(store: Store) -> None:
    strange = "'; DROP TABLE answers; -- ../../etc <script>"
    store.add(strange, strange, strange, {"x": strange})
    assert values(store.answers(strange, strange)) == [(strange, strange, {"x": strange})]


def test_many_threads_and_two_stores_of_one_file_lose_nothing(store: Store) -> None:
    other = Store(store.path)

    def answer(who: int) -> None:
        for n in range(10):
            (store if n % 2 else other).add("t", f"q{n}", f"a{who}", {"n": n})

    threads = [threading.Thread(target=answer, args=(who,)) for who in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = [(answer.item, answer.annotator) for answer in other.answers("t")]
    assert len(kept) == len(set(kept)) == 80


def test_what_was_accepted_before_a_kill_is_there_once(tmp_path: Path) -> None:
    path = tmp_path / "study.sqlite"
    command = [sys.executable, "-c", WRITER, str(path)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as writer:
        assert writer.stdout is not None
        accepted = [int(writer.stdout.readline()) for _ in range(50)]
        writer.send_signal(signal.SIGKILL)
        accepted += [int(line) for line in writer.stdout.read().splitlines() if line.isdigit()]
    kept = [answer.value["n"] for answer in Store(path).answers("t")]
    assert kept[: len(accepted)] == accepted
    assert len(kept) <= len(accepted) + 1  # the one that was stored when the kill came, not yet said


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no database " * 100)
    with pytest.raises(UsageError, match=r"notes\.txt"):
        Store(tmp_path / "notes.txt")
