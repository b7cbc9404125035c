"""People's ratings of feedback in a file: which columns they stand in, one person each, and what they say."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from triptych.core.errors import UsageError
from triptych.hub.columns import Row

LEVELS = ("accuracy", "actionability")
FIGURES = (*LEVELS, "hallucination")
Ratings = dict[str, list[float | None]]
"""Person (the name of a column) -> a rating for each row: 1 to 5, or 1 and 0 for yes and no; None where not rated."""
_NOT_PEOPLE = re.compile(r"\b(?:judge|model|gpt|llm|lexical|reason|grounded)\b")
_ANSWERS = {"yes": 1.0, "no": 0.0, "true": 1.0, "false": 0.0, "1": 1.0, "0": 0.0, "1.0": 1.0, "0.0": 0.0}


def rating_columns(names: Sequence[str], given: dict[str, str | None]) -> dict[str, list[str]]:
    """The columns of each figure, as `given` (separated by commas) or guessed from their names.

    Raises `UsageError` for a name that is no column, and where no figure has one.
    """
    found = {}
    for figure in FIGURES:
        option = given.get(figure)
        wanted = [name.strip() for name in option.split(",")] if option else []
        if missing := [name for name in wanted if name not in names]:
            fix = f"columns here: {', '.join(names)}"
            raise UsageError(f"--{figure}-columns to name columns", ", ".join(missing), fix)
        found[figure] = wanted or [name for name in names if _rates(name, figure)]
    if not any(found.values()):
        got = f"columns {', '.join(names)}"
        raise UsageError("columns with people's ratings", got, "name them with --accuracy-columns and its kin")
    return {figure: columns for figure, columns in found.items() if columns}


def _rates(name: str, figure: str) -> bool:
    words = re.sub(r"[\W_]+", " ", name.lower())
    return figure in words.split() and not _NOT_PEOPLE.search(words)


def by_person(rows: list[Row], annotator: str, key: Callable[[Row], Any]) -> list[Row]:
    """Rows of one person each made to rows of one line each: a rating of somebody becomes the column `NAME (somebody)`.

    `key` names the line that a row is about. Raises `UsageError` where the column is missing or a line is rated twice
    by one person.
    """
    names = list(dict.fromkeys(name for row in rows for name in row))
    if annotator not in names:
        raise UsageError("--annotator-column to name a column", repr(annotator), f"columns here: {', '.join(names)}")
    rated = [name for name in names if any(_rates(name, figure) for figure in FIGURES)]
    merged: dict[Any, Row] = {}
    for row in rows:
        who = str(row.get(annotator))
        line = merged.setdefault(key(row), {name: value for name, value in row.items() if name not in rated})
        for name in rated:
            column = f"{name} ({who})"
            if line.get(column) is not None and row.get(name) is not None:
                raise UsageError("one rating of a line by a person", f"two by {who} of {key(row)}", "keep one")
            line[column] = row.get(name)
    return list(merged.values())


def ratings(rows: list[Row], figure: str, columns: Sequence[str]) -> Ratings:
    """What the people of these columns say. Raises `UsageError` with the row for anything that is no rating."""
    read = _level if figure in LEVELS else _answer
    return {column: [read(row.get(column), column, number) for number, row in enumerate(rows, start=1)]
            for column in columns}  # fmt: skip


def _level(value: Any, column: str, row: int) -> float | None:
    if _is_empty(value):
        return None
    try:
        level = float(value)
    except (TypeError, ValueError):
        level = float("nan")
    if isinstance(value, bool) or not 1.0 <= level <= 5.0:
        raise UsageError(f"levels from 1 to 5 in {column!r}", f"{value!r} in row {row}", "leave it empty if not rated")
    return level


def _answer(value: Any, column: str, row: int) -> float | None:
    if _is_empty(value):
        return None
    answer = _ANSWERS.get(str(value).strip().lower())
    if answer is None:
        raise UsageError(f"yes or no in {column!r}", f"{value!r} in row {row}", "leave it empty if not rated")
    return answer


def _is_empty(value: Any) -> bool:
    return value is None or value != value or str(value).strip() == ""
