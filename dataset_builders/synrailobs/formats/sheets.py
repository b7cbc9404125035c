"""What every reader of a format gives: pictures with their marks, as the files have them, before they are checked."""

import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from triptych.core.boxes import to_xywh
from triptych.core.errors import UsageError
from triptych.dataset_builders.problems import BadInput, Problem
from triptych.dataset_builders.synrailobs.formats.pictures_out import OBJECT_EXTRAS, PICTURE_EXTRAS
from triptych.dataset_builders.synrailobs.photos.pictures import pictures_in

Box = tuple[float, float, float, float]
_ENOUGH: Final = 0.2


@dataclass(frozen=True)
class Mark:
    """One object of a label file: a box, a mask or both."""

    label: str
    where: str
    """File and place in it, for the report."""
    box: Box | None = None
    """x, y, width, height in pixels."""
    polygons: Sequence[Sequence[float]] = ()
    """In pixels, [x, y, x, y, …] each; their union is the mask."""
    rle: Mapping[str, Any] | None = None
    """COCO's run lengths, compressed or not."""
    extras: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Sheet:
    """One picture with its marks."""

    name: str
    file: Path
    marks: tuple[Mark, ...] = ()
    extras: Mapping[str, Any] = field(default_factory=dict)
    size: tuple[int, int] | None = None
    """Width and height, where the labels state them."""
    shares: bool = False
    """Boxes and polygons count in shares of width and height instead of pixels."""
    masks: tuple[Path, ...] = ()
    """Mask pictures: one for all marks, or one for each."""
    span: tuple[int, int] | None = None
    """First byte and length of the picture in `file`, an archive; None where `file` is the picture."""


@dataclass
class Found:
    """What a folder holds, and what was left out of it."""

    sheets: list[Sheet] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """Things that change nothing but should be known."""

    def leave_out(self, what: object, reason: object) -> None:
        """Note an input of which nothing is made."""
        self.problems.append(Problem(str(what), str(reason)))


def picture_index(folder: Path) -> dict[str, Path]:
    """All pictures below a folder by path, by file name and by path and name without suffix, if these occur once.

    Raises `UsageError` where the folder is none.
    """
    if not folder.is_dir():
        raise UsageError("a folder (--data DIR)", f"{folder} is none", "check the path")
    names: dict[str, list[Path]] = defaultdict(list)
    for path in pictures_in(folder):
        relative = path.relative_to(folder)
        for key in dict.fromkeys((relative.as_posix(), path.name, relative.with_suffix("").as_posix(), path.stem)):
            names[key].append(path)
    return {key: paths[0] for key, paths in names.items() if len(paths) == 1}


def numbers(values: Iterable[Any], what: str) -> list[float]:
    """Values as finite floats. Raises `BadInput`."""
    try:
        found = [float(value) for value in values]
    except (TypeError, ValueError) as error:
        raise BadInput(f"{what}: {str(values)[:60]} are no numbers") from error
    if not all(map(math.isfinite, found)):
        raise BadInput(f"{what}: {found[:8]} with NaN or infinity")
    return found


def json_file(path: Path) -> Any:
    """The content of a JSON file. Raises `BadInput`."""
    try:
        return json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise BadInput(error.strerror or str(error)) from error
    except ValueError as error:
        raise BadInput(f"no JSON ({error})") from error


def picture_extras(values: Mapping[str, Any]) -> dict[str, Any]:
    """Of anybody's fields those that say something of the picture, under our names."""
    return {name: values[name] for name in ("row_id", *PICTURE_EXTRAS) if values.get(name) not in (None, "")}


def object_extras(values: Mapping[str, Any]) -> dict[str, Any]:
    """Of anybody's fields those that say something of the object, under our names."""
    return {name: values[name] for name in ("object_id", *OBJECT_EXTRAS) if values.get(name) not in (None, "")}


def refuse_other_format(boxes: Sequence[Sequence[float]], sizes: Sequence[Any], box_format: str, fix: str) -> None:
    """Raise `UsageError` where all boxes together contradict their format; single bad ones are told one by one."""
    whole = [(box, size) for box, size in zip(boxes, sizes, strict=True) if size and np.isfinite(box).all()]
    if box_format == "xywh":
        whole = [(box, size) for box, size in whole if min(box[2:]) > 0]
    if not whole:
        return
    array = np.array([box for box, _ in whole], np.float64)
    inverted: NDArray[np.bool_] = np.any(array[:, 2:] < array[:, :2], axis=1)
    if box_format == "xyxy" and inverted.mean() < _ENOUGH:
        array, whole = array[~inverted], [pair for pair, bad in zip(whole, inverted.tolist(), strict=True) if not bad]
    try:
        to_xywh(array, box_format, image_sizes=np.array([size for _, size in whole], np.float64))
    except UsageError as error:
        raise UsageError(error.expected, error.got, fix) from error


def twice(values: Iterable[Any]) -> set[Any]:
    """What occurs more than once."""
    return {value for value, count in Counter(values).items() if count > 1}
