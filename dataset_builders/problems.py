"""What could not be used, each with its reason: nothing is left out without a word."""

from dataclasses import dataclass


class BadInput(ValueError):
    """An input that no row can be made of; the text is the reason, as it stands in the report."""


@dataclass(frozen=True)
class Problem:
    """One line of the report: `what` is a file, a repetition or a row's id."""

    what: str
    reason: str
