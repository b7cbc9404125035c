"""Errors that the command line turns into one clear message instead of a traceback."""

from typing import Any


class UsageError(ValueError):
    """A mistake that the user can mend: says what was expected, what came and what to do.

    The command line prints it and exits with code 2. A `ValueError`, so that library users can catch it as one.
    """

    def __init__(self, expected: str, got: str, fix: str) -> None:
        self.expected, self.got, self.fix = expected, got, fix
        super().__init__(f"expected {expected}\n  got: {got}\n  fix: {fix}")

    def __reduce__(self) -> tuple[Any, ...]:
        # An exception is pickled by the arguments of its text, which are not those of `__init__` here.
        return _again, (type(self), self.args, self.__dict__)


class RunError(RuntimeError):
    """Something failed although the input was right (a full disk, a dead server). Exit code 1.

    What was finished before is kept; the message says how to go on.
    """


def _again(kind: type[UsageError], args: tuple[Any, ...], fields: dict[str, Any]) -> UsageError:
    """An error that has come from another process."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(fields)
    return error
