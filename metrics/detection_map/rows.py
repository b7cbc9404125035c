"""Rows as people have them, one image each, and the flat arrays that are made of them.

A reference: {"boxes": [[10, 20, 30, 60]], "labels": ["person"], "weather": "snowy", "distance_m": [42.0]};
a prediction: {"boxes": [[11, 20, 31, 62]], "scores": [0.9], "labels": ["person"]}. Further columns of a reference with
one value are columns of the image, those with a list are columns of its objects.
"""

import itertools
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from triptych.core.errors import UsageError
from triptych.metrics.detection_map.inputs import Detections, Objects

OPTIONAL_LISTS = ("iscrowd", "area")
OWN_KEYS = ("boxes", "labels", "scores", *OPTIONAL_LISTS, "image_id")

_ALIGN = 'give one row an image, in one order, or an "image_id" on both sides'

_ADD_IDS = "add it to the other side, or remove it to pair the rows by their order"
_LEFT_OUT = "cell left out"

Row = Mapping[str, Any]


@dataclass(frozen=True)
class References:
    """The ground truth of all images."""

    objects: Objects
    image_columns: dict[str, list[Any]]
    ids: list[Any] | None
    """Of the images, where the rows have `image_id`."""
    n_images: int


def packed(predictions: Any, references: Any) -> dict[str, list[str]]:
    """Columns of JSON texts for the features of `evaluate`, one row an image, "null" where a side has none.

    Typed features cannot hold further columns, and Arrow's nested lists are slow.
    """
    truth = listed(references, "references")
    sides = {"predictions": texts(predictions, "predictions"), "references": texts(truth, "references")}
    length = max(map(len, sides.values()))
    if len(sides["predictions"]) != len(sides["references"]) and not _have_ids(truth):
        got = f"{len(sides['predictions'])} and {len(sides['references'])}"
        raise UsageError("as many predictions as references", got, _ALIGN)
    return {name: column + ["null"] * (length - len(column)) for name, column in sides.items()}


def unpacked(column: Iterable[str]) -> list[Any]:
    """The rows behind packed texts."""
    return json.loads(f"[{','.join(column)}]")  # type: ignore[no-any-return]


def texts(rows: Any, name: str) -> list[str]:
    """Each row as JSON; raises `UsageError` where rows are no dicts of lists."""
    return [_text(row, number, name) for number, row in enumerate(listed(rows, name))]


def listed(rows: Any, name: str) -> list[Any]:
    """The rows of any iterable (a `datasets` table too) or of a pandas table, whose missing cells are None."""
    if rows is None:
        return []
    if hasattr(rows, "columns") and hasattr(rows, "to_dict"):  # pandas
        return rows.astype(object).where(rows.notna(), None).to_dict("records")  # type: ignore[no-any-return]
    if isinstance(rows, str | bytes | Mapping) or not isinstance(rows, Iterable):
        raise UsageError(f"{name} as a list of one dict an image", type(rows).__name__, "put the dicts into a list")
    return list(rows)


def references_of(rows: Sequence[Row | None], wanted: Collection[str] = ()) -> References:
    """Flat arrays of the ground truth; raises `UsageError` where rows are incomplete or at odds with each other.

    A list that is not one value a box is no column of the objects, and cells of other kinds (masks) are no column at
    all: an error where it is `wanted` for slices.
    """
    given = [row for row in rows if row is not None]
    keys = ("boxes", "labels")
    counts = [_length(row, number, "references", keys, wanted) for number, row in enumerate(given)]
    _check_cells(given, wanted)
    names = _columns(given, counts)
    lists = {name: any(isinstance(row.get(name), list) for row in given) for name in names}
    objects = Objects(
        images=_images(counts),
        labels=_chained(given, "labels"),
        boxes=_chained(given, "boxes"),
        iscrowd=_object_column(given, counts, "iscrowd", 0),
        area=_areas(given, counts),
        columns={name: _object_column(given, counts, name, None) for name in names if lists[name]},
    )
    of_images = {
        name: [None if isinstance(row.get(name), list) else row.get(name) for row in given]
        for name in names
        if not lists[name] or any(name in row and not isinstance(row[name], list | None) for row in given)
    }
    return References(objects, of_images, _ids(given, "references"), len(given))


def detections_of(rows: Sequence[Row | None], references: References, name: str) -> tuple[Detections, int]:
    """Flat arrays of one system's predictions, and the number of images without any row.

    Rows stand in the order of the references, or have their `image_id` as these have. A row without boxes is empty.
    """
    given = [(number, row) for number, row in enumerate(rows) if row is not None]
    own = [_filled(row) for _, row in given]
    places = _places([number for number, _ in given], own, len(rows), references, name)
    keys = ("boxes", "labels", "scores")
    counts = [_length(row, number, name, keys) for (number, _), row in zip(given, own, strict=True)]
    images = [place for place, count in zip(places, counts, strict=True) for _ in range(count)]
    labels, scores, boxes = (_chained(own, key) for key in ("labels", "scores", "boxes"))
    return Detections(images, labels, scores, boxes), references.n_images - len(own)


def _have_ids(references: list[Row]) -> bool:
    return all(row.get("image_id") is not None for row in references)


def _filled(row: Row) -> Row:
    """A prediction of nothing, which may be {} or leave out its other lists, with all lists."""
    nothing = row["boxes"] in (None, []) if "boxes" in row else row.keys() <= {"image_id"}
    return {**row, **{key: row.get(key) or [] for key in ("boxes", "labels", "scores")}} if nothing else row


