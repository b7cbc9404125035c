"""Labels of things in pictures, as people and tools write them: YOLO, LabelMe, COCO, and pictures cut out already.

A folder may mix them: `a.jpg` + `a.txt` (YOLO boxes or outlines; also `images/a.jpg` + `labels/a.txt`), `a.jpg` +
`a.json` (LabelMe), one COCO file for all, and `person/01.png` with transparent surroundings.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from triptych.dataset_builders.problems import BadInput, Problem
from triptych.dataset_builders.synrailobs.photos.pictures import pictures_in

Points = NDArray[np.float64]


@dataclass(frozen=True)
class Label:
    """One thing in a picture: outlines (n, 2) of x, y, or a box x0, y0, x1, y1, or run lengths, or its own alpha.

    `name` is a class id where names stand elsewhere. Coordinates are pixels, or shares of width and height where
    `relative`. `size` (width, height) of the picture that the label was made for, if it says so.
    """

    picture: Path
    number: int
    name: str | int
    outlines: tuple[Points, ...] = ()
    box: tuple[float, float, float, float] | None = None
    rle: Any = None
    relative: bool = False
    size: tuple[int, int] | None = None

    @property
    def transparent(self) -> bool:
        """Whether only the picture's own transparency says what the thing is."""
        return self.box is None and self.rle is None and not self.outlines


@dataclass
class Found:
    """Labels of a folder, and what could not be used."""

    labels: list[Label]
    problems: list[Problem]


def find_labels(folder: Path) -> Found:
    """All labels of the pictures below a folder, in the order of their names; pictures without any are problems."""
    found = Found([], [])
    pictures = pictures_in(folder)
    coco = _coco_files(folder, pictures, found.problems)
    for picture in pictures:
        before = len(found.problems)
        try:
            labels = coco.get(picture) or list(_labels_beside(picture, folder, found.problems))
        except BadInput as error:
            found.problems.append(Problem(_name(picture, folder), str(error)))
            continue
        if not labels and len(found.problems) == before:
            found.problems.append(Problem(_name(picture, folder), "nothing in it is labelled"))
        found.labels += labels
    return found


def _labels_beside(picture: Path, folder: Path, problems: list[Problem]) -> Iterator[Label]:
    text, described = _beside(picture, ".txt", folder), picture.with_suffix(".json")
    if text is not None:
        yield from _yolo(picture, text, folder, problems)
    elif described.is_file():
        yield from _labelme(picture, described, folder, problems)
    elif picture.suffix.lower() in _TRANSPARENT and picture.parent != folder:
        yield Label(picture, 0, picture.parent.name)


_TRANSPARENT: Final = (".png", ".webp", ".tif", ".tiff")


def _beside(picture: Path, suffix: str, folder: Path) -> Path | None:
    parts = ["labels" if part == "images" else part for part in picture.relative_to(folder).parts]
    places = (picture.with_suffix(suffix), folder.joinpath(*parts).with_suffix(suffix))
    return next((place for place in places if place.is_file()), None)


def _yolo(picture: Path, file: Path, folder: Path, problems: list[Problem]) -> Iterator[Label]:
    """Lines `class x y w h [confidence]` or `class x1 y1 x2 y2 x3 y3 …`, all as shares of width and height."""
    lines = file.read_text(encoding="utf-8-sig", errors="replace").splitlines()
    for number, line in enumerate(lines):
        if not line.strip():
            continue
        try:
            yield _yolo_label(picture, number, line)
        except ValueError as error:
            reason = str(error) if isinstance(error, BadInput) else "not numbers"
            problems.append(Problem(f"{_name(file, folder)} line {number + 1}", reason))


def _yolo_label(picture: Path, number: int, line: str) -> Label:
    key, *values = (float(word) for word in line.split())
    if not np.isfinite([key, *values]).all() or key != int(key) or key < 0:
        raise BadInput("numbers that are not finite, or a class that is no whole number")
    if len(values) in (4, 5):
        x, y, w, h = values[:4]
        if not (w > 0 and h > 0):
            raise BadInput("an empty box")
        box = (x - w / 2, y - h / 2, x + w / 2, y + h / 2)
        return Label(picture, number, int(key), box=box, relative=True)
    if len(values) < 6 or len(values) % 2:
        raise BadInput(f"{len(values)} coordinates: neither a box nor an outline")
    if max(values) > 2:
        raise BadInput("coordinates in pixels where shares of width and height are expected")
    return Label(picture, number, int(key), (np.reshape(values, (-1, 2)),), relative=True)


