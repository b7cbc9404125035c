"""Pictures fitted to the frame, and what is kept of each: a JPEG and a JSON file, or the reason why it was refused."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import simplejpeg
from numpy.typing import NDArray

from triptych.core.runs import atomic_path, write_text
from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.photos.near_pictures import Sight, of_text, sight, to_text
from triptych.dataset_builders.synrailobs.rails import NoRailsError, Rails

Bytes = NDArray[np.uint8]

JPEG_QUALITY: Final = 95
LARGEST_SCALE: Final = 2.0
"""Pictures are blown up this far at most: beyond it obstacles would be sharper than what they stand on."""


@dataclass(frozen=True)
class Cut:
    """The part of a picture that the frame shows, in the picture's pixels."""

    left: int
    top: int
    width: int
    height: int


@dataclass(frozen=True)
class Record:
    """What is kept of a picture or a film's frame: its rails and look, or the `reason` why it was refused.

    `key` says what it was made of and how; `seen` are the class words that the detector `screened_by` found; `words` is
    what the background's metadata and group were last.
    """

    id: str
    key: str
    reason: str | None = None
    rails: Rails | None = None
    look: Sight | None = None
    screened_by: str | None = None
    seen: tuple[str, ...] = ()
    words: dict[str, Any] | None = None


def cut_of(height: int, width: int, size: tuple[int, int]) -> Cut:
    """The largest part of a picture with the frame's shape: cut at both sides, or at the top, never at the bottom.

    `size`: width, height of the frame. Raises `BadInput` where it would be blown up more than `LARGEST_SCALE` times.
    """
    scale = max(size[0] / width, size[1] / height)
    if scale > LARGEST_SCALE:
        least = [int(np.ceil(side / LARGEST_SCALE)) for side in size]
        raise BadInput(f"{width} x {height} pixels, at least {least[0]} x {least[1]} are needed")
    cut_width, cut_height = (min(round(side / scale), whole) for side, whole in zip(size, (width, height), strict=True))
    return Cut((width - cut_width) // 2, height - cut_height, cut_width, cut_height)


def fitted(image: Bytes, size: tuple[int, int]) -> Bytes:
    """A picture (H, W, 3) cut and scaled to `size` (width, height), see `cut_of`."""
    cut = cut_of(image.shape[0], image.shape[1], size)
    part = image[cut.top : cut.top + cut.height, cut.left : cut.left + cut.width]
    way = cv2.INTER_AREA if cut.width > size[0] else cv2.INTER_CUBIC
    return np.ascontiguousarray(cv2.resize(part, size, interpolation=way))


def fitted_rails(rails: Rails, cut: Cut, size: tuple[int, int]) -> Rails:
    """Rails of a whole picture as they run in the fitted one, at every one of its rows that they reach.

    Raises `BadInput` where fewer than 8 rows are left.
    """
    wide, tall = size[0] / cut.width, size[1] / cut.height
    at = (rails.rows + 0.5 - cut.top) * tall - 0.5
    rows = np.arange(max(np.ceil(at[0]), 0), min(np.floor(at[-1] + tall / 2), size[1] - 1) + 1)
    if len(rows) < 8:
        raise BadInput("the rails lie outside of the part that fits the frame")
    left, right = (np.interp(rows, at, (side + 0.5 - cut.left) * wide - 0.5) for side in (rails.left, rails.right))
    return replace(rails, rows=rows, left=left, right=right)


def keep(blank: Record, folder: Path, make: Callable[[], tuple[Bytes, Rails]], look: Sight | None = None) -> Record:
    """What is kept under a record's id and key; where nothing is, the frame and rails that `make` gives are kept.

    Where `make` raises `BadInput` or `NoRailsError`, the reason is kept. `look`: the frame's, if it is known.
    """
    known = read_record(blank.id, blank.key, folder)
    if known is not None:
        return known
    try:
        frame, rails = make()
    except BadInput as error:
        return write_record(replace(blank, reason=str(error)), folder)
    except NoRailsError as error:
        return write_record(replace(blank, reason=error.reason), folder)
    write_picture(frame, folder / f"{blank.id}.jpg")
    return write_record(replace(blank, rails=rails, look=look or sight(frame)), folder)


def write_picture(image: Bytes, path: Path) -> None:
    """A picture (H, W, 3) uint8 RGB as JPEG, whole or not at all."""
    data = simplejpeg.encode_jpeg(image, quality=JPEG_QUALITY, colorspace="RGB", colorsubsampling="420")
    with atomic_path(path) as temporary:
        temporary.write_bytes(data)


def write_record(record: Record, folder: Path) -> Record:
    """Write the JSON file of a record and give it back as it will be read: rails to a hundredth of a pixel."""
    text = json.dumps(_plain(record), ensure_ascii=False, separators=(",", ":"))
    write_text(folder / f"{record.id}.json", text)
    return _record(json.loads(text))


def read_record(name: str, key: str, folder: Path) -> Record | None:
    """What is kept under an id, if it was made of the same input in the same way."""
    try:
        data = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if data.get("key") != key or (data["reason"] is None and not (folder / f"{name}.jpg").is_file()):
        return None
    return _record(data)


def rails_to_json(rails: Rails) -> dict[str, Any]:
    """Rails in every pixel row from their first to their last, as numbers rounded to a hundredth of a pixel."""
    rows = np.arange(np.ceil(rails.rows[0]), np.floor(rails.rows[-1]) + 1)
    left, right = (np.interp(rows, rails.rows, side) for side in (rails.left, rails.right))
    return {
        "first_row": int(rows[0]),
        "left": np.round(left, 2).tolist(),
        "right": np.round(right, 2).tolist(),
        "confidence": round(rails.confidence, 4),
        "apart_m": rails.apart_m,
    }


def rails_of_json(data: dict[str, Any]) -> Rails:
    """The inverse of `rails_to_json`."""
    rows = data["first_row"] + np.arange(len(data["left"]), dtype=np.float64)
    return Rails(
        rows, np.asarray(data["left"], float), np.asarray(data["right"], float), data["confidence"], data["apart_m"]
    )


def _plain(record: Record) -> dict[str, Any]:
    return {
        "id": record.id,
        "key": record.key,
        "reason": record.reason,
        "rails": rails_to_json(record.rails) if record.rails is not None else None,
        "look": to_text(record.look) if record.look is not None else None,
        "screened_by": record.screened_by,
        "seen": list(record.seen),
        "words": record.words,
    }


def _record(data: dict[str, Any]) -> Record:
    return Record(
        data["id"],
        data["key"],
        data["reason"],
        rails_of_json(data["rails"]) if data["rails"] else None,
        of_text(data["look"]) if data["look"] else None,
        data["screened_by"],
        tuple(data["seen"]),
        data["words"],
    )
