"""Pascal VOC, read only: `Annotations/NAME.xml` and `JPEGImages/NAME.jpg`, or both kinds in one folder.

Corners are taken as today's tools write them, in pixel edges from 0; the VOC challenge itself counted pixels from 1.
"""

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from triptych.core.errors import UsageError
from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.formats.sheets import (
    Found,
    Mark,
    Sheet,
    numbers,
    object_extras,
    picture_extras,
    picture_index,
    refuse_other_format,
)

_CORNERS = ("xmin", "ymin", "xmax", "ymax")


def read_voc(folder: Path, split: str) -> Found:
    """All pictures of the folder, or those that `ImageSets/Main/SPLIT.txt` names, with their XML files."""
    index, found = picture_index(folder), Found()
    wanted = _wanted(folder, split)
    used = set[Path]()
    boxes: list[tuple[list[float], Any]] = []
    for file in sorted(folder.rglob("*.xml")):
        if wanted is not None and file.stem not in wanted:
            continue
        try:
            root = ElementTree.parse(file).getroot()
            named = root.findtext("filename") or file.stem
            picture = index.get(named) or index.get(file.stem)
            if picture is None or picture in used:
                raise BadInput(f"no picture {named}" if picture is None else f"{named} has another label file already")
        except (BadInput, ElementTree.ParseError) as error:
            found.leave_out(file.relative_to(folder), error)
            continue
        used.add(picture)
        extras = {child.tag: child.text for child in root}
        size = _size(root)
        found.sheets.append(
            Sheet(file.stem, picture, _marks(root, file, size, boxes, found), picture_extras(extras), size)
        )
    _lonely(folder, index, used, wanted, found)
    refuse_other_format(
        [box for box, _ in boxes], [size for _, size in boxes], "xyxy", "boxes are two corners here; convert them"
    )
    if not found.sheets and not found.problems:
        raise UsageError("pictures with VOC's XML files", f"none in {folder}", "check --data")
    return found


def _marks(
    root: ElementTree.Element, file: Path, size: Any, boxes: list[tuple[list[float], Any]], found: Found
) -> tuple[Mark, ...]:
    marks = []
    for number, thing in enumerate(root.iterfind("object"), 1):
        where = f"{file.name} object {number}"
        try:
            corners = numbers([thing.findtext(f"bndbox/{name}") for name in _CORNERS], "bndbox")
            boxes.append((corners, size))
            x1, y1, x2, y2 = corners
            if x2 < x1 or y2 < y1:
                raise BadInput(f"x2 < x1 or y2 < y1 in {corners}; is it x, y, width, height?")
            extras = object_extras({child.tag: child.text for child in thing})
            marks.append(Mark(thing.findtext("name") or "", where, (x1, y1, x2 - x1, y2 - y1), (), None, extras))
        except BadInput as error:
            found.leave_out(where, error)
    return tuple(marks)


def _size(root: ElementTree.Element) -> tuple[int, int] | None:
    sides = [root.findtext("size/width") or "", root.findtext("size/height") or ""]
    # labelling tools write 0 where they did not know
    return (int(sides[0]), int(sides[1])) if all(side.isdecimal() and int(side) > 0 for side in sides) else None


def _wanted(folder: Path, split: str) -> set[str] | None:
    names = {"train": "train", "validation": "val", "test": "test"}
    lists = [folder / "ImageSets/Main" / f"{name}.txt" for name in (split, names.get(split, split))]
    found = next((path for path in lists if path.is_file()), None)
    return None if found is None else {line.split()[0] for line in found.read_text().splitlines() if line.split()}


def _lonely(folder: Path, index: dict[str, Path], used: set[Path], wanted: set[str] | None, found: Found) -> None:
    for path in sorted(set(index.values()) - used):
        if wanted is None or path.stem in wanted:
            found.leave_out(
                path.relative_to(folder), "no label file; one without objects would say that nothing is there"
            )
