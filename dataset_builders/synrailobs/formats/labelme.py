"""LabelMe: `SPLIT/NAME.json` beside `SPLIT/NAME.jpg`, one file a picture.

A mask is LabelMe's shape `mask` (exact), or polygons; the parts of one obstacle share a `group_id`. What LabelMe has no
field for stands beside under its own name, which LabelMe keeps.
"""

import base64
import binascii
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from triptych.core.errors import UsageError
from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.formats.pictures_out import Masks, Picture, mask, object_extras
from triptych.dataset_builders.synrailobs.formats.polygons import polygons_of
from triptych.dataset_builders.synrailobs.formats.sheets import (
    Found,
    Mark,
    Sheet,
    json_file,
    numbers,
    picture_extras,
    picture_index,
)
from triptych.dataset_builders.synrailobs.formats.sheets import object_extras as known_extras
from triptych.dataset_builders.synrailobs.labels import Mask, encode, tight_box
from triptych.dataset_builders.synrailobs.photos.pictures import pictures_in

_VERSION: Final = "5.5.0"
"""Version of LabelMe whose form this is; older ones know no masks."""


def write_labelme(folder: Path, split: str, pictures: Iterable[Picture], masks: Masks) -> None:
    """Write one split."""
    (folder / split).mkdir(parents=True)
    for picture in pictures:
        target = folder / split / picture.file_name
        target.write_bytes(picture.data)
        shapes = [shape for group, thing in enumerate(picture.objects, 1) for shape in _shapes(thing, masks, group)]
        content = {"version": _VERSION, "flags": {}, "shapes": shapes, "imagePath": picture.file_name,
                   "imageData": None, "imageHeight": picture.height, "imageWidth": picture.width,
                   **picture.extras}  # fmt: skip
        target.with_suffix(".json").write_text(json.dumps(content, ensure_ascii=False, indent=1), encoding="utf-8")


def _shapes(thing: dict[str, Any], masks: Masks, group: int) -> list[dict[str, Any]]:
    pixels = None if masks == "none" else mask(thing)
    if pixels is None:
        x, y, width, height = thing["bbox"]
        return [_shape(thing, "rectangle", [[x, y], [x + width, y + height]])]
    if masks == "polygons":
        parts = [[list(pair) for pair in zip(part[::2], part[1::2], strict=True)] for part in polygons_of(pixels)]
        return [_shape(thing, "polygon", part, group if len(parts) > 1 else None) for part in parts]
    x, y, width, height = (int(value) for value in tight_box(pixels))
    cut = pixels[y : y + height, x : x + width].astype(np.uint8)
    # LabelMe's corners of a mask are its first and its last pixel.
    corners = [[x, y], [x + width - 1, y + height - 1]]
    return [{**_shape(thing, "mask", corners), "mask": base64.b64encode(_png(cut)).decode("ascii")}]


def _shape(thing: dict[str, Any], kind: str, points: list[Any], group: int | None = None) -> dict[str, Any]:
    own = {"label": thing["category"], "points": points, "group_id": group, "description": "", "shape_type": kind}
    return {**own, "flags": {}, **object_extras(thing)}


def _png(mask: np.ndarray[Any, np.dtype[np.uint8]]) -> bytes:
    return bytes(cv2.imencode(".png", mask)[1])


def read_labelme(folder: Path, split: str) -> Found:
    """The pictures of `folder/SPLIT`, or of the folder itself, each with its JSON file."""
    picture_index(folder)
    place = folder / split if (folder / split).is_dir() else folder
    found, used = Found(), set[Path]()
    for file in sorted(place.rglob("*.json")):
        name = file.relative_to(place)
        try:
            content = json_file(file)
            if not isinstance(content, dict) or not isinstance(content.get("shapes"), list):
                raise BadInput("no LabelMe file: it has no list of shapes")
            picture = _picture(file, content)
            if picture in used:
                raise BadInput(f"{picture.name} has another label file already")
            used.add(picture)
            marks = _marks(content, name.as_posix(), found)
        except BadInput as error:
            found.leave_out(name, error)
            continue
        extras, name = picture_extras(content), name.with_suffix("")
        found.sheets.append(Sheet(name.as_posix(), picture, marks, extras, _size(content)))
    for path in pictures_in(place):
        if path not in used:
            found.leave_out(
                path.relative_to(place), "no label file; one without shapes would say that nothing is there"
            )
    if not found.sheets and not found.problems:
        raise UsageError("pictures with LabelMe's JSON files beside them", f"none in {place}", "check --data")
    return found


