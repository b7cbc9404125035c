"""The rails of a picture: as people or models have outlined them in a file, else as they are found in it.

Outlines: LabelMe files or masks (PNG, anything but 0 lies between the rails) named as the pictures, or one COCO file.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from triptych.core.errors import UsageError
from triptych.core.runs import file_sha256
from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.photos.pictures import read_picture
from triptych.dataset_builders.synrailobs.rails import NoRailsError, Rails, find_rails
from triptych.dataset_builders.synrailobs.rails_polygons import LABELS, rails_of_coco, rails_of_labelme, rails_of_mask

Bytes = NDArray[np.uint8]
Find = Callable[[Bytes], Rails]
"""A picture (H, W, 3) uint8 RGB in, its rails out; raises `NoRailsError`: `segment_rails` with its models, for one."""

LEAST_CONFIDENCE: Final = 0.55
"""Rating that the rails of a background need. Stricter than `find_rails` itself: a background left out costs nothing,
wrong rails spoil every composite on it."""
PLAIN_CONFIDENCE: Final = 0.7
"""Below it the rails of a single picture must be found again without its lowest rows, within `AGREED` track widths."""
WITHOUT: Final = 0.1
AGREED: Final = 0.2


def sure_rails(frame: Bytes, find: Find | None = None) -> Rails:
    """The rails of a single picture, of a camera that nothing else is known of; the doubtful are looked for twice.

    Raises `BadInput` where they are too uncertain, `NoRailsError` where there are none.
    """
    rails = (find or find_rails)(frame)
    if rails.confidence < LEAST_CONFIDENCE:
        raise BadInput(f"rails too uncertain: rating {rails.confidence:.2f}, {LEAST_CONFIDENCE} needed")
    if find is None and rails.confidence < PLAIN_CONFIDENCE:
        _look_again(frame, rails)
    return rails


def _look_again(frame: Bytes, rails: Rails) -> None:
    height = round(frame.shape[0] * (1 - WITHOUT))
    try:
        again = find_rails(np.ascontiguousarray(frame[:height]))
    except NoRailsError as error:
        raise BadInput("rails too uncertain: without the lowest rows of the picture none are found") from error
    rows = np.linspace(max(rails.rows[0], again.rows[0], height / 2), height - 1, 10)
    off = max(
        float(np.abs(np.interp(rows, rails.rows, one) - np.interp(rows, again.rows, other)).max())
        for one, other in ((rails.left, again.left), (rails.right, again.right))
    )
    if off > AGREED * (rails.right[-1] - rails.left[-1]):
        raise BadInput("rails too uncertain: without the lowest rows of the picture others are found")


@dataclass(frozen=True)
class Outlines:
    """Where outlines are looked for: a COCO file, or a folder of files named as the pictures below `pictures`."""

    pictures: Path
    rails: Path | None = None

    def file(self, picture: Path) -> Path | None:
        """The file that outlines a picture's rails, if there is one."""
        if self.rails is not None and self.rails.is_file():
            return self.rails if _file_name(picture, self.pictures, self.rails) else None
        if self.rails is None:
            beside = picture.with_suffix(".json")
            return beside if beside.is_file() and _has_rail(beside) else None
        stem = self.rails / picture.relative_to(self.pictures)
        found = [stem.with_suffix(suffix) for suffix in (".json", ".png") if stem.with_suffix(suffix).is_file()]
        return found[0] if found and (found[0].suffix == ".png" or _has_rail(found[0])) else None

    def key(self, picture: Path) -> str | None:
        """Changes when the outline does."""
        file = self.file(picture)
        return None if file is None else _hash(file, file.stat().st_mtime_ns)

    def read(self, picture: Path, height: int, width: int) -> Rails | None:
        """The outlined rails in a picture's own pixels; None where there are none. `BadInput` where they cannot be."""
        file = self.file(picture)
        if file is None:
            return None
        try:
            return self._read(file, picture, height, width)
        except NoRailsError as error:
            raise BadInput(f"its outline of the rails: {error.reason}") from error
        except (UsageError, ValueError, KeyError, TypeError) as error:
            raise BadInput(f"its outline of the rails cannot be used: {getattr(error, 'got', error)}") from error

    def _read(self, file: Path, picture: Path, height: int, width: int) -> Rails:
        if file.suffix == ".png":
            mask = read_picture(file)
            _check(mask.shape[:2], (height, width))
            return rails_of_mask(np.asarray(mask.any(axis=2)))
        if file == self.rails:
            name = _file_name(picture, self.pictures, file)
            _check(_coco(file)[name], (height, width))
            return rails_of_coco(file, name)
        data = json.loads(file.read_text(encoding="utf-8"))
        _check((data["imageHeight"], data["imageWidth"]), (height, width))
        return rails_of_labelme(file)


def _check(outlined: tuple[int, ...], picture: tuple[int, int]) -> None:
    if tuple(outlined) != picture:
        ours = f"the picture, turned upright, has {picture[1]} x {picture[0]}"
        raise ValueError(f"drawn on {outlined[1]} x {outlined[0]} pixels, {ours}")


def _has_rail(file: Path) -> bool:
    """Whether a LabelMe file outlines rails; other JSON files beside pictures do not matter, broken ones do."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return True
    shapes = data.get("shapes", []) if isinstance(data, dict) else []
    return any(isinstance(each, dict) and str(each.get("label", "")).strip().lower() in LABELS for each in shapes)


def _file_name(picture: Path, root: Path, coco: Path) -> str:
    """The name that a COCO file with outlined rails calls a picture by, its path or its bare name; empty if none."""
    known = _coco(coco)
    return next((name for name in (picture.relative_to(root).as_posix(), picture.name) if name in known), "")


@cache
def _coco(file: Path) -> dict[str, tuple[int, int]]:
    """Height and width of the pictures in which a COCO file outlines rails."""
    try:
        data: Any = json.loads(file.read_text(encoding="utf-8"))
        rails = {each["id"] for each in data["categories"] if each["name"].strip().lower() in LABELS}
        outlined = {each["image_id"] for each in data["annotations"] if each["category_id"] in rails}
        return {each["file_name"]: (each["height"], each["width"]) for each in data["images"] if each["id"] in outlined}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError("a COCO file of rail areas", f"{file}: {error}", "export it again") from error


@cache
def _hash(file: Path, changed: int) -> str:
    return file_sha256(file)


@cache
def finding_code() -> str:
    """Changes when the code that finds rails or fits pictures does: what it found before is then found anew."""
    here = Path(__file__).parent
    files = [*here.parent.glob("rails*.py"), *(here / f"background_{name}.py" for name in ("rails", "camera", "files"))]
    return sha256(b"".join(path.read_bytes() for path in sorted(files))).hexdigest()[:16]
