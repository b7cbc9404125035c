"""Labels of classes, integers or strings, never both: 1 and "1" are different names, and sharing them is a mistake."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from triptych.core.errors import UsageError

IntArray = NDArray[np.int64]
Label = int | str


def label_column(labels: ArrayLike, name: str) -> IntArray | list[str]:
    """Labels as whole numbers (n,) or as a list of strings; raises `UsageError` for both together or anything else."""
    if isinstance(labels, np.ndarray) and labels.dtype.kind in "iu" and labels.ndim == 1 and labels.dtype != np.uint64:
        return labels.astype(np.int64, copy=False)
    cells: list[Any] = labels.tolist() if hasattr(labels, "tolist") else list(labels)  # type: ignore[arg-type]
    if any(issubclass(kind, np.generic) for kind in set(map(type, cells))):  # numpy's scalars in a list
        cells = [cell.item() if isinstance(cell, np.generic) else cell for cell in cells]
    kinds = set(map(type, cells))
    if kinds <= {str}:
        return cells
    if kinds == {int}:
        return _integers(cells, name)
    got = f"{', '.join(sorted(kind.__name__ for kind in kinds))} in {name}"
    raise UsageError("labels that are all integers or all strings", got, "use the classes' names, or their numbers")


def _integers(cells: list[int], name: str) -> IntArray:
    try:
        return np.array(cells, dtype=np.int64)
    except OverflowError:
        large = max(cells, key=abs)
        raise UsageError("integer labels of 64 bits", f"{large} in {name}", "number the classes from 0 on") from None


def classes(values: IntArray | list[str], labels: Sequence[Label] | None) -> tuple[Label, ...]:
    """The classes: those of `labels` in their order, or those among `values`, sorted."""
    if labels is None:
        return tuple(np.unique(values).tolist() if isinstance(values, np.ndarray) else sorted(set(values)))
    if isinstance(labels, str) or not isinstance(labels, Iterable):
        raise UsageError("labels as a list of all classes", repr(labels)[:80], 'write labels=["person", "rock"]')
    given = label_column(labels if isinstance(labels, np.ndarray) else list(labels), "labels")
    known: tuple[Label, ...] = tuple(given.tolist() if isinstance(given, np.ndarray) else given)
    if len(set(known)) < len(known):
        raise UsageError("labels that name each class once", repr(known)[:100], "remove the doubles")
    return known


def codes(values: IntArray | list[str], labels: tuple[Label, ...], name: str) -> IntArray:
    """Positions of `values` in `labels`; 1 and "1" are never the same."""
    if len(values) and labels and isinstance(values, np.ndarray) != isinstance(labels[0], int):
        kinds = ("integers", "strings") if isinstance(values, np.ndarray) else ("strings", "integers")
        first = values.tolist()[0] if isinstance(values, np.ndarray) else values[0]
        got = f"{kinds[0]} such as {first!r} in {name}, where the classes are {kinds[1]} such as {labels[0]!r}"
        raise UsageError("labels of one kind", got, "use names on both sides, or numbers on both")
    if isinstance(values, np.ndarray) and labels:
        return _integer_codes(values, labels, name)
    position = {label: code for code, label in enumerate(labels)}
    try:
        return np.array([position[value] for value in values], dtype=np.int64)
    except KeyError:
        raise _unknown(sorted(set(values) - position.keys()), labels, name) from None


def _integer_codes(values: IntArray, labels: tuple[Label, ...], name: str) -> IntArray:
    known = np.array(labels, dtype=np.int64)
    order = np.argsort(known)
    place = np.minimum(np.searchsorted(known[order], values), known.size - 1)
    found = order[place]
    if (known[found] != values).any():
        raise _unknown(sorted(set(values[known[found] != values].tolist())), labels, name)
    return found


def _unknown(unknown: list[Any], labels: tuple[Label, ...], name: str) -> UsageError:
    shown = ", ".join(map(repr, labels[:8])) + (", …" if len(labels) > 8 else "")
    return UsageError(
        f"labels among the classes {shown}" if labels else "labels among the classes, of which no object gives any",
        f"{', '.join(map(repr, unknown[:5]))} in {name}",
        "correct the names; where the detector knows classes that have no object here, pass all classes: labels=[…]",
    )
