"""Functions for the tests of `triptych.core.engine`, where other processes can import them."""

import os
import signal
from dataclasses import dataclass

from triptych.core.errors import UsageError


def square(number: int) -> tuple[int, int]:
    return number, number * number


def process(_: int) -> int:
    return os.getpid()


@dataclass(frozen=True)
class Shard:
    name: str


def fail(task: Shard) -> None:
    raise KeyError(task.name)


def fail_politely(task: Shard) -> None:
    raise UsageError("a picture", "none", "look again")


def die(task: Shard) -> None:
    os.kill(os.getpid(), signal.SIGKILL)
