"""The gallery: obstacles cut out of labelled pictures, and textured shapes that stand for what no class names.

    gallery = make_gallery(GallerySettings(objects=Path("coco"), textures=Path("dtd"), textured=200), Path("kept"))

What is finished stays in the folder `kept`, picture by picture: a killed run goes on, and worker processes map the
pixels with `read_gallery(kept)`.
"""

import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from triptych.core.errors import UsageError
from triptych.core.runs import digest, file_sha256
from triptych.dataset_builders.problems import Problem
from triptych.dataset_builders.synrailobs import sprites, textures
from triptych.dataset_builders.synrailobs.photos import (
    cutouts,
    edges,
    gallery_dataset,
    gallery_store,
    object_classes,
    object_fit,
    object_labels,
    objects,
    pictures,
    shapes,
)
from triptych.dataset_builders.synrailobs.photos.gallery_dataset import is_dataset, write_gallery
from triptych.dataset_builders.synrailobs.photos.gallery_store import Gallery
from triptych.dataset_builders.synrailobs.photos.objects import MaskOfBox, Rights
from triptych.dataset_builders.synrailobs.photos.parts import Cutout
from triptych.dataset_builders.synrailobs.photos.pictures import pictures_in

__all__ = ["Gallery", "GallerySettings", "make_gallery", "read_gallery", "write_gallery"]

_WHOLE: Final = "gallery"
_PARTS: Final = "parts"
_CODE: Final = (cutouts, edges, object_classes, object_fit, object_labels, objects, pictures, shapes, textures, sprites)
Made = Iterator[Cutout | Problem]


@dataclass(frozen=True)
class GallerySettings:
    """What a gallery is made of."""

    objects: Path | None = None
    """Folder of pictures with labels beside them, or a gallery that `write_gallery` has written."""
    textures: Path | None = None
    """Folder of textures for shapes of no known class; without it their textures are drawn."""
    class_names: Path | str | None = None
    """Names of bare class ids: a file (data.yaml, classes.txt), "coco80" or "coco91"."""
    licence: str = "unknown"
    """Licence of the pictures in both folders."""
    redistributable: bool = False
    textured: int = 200
    """Number of textured shapes, of the category unseen."""
    seed: int = 0
    as_unseen: bool = False
    """Whether things of classes that are none of ours count as unseen; else they are left out."""

    def __post_init__(self) -> None:
        if self.textured < 0:
            raise UsageError("0 or more textured shapes", str(self.textured), "the default is 200")
        if self.objects is None and self.textured == 0:
            raise UsageError("objects or textured shapes", "neither", "name a folder of objects, or leave --textured")


@dataclass(frozen=True)
class _Work:
    """A part of a gallery: a name for the report, a digest of all that it depends on, and how it is made."""

    key: str
    make: Callable[[], Made]


def make_gallery(settings: GallerySettings, kept: Path, mask_of: MaskOfBox | None = None) -> Gallery:
    """All obstacles that the inputs give, kept in the folder `kept` and mapped from there.

    Things with only a box are cut out by `mask_of` (default: GrabCut). Raises `UsageError` for folders that are not
    there or without anything usable.
    """
    work, problems = _work(settings, mask_of)
    wanted = digest([[part.key for part in work], [str(problem) for problem in problems]])
    whole = gallery_store.load(kept / _WHOLE)
    if whole is None or whole.digest != wanted:
        parts = [gallery_store.Gallery([], problems), *(_finished(part, kept) for part in work)]
        whole = gallery_store.joined(parts, wanted)
        if not whole.cutouts:
            _refuse_empty(settings, whole.problems)
        gallery_store.save(kept / _WHOLE, whole)
        shutil.rmtree(kept / _PARTS, ignore_errors=True)
        whole = gallery_store.load(kept / _WHOLE)
        assert whole is not None
    return whole


def read_gallery(folder: Path) -> Gallery:
    """A gallery from the folder in which `make_gallery` keeps it (mapped, at once), or a dataset of `write_gallery`.

    Raises `UsageError` for anything else.
    """
    whole = gallery_store.load(folder / _WHOLE)
    if whole is not None:
        return whole
    if is_dataset(folder):
        return gallery_dataset.read_dataset(folder)
    raise UsageError("a folder with a finished gallery", str(folder), "make it with make_gallery or write_gallery")