def _text(row: Any, number: int, name: str) -> str:
    if row is None and name != "references":
        return "null"
    if not isinstance(row, Mapping):
        got = f"{type(row).__name__} in row {number} of {name}"
        raise UsageError("one dict an image, with its boxes and labels", got, "see the metric's inputs_description")
    cells = {key: value.tolist() if hasattr(value, "tolist") else value for key, value in row.items()}
    try:
        return json.dumps({str(key): value if key in OWN_KEYS else _sliceable(value) for key, value in cells.items()},
                          default=_as_plain)  # fmt: skip
    except TypeError as error:
        raise UsageError(f"numbers and strings in row {number} of {name}", str(error), "use lists or arrays") from None


def _sliceable(value: Any) -> Any:
    """The cell of a further column; of one that cannot be sliced by (masks, pictures, dates) only what it is."""
    kinds = str | int | float | bool | None
    items = value if isinstance(value, list | tuple) else [value]
    strange = [type(item).__name__ for item in items if not isinstance(item, kinds) and not hasattr(item, "dtype")]
    return {_LEFT_OUT: strange[0]} if strange else value


def _as_plain(value: Any) -> Any:
    """Arrays and scalars of numpy or torch inside a list."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} {value!r:.60}")


def _length(row: Row, number: int, name: str, keys: tuple[str, ...], wanted: Collection[str] = ()) -> int:
    """How many boxes a row has; the lists of `keys` and those `wanted` must be as long."""
    for key in keys:
        if not isinstance(row.get(key), list):
            got = f"{type(row.get(key)).__name__} for {key!r} in row {number} of {name}"
            raise UsageError(f"lists for {', '.join(keys)}", got, "give an empty list where an image has no box")
    for key in OPTIONAL_LISTS:
        if row.get(key) is not None and not isinstance(row[key], list):
            got = f"{row[key]!r:.60} for {key!r} in row {number} of {name}"
            raise UsageError(f"a list of one {key} a box", got, f"write [...], or leave {key} out")
    length = len(row["boxes"])
    for key in (*keys, *OPTIONAL_LISTS, *wanted):
        if isinstance(row.get(key), list) and len(row[key]) != length:
            got = f"{length} boxes and {len(row[key])} {key} in row {number} of {name}"
            raise UsageError("as many values as boxes", got, "give one value a box")
    return length


def _check_cells(rows: Sequence[Row], wanted: Collection[str]) -> None:
    for column, (number, row) in itertools.product(wanted, enumerate(rows)):
        if isinstance(cell := row.get(column), dict):
            got = f"{cell.get(_LEFT_OUT, 'dict')} in {column!r} of row {number}"
            raise UsageError("names, numbers or booleans in a column for slices", got, "turn them into text or numbers")


def _columns(rows: Sequence[Row], counts: list[int]) -> list[str]:
    """Names of all further columns that belong to the images or, by their length, to the objects."""
    names = dict.fromkeys(name for row in rows for name in row if name not in OWN_KEYS)
    odd = {
        name
        for row, count in zip(rows, counts, strict=True)
        for name, value in row.items()
        if isinstance(value, dict) or (isinstance(value, list) and len(value) != count)
    }
    return [name for name in names if name not in odd]


def _chained(rows: Sequence[Row], key: str) -> list[Any]:
    return list(itertools.chain.from_iterable(row[key] for row in rows))


def _images(counts: list[int]) -> list[int]:
    return [image for image, count in enumerate(counts) for _ in range(count)]


def _object_column(rows: Sequence[Row], counts: list[int], name: str, missing: Any) -> list[Any]:
    cells: list[Any] = []
    for row, count in zip(rows, counts, strict=True):
        value = row.get(name)
        cells += value if isinstance(value, list) else [missing] * count
    return cells


def _areas(rows: Sequence[Row], counts: list[int]) -> list[Any] | None:
    having = [isinstance(row.get("area"), list) for row, count in zip(rows, counts, strict=True) if count]
    if any(having) and not all(having):
        got = f"{sum(having)} of {len(having)} rows with objects"
        raise UsageError("`area` in every reference or in none", got, "leave it out to use the boxes' areas")
    return _object_column(rows, counts, "area", None) if any(having) else None


def _ids(rows: Sequence[Row], name: str) -> list[Any] | None:
    """The rows' image ids, None where none has one."""
    ids = [row["image_id"] for row in rows if row.get("image_id") is not None]
    if not ids:
        return None
    if len(ids) < len(rows):
        raise UsageError(
            f"`image_id` in every row of {name} or in none", f"{len(ids)} of {len(rows)}", "name every row"
        )
    if strange := [image for image in ids if type(image) not in (str, int, float) or image != image]:  # NaN is no id
        raise UsageError(f"image ids of {name} that are texts or numbers", repr(strange[0])[:80], "name every image")
    if len(set(ids)) < len(ids):
        double = next(image for image in ids if ids.count(image) > 1)
        raise UsageError(f"each image_id once in {name}", f"{double!r} twice or more", "put its boxes into one row")
    return ids


def _places(numbers: list[int], rows: list[Row], n_rows: int, references: References, name: str) -> list[int]:
    """The image of each given row."""
    ids = _ids(rows, name)
    if ids is None and references.ids is not None and not rows:
        return []
    if (ids is None) != (references.ids is None):
        both = ("references", name) if ids is None else (name, "references")
        raise UsageError("`image_id` in both or in neither", f"it in {both[0]} and none in {both[1]}", _ADD_IDS)
    if ids is None or references.ids is None:
        if n_rows != references.n_images:
            raise UsageError(f"{references.n_images} {name}, as many as references", str(n_rows), _ALIGN)
        return numbers
    position = {image: place for place, image in enumerate(references.ids)}
    if unknown := [image for image in ids if image not in position]:
        got = f"{len(unknown)} of {len(ids)} unknown, such as {unknown[0]!r}"
        raise UsageError(f"image ids of {name} that the references have", got, "drop them, or check the ids")
    return [position[image] for image in ids]
