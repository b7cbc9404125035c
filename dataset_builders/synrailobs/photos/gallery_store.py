"""Cut-outs on disk as they are in memory: all pixels in one file that is mapped, not read, and one line on each.

`NAME.bin` holds the RGBA pixels one after the other; `NAME.json`, written last, says what they are.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from triptych.core.runs import atomic_path, write_json
from triptych.dataset_builders.problems import Problem
from triptych.dataset_builders.synrailobs.photos.parts import Cutout

_FORM: Final = 1
_COLUMNS: Final = ("id", "category", "source", "licence", "redistributable")


@dataclass(frozen=True)
class Gallery:
    """Obstacles cut out, what was left out and why, and a digest of the inputs, settings and code they come from."""

    cutouts: list[Cutout]
    problems: list[Problem] = field(default_factory=list)
    digest: str = ""


def save(place: Path, gallery: Gallery) -> None:
    """Write a gallery to `place`.bin and `place`.json: whole or not at all."""
    with atomic_path(_pixels(place)) as temporary, temporary.open("wb") as file:
        for cutout in gallery.cutouts:
            file.write(np.ascontiguousarray(cutout.rgba).data)
    lines = [
        {"shape": cutout.rgba.shape[:2], **{name: getattr(cutout, name) for name in _COLUMNS}}
        for cutout in gallery.cutouts
    ]
    about = {"form": _FORM, "digest": gallery.digest, "cutouts": lines}
    write_json(_about(place), {**about, "problems": [asdict(problem) for problem in gallery.problems]})


def load(place: Path) -> Gallery | None:
    """A gallery that `save` has written, its pixels mapped from the file and not writable; None where none is whole."""
    try:
        about: Any = json.loads(_about(place).read_text(encoding="utf-8"))
        bytes_used = sum(4 * height * width for height, width in (line["shape"] for line in about["cutouts"]))
        if about["form"] != _FORM or _pixels(place).stat().st_size != bytes_used:
            return None
    except (OSError, ValueError, KeyError, TypeError):
        return None
    pixels = np.memmap(_pixels(place), np.uint8, "r") if bytes_used else np.empty(0, np.uint8)
    cutouts, start = [], 0
    for line in about["cutouts"]:
        height, width = line["shape"]
        rgba = np.asarray(pixels[start : start + 4 * height * width]).reshape(height, width, 4)
        cutouts.append(Cutout(rgba=rgba, **{name: line[name] for name in _COLUMNS}))
        start += rgba.size
    return Gallery(cutouts, [Problem(**problem) for problem in about["problems"]], about["digest"])


def joined(parts: Sequence[Gallery], digest: str) -> Gallery:
    """One gallery of several, in their order."""
    cutouts = [cutout for part in parts for cutout in part.cutouts]
    return Gallery(cutouts, [problem for part in parts for problem in part.problems], digest)


def _pixels(place: Path) -> Path:
    return place.with_name(f"{place.name}.bin")


def _about(place: Path) -> Path:
    return place.with_name(f"{place.name}.json")