def _work(settings: GallerySettings, mask_of: MaskOfBox | None) -> tuple[list[_Work], list[Problem]]:
    work: list[_Work] = []
    problems: list[Problem] = []
    code = digest([file_sha256(Path(str(module.__file__))) for module in _CODE])
    if settings.objects is not None and is_dataset(settings.objects):
        work.append(_copied(settings.objects, code))
    elif settings.objects is not None:
        work, problems = _objects(settings, settings.objects, mask_of, code)
    if settings.textured:
        work += _shapes(settings, code, problems)
    return work, problems


def _copied(folder: Path, code: str) -> _Work:
    def make() -> Made:
        yield from gallery_dataset.read_dataset(folder).cutouts

    return _Work(digest([gallery_dataset.dataset_digest(folder), code]), make)


def _objects(
    settings: GallerySettings, folder: Path, mask_of: MaskOfBox | None, code: str
) -> tuple[list[_Work], list[Problem]]:
    found, problems = objects.labelled_pictures(folder, settings.class_names)
    rights = Rights(settings.licence, settings.redistributable)
    how = [code, folder.name, rights.licence, rights.redistributable, settings.as_unseen, _name(mask_of)]
    more: dict[str, Any] = {} if mask_of is None else {"mask_of": mask_of}
    work = [
        _Work(
            digest([how, picture.name, file_sha256(picture.file), [_values(label) for label in picture.labels]]),
            partial(objects.cutouts_of, picture, folder.name, rights, settings.as_unseen, **more),
        )
        for picture in found
    ]
    return work, problems


def _shapes(settings: GallerySettings, code: str, problems: list[Problem]) -> list[_Work]:
    """A part for each texture, or for each drawn shape: number i takes texture i modulo the number of textures."""
    files = _textures(settings.textures)
    rights = Rights(settings.licence, settings.redistributable)
    if not files:
        return [
            _Work(digest([code, "drawn", settings.seed, number]), partial(shapes.drawn_shapes, settings.seed, [number]))
            for number in range(settings.textured)
        ]
    work = []
    for place, file in enumerate(files):
        numbers = list(range(place, settings.textured, len(files)))
        if numbers:
            key = digest([code, file.name, file_sha256(file), rights, settings.seed, numbers])
            work.append(_Work(key, partial(shapes.shapes_of, file, numbers, settings.seed, rights)))
    return work


def _textures(folder: Path | None) -> list[Path]:
    if folder is None:
        return []
    files = pictures_in(folder) if folder.is_dir() else []
    if not files:
        raise UsageError("a folder of pictures of textures", str(folder), "check --textures")
    return files


def _finished(part: _Work, kept: Path) -> Gallery:
    """A part as an earlier run has kept it, else made and kept now."""
    known = gallery_store.load(_place(part, kept))
    if known is None:
        made = list(part.make())
        known = Gallery(
            [each for each in made if isinstance(each, Cutout)], [each for each in made if isinstance(each, Problem)]
        )
        gallery_store.save(_place(part, kept), known)
    return known


def _place(part: _Work, kept: Path) -> Path:
    return kept / _PARTS / part.key[:32]


def _refuse_empty(settings: GallerySettings, problems: list[Problem]) -> None:
    common = "; ".join(f"{count} x {reason}" for reason, count in Counter(p.reason for p in problems).most_common(3))
    got = f"none in {settings.objects or settings.textures} ({common or 'no labels'})"
    raise UsageError("obstacles that can be cut out", got, "see the reasons, or name another folder")


def _name(function: Any) -> str:
    """What a function that makes masks is called: its own `name`, such as that of SAM's weights, or Python's."""
    return str(getattr(function, "name", None) or getattr(function, "__qualname__", ""))


def _values(label: object_labels.Label) -> Any:
    outlines = [outline.tolist() for outline in label.outlines]
    return [label.number, label.name, outlines, label.box, label.rle, label.relative, label.size]