def _size(content: dict[str, Any]) -> tuple[int, int] | None:
    width, height = content.get("imageWidth"), content.get("imageHeight")
    return (int(width), int(height)) if isinstance(width, int) and isinstance(height, int) else None


def _picture(file: Path, content: dict[str, Any]) -> Path:
    """The picture that a label file names, else the one of its own name."""
    named = file.parent / str(content.get("imagePath") or "").replace("\\", "/")
    beside = [path for path in file.parent.glob(f"{file.stem}.*") if path in set(pictures_in(file.parent))]
    for path in (named.resolve() if named != file.parent else named, file.parent / named.name, *beside):
        if path.is_file():
            return path
    raise BadInput(f"no picture {content.get('imagePath') or file.stem}")


def _marks(content: dict[str, Any], name: str, found: Found) -> tuple[Mark, ...]:
    """One mark a shape; polygons of one label and group are one."""
    marks: dict[Any, Mark] = {}
    for number, shape in enumerate(content["shapes"], 1):
        where = f"{name} shape {number}"
        try:
            mark = _mark(shape, where, content)
        except (BadInput, TypeError, ValueError, AttributeError) as error:
            found.leave_out(where, error)
            continue
        group = shape.get("group_id")
        key = (mark.label, group) if mark.polygons and isinstance(group, int) else number
        first = marks.get(key)
        marks[key] = mark if first is None else Mark(first.label, first.where, None, [*first.polygons, *mark.polygons],
                                                     None, first.extras)  # fmt: skip
    return tuple(marks.values())


def _mark(shape: dict[str, Any], where: str, content: dict[str, Any]) -> Mark:
    label, kind = str(shape.get("label")), shape.get("shape_type") or "polygon"
    points = [numbers(point, "a point") for point in shape.get("points") or []]
    if any(len(point) != 2 for point in points):
        raise BadInput("points have to be pairs of x and y")
    extras = known_extras(shape)
    if kind == "polygon":
        return Mark(label, where, None, [[value for point in points for value in point]], None, extras)
    if kind not in ("rectangle", "mask") or len(points) != 2:
        raise BadInput(f"a shape {kind!r} of {len(points)} points; polygon, rectangle and mask can be used")
    (x1, y1), (x2, y2) = points  # drawn from any corner to the opposite one
    box = (min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))
    if kind == "rectangle":
        return Mark(label, where, box, (), None, extras)
    height, width = int(content["imageHeight"]), int(content["imageWidth"])
    return Mark(label, where, None, (), _whole(shape, box, height, width), extras)


def _whole(shape: dict[str, Any], box: tuple[float, ...], height: int, width: int) -> dict[str, Any]:
    """Run lengths of a mask that is given as a PNG in the frame's coordinates. Raises `BadInput`."""
    try:
        data = np.frombuffer(base64.b64decode(str(shape.get("mask") or ""), validate=True), np.uint8)
        cut = cv2.imdecode(data, cv2.IMREAD_GRAYSCALE) if data.size else None
    except (binascii.Error, cv2.error) as error:
        raise BadInput(f"its mask is no PNG in base64 ({error})") from error
    if cut is None:
        raise BadInput("its mask is no PNG in base64")
    x, y = int(box[0]), int(box[1])
    if not (0 <= x <= width - cut.shape[1] and 0 <= y <= height - cut.shape[0]):
        raise BadInput("its mask reaches out of the picture")
    whole: Mask = np.zeros((height, width), bool)
    whole[y : y + cut.shape[0], x : x + cut.shape[1]] = cut > 0
    return encode(whole)
