"""A picture of somebody else's set as a row of schema.py; what has to be changed or left out is said.

The mask is the truth where there is one: the box is drawn tight round it, and the one that was given is kept in
`parameters`. An object without a mask has a null mask and its own box, since a mask that fills the box would be wrong.
"""

import io
import math
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
import simplejpeg
from PIL import Image

from triptych.dataset_builders.problems import BadInput, Problem
from triptych.dataset_builders.synrailobs.formats.polygons import mask_of
from triptych.dataset_builders.synrailobs.formats.released import masks_of
from triptych.dataset_builders.synrailobs.formats.sheets import Box, Mark, Sheet
from triptych.dataset_builders.synrailobs.formats.words import flag, number, plain, sizes, word
from triptych.dataset_builders.synrailobs.labels import Mask, decode, encode, tight_box
from triptych.dataset_builders.synrailobs.photos.pictures import read_picture

QUALITY: Final = 95
"""Of pictures that have to be encoded anew."""
_PLAIN_MODES: Final = ("RGB", "L")
_ORIENTATION: Final = 0x0112
_SLACK_PX: Final = 1.0
"""A box that reaches out of the picture, or differs from its mask, by less is not worth a word."""


@dataclass(frozen=True)
class Terms:
    """How the words of a set are read and what holds for all its rows."""

    classes: Mapping[str, str | None]
    words: Mapping[str, str] = field(default_factory=dict)
    source: str = "imported"
    licence: str = "unknown"
    redistributable: bool = False


@dataclass
class Made:
    """A row and what the report says of it."""

    row: dict[str, Any] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    cover: list[float] = field(default_factory=list)
    """For each object with a mask and a given box: the share of the box that the mask covers."""
    loose: int = 0
    """Boxes that were drawn tight."""
    encoded: bool = False
    """Whether the picture had to be encoded anew."""


def make_row(sheet: Sheet, terms: Terms) -> Made:
    """The row of a picture. Raises `BadInput` where none can be made."""
    data, size, encoded = upright(sheet)
    if sheet.size and sheet.size != size:
        turned = "; the labels seem to be drawn on it without its EXIF rotation" if sheet.size == size[::-1] else ""
        stated, found = (f"{width} x {height}" for width, height in (sheet.size, size))
        raise BadInput(f"the labels say {stated}, the upright picture is {found}{turned}")
    made = Made(encoded=encoded)
    extras = sheet.extras
    words = {name: word(name, extras.get(name), terms.words) for name in ("weather", "light", "track_type")}
    name = str(extras.get("row_id") or sheet.name)
    objects, given = _objects(sheet, size, name, terms, made)
    parameters = plain(extras.get("parameters"))
    parameters = dict(parameters) if isinstance(parameters, dict) else {}
    if any(box is not None for box in given):
        parameters["given_boxes"] = given
    suffix = "png" if data.startswith(b"\x89PNG") else "jpg"
    made.row = {
        "id": name,
        "source": str(extras.get("source") or terms.source),
        "licence": str(extras.get("licence") or terms.licence),
        "redistributable": terms.redistributable or bool(flag(extras.get("redistributable"), "redistributable")),
        "image": {"bytes": data, "path": f"{name.replace('/', '_')}.{suffix}"},
        "width": size[0],
        "height": size[1],
        "objects": objects,
        **words,
        "country": extras.get("country"),
        "background_id": str(extras.get("background_id") or name),
        "parameters": parameters,
        "screened": bool(flag(extras.get("screened"), "screened")),
    }
    return made


def upright(sheet: Sheet) -> tuple[bytes, tuple[int, int], bool]:
    """Bytes, width and height of a picture, and whether it was encoded anew: upright 8-bit JPEG and PNG stay.

    The whole picture is decoded, so a damaged one raises `BadInput`.
    """
    if sheet.span is not None:
        with sheet.file.open("rb") as file, tempfile.NamedTemporaryFile(suffix=".jpg") as own:
            file.seek(sheet.span[0])
            own.write(file.read(sheet.span[1]))
            own.flush()
            return _upright(Path(own.name))
    return _upright(sheet.file)


def _upright(file: Path) -> tuple[bytes, tuple[int, int], bool]:
    pixels = read_picture(file)
    size = (pixels.shape[1], pixels.shape[0])
    data = file.read_bytes()
    with Image.open(io.BytesIO(data)) as image:
        simple = image.format in ("JPEG", "PNG") and image.mode in _PLAIN_MODES and not image.has_transparency_data
        if simple and image.getexif().get(_ORIENTATION, 1) in (0, 1):
            return data, size, False
    encoded = simplejpeg.encode_jpeg(np.ascontiguousarray(pixels), quality=QUALITY, colorsubsampling="444")
    return bytes(encoded), size, True


def _objects(
    sheet: Sheet, size: tuple[int, int], name: str, terms: Terms, made: Made
) -> tuple[list[dict[str, Any]], list[Box | None]]:
    """The objects, and for each the box that was given where it is not the one used."""
    objects: list[dict[str, Any]] = []
    given: list[Box | None] = []
    scale = (size[0], size[1]) if sheet.shares else (1, 1)
    boxes = [_scaled(mark.box, scale) for mark in sheet.marks]
    masks: list[Mask] | None = None
    if sheet.masks:
        if any(box is None for box in boxes):
            raise BadInput("a mask picture beside labels without boxes")
        masks = masks_of(sheet.masks, [box for box in boxes if box is not None], size)
    for place, (mark, box) in enumerate(zip(sheet.marks, boxes, strict=True)):
        category = terms.classes[mark.label]
        if category is None:
            continue
        try:
            mask = masks[place] if masks is not None else _mask(mark, size, scale)
            thing = _placed(mask, box, size, made, mark)
            thing.update(_about(mark, category, f"{name}-{len(objects)}", terms, made))
        except BadInput as error:
            made.problems.append(Problem(mark.where, str(error)))
            continue
        objects.append(thing)
        differs = box is not None and mask is not None and not _near(box, thing["bbox"])
        made.loose += differs
        given.append(box if differs else None)
    return objects, given


