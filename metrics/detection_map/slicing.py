"""Slices of the ground truth by a column: of the objects (distance, seen) or of the images (weather, light).

A slice of images is the data without the other images. A slice of objects keeps all images and ignores the objects
outside, as COCO does outside an area range: a detection that matches one is not counted. A detection that matches
nothing counts as wrong in every slice of objects, since it has no distance of its own.
"""

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from triptych.core.errors import UsageError

Mask = NDArray[np.bool_]
Wanted = Sequence[str] | Mapping[str, Sequence[float] | None] | None

# A column with more values than this is a measurement or an id, not a kind.
MOST_VALUES = 50


@dataclass(frozen=True)
class Slice:
    """One value of one column: a mask of the objects or one of the images."""

    column: str
    value: Any
    objects: Mask | None = None
    images: Mask | None = None


def slices_of(
    wanted: Wanted, object_columns: Mapping[str, Sequence[Any]], image_columns: Mapping[str, Sequence[Any]]
) -> list[Slice]:
    """The slices asked for: column names, or names with edges of half-open bins (the last one closed).

    A row without a value (None, NaN), or one outside all bins, is in no slice of that column.
    """
    found = []
    for column, edges in wanted_columns(wanted).items():
        if column in object_columns and column in image_columns:
            got = f"{column!r} with one value an image in some rows and a list in others"
            raise UsageError("a column of the objects or of the images", got, "give it the same way in every row")
        if column not in object_columns and column not in image_columns:
            known = ", ".join(sorted({*object_columns, *image_columns})) or "none"
            raise UsageError(f"a column for slices among: {known}", repr(column), "add it to every reference")
        kind = "objects" if column in object_columns else "images"
        cells = _plain({**object_columns, **image_columns}[column])
        masks = _by_value(column, cells) if edges is None else _by_edges(column, cells, edges)
        found += [Slice(column, value, **{kind: mask}) for value, mask in masks.items()]
    return found


def wanted_columns(wanted: Wanted) -> dict[str, Sequence[float] | None]:
    """The columns asked for with their edges, None for a slice of each value; raises `UsageError` for anything else."""
    if wanted is None:
        return {}
    if isinstance(wanted, Mapping):
        return dict(wanted)
    if isinstance(wanted, str) or not isinstance(wanted, Iterable) or not all(isinstance(name, str) for name in wanted):
        fix = 'write slices=["weather"] or slices={"distance_m": [0, 15, 30]}'
        raise UsageError("a list of column names, or names with edges", repr(wanted)[:80], fix)
    return dict.fromkeys(wanted)


def _plain(cells: Iterable[Any]) -> list[Any]:
    """Cells as Python's own values, None where there is none."""
    values = cells.tolist() if hasattr(cells, "tolist") else list(cells)
    values = [value.item() if isinstance(value, np.generic) else value for value in values]
    return [None if isinstance(value, float) and math.isnan(value) else value for value in values]


def _kinds(cells: Iterable[Any]) -> set[type]:
    """Of the cells themselves, not of a set of them: there True and 1 are one."""
    return {type(cell) for cell in cells if cell is not None}


def _names(kinds: set[type]) -> str:
    return ", ".join(sorted(kind.__name__ for kind in kinds))


def _by_value(column: str, cells: list[Any]) -> dict[Any, Mask]:
    kinds = _kinds(cells)
    expected = f"at most {MOST_VALUES} names, whole numbers or booleans of one kind"
    fix = f'give edges: slices={{"{column}": [0, 15, 30]}}, or make it a column of names'
    if len(kinds) > 1 or not kinds <= {str, int, bool, float}:
        raise UsageError(expected, f"{_names(kinds)} in {column!r}", "make it a column of names or whole numbers")
    present = {value for value in cells if value is not None}
    if float in kinds or len(present) > MOST_VALUES:
        raise UsageError(expected, f"{len(present)} different values of {_names(kinds)} in {column!r}", fix)
    return {value: np.array([cell == value for cell in cells], dtype=np.bool_) for value in sorted(present)}


def _by_edges(column: str, cells: list[Any], edges: Sequence[float]) -> dict[str, Mask]:
    limits = _limits(column, edges)
    if not (kinds := _kinds(cells)) <= {int, float}:
        fix = f'list it: ["{column}"]' if kinds <= {str, bool} else "make it a column of numbers"
        raise UsageError(f"numbers in {column!r}, which has edges", _names(kinds), fix)
    try:
        numbers = np.array([np.nan if cell is None else cell for cell in cells], dtype=np.float64)
    except OverflowError as error:  # a whole number beyond all floats
        raise UsageError(f"numbers in {column!r}, which has edges", str(error), "mend or drop the value") from None
    bins = {}
    for (low, high), name in zip(itertools.pairwise(limits), _bin_names(limits), strict=True):
        below = numbers <= high if high == limits[-1] else numbers < high
        bins[name] = (numbers >= low) & below
    return bins


def _limits(column: str, edges: Sequence[float]) -> list[float]:
    wrong = UsageError(f"at least two rising edges for {column!r}", repr(edges)[:80], "write [0, 15, 30]")
    try:
        limits = np.asarray(edges, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise wrong from None
    if limits.ndim != 1 or limits.size < 2 or not (np.diff(limits) > 0).all():
        raise wrong
    return limits.tolist()  # type: ignore[no-any-return]


def _bin_names(limits: list[float]) -> list[str]:
    """As short as they can be while each edge has its own name: "0-15", "1000001-1000002"."""
    edges = [f"{edge:.12g}" for edge in limits]
    if len(set(edges)) < len(edges):
        edges = [repr(edge) for edge in limits]
    return [f"{low}-{high}" for low, high in itertools.pairwise(edges)]
