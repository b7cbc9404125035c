"""Anybody's file of boxes as rows by picture: `id, boxes, scores, labels`, or a COCO results file.

    {"id": "test-b07-2", "boxes": [[611, 402, 649, 499]], "scores": [0.9], "labels": ["person"]}
    {"image_id": "test-b07-2", "category_id": 0, "bbox": [611, 402, 38, 97], "score": 0.9}

Labels are names of categories or their numbers, from 0 in the order of the dataset's ClassLabel. A cell of a CSV file
holds a list as JSON.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from triptych.core.errors import UsageError
from triptych.hub.prediction_files import Row, read_rows

WHOLE = ("boxes", "scores", "labels")
SINGLE = {"box": ("bbox", "box"), "score": ("score", "confidence"), "label": ("category_id", "label", "category")}
IDS = ("id", "image_id", "file_name", "image")
WANTED = "rows of id, boxes, scores, labels; COCO results; or frames as rows of video_id, t, score"


@dataclass
class Boxes:
    """Detections of one picture, as the file has them; labels are names."""

    boxes: list[list[float]] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class BoxFile:
    """Detections by picture id, with the format in which files of this kind write boxes."""

    pictures: dict[str, Boxes]
    kind: str
    usual_format: str


def read_boxes(path: Path, categories: Sequence[str], rows: list[Row] | None = None) -> BoxFile:
    """The boxes of a file (or of its `rows`, read before). Raises `UsageError` for other columns or unknown labels."""
    found = read_rows(path, flat=False).rows if rows is None else rows
    columns = list(dict.fromkeys(name for row in found[:100] for name in row))
    ids = next((name for name in IDS if name in columns), None)
    single = {use: next((name for name in names if name in columns), None) for use, names in SINGLE.items()}
    if ids and all(name in columns for name in WHOLE):
        return BoxFile(_whole_rows(found, ids, categories, path), "rows of boxes", "xyxy")
    if ids and all(single.values()):
        return BoxFile(_single_boxes(found, ids, single, categories, path), "COCO results", "xywh")
    raise UsageError(WANTED, f"{path} has the columns {', '.join(columns)}", "rename them")


def _whole_rows(rows: list[Row], ids: str, categories: Sequence[str], path: Path) -> dict[str, Boxes]:
    pictures: dict[str, Boxes] = {}
    for row in rows:
        name = _id(row, ids, path)
        if name in pictures:
            raise UsageError("one row a picture", f"{path}: {name} stands in two", "keep one of them")
        boxes, scores, labels = (_listed(row.get(column), column, name, path) for column in WHOLE)
        if not len(boxes) == len(scores) == len(labels):
            counts = f"{path}, {name}: {len(boxes)} boxes, {len(scores)} scores, {len(labels)} labels"
            raise UsageError("as many scores and labels as boxes", counts, "give one of each for every box")
        names = [_label(label, categories, name) for label in labels]
        if not all(hasattr(box, "__len__") and len(box) == 4 for box in boxes):
            raise UsageError("boxes of four numbers", f"{path}, {name}: {str(boxes)[:60]}", "write [[x, y, x, y], ...]")
        pictures[name] = Boxes([list(box) for box in boxes], [_score(score, name, path) for score in scores], names)
    return pictures


def _single_boxes(
    rows: list[Row], ids: str, columns: dict[str, str | None], categories: Sequence[str], path: Path
) -> dict[str, Boxes]:
    pictures: dict[str, Boxes] = {}
    for row in rows:
        name = _id(row, ids, path)
        box, score, label = (row.get(str(columns[use])) for use in ("box", "score", "label"))
        picture = pictures.setdefault(name, Boxes())
        picture.boxes.append(list(_listed(box, str(columns["box"]), name, path)))
        picture.scores.append(_score(score, name, path))
        picture.labels.append(_label(label, categories, name))
    return pictures


def _id(row: Row, column: str, path: Path) -> str:
    if row.get(column) is None:
        raise UsageError(f"{column} in every row", f"{path}: a row without it", "mend or remove it")
    return str(row[column])


def _listed(value: Any, column: str, name: str, path: Path) -> list[Any]:
    """A list, an array from Parquet, or either as JSON text; nothing for nothing."""
    if isinstance(value, str) and value.strip():
        try:
            value = json.loads(value)
        except ValueError as error:
            fix = "write cells with json.dumps, or the file as JSONL or Parquet"
            raise UsageError("lists as JSON in cells", f"{path}, {name}, {column}: {value[:40]}", fix) from error
    if value is None or (isinstance(value, str) and not value.strip()):
        return []
    if not hasattr(value, "__iter__") or isinstance(value, str | dict):
        raise UsageError(f"a list in {column}", f"{path}, {name}: {str(value)[:40]}", "one entry for each box")
    return list(value)


def _score(value: Any, name: str, path: Path) -> float:
    try:
        return float(value)
    except (TypeError, ValueError) as error:
        raise UsageError("a number as score", f"{path}, {name}: {str(value)[:40]!r}", "mend it") from error


def _label(label: Any, categories: Sequence[str], name: str) -> str:
    """A category's name from its name or its number from 0."""
    if str(label) in categories:
        return str(label)
    number = str(label).removesuffix(".0")
    if number.isdecimal() and int(number) < len(categories):
        return categories[int(number)]
    known = ", ".join(f"{place} {category}" for place, category in enumerate(categories))
    raise UsageError(f"a label among {known}", f"{label!r} in picture {name}", "map your labels to these")