def _labelme(picture: Path, file: Path, folder: Path, problems: list[Problem]) -> Iterator[Label]:
    data = _json(file)
    if not isinstance(data, dict) or not isinstance(data.get("shapes"), list):
        raise BadInput(f"{file.name} beside it is no LabelMe file")
    size = _size(data.get("imageWidth"), data.get("imageHeight"))
    groups: dict[Any, list[Any]] = {}
    for number, shape in enumerate(data["shapes"]):
        group = shape.get("group_id") if isinstance(shape, dict) else None
        groups.setdefault(number if group is None else ("group", group), []).append((number, shape))
    for shapes in groups.values():
        try:
            yield _labelme_label(picture, shapes, size)
        except (BadInput, AttributeError, KeyError, TypeError, ValueError) as error:
            reason = str(error) if isinstance(error, BadInput) else "no LabelMe shape"
            problems.append(Problem(f"{_name(file, folder)} shape {shapes[0][0] + 1}", reason))


def _labelme_label(picture: Path, shapes: list[Any], size: tuple[int, int] | None) -> Label:
    """One thing: the shapes of a group are its parts."""
    number, first = shapes[0]
    kinds = {shape.get("shape_type") or "polygon" for _, shape in shapes}
    points = [np.asarray(shape["points"], float).reshape(-1, 2) for _, shape in shapes]
    if not all(np.isfinite(each).all() for each in points):
        raise BadInput("points that are not finite")
    if kinds == {"rectangle"}:
        low, high = np.concatenate(points).min(axis=0), np.concatenate(points).max(axis=0)
        return Label(picture, number, str(first["label"]), box=(*low, *high), size=size)
    if kinds != {"polygon"} or min(len(each) for each in points) < 3:
        raise BadInput(f"{' and '.join(sorted(kinds))} of {len(points[0])} points: no outline")
    return Label(picture, number, str(first["label"]), tuple(points), size=size)


def _coco_files(folder: Path, pictures: list[Path], problems: list[Problem]) -> dict[Path, list[Label]]:
    """Labels by picture of every COCO file below the folder."""
    by_picture: dict[Path, list[Label]] = {}
    beside = {picture.with_suffix(".json") for picture in pictures}
    for file in sorted(folder.rglob("*.json")):
        if file in beside or any(part.startswith(".") for part in file.relative_to(folder).parts):
            continue
        try:
            data = _json(file)
            if not isinstance(data, dict) or not {"images", "annotations", "categories"} <= data.keys():
                continue
            _read_coco(data, file, folder, set(pictures), by_picture, problems)
        except (BadInput, KeyError, TypeError, ValueError) as error:
            reason = str(error) if isinstance(error, BadInput) else f"no COCO file ({error})"
            problems.append(Problem(_name(file, folder), reason))
    return by_picture


def _read_coco(
    data: Any, file: Path, folder: Path, pictures: set[Path], labels: dict[Path, list[Label]], problems: list[Problem]
) -> None:
    names = {entry["id"]: str(entry["name"]) for entry in data["categories"]}
    images = {entry["id"]: entry for entry in data["images"]}
    for entry in data["annotations"]:
        what = f"{_name(file, folder)} annotation {entry.get('id')}"
        image = images.get(entry.get("image_id"))
        places = [base / str(image["file_name"]) for base in (file.parent, folder, folder / "images")] if image else []
        picture = next((place for place in places if place in pictures), None)
        if image is None or picture is None:
            problems.append(Problem(what, f"its picture {image['file_name'] if image else 'is named nowhere'}"))
            continue
        size = _size(image.get("width"), image.get("height"))
        try:
            labels.setdefault(picture, []).append(_coco_label(picture, entry, names, size))
        except (BadInput, KeyError, TypeError, ValueError) as error:
            reason = str(error) if isinstance(error, BadInput) else "no COCO annotation"
            problems.append(Problem(what, reason))


def _coco_label(picture: Path, entry: Any, names: dict[Any, str], size: tuple[int, int] | None) -> Label:
    number, name, drawn = int(entry["id"]), names[entry["category_id"]], entry.get("segmentation")
    if entry.get("iscrowd"):
        raise BadInput("a crowd, not one thing")
    if isinstance(drawn, dict):
        return Label(picture, number, name, rle=drawn, size=size)
    if drawn:
        outlines = tuple(np.asarray(each, float).reshape(-1, 2) for each in drawn)
        if not all(np.isfinite(each).all() and len(each) >= 3 for each in outlines):
            raise BadInput("outlines of fewer than 3 finite points")
        return Label(picture, number, name, outlines, size=size)
    x, y, w, h = (float(value) for value in entry["bbox"])
    if not (np.isfinite([x, y, w, h]).all() and w > 0 and h > 0):
        raise BadInput("an empty box")
    return Label(picture, number, name, box=(x, y, x + w, y + h), size=size)


def _json(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        raise BadInput(f"{file.name} is no readable JSON ({getattr(error, 'strerror', None) or error})") from error


def _size(width: Any, height: Any) -> tuple[int, int] | None:
    return (int(width), int(height)) if width and height else None


def _name(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix()
