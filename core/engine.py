"""One function over many tasks, on this machine's cores or on a Ray cluster: the same results from either.

    for done in run(write, tasks, engine="local", num_proc=2): ...

`function` is a module-level function of one argument whose result depends on that argument alone; tasks and results are
pickled. Results come as they are ready, in any order. Tasks are taken from their iterator only as places become free,
so that a million of them need no memory.

Local processes come from a fork server where there is one, else they are spawned: a plain fork would copy the threads'
locks of OpenCV, Arrow and numba, held or not, and hang now and then. Either way the calling script is imported again
by each process, so it needs its `if __name__ == "__main__":`.
"""

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any, Final, Literal, TypeVar

from triptych.core.errors import RunError, UsageError
from triptych.core.source import install_command

Task = TypeVar("Task")
Result = TypeVar("Result")
Engine = Literal["local", "ray"]
AHEAD: Final = 2
"""Tasks handed out for each process: one to work at, one to go on with."""
GO_ON: Final = "What was finished is kept: run the same command again to go on"


def run(
    function: Callable[[Task], Result], tasks: Iterable[Task], engine: Engine = "local", num_proc: int = 1
) -> Iterator[Result]:
    """Results of `function` over `tasks` as they come.

    `engine` "local" with one process works in this one; "ray" takes the cluster that `RAY_ADDRESS` names, whatever
    `num_proc`, or starts one of `num_proc` processes here. `UsageError` and `RunError` of a task come through; any
    other exception becomes a `RunError` that names the task, and so does the end of a process that was killed.
    """
    if num_proc < 1:
        raise UsageError("at least one process", str(num_proc), "leave num_proc out for one")
    if engine == "ray":
        return _on_ray(function, iter(tasks), num_proc)
    if engine != "local":
        raise UsageError('engine "local" or "ray"', repr(engine), "check --engine")
    return _here(function, tasks) if num_proc == 1 else _in_processes(function, iter(tasks), num_proc)


def _here(function: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
    for task in tasks:
        try:
            result = function(task)
        except Exception as error:
            raise _named(error, task) from error
        yield result


def _in_processes(function: Callable[[Task], Result], tasks: Iterator[Task], num_proc: int) -> Iterator[Result]:
    method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    pool = ProcessPoolExecutor(num_proc, mp_context=multiprocessing.get_context(method))
    try:
        waiting: dict[Future[Result], Task] = {}
        while True:
            for task in islice(tasks, AHEAD * num_proc - len(waiting)):
                waiting[pool.submit(function, task)] = task
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                yield _result(future, waiting.pop(future))
    except BrokenProcessPool as error:
        raise _killed() from error
    finally:
        pool.shutdown(cancel_futures=True)


def _result(future: Future[Result], task: Any) -> Result:
    try:
        return future.result()
    except BrokenProcessPool:
        raise
    except Exception as error:
        raise _named(error, task) from error


def _killed() -> RunError:
    return RunError(f"a worker process was killed, as happens where memory runs out. {GO_ON}, with fewer processes")


def _named(error: Exception, task: Any) -> Exception:
    """The user's own mistake as it is; anything else with the task in which it happened."""
    if isinstance(error, UsageError | RunError):
        return error
    name = getattr(task, "name", None) or repr(task)[:80]
    return RunError(f"{name}: {type(error).__name__}: {error}. {GO_ON}, once this is mended")


def _on_ray(function: Callable[[Task], Result], tasks: Iterator[Task], num_proc: int) -> Iterator[Result]:
    try:
        import ray as installed
    except ImportError as error:
        raise UsageError('Ray, for engine "ray"', "no package ray", install_command("cluster")) from error
    ray: Any = installed  # its types are patchy
    ours = not ray.is_initialized()
    if ours:
        _start(ray, num_proc)
    try:
        remote = ray.remote(num_cpus=1)(function)
        places = AHEAD * max(num_proc, int(ray.cluster_resources().get("CPU", 1)))
        waiting: dict[Any, Task] = {}
        while True:
            for task in islice(tasks, places - len(waiting)):
                waiting[remote.remote(task)] = task
            if not waiting:
                return
            for reference in ray.wait(list(waiting))[0]:
                yield _fetched(ray, reference, waiting.pop(reference))
    finally:
        if ours:
            ray.shutdown()


def _start(ray: Any, num_proc: int) -> None:
    """Join the cluster that `RAY_ADDRESS` names, else start one here that asks nothing of the network."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # Ray's own notice of a coming default
    address = os.environ.get("RAY_ADDRESS")
    try:
        if address:
            ray.init(address=address, log_to_driver=False, logging_level="error")
        else:
            ray.init("local", num_cpus=num_proc, include_dashboard=False, log_to_driver=False, logging_level="error")
    except ConnectionError as error:
        fix = "check the address; where the cluster asks for a token, RAY_AUTH_TOKEN must hold it"
        raise UsageError("a running Ray cluster at RAY_ADDRESS", f"{address}: {error}", fix) from error


def _fetched(ray: Any, reference: Any, task: Any) -> Any:
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        cause = error.cause if isinstance(error.cause, Exception) else error
        raise _named(cause, task) from error
    except (ray.exceptions.WorkerCrashedError, ray.exceptions.OutOfMemoryError, ray.exceptions.NodeDiedError) as error:
        raise _killed() from error
