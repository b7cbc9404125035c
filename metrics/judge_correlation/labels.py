"""Two raters' labels as codes on one scale: what counts as missing, as a number, as an order.

One pair of columns: predictions ["refusal", "unscored", "no_refusal"], references ["refusal", "refusal", ""]
-> row 0 is scored by both; the labels are ("refusal",).
"""

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from triptych.core.errors import UsageError
from triptych.metrics.refusal_judge.verdicts import Label as Refusal

REFUSAL_ORDER = (Refusal.NONE.value, Refusal.PARTIAL.value, Refusal.REFUSAL.value)
MISSING_STRINGS = ("", Refusal.UNSCORED.value)
# Beyond it squares overflow.
LARGEST_NUMBER = 1e150

Scalar = str | int | float | bool | None


@dataclass(frozen=True)
class Coded:
    """The rows that both raters scored, as positions in `labels`."""

    labels: tuple[Any, ...]
    """The categories, in their order where there is one, else sorted."""
    predictions: NDArray[np.int64]
    """(n,) positions in `labels`."""
    references: NDArray[np.int64]
    """(n,) positions in `labels`."""
    rows: NDArray[np.int64]
    """(n,) where these rows stood among all rows."""
    n_rows: int
    """All rows, scored by both or not."""
    values: NDArray[np.float64]
    """(labels,) the number behind each label: itself, or the position of a string."""
    ordered: bool
    """Whether the order of `labels` means anything (always so with two of them)."""


def column(values: Any, name: str) -> list[Scalar]:
    """`values` (list, tuple, array, pandas or datasets column) as a list of strings, numbers and None (not scored)."""
    if isinstance(values, str | bytes | dict) or not isinstance(values, Iterable):
        raise UsageError(
            f"a list of labels as {name}", f"{type(values).__name__} {values!r:.60}", "give one label a row"
        )
    items = values.tolist() if hasattr(values, "tolist") else list(values)
    if not isinstance(items, list):  # an array of no dimensions
        raise UsageError(f"a list of labels as {name}", f"the single value {items!r:.60}", "give one label a row")
    return [_scalar(item, name, row) for row, item in enumerate(items)]


def columns(predictions: Any, references: Any) -> tuple[list[Scalar], list[Scalar]]:
    """Both raters' columns, checked to be as long as each other."""
    first, second = column(predictions, "predictions"), column(references, "references")
    if len(first) != len(second):
        raise UsageError(
            "as many predictions as references", f"{len(first)} and {len(second)}", "pair the rows by id before scoring"
        )
    return first, second


def packed(predictions: Any, references: Any) -> dict[str, list[str]]:
    """Columns of JSON texts for the features of `evaluate`.

    Typed features would turn 0.5 into 0 after an integer, 1 into "1" after a string, and refuse None in the first row.
    """
    first, second = columns(predictions, references)
    return {
        "predictions": [json.dumps(label) for label in first],
        "references": [json.dumps(label) for label in second],
    }


def unpacked(texts: Iterable[str]) -> list[Scalar]:
    """The labels behind `packed` texts."""
    return [json.loads(text) for text in texts]


def coded(predictions: Any, references: Any, order: Sequence[Any] | None = None) -> Coded:
    """Code the rows that both raters scored; `order` names all categories from lowest to highest."""
    first, second = columns(predictions, references)
    given = None if order is None else column(order, "order")
    kind = _kind([label for label in (*first, *second, *(given or ())) if label is not None])
    rows = [row for row, pair in enumerate(zip(first, second, strict=True)) if None not in pair]
    ours, theirs = [kind(first[row]) for row in rows], [kind(second[row]) for row in rows]
    seen = {*ours, *theirs}
    labels, ordered = _own_scale(seen, kind) if given is None else (_given_scale(seen, kind, given), True)
    position = {label: code for code, label in enumerate(labels)}
    values = range(len(labels)) if kind is str else labels
    return Coded(
        labels=labels,
        predictions=np.array([position[label] for label in ours], dtype=np.int64),
        references=np.array([position[label] for label in theirs], dtype=np.int64),
        rows=np.array(rows, dtype=np.int64),
        n_rows=len(first),
        values=np.array(values, dtype=np.float64),
        ordered=ordered,
    )


def _scalar(item: Any, name: str, row: int) -> Scalar:
    if hasattr(item, "item") and getattr(item, "ndim", 0) == 0:  # a scalar of numpy or torch
        item = item.item()
    if item is None or type(item).__name__ in ("NAType", "NaTType"):  # pandas' own missing values
        return None
    if isinstance(item, str):
        return None if item.strip() in MISSING_STRINGS else str(item)
    if isinstance(item, float) and math.isnan(item):
        return None
    if isinstance(item, int | float) and -LARGEST_NUMBER < item < LARGEST_NUMBER:
        return item
    raise UsageError(
        "a string, a number, true, false or a missing value (None, NaN, '', 'unscored') as each label",
        f"{type(item).__name__} {item!r:.60} in row {row} of {name}",
        "give one label a row",
    )


def _kind(present: list[Any]) -> type:
    """The one type that holds all labels: str, bool, int or float; strings and numbers do not mix."""
    types = {type(label) for label in present}
    if str in types and len(types) > 1:
        text = next(label for label in present if isinstance(label, str))
        number = next(label for label in present if not isinstance(label, str))
        raise UsageError(
            "labels that are all strings or all numbers",
            f"{text!r} and {number!r}",
            "use one vocabulary for both raters",
        )
    return next((kind for kind in (str, float, int, bool) if kind in types), str)


def _own_scale(seen: set[Any], kind: type) -> tuple[tuple[Any, ...], bool]:
    """The labels in their order, and whether that order means anything."""
    if kind is str and seen <= set(REFUSAL_ORDER):
        return tuple(label for label in REFUSAL_ORDER if label in seen), True
    return tuple(sorted(seen)), kind is not str or len(seen) <= 2


def _given_scale(seen: set[Any], kind: type, order: list[Scalar]) -> tuple[Any, ...]:
    scale = tuple(kind(label) for label in order if label is not None)
    unknown = sorted(seen - set(scale))
    if unknown or len(set(scale)) < len(scale):
        raise UsageError(
            "an `order` that names each label once, lowest first",
            f"{order!r:.80}; not in it: {unknown!r:.80}",
            "list all",
        )
    if kind is not str and list(scale) != sorted(scale):
        raise UsageError("numbers in `order` from low to high", f"{order!r:.80}", "sort them: numbers have their order")
    return scale
