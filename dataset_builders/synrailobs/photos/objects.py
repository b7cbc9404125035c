"""Cut-outs of all labelled things in a folder of pictures, and the reason for each thing that is left out."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from hotcoco import mask as coco_mask

from triptych.core.errors import UsageError
from triptych.dataset_builders.problems import BadInput, Problem
from triptych.dataset_builders.synrailobs.labels import Mask
from triptych.dataset_builders.synrailobs.photos.cutouts import (
    Box,
    cut_out,
    cut_transparent,
    main_part,
    mask_of_box,
    mask_of_outlines,
)
from triptych.dataset_builders.synrailobs.photos.edges import Floats
from triptych.dataset_builders.synrailobs.photos.object_classes import category_of, infer_names, read_names
from triptych.dataset_builders.synrailobs.photos.object_fit import refuse_colourless, refuse_unfit
from triptych.dataset_builders.synrailobs.photos.object_labels import Label, find_labels
from triptych.dataset_builders.synrailobs.photos.parts import Bytes, Cutout
from triptych.dataset_builders.synrailobs.photos.pictures import read_picture

MaskOfBox = Callable[[Bytes, Box], Floats]
"""From a picture (H, W, 3) and a box in it to a coverage (H, W): GrabCut, or SAM (models/obstacles/cut_out.py)."""


LONGEST_PX: Final = 3000
"""Of a picture's sides; larger ones are reduced first, since cut-outs are."""


@dataclass(frozen=True)
class Rights:
    """Under which licence the pictures are, and whether they may be passed on."""

    licence: str
    redistributable: bool


@dataclass(frozen=True)
class LabelledPicture:
    """A picture, its name below the folder, and its labels with the names of their classes."""

    file: Path
    name: str
    labels: tuple[Label, ...]


def labelled_pictures(folder: Path, class_names: Path | str | None) -> tuple[list[LabelledPicture], list[Problem]]:
    """Pictures with labels below a folder, by name, and what could not be used.

    Raises `UsageError` for a folder without labels, and for bare class ids that may mean one thing or another.
    """
    if not folder.is_dir():
        raise UsageError("a folder of pictures with labels", str(folder), "check --objects")
    found = find_labels(folder)
    ids = {label.name for label in found.labels if isinstance(label.name, int)}
    names = read_names(folder, class_names) if ids or class_names else {}
    problems = found.problems
    if names is None:
        names, assumed = infer_names(ids)
        problems = [Problem(folder.name, assumed), *problems]
    by_picture: dict[Path, list[Label]] = {}
    for label in found.labels:
        by_picture.setdefault(label.picture, []).append(_named(label, names))
    pictures = [
        LabelledPicture(file, file.relative_to(folder).as_posix(), tuple(labels)) for file, labels in by_picture.items()
    ]
    return pictures, problems


def cutouts_of(
    picture: LabelledPicture, folder: str, rights: Rights, as_unseen: bool = False, mask_of: MaskOfBox = mask_of_box
) -> Iterator[Cutout | Problem]:
    """Each labelled thing of a picture as a cut-out, or why not. `folder` is the name that its source starts with."""
    transparent = picture.labels[0].transparent
    try:
        pixels = read_picture(picture.file, alpha=transparent)
        full = pixels.shape[1], pixels.shape[0]
        if not transparent:
            refuse_colourless(pixels)
            pixels = _reduced(pixels)
    except BadInput as error:
        yield Problem(picture.name, str(error))
        return
    drawn = [_drawn(label, pixels, full) for label in picture.labels]
    things = np.zeros(pixels.shape[:2], np.int32)
    for coverage in drawn:
        things += 0 if coverage is None else coverage >= 0.5
    for label, coverage in zip(picture.labels, drawn, strict=True):
        key = f"{Path(picture.name).with_suffix('')}#{label.number}-{label.name}"
        try:
            category = _category(label, as_unseen)
            if transparent:
                rgba = cut_transparent(pixels)
            else:
                own = _coverage(label, pixels, full, mask_of) if coverage is None else coverage
                others = things > (0 if coverage is None else coverage >= 0.5)
                rgba = cut_whole(pixels, own, category, str(label.name), others)
        except BadInput as error:
            yield Problem(key, str(error))
            continue
        source = f"{folder}/{picture.name}"
        yield Cutout(key, rgba, category, source, rights.licence, rights.redistributable)


def _named(label: Label, names: dict[int, str]) -> Label:
    """The label with its class's name; an id without one stays a number."""
    return replace(label, name=names.get(label.name, label.name)) if isinstance(label.name, int) else label


def _category(label: Label, as_unseen: bool) -> str:
    if isinstance(label.name, int):
        raise BadInput(f"class {label.name} has no name")
    category = category_of(label.name, as_unseen)
    if category is None:
        raise BadInput(f"class {label.name} is none of ours")
    return category


def cut_whole(rgb: Bytes, coverage: Floats, category: str, name: str, others: Mask) -> Bytes:
    """RGBA of the thing that `coverage` (H, W) marks, of the class `name`, if it is one and can stand on a track.

    `others` (H, W): where other things are. Raises `BadInput` with the reason where it is not fit.
    """
    part = main_part(coverage)
    refuse_unfit(part >= 0.5, category, name, others)
    return cut_out(rgb, part)


def _reduced(rgb: Bytes) -> Bytes:
    """A picture of at most `LONGEST_PX`: masks of all things of a large one would fill the memory."""
    factor = LONGEST_PX / max(rgb.shape[:2])
    if factor >= 1:
        return rgb
    return np.asarray(cv2.resize(rgb, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)


def _coverage(label: Label, rgb: Bytes, full: tuple[int, int], mask_of: MaskOfBox) -> Floats:
    """Coverage (H, W) in a picture reduced from the width and height `full`, which labels speak of."""
    height, width = rgb.shape[:2]
    if label.size is not None and label.size != full:
        raise BadInput(f"its label is for {label.size[0]} x {label.size[1]} pixels, not for {full[0]} x {full[1]}")
    scale = np.array([width, height]) / (1 if label.relative else full)
    if label.rle is not None:
        mask = _run_lengths(label.rle, full[1], full[0])
        small = mask if full == (width, height) else cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA)
        return np.asarray(small, np.float32)
    if label.outlines:
        return mask_of_outlines([outline * scale for outline in label.outlines], height, width)
    x0, y0, x1, y1 = (np.reshape(np.asarray(label.box), (2, 2)) * scale).ravel()
    return mask_of(rgb, (float(x0), float(y0), float(x1), float(y1)))


def _drawn(label: Label, rgb: Bytes, full: tuple[int, int]) -> Floats | None:
    """Coverage of a label with an outline of its own; None for boxes, which hold more than the thing."""
    if label.box is not None or label.transparent:
        return None
    try:
        return _coverage(label, rgb, full, mask_of_box)
    except BadInput:
        return None  # comes again where it is cut


def _run_lengths(rle: Any, height: int, width: int) -> Floats:
    try:
        if list(rle["size"]) != [height, width]:
            raise BadInput(f"its mask is for {rle['size']}, the picture has {[height, width]}")
        counts = rle["counts"]
        if isinstance(counts, str):
            return np.asarray(coco_mask.decode({"size": [height, width], "counts": counts.encode()}), np.float32)
        flags = np.repeat(np.arange(len(counts)) % 2, counts)
        return flags.reshape(width, height).T.astype(np.float32)
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"its mask cannot be read ({error})") from error
