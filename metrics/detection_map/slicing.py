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
    for column, edges in _wanted(wanted).items():
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


def _wanted(wanted: Wanted) -> dict[str, Sequence[float] | None]:
    if wanted is None:
        return {}
    if isinstance(wanted, Mapping):
        return dict(wanted)
    if isinstance(wanted, str) or not all(isinstance(name, str) for name in wanted):
        fix = 'write slices=["weather"] or slices={"distance_m": [0, 15, 30]}'
        raise UsageError("a list of column names, or names with edges", repr(wanted)[:80], fix)
    return dict.fromkeys(wanted)


def _plain(cells: Iterable[Any]) -> list[Any]:
    """Cells as Python's own values, None where there is none."""
    values = cells.tolist() if hasattr(cells, "tolist") else list(cells)
    values = [value.item() if isinstance(value, np.generic) else value for value in values]
    return [None if isinstance(value, float) and math.isnan(value) else value for value in values]


def _by_value(column: str, cells: list[Any]) -> dict[Any, Mask]:
    present = {value for value in cells if value is not None}
    kinds = {type(value) for value in present}
    if not kinds <= {str, int, bool} or len(kinds) > 1 or len(present) > MOST_VALUES:
        got = f"{len(present)} different values of {', '.join(sorted(kind.__name__ for kind in kinds))} in {column!r}"
        fix = f'give edges: slices={{"{column}": [0, 15, 30]}}, or make it a column of names'
        raise UsageError(f"at most {MOST_VALUES} names, whole numbers or booleans of one kind", got, fix)
    return {value: np.array([cell == value for cell in cells], dtype=np.bool_) for value in sorted(present)}


def _by_edges(column: str, cells: list[Any], edges: Sequence[float]) -> dict[str, Mask]:
    limits = np.asarray(edges, dtype=np.float64)
    if limits.ndim != 1 or limits.size < 2 or not (np.diff(limits) > 0).all():
        raise UsageError(f"at least two rising edges for {column!r}", repr(edges)[:80], "write [0, 15, 30]")
    if any(isinstance(cell, str | bool) for cell in cells):
        raise UsageError(f"numbers in {column!r}, which has edges", "names or booleans", f'list it: ["{column}"]')
    numbers = np.array([np.nan if cell is None else cell for cell in cells], dtype=np.float64)
    bins = {}
    for low, high in itertools.pairwise(limits):
        below = numbers <= high if high == limits[-1] else numbers < high
        bins[f"{low:g}-{high:g}"] = (numbers >= low) & below
    return bins
