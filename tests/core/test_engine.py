"""Functions over tasks, in this process, in others and on Ray: the same results, and failures that say what to do."""

import os
import pickle
import sys
from pathlib import Path

import engine_tasks
import pytest
from engine_tasks import Shard, die, fail, fail_politely, process, square

from triptych.core.engine import run
from triptych.core.errors import RunError, UsageError
from triptych.dataset_builders.synrailobs.rails import NoRailsError


@pytest.mark.parametrize("num_proc", [1, 2])
def test_every_task_is_done_once(num_proc):
    assert sorted(run(square, range(25), num_proc=num_proc)) == [(n, n * n) for n in range(25)]


def test_processes_are_others_and_not_more_than_asked_for():
    assert set(run(process, range(3))) == {os.getpid()}
    used = set(run(process, range(20), num_proc=2))
    assert os.getpid() not in used
    assert len(used) <= 2


@pytest.mark.parametrize("num_proc", [1, 2])
def test_tasks_are_taken_as_places_become_free(num_proc):
    taken = []

    def tasks():
        for number in range(1000):
            taken.append(number)
            yield number

    results = run(square, tasks(), num_proc=num_proc)
    next(results)
    assert len(taken) <= 2 * num_proc
    results.close()


@pytest.mark.parametrize("num_proc", [1, 2])
def test_an_error_names_its_task(num_proc):
    with pytest.raises(RunError, match=r"train-00003: KeyError.*run the same command again"):
        list(run(fail, [Shard("train-00003")], num_proc=num_proc))


@pytest.mark.parametrize("num_proc", [1, 2])
def test_a_mistake_of_the_user_stays_one(num_proc):
    with pytest.raises(UsageError, match="look again"):
        list(run(fail_politely, [Shard("a")], num_proc=num_proc))


def test_a_killed_process_says_how_to_go_on():
    with pytest.raises(RunError, match=r"killed.*run the same command again to go on, with fewer processes"):
        list(run(die, [Shard("a"), Shard("b"), Shard("c")], num_proc=2))


def test_no_tasks_no_results():
    assert list(run(square, [], num_proc=2)) == []


def test_wrong_settings_are_refused():
    with pytest.raises(UsageError, match="at least one process"):
        run(square, [1], num_proc=0)
    with pytest.raises(UsageError, match="spark"):
        run(square, [1], engine="spark")


def test_without_ray_the_line_that_installs_it_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(UsageError, match=r"triptych\[cluster\]"):
        list(run(square, [1], engine="ray"))


@pytest.mark.e2e
def test_ray_gives_the_same(monkeypatch):
    pytest.importorskip("ray")
    monkeypatch.setenv("PYTHONPATH", str(Path(engine_tasks.__file__).parent))
    assert sorted(run(square, range(25), engine="ray", num_proc=2)) == [(n, n * n) for n in range(25)]
    with pytest.raises(RunError, match="train-00003: KeyError"):
        list(run(fail, [Shard("train-00003")], engine="ray"))
    with pytest.raises(UsageError, match="look again"):
        list(run(fail_politely, [Shard("a")], engine="ray"))


def test_errors_of_ours_travel_between_processes():
    sent = pickle.loads(pickle.dumps(NoRailsError("only sky")))
    assert (type(sent), sent.reason, str(sent)) == (NoRailsError, "only sky", str(NoRailsError("only sky")))
