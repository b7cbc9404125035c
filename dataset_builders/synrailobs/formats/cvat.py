"""CVAT for images 1.1: `SPLIT/annotations.xml` and `SPLIT/images/…`; and Pascal VOC, which is read only.

A mask is CVAT's `mask` (exact), or polygons of one `group_id`. What CVAT has no field for stands in attributes: of the
object, and for the picture of a tag `picture`.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final
from xml.etree import ElementTree
from xml.sax.saxutils import XMLGenerator

import numpy as np

from triptych.core.errors import UsageError
from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.formats.pictures_out import (
    OBJECT_EXTRAS,
    PICTURE_EXTRAS,
    Masks,
    Picture,
    mask,
    object_extras,
)
from triptych.dataset_builders.synrailobs.formats.polygons import polygons_of
from triptych.dataset_builders.synrailobs.formats.sheets import (
    Found,
    Mark,
    Sheet,
    numbers,
    picture_extras,
    picture_index,
    refuse_other_format,
)
from triptych.dataset_builders.synrailobs.formats.sheets import object_extras as known_extras
from triptych.dataset_builders.synrailobs.labels import Mask, encode, tight_box
from triptych.dataset_builders.synrailobs.schema import CATEGORIES

FILE: Final = "annotations.xml"
PICTURE_TAG: Final = "picture"
_CORNERS_FIX: Final = "boxes are two corners here; convert them"


def write_cvat(folder: Path, split: str, pictures: Iterable[Picture], masks: Masks) -> None:
    """Write one split, element by element."""
    images = folder / split / "images"
    images.mkdir(parents=True)
    with (folder / split / FILE).open("w", encoding="utf-8") as out:
        xml: Any = XMLGenerator(out, "utf-8", short_empty_elements=True)
        xml.startDocument()
        xml.startElement("annotations", {})
        _text(xml, "version", "1.1")
        _meta(xml, split)
        for number, picture in enumerate(pictures):
            (images / picture.file_name).write_bytes(picture.data)
            _image(xml, number, picture, split, masks)
        xml.endElement("annotations")
        xml.endDocument()


def _text(xml: Any, name: str, content: str, attributes: Mapping[str, str] = MappingProxyType({})) -> None:
    xml.startElement(name, attributes)
    xml.characters(content)
    xml.endElement(name)


def _meta(xml: Any, split: str) -> None:
    """What CVAT must know to take the file in: labels and their attributes."""
    for name in ("meta", "task"):
        xml.startElement(name, {})
    _text(xml, "name", f"synrailobs {split}")
    xml.startElement("labels", {})
    names = [(category, "any", ("object_id", *OBJECT_EXTRAS)) for category in CATEGORIES]
    for label, kind, attributes in [*names, (PICTURE_TAG, "tag", ("row_id", *PICTURE_EXTRAS))]:
        xml.startElement("label", {})
        _text(xml, "name", label)
        _text(xml, "type", kind)
        xml.startElement("attributes", {})
        for attribute in attributes:
            xml.startElement("attribute", {})
            for field, value in (("name", attribute), ("mutable", "False"), ("input_type", "text"),
                                 ("default_value", ""), ("values", "")):  # fmt: skip
                _text(xml, field, value)
            xml.endElement("attribute")
        xml.endElement("attributes")
        xml.endElement("label")
    for name in ("labels", "task", "meta"):
        xml.endElement(name)
    xml.ignorableWhitespace("\n")


def _image(xml: Any, number: int, picture: Picture, split: str, masks: Masks) -> None:
    size = {"width": str(picture.width), "height": str(picture.height)}
    xml.startElement("image", {"id": str(number), "name": picture.file_name, "subset": split, **size})
    for group, thing in enumerate(picture.objects, 1):
        for name, shape in _shapes(thing, masks, group):
            common = {"label": thing["category"], "source": "file", "occluded": "0", "z_order": "0"}
            xml.startElement(name, {**common, **shape})
            _attributes(xml, object_extras(thing))
            xml.endElement(name)
    xml.startElement("tag", {"label": PICTURE_TAG, "source": "file"})
    _attributes(xml, picture.extras)
    xml.endElement("tag")
    xml.endElement("image")
    xml.ignorableWhitespace("\n")


def _attributes(xml: Any, values: dict[str, Any]) -> None:
    for name, value in values.items():
        if value is not None:
            _text(xml, "attribute", value if isinstance(value, str) else json.dumps(value), {"name": name})


def _shapes(thing: dict[str, Any], masks: Masks, group: int) -> list[tuple[str, dict[str, str]]]:
    pixels = None if masks == "none" else mask(thing)
    x, y, width, height = thing["bbox"]
    if pixels is None:
        corners = (x, y, x + width, y + height)
        return [("box", dict(zip(("xtl", "ytl", "xbr", "ybr"), map(repr, corners), strict=True)))]
    if masks == "polygons":
        parts = polygons_of(pixels)
        more = {"group_id": str(group)} if len(parts) > 1 else {}
        pairs = [zip(part[::2], part[1::2], strict=True) for part in parts]
        return [("polygon", {"points": ";".join(f"{x:g},{y:g}" for x, y in part), **more}) for part in pairs]
    left, top, wide, high = (int(value) for value in tight_box(pixels))
    runs = _runs(pixels[top : top + high, left : left + wide])
    place = {"left": left, "top": top, "width": wide, "height": high}
    return [("mask", {"rle": ", ".join(map(str, runs)), **{key: str(value) for key, value in place.items()}})]


def _runs(cut: Mask) -> list[int]:
    """Lengths of runs, row by row, beginning with one of zeros."""
    flat = np.concatenate([[False], cut.ravel(), [not cut.ravel()[-1]]])
    edges = np.flatnonzero(flat[1:] != flat[:-1])
    return [int(length) for length in np.diff(np.concatenate([[0], edges]))]


def read_cvat(folder: Path, split: str) -> Found:
    """The pictures of `SPLIT/annotations.xml`, or of `annotations.xml` (there those of the subset, if it has subsets).

    Raises `UsageError` where there is no such file, or it is no XML.
    """
    index, found = picture_index(folder), Found()
    file = next((path for path in (folder / split / FILE, folder / FILE) if path.is_file()), None)
    if file is None:
        raise UsageError(f"{FILE} in {folder} or {folder / split}", "none", "export `CVAT for images 1.1`")
    boxes: list[list[float]] = []
    sizes: list[Any] = []
    for image in _elements(file, "image"):
        name, size = image.get("name", ""), _size(image.get("width"), image.get("height"))
        if image.get("subset", split) != split and file.parent == folder:
            continue
        marks = _marks(image, f"{file.name} {name}", size, found, boxes)
        sizes += [size] * (len(boxes) - len(sizes))
        keys = (f"{split}/images/{name}", f"images/{split}/{name}", f"images/{name}", name, name.rsplit("/", 1)[-1])
        path = next((index[key] for key in keys if key in index), None)
        if path is None:
            found.leave_out(name, "no such picture")
            continue
        extras = {key: value for tag in image.iterfind("tag") for key, value in _values(tag).items()}
        stem = Path(name).with_suffix("").as_posix()
        found.sheets.append(Sheet(stem, path, marks, picture_extras(extras), size))
    refuse_other_format(boxes, sizes, "xyxy", _CORNERS_FIX)
    return found


def _elements(file: Path, name: str) -> Iterator[ElementTree.Element]:
    """The elements of a name, each forgotten after use."""
    try:
        for _, element in ElementTree.iterparse(file):
            if element.tag == name:
                yield element
                element.clear()
    except ElementTree.ParseError as error:
        raise UsageError("an XML file", f"{file}: {error}", "export it again") from error


def _marks(
    image: ElementTree.Element, where: str, size: tuple[int, int] | None, found: Found, boxes: list[list[float]]
) -> tuple[Mark, ...]:
    marks: dict[Any, Mark] = {}
    for number, shape in enumerate((shape for shape in image if shape.tag != "tag"), 1):
        place = f"{where} {shape.tag} {number}"
        try:
            mark = _mark(shape, place, size, boxes)
        except (BadInput, TypeError, ValueError) as error:
            found.leave_out(place, error)
            continue
        group = shape.get("group_id")
        key = (mark.label, group) if mark.polygons and group else number
        first = marks.get(key)
        marks[key] = mark if first is None else Mark(first.label, first.where, None, [*first.polygons, *mark.polygons],
                                                     None, first.extras)  # fmt: skip
    return tuple(marks.values())


def _mark(shape: ElementTree.Element, where: str, size: tuple[int, int] | None, boxes: list[list[float]]) -> Mark:
    label, extras = shape.get("label", ""), known_extras(_values(shape))
    if shape.tag == "box":
        corners = numbers([shape.get(name) for name in ("xtl", "ytl", "xbr", "ybr")], "a box")
        boxes.append(corners)
        return Mark(label, where, _xywh(corners), (), None, extras)
    if shape.tag == "polygon":
        points = [numbers(pair.split(","), "a point") for pair in shape.get("points", "").split(";")]
        return Mark(label, where, None, [[value for point in points for value in point]], None, extras)
    if shape.tag == "mask" and size:
        return Mark(label, where, None, (), _whole(shape, size), extras)
    raise BadInput(f"a shape {shape.tag!r}; box, polygon and mask can be used")


def _xywh(corners: list[float]) -> tuple[float, float, float, float]:
    x1, y1, x2, y2 = corners
    if x2 < x1 or y2 < y1:
        raise BadInput(f"x2 < x1 or y2 < y1 in {corners}; is it x, y, width, height?")
    return x1, y1, x2 - x1, y2 - y1


def _whole(shape: ElementTree.Element, size: tuple[int, int]) -> dict[str, Any]:
    left, top, wide, high = (int(shape.get(name, "0")) for name in ("left", "top", "width", "height"))
    runs = [int(value) for value in shape.get("rle", "").split(",")]
    if min(runs) < 0 or sum(runs) != wide * high or min(wide, high) < 1:
        raise BadInput(f"run lengths that add up to {sum(runs)} in a box of {wide} x {high}")
    if not (0 <= left <= size[0] - wide and 0 <= top <= size[1] - high):
        raise BadInput("its mask reaches out of the picture")
    whole: Mask = np.zeros((size[1], size[0]), bool)
    cut = np.repeat(np.arange(len(runs)) % 2 == 1, runs)
    whole[top : top + high, left : left + wide] = cut.reshape(high, wide)
    return encode(whole)


def _values(element: ElementTree.Element) -> dict[str, str]:
    return {each.get("name", ""): each.text or "" for each in element.iterfind("attribute")}


def _size(width: Any, height: Any) -> tuple[int, int] | None:
    try:
        return int(float(width)), int(float(height))
    except (TypeError, ValueError, OverflowError):
        return None
