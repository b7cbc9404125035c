"""Columns of texts as people hand them over: lists, arrays, pandas; None, NaN and NA for what is missing."""

import math
from typing import Any

from triptych.core.errors import UsageError


def missing(value: Any) -> bool:
    """None, and what pandas has in its place: NaN and NA."""
    return value is None or type(value).__name__ == "NAType" or (isinstance(value, float) and math.isnan(value))


def listed(name: str, values: Any, n: int | None, each: str) -> list[Any]:
    """A column of `n` values (any number where `n` is None) as a list; `each` says in messages what a row is.

    Raises `UsageError` for something that is no list, an empty one, or one of another length.
    """
    if isinstance(values, str | bytes | dict) or not hasattr(values, "__iter__"):
        got = "one string" if isinstance(values, str) else type(values).__name__
        raise UsageError(f"a list of {name}", got, f"write {name}=[...], one for each {each}")
    column = list(values)
    if not column:
        raise UsageError(f"at least one row in {name}", "an empty list", "check the file or the filter before")
    if n is not None and len(column) != n:
        fix = f"give one for each {each}, or None"
        raise UsageError(f"as many {name} as predictions ({n})", str(len(column)), fix)
    return column


def texts(name: str, values: Any, n: int | None, each: str) -> list[str]:
    """The column as texts, "" for what is missing. Raises `UsageError` where a value is no text."""
    column = listed(name, values, n, each)
    for row, value in enumerate(column):
        if not isinstance(value, str) and not missing(value):
            raise UsageError(f"{name} that are texts", f"{type(value).__name__} in row {row}", "turn it into a string")
    # Half characters (from cut-off JSON) would break every writer after this; whole pairs of them are joined.
    found = [value if isinstance(value, str) else "" for value in column]
    return [text.encode("utf-16", "surrogatepass").decode("utf-16", "replace") for text in found]
