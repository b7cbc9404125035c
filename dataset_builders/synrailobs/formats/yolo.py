"""The layout of ultralytics: `images/SPLIT/…`, `labels/SPLIT/….txt`, `data.yaml`; a line is `class x y w h` in shares.

With polygons a line is `class x y x y …`. A picture without obstacles has an empty label file. What YOLO cannot hold
(distance, weather, …) stands in `metadata.jsonl`, a table that `import synrailobs` takes up by itself.
"""

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from triptych.core.errors import UsageError
from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.formats.pictures_out import Masks, Picture, mask, object_extras
from triptych.dataset_builders.synrailobs.formats.polygons import one_polygon, polygons_of
from triptych.dataset_builders.synrailobs.formats.sheets import Found, Mark, Sheet, numbers, picture_index
from triptych.dataset_builders.synrailobs.photos.pictures import pictures_in
from triptych.dataset_builders.synrailobs.schema import CATEGORIES

TABLE: Final = "metadata.jsonl"
_SLACK: Final = 0.01
"""Shares may lie so far outside of 0 to 1, as ultralytics allows; the box is clipped."""
_PIXEL_SHARE: Final = 0.2
_NAME: Final = re.compile(r"^\s*(?:-\s+|(?P<number>\d+)\s*:\s*)(?P<name>.+?)\s*$")


def write_yolo(folder: Path, split: str, pictures: Iterable[Picture], masks: Masks) -> None:
    """Write one split; `write_data_yaml` follows when all are there. Run lengths are a `UsageError`."""
    if masks == "rle":
        raise UsageError("--masks none or polygons for YOLO", "rle", "YOLO's label files hold no run lengths")
    images, labels = folder / "images" / split, folder / "labels" / split
    images.mkdir(parents=True)
    labels.mkdir(parents=True)
    with (folder / TABLE).open("a", encoding="utf-8") as table:
        for picture in pictures:
            (images / picture.file_name).write_bytes(picture.data)
            lines = [_line(thing, picture, masks) for thing in picture.objects]
            (labels / picture.file_name).with_suffix(".txt").write_text("".join(lines))
            table.write(json.dumps(_known(split, picture), ensure_ascii=False) + "\n")


def write_data_yaml(folder: Path, splits: Sequence[str]) -> None:
    """The description that ultralytics reads; it wants `train` and `val` in any case."""
    val = "validation" if "validation" in splits else splits[0]
    lines = [f"# synrailobs, splits: {', '.join(splits)}", "train: images/train", f"val: images/{val}"]
    if val != "validation":
        lines.insert(1, f"# no split `validation` was exported: val is {val}")
    lines += ["test: images/test"] if "test" in splits else []
    names = [f"  {number}: {name}" for number, name in enumerate(CATEGORIES)]
    (folder / "data.yaml").write_text("\n".join([*lines, "names:", *names]) + "\n")


def _line(thing: dict[str, Any], picture: Picture, masks: Masks) -> str:
    category = CATEGORIES.index(thing["category"])
    x, y, width, height = thing["bbox"]
    if masks == "none":
        values = [(x + width / 2) / picture.width, (y + height / 2) / picture.height,
                  width / picture.width, height / picture.height]  # fmt: skip
    else:
        points = _outline(thing)
        values = [value / (picture.height if place % 2 else picture.width) for place, value in enumerate(points)]
    return f"{category} {' '.join(repr(value) for value in values)}\n"


def _outline(thing: dict[str, Any]) -> list[float]:
    """One polygon; four corners stand for a box without a mask, so a mask that is a rectangle gets a fifth point."""
    x, y, width, height = thing["bbox"]
    shape = mask(thing)
    if shape is None:
        return [x, y, x + width, y, x + width, y + height, x, y + height]
    points = one_polygon(polygons_of(shape))
    if len(points) == 8:
        points[2:2] = [(points[0] + points[2]) / 2, (points[1] + points[3]) / 2]
    return points


def _known(split: str, picture: Picture) -> dict[str, Any]:
    things = [object_extras(thing) for thing in picture.objects]
    return {"file_name": f"images/{split}/{picture.file_name}", **picture.extras, "objects": things}


