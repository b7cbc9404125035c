"""The paper's own release: pictures, mask pictures, YOLO boxes. Its boxes are those of the pasted rectangles.

Its code (guoqiushi/SynRailObs @ 928fba0) labels the whole rectangle of a pasted cut-out, writes class 0 for all, and
saves masks as JPEG, so that their edges are grey. Here a pixel counts that is brighter than half of the mask's
brightest, and boxes are drawn tight round it; what was given is kept in `parameters`.

Masks are looked for in `masks/`: `NAME.*` for all obstacles of a picture, or `NAME_0.*`, `NAME_1.*`, … one for each.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from triptych.core.errors import UsageError
from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.formats.sheets import Box, Found
from triptych.dataset_builders.synrailobs.formats.yolo import read_yolo
from triptych.dataset_builders.synrailobs.labels import Mask
from triptych.dataset_builders.synrailobs.photos.pictures import pictures_in, read_picture

FOLDERS: Final = ("masks", "mask")
_DARK: Final = 16
"""A mask picture with nothing brighter is empty."""


def read_released(folder: Path, split: str) -> Found:
    """The pictures with their YOLO boxes and mask pictures. Raises `UsageError` where there is no folder of masks."""
    found = read_yolo(folder, split)
    place = next((folder / name for name in FOLDERS if (folder / name).is_dir()), None)
    if place is None:
        there = ", ".join(sorted(path.name for path in folder.iterdir() if path.is_dir())[:8]) or "no folder"
        raise UsageError(f"{folder}/masks", there, "without masks, import the set with --format yolo")
    masks = _masks(place)
    sheets = []
    for sheet in found.sheets:
        files = masks.pop(sheet.name, ()) or masks.pop(sheet.name.rsplit("/", 1)[-1], ())
        if len(files) not in (1, len(sheet.marks)) and sheet.marks:
            found.leave_out(sheet.name, f"{len(files)} mask pictures for {len(sheet.marks)} boxes")
            continue
        sheets.append(replace(sheet, masks=tuple(files) if sheet.marks else ()))
    found.sheets = sheets
    for name in masks:
        found.leave_out(f"{place.name}/{name}", "a mask picture without a picture")
    return found


def _masks(place: Path) -> dict[str, Sequence[Path]]:
    """Mask pictures by the name of their picture, numbered ones in order."""
    files = {path.relative_to(place).with_suffix("").as_posix(): path for path in pictures_in(place)}
    found: dict[str, list[tuple[int, Path]]] = defaultdict(list)
    for name, path in files.items():
        numbered = re.fullmatch(r"(.+)[_-](\d+)", name)
        # `frame_12` is the mask of a picture of that name, unless there is a `frame_0` or `frame_1` to count from
        first = numbered and any(f"{numbered[1]}_{start}" in files for start in (0, 1))
        key, number = (numbered[1], int(numbered[2])) if numbered and first else (name, 0)
        found[key].append((number, path))
    return {key: [path for _, path in sorted(paths)] for key, paths in found.items()}


def mask_pixels(path: Path) -> Mask:
    """(H, W) of a mask picture in grey or colour. Raises `BadInput`."""
    brightest = read_picture(path).max(axis=2)
    top = int(brightest.max())
    return brightest > top / 2 if top >= _DARK else np.zeros(brightest.shape, bool)


def masks_of(files: Sequence[Path], boxes: Sequence[Box], size: tuple[int, int]) -> list[Mask]:
    """One mask (H, W) for each box in pixels. A pixel of a common mask in several boxes belongs to the smallest.

    Raises `BadInput` where a mask picture cannot be read or is not as large as the picture.
    """
    width, height = size
    pixels = []
    for path in files:
        try:
            pixels.append(mask_pixels(path))
        except BadInput as error:
            raise BadInput(f"mask {path.name}: {error}") from error
        if pixels[-1].shape != (height, width):
            got = f"{pixels[-1].shape[1]} x {pixels[-1].shape[0]}"
            raise BadInput(f"mask {path.name} is {got}, the picture {width} x {height}")
    if len(pixels) == len(boxes) > 1:
        return pixels
    return _shared_out(pixels[0], boxes)


def _shared_out(mask: Mask, boxes: Sequence[Box]) -> list[Mask]:
    left = mask.copy()
    found: dict[int, Mask] = {}
    for number in sorted(range(len(boxes)), key=lambda number: boxes[number][2] * boxes[number][3]):
        x, y, width, height = boxes[number]
        rows, columns = (slice(max(0, round(start)), max(0, round(start + length)))
                         for start, length in ((y, height), (x, width)))  # fmt: skip
        own = np.zeros(mask.shape, bool)
        own[rows, columns] = left[rows, columns]
        left[rows, columns] = False
        found[number] = own
    return [found[number] for number in range(len(boxes))]
