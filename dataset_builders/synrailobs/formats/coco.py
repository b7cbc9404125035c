"""COCO instances: `images/SPLIT/…`, `annotations/instances_SPLIT.json`.

Written so that pycocotools evaluates it unchanged: ids from 1, area of the mask, `iscrowd` 0, compressed run lengths or
polygons. What COCO has no field for (`distance_m`, `seen`, `weather`, …) stands beside under its own name.
"""

import json
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TextIO

from triptych.core.errors import UsageError
from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.formats.pictures_out import Masks, Picture, has_mask, mask, object_extras
from triptych.dataset_builders.synrailobs.formats.polygons import polygons_of
from triptych.dataset_builders.synrailobs.formats.sheets import (
    Found,
    Mark,
    Sheet,
    json_file,
    numbers,
    picture_extras,
    picture_index,
    refuse_other_format,
    twice,
)
from triptych.dataset_builders.synrailobs.formats.sheets import object_extras as known_extras
from triptych.dataset_builders.synrailobs.schema import CATEGORIES


def write_coco(folder: Path, split: str, pictures: Iterable[Picture], masks: Masks) -> None:
    """Write one split. Annotations wait in a file of their own, so that memory does not grow with the dataset."""
    images = folder / "images" / split
    images.mkdir(parents=True)
    (folder / "annotations").mkdir(exist_ok=True)
    target = folder / "annotations" / f"instances_{split}.json"
    with target.open("w", encoding="utf-8") as out, tempfile.TemporaryFile("w+", encoding="utf-8") as waiting:
        out.write(f'{{"info": {{"description": "synrailobs, {split}"}}, "licenses": [],\n"categories": ')
        json.dump([{"id": n, "name": name, "supercategory": "obstacle"} for n, name in enumerate(CATEGORIES, 1)], out)
        out.write(',\n"images": [')
        annotation = 0
        for number, picture in enumerate(pictures, 1):
            (images / picture.file_name).write_bytes(picture.data)
            _item(out, _image(number, picture), number)
            for thing in picture.objects:
                annotation += 1
                _item(waiting, _annotation(annotation, number, thing, masks), annotation)
        out.write('\n],\n"annotations": [')
        waiting.seek(0)
        while block := waiting.read(1 << 20):
            out.write(block)
        out.write("\n]}\n")


def _item(file: TextIO, value: dict[str, Any], number: int) -> None:
    file.write(("\n" if number == 1 else ",\n") + json.dumps(value, ensure_ascii=False, allow_nan=False))


def _image(number: int, picture: Picture) -> dict[str, Any]:
    size = {"width": picture.width, "height": picture.height}
    return {"id": number, "file_name": picture.file_name, **size, **picture.extras}


def _annotation(number: int, image: int, thing: dict[str, Any], masks: Masks) -> dict[str, Any]:
    return {
        "id": number,
        "image_id": image,
        "category_id": CATEGORIES.index(thing["category"]) + 1,
        "bbox": thing["bbox"],
        "iscrowd": 0,
        "segmentation": _segmentation(thing, masks),
        **object_extras(thing),
    }


def _segmentation(thing: dict[str, Any], masks: Masks) -> Any:
    """[] is what tools take for a box without a mask."""
    if masks == "none" or not has_mask(thing):
        return []
    shape = mask(thing)
    return thing["mask"] if masks == "rle" or shape is None else polygons_of(shape)


def read_coco(folder: Path, split: str, annotations: Path | None = None, box_format: str = "xywh") -> Found:
    """The pictures of `annotations`, by default of `annotations/instances_SPLIT.json` or of the only JSON file.

    Raises `UsageError` where the file is not found or is no COCO file, or its boxes are in another format.
    """
    index = picture_index(folder)
    file = annotations or _annotations(folder, split)
    try:
        content = json_file(file)
        lists = {name: content[name] for name in ("images", "annotations", "categories")}
        if not all(isinstance(rows, list) and all(map(_is_plain, rows)) for rows in lists.values()):
            raise BadInput("images, annotations, categories have to be lists of objects with plain ids")
    except (BadInput, KeyError, TypeError) as error:
        reason = f"it lacks {error}" if isinstance(error, KeyError) else str(error)
        raise UsageError("a COCO file with images, annotations, categories", f"{file}: {reason}", "mend it") from error
    return _read(_Coco(file, split, index, box_format), lists)


class _Coco:
    """Where a COCO file lies and how its boxes are written."""

    def __init__(self, file: Path, split: str, index: dict[str, Path], box_format: str) -> None:
        self.file, self.split, self.index, self.box_format = file, split, index, box_format

    def picture(self, image: dict[str, Any]) -> Path | None:
        """The file of an image: below the split's folder if there is one."""
        name = str(image.get("file_name", ""))
        keys = (f"images/{self.split}/{name}", name, name.rsplit("/", 1)[-1])
        return next((self.index[key] for key in keys if key in self.index), None)