def read_yolo(folder: Path, split: str) -> Found:
    """The pictures of `images/SPLIT` (or `SPLIT/images`, `images`, the folder itself) with their label files.

    Raises `UsageError` where there are no pictures, or where the boxes of most lines are in pixels.
    """
    picture_index(folder)
    images = _images(folder, split)
    labels = _labels(images)
    names, found = _names(folder), Found()
    files = {path.relative_to(images).with_suffix("").as_posix(): path for path in pictures_in(images)}
    lines = beyond = 0
    for name, file in files.items():
        label = labels / f"{name}.txt"
        if not label.is_file():
            found.leave_out(file.relative_to(folder), "no label file; an empty one would say that nothing is there")
            continue
        marks = []
        for where, words in _lines(label):
            lines += 1
            try:
                marks.append(_mark(words, where, names))
            except BadInput as error:
                beyond += "pixels" in str(error)
                found.leave_out(where, error)
        found.sheets.append(Sheet(name, file, tuple(marks), shares=True))
    if lines and beyond / lines >= _PIXEL_SHARE:
        got = f"values above 1 in {beyond} of {lines} lines of {labels}: they seem to be pixels"
        raise UsageError("shares of width and height, 0 to 1", got, "divide x and width by the picture's width, …")
    lonely = [path for path in sorted(labels.rglob("*.txt")) if labels == images or path.is_relative_to(labels)]
    for label in lonely:
        if label.relative_to(labels).with_suffix("").as_posix() not in files and label.name != "classes.txt":
            found.leave_out(label.relative_to(folder), "a label file without a picture")
    return found


def _lines(label: Path) -> list[tuple[str, list[str]]]:
    text = label.read_text(encoding="utf-8-sig", errors="replace")
    return [(f"{label.name} line {number}", line.split()) for number, line in enumerate(text.splitlines(), 1)
            if line.strip()]  # fmt: skip


def _mark(words: list[str], where: str, names: dict[int, str]) -> Mark:
    if len(words) == 6:
        raise BadInput("6 numbers: a prediction with its confidence, not a label?")
    if len(words) < 5 or len(words) % 2 == 0:
        raise BadInput(f"{len(words)} numbers; class x y w h, or class and x y of three or more points")
    category, *values = numbers(words, "a line")
    if category != int(category) or category < 0:
        raise BadInput(f"class {words[0]} is no whole number from 0")
    if names and int(category) not in names:
        raise BadInput(f"class {words[0]} is none of {', '.join(f'{key} {name}' for key, name in names.items())}")
    if max(values) > 1 + _SLACK:
        raise BadInput(f"{max(values):g} is above 1: in pixels? YOLO counts in shares of width and height")
    label = names.get(int(category), str(int(category)))
    if len(values) > 4:
        return _outlined(label, where, values)
    x, y, width, height = values
    return Mark(label, where, (x - width / 2, y - height / 2, width, height))


def _outlined(label: str, where: str, values: list[float]) -> Mark:
    """A polygon; one with four right angles is a box."""
    xs, ys = values[::2], values[1::2]
    box = (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    corners = {(x, y) for x in (min(xs), max(xs)) for y in (min(ys), max(ys))}
    if len(xs) == 4 and set(zip(xs, ys, strict=True)) == corners:
        return Mark(label, where, box)
    return Mark(label, where, None, [values])


def _images(folder: Path, split: str) -> Path:
    names = [split, *(("val", "valid") if split == "validation" else ())]
    tries = [place for name in names for place in (Path("images") / name, Path(name) / "images")]
    tries += [Path("images"), *map(Path, names), Path()]
    return next(folder / place for place in tries if (folder / place).is_dir())


def _labels(images: Path) -> Path:
    """As ultralytics does: the last `images` of the path replaced by `labels`; else beside the pictures."""
    parts = list(images.parts)
    for place in range(len(parts) - 1, -1, -1):
        if parts[place] == "images":
            other = Path(*parts[:place], "labels", *parts[place + 1 :])
            return other if other.is_dir() else images
    return images


def _names(folder: Path) -> dict[int, str]:
    """Class names by number, of `data.yaml` or another YAML file with `names:`, or of `classes.txt`."""
    for path in [*sorted(folder.glob("*.yaml")), *sorted(folder.glob("*.yml"))]:
        if found := _yaml_names(path.read_text(encoding="utf-8-sig", errors="replace")):
            return found
    classes = next(iter(sorted(folder.rglob("classes.txt"))), None)
    if classes is None:
        return {}
    lines = classes.read_text(encoding="utf-8-sig", errors="replace").splitlines()
    return {number: line.strip() for number, line in enumerate(lines) if line.strip()}


def _yaml_names(text: str) -> dict[int, str]:
    """The list or map under `names:`, in the two ways in which such files are written."""
    _, mark, rest = ("\n" + text).partition("\nnames:")
    if not mark:
        return {}
    first, *lines = rest.split("\n")
    if first.strip().startswith(("[", "{")):
        whole, closing = rest.strip(), {"[": "]", "{": "}"}[rest.strip()[0]]
        items = [item for item in whole[1 : whole.find(closing)].split(",") if item.strip()]
        lines = items if closing == "}" else [f"- {item.strip()}" for item in items]
    found: dict[int, str] = {}
    for line in lines:
        match = _NAME.match(line.split(" #")[0])
        if match is None and line.strip():
            break
        if match:
            number = int(match["number"]) if match["number"] else len(found)
            found[number] = match["name"].strip("'\"")
    return found
