"""Errors that the command line turns into one clear message instead of a traceback."""


class UsageError(ValueError):
    """A mistake that the user can mend: says what was expected, what came and what to do.

    The command line prints it and exits with code 2. A `ValueError`, so that library users can catch it as one.
    """

    def __init__(self, expected: str, got: str, fix: str) -> None:
        self.expected, self.got, self.fix = expected, got, fix
        super().__init__(f"expected {expected}\n  got: {got}\n  fix: {fix}")


class RunError(RuntimeError):
    """Something failed although the input was right (a full disk, a dead server). Exit code 1.

    What was finished before is kept; the message says how to go on.
    """