def _read(coco: _Coco, lists: dict[str, list[dict[str, Any]]]) -> Found:
    found = Found()
    doubled = twice(image.get("id") for image in lists["images"])
    used = twice(str(image.get("file_name")) for image in lists["images"])
    names = {row.get("id"): str(row.get("name")) for row in lists["categories"]}
    _note_ids(found, lists)
    sizes = {image.get("id"): _size(image) for image in lists["images"]}
    marks = _marks(coco, lists["annotations"], names, sizes, found)
    for image in lists["images"]:
        name, file = str(image.get("file_name")), coco.picture(image)
        if image.get("id") in doubled or name in used:
            found.leave_out(name, f"its id {image.get('id')} or file name stands at two images")
        elif file is None:
            found.leave_out(name, "no such picture")
        else:
            own = tuple(marks.get(image.get("id"), ()))
            found.sheets.append(Sheet(Path(name).with_suffix("").as_posix(), file, own, picture_extras(image),
                                      sizes[image.get("id")]))  # fmt: skip
    return found


def _marks(
    coco: _Coco, annotations: list[dict[str, Any]], names: dict[Any, str], sizes: dict[Any, Any], found: Found
) -> dict[Any, list[Mark]]:
    marks: dict[Any, list[Mark]] = defaultdict(list)
    boxes: list[tuple[list[float], Any]] = []
    for place, row in enumerate(annotations, 1):
        where = f"{coco.file.name} annotation {row.get('id', f'number {place}')}"
        try:
            if row.get("image_id") not in sizes:
                raise BadInput(f"image_id {row.get('image_id')!r} is none of the images'")
            if row.get("category_id") not in names:
                known = ", ".join(f"{key} {name}" for key, name in names.items())
                raise BadInput(f"category_id {row.get('category_id')!r} is none of the categories: {known}")
            if row.get("iscrowd"):
                raise BadInput("a crowd (iscrowd 1) is no single obstacle")
            box = numbers(row["bbox"], "bbox") if row.get("bbox") else None
            if box and len(box) != 4:
                raise BadInput(f"a bbox of {len(box)} numbers")
            if box:
                boxes.append((box, sizes[row["image_id"]]))
            marks[row["image_id"]].append(_mark(row, where, names[row["category_id"]], box, coco.box_format))
        except BadInput as error:
            found.leave_out(where, error)
    fix = "name the format with --box-format, or convert the boxes to COCO's x, y, width, height"
    refuse_other_format([box for box, _ in boxes], [size for _, size in boxes], coco.box_format, fix)
    return marks


def _mark(row: dict[str, Any], where: str, label: str, box: list[float] | None, box_format: str) -> Mark:
    x, y, third, fourth = box or (0.0, 0.0, 0.0, 0.0)
    size = (third - x, fourth - y) if box_format == "xyxy" else (third, fourth)
    segmentation = row.get("segmentation")
    rle = segmentation if isinstance(segmentation, dict) else None
    polygons = segmentation if isinstance(segmentation, list) else []
    if not (box or rle or polygons):
        raise BadInput("neither bbox nor segmentation")
    checked = [numbers(polygon, "segmentation") for polygon in polygons]
    return Mark(label, where, (x, y, *size) if box else None, checked, rle, known_extras(row))


def _is_plain(row: Any) -> bool:
    """Whether a row is an object whose ids are no lists or objects themselves."""
    return isinstance(row, dict) and not any(
        isinstance(row.get(name), list | dict) for name in ("id", "image_id", "category_id")
    )


def _size(image: dict[str, Any]) -> tuple[int, int] | None:
    width, height = image.get("width"), image.get("height")
    return (int(width), int(height)) if isinstance(width, int | float) and isinstance(height, int | float) else None


def _note_ids(found: Found, lists: dict[str, list[dict[str, Any]]]) -> None:
    if any(row.get("id") == 0 for row in lists["annotations"]):
        found.notes.append("an annotation has id 0, which pycocotools never counts as found; an export numbers from 1")
    if doubled := twice(row.get("id") for row in lists["annotations"] if "id" in row):
        found.notes.append(f"{len(doubled)} annotation ids stand at two objects, such as {min(map(str, doubled))}; "
                           "all objects are kept")  # fmt: skip


def _annotations(folder: Path, split: str) -> Path:
    usual = folder / "annotations" / f"instances_{split}.json"
    if usual.is_file():
        return usual
    files = sorted(path for path in folder.rglob("*.json") if path.name != "export.json")
    if len(files) == 1:
        return files[0]
    got = ", ".join(path.relative_to(folder).as_posix() for path in files[:8]) or "no JSON file"
    raise UsageError(f"annotations/instances_{split}.json in {folder}", got, "name the file with --annotations FILE")