def _placed(mask: Mask | None, box: Box | None, size: tuple[int, int], made: Made, mark: Mark) -> dict[str, Any]:
    """Box, area and mask of an object; without a mask the area that was given, else that of the box."""
    if mask is None:
        x, y, width, height = _clipped(box, size, made, mark.where)
        area = round(_known(made, mark, number, "area", 0.0, size[0] * size[1]) or 0)
        return {"bbox": [x, y, width, height], "area": area or max(1, round(width * height)), "mask": None}
    if not mask.any():
        raise BadInput("its mask is empty, or lies outside of the picture")
    if box is not None and min(box[2:]) > 0:
        rows, columns = (slice(max(0, round(start)), max(0, round(start + length)))
                         for start, length in ((box[1], box[3]), (box[0], box[2])))  # fmt: skip
        made.cover.append(min(1.0, float(mask[rows, columns].sum()) / (box[2] * box[3])))
    return {"bbox": tight_box(mask), "area": int(mask.sum()), "mask": encode(mask)}


def _about(mark: Mark, category: str, name: str, terms: Terms, made: Made) -> dict[str, Any]:
    seen = _known(made, mark, flag, "seen")
    return {
        "id": str(mark.extras.get("object_id") or name),
        "category": category,
        "distance_m": _known(made, mark, number, "distance_m"),
        "size_m": _known(made, mark, sizes, "size_m"),
        "seen": category != "unseen" if seen is None else seen,
        "visibility": _known(made, mark, number, "visibility", 0.0, 1.0),
        "source": str(mark.extras.get("source") or f"{terms.source}/{mark.label}"),
    }


def _known(made: Made, mark: Mark, convert: Callable[..., Any], key: str, *limits: float) -> Any:
    """A value that is known of an object; one that cannot be is taken as unknown, which is said."""
    try:
        return convert(mark.extras.get(key), key, *limits)
    except BadInput as error:
        made.problems.append(Problem(mark.where, f"{error}: taken as unknown"))
        return None


def _mask(mark: Mark, size: tuple[int, int], scale: tuple[int, int]) -> Mask | None:
    width, height = size
    if mark.polygons:
        scaled = [[value * scale[place % 2] for place, value in enumerate(part)] for part in mark.polygons]
        if scale != (1, 1):
            scaled = [[round(value, 4) for value in part] for part in scaled]
        return mask_of(scaled, height, width)
    return None if mark.rle is None else decoded(mark.rle, height, width)


def decoded(rle: Mapping[str, Any], height: int, width: int) -> Mask:
    """A mask (H, W) of COCO's run lengths, compressed or as a list. Raises `BadInput` for those of another size."""
    try:
        declared, counts = [int(side) for side in rle["size"]], rle["counts"]
        if declared != [height, width]:
            raise BadInput(f"a mask of {declared[1]} x {declared[0]} on a picture of {width} x {height}")
        if isinstance(counts, str):
            mask = decode({"size": declared, "counts": counts})
        else:
            runs = [int(count) for count in counts]
            if sum(runs) != height * width or min(runs) < 0:
                raise BadInput(f"run lengths that add up to {sum(runs)} of {height * width} pixels")
            mask = np.repeat(np.arange(len(runs)) % 2 == 1, runs).reshape(width, height).T
    except (KeyError, TypeError, ValueError, IndexError, OverflowError) as error:
        raise error if isinstance(error, BadInput) else BadInput(f"a mask that cannot be read ({error})") from error
    if mask.shape != (height, width):
        raise BadInput("a mask that cannot be read")
    return mask


def _scaled(box: Box | None, scale: tuple[int, int]) -> Box | None:
    """In pixels; shares have few digits, so what they give is rounded to a ten-thousandth of a pixel."""
    if box is None or scale == (1, 1):
        return box
    x, y, width, height = (round(value * scale[place % 2], 4) for place, value in enumerate(box))
    return x, y, width, height


def _clipped(box: Box | None, size: tuple[int, int], made: Made, where: str) -> Box:
    """The part of a box in the picture. Raises `BadInput` where there is none."""
    if box is None:
        raise BadInput("neither a box nor a mask")
    x, y, width, height = box
    if not all(map(math.isfinite, box)):
        raise BadInput(f"box {list(box)} with NaN or infinity")
    if width <= 0 or height <= 0:
        raise BadInput(f"box {list(box)} (x, y, width, height): width and height have to be above 0")
    left, top, right, bottom = max(0.0, x), max(0.0, y), min(size[0], x + width), min(size[1], y + height)
    if right <= left or bottom <= top:
        raise BadInput(f"box {list(box)} lies outside of the picture of {size[0]} x {size[1]}")
    if max(left - x, top - y, x + width - right, y + height - bottom) >= _SLACK_PX:
        made.problems.append(Problem(where, f"box {list(box)} reaches out of the picture: clipped"))
    inside = left == x and top == y and right == x + width and bottom == y + height
    return box if inside else (left, top, right - left, bottom - top)


def _near(box: Box, tight: list[float]) -> bool:
    x, y, width, height = box
    edges, ours = (x, y, x + width, y + height), (tight[0], tight[1], tight[0] + tight[2], tight[1] + tight[3])
    return all(abs(one - other) <= _SLACK_PX for one, other in zip(edges, ours, strict=True))
