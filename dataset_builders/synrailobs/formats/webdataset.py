"""WebDataset: tar files of bounded size; one sample is `KEY.jpg` and `KEY.json`, byte for byte repeatable.

    load_dataset("DIR")                                             # README.md names the splits and the types
    load_dataset("webdataset", data_files={"test": "DIR/test-*.tar"})

The second line guesses the types from the first five samples: a field that is unknown in all of them can break it.
Samples have to be alike: a PNG is named `.jpg` too, and readers tell it by its content.
"""

import io
import json
import re
import tarfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import datasets
from datasets import Features, Image, List, Value
from datasets.info import DatasetInfosDict
from datasets.utils.metadata import MetadataConfigs
from huggingface_hub import DatasetCard

from triptych.core.errors import UsageError
from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.formats.pictures_out import Masks, Picture, has_mask, object_extras
from triptych.dataset_builders.synrailobs.formats.sheets import Found, Mark, Sheet, numbers, picture_extras
from triptych.dataset_builders.synrailobs.formats.sheets import object_extras as known_extras
from triptych.dataset_builders.synrailobs.schema import OBJECT

_TEXTS = ("row_id", "weather", "light", "track_type", "country", "background_id", "source", "licence", "parameters")
_OBJECT = {**{name: kind for name, kind in OBJECT.items() if name != "id"}, "category": Value("string")}
TYPES: Final = Features(
    {
        "jpg": Image(),
        "json": {
            "width": Value("int32"),
            "height": Value("int32"),
            **{name: Value("string") for name in _TEXTS},
            "redistributable": Value("bool"),
            "screened": Value("bool"),
            "objects": List({**_OBJECT, "object_id": Value("string")}),
        },
        "__key__": Value("string"),
        "__url__": Value("string"),
    }
)
_SUFFIXES: Final = (".jpg", ".jpeg", ".png", ".webp")


def write_webdataset(
    folder: Path, split: str, pictures: Iterable[Picture], masks: Masks, shard_bytes: int = 256_000_000
) -> None:
    """Write `SPLIT-000000.tar` and so on: a new one before `shard_bytes` are passed. Polygons are a `UsageError`."""
    if masks == "polygons":
        raise UsageError("--masks rle or none for WebDataset", "polygons", "leave --masks out")
    number, archive = 0, _open(folder, split, 0)
    try:
        for picture in pictures:
            key = picture.file_name.rpartition(".")[0]
            about = json.dumps(_about(picture, masks), ensure_ascii=False).encode()
            needed = len(picture.data) + len(about) + 4 * tarfile.BLOCKSIZE
            if archive.offset and archive.offset + needed + tarfile.RECORDSIZE > shard_bytes:
                archive.close()
                number += 1
                archive = _open(folder, split, number)
            for name, data in ((f"{key}.jpg", picture.data), (f"{key}.json", about)):
                entry = tarfile.TarInfo(name)  # its owner, time and rights are constants
                entry.size = len(data)
                archive.addfile(entry, io.BytesIO(data))
    finally:
        archive.close()


def write_readme(folder: Path, splits: Sequence[str]) -> None:
    """The description by which `load_dataset(DIR)` knows splits and types."""
    card = DatasetCard("---\n{}\n---\n\n# synrailobs as WebDataset\n")
    paths = [{"split": split, "path": f"{split}-*.tar"} for split in splits]
    MetadataConfigs({"default": {"data_files": paths}}).to_dataset_card_data(card.data)
    DatasetInfosDict({"default": datasets.DatasetInfo(features=TYPES)}).to_dataset_card_data(card.data)
    (folder / "README.md").write_text(str(card), encoding="utf-8")


def _open(folder: Path, split: str, number: int) -> tarfile.TarFile:
    return tarfile.open(folder / f"{split}-{number:06d}.tar", "w", format=tarfile.USTAR_FORMAT)


def _about(picture: Picture, masks: Masks) -> dict[str, Any]:
    """No value is left out or of changing type; `parameters` is JSON in a text, since its keys change."""
    things = [
        {
            "category": thing["category"],
            "bbox": thing["bbox"],
            "mask": thing["mask"] if masks == "rle" and has_mask(thing) else None,
            **object_extras(thing),
        }
        for thing in picture.objects
    ]
    extras = {**picture.extras, "parameters": json.dumps(picture.extras["parameters"], ensure_ascii=False)}
    return {"width": picture.width, "height": picture.height, **extras, "objects": things}


def read_webdataset(folder: Path, split: str) -> Found:
    """The samples of `SPLIT-*.tar`. Raises `UsageError` where there are none."""
    archives = sorted(folder.glob(f"{split}-*.tar"))
    if not archives:
        got = ", ".join(path.name for path in sorted(folder.glob("*.tar"))[:8]) or "no tar file"
        raise UsageError(f"{split}-*.tar in {folder}", got, "check --data and --split")
    found = Found()
    for archive in archives:
        try:
            for key, members in _samples(archive):
                try:
                    found.sheets.append(_sheet(archive, key, members))
                except BadInput as error:
                    found.leave_out(f"{archive.name} {key}", error)
        except (tarfile.TarError, OSError) as error:
            found.leave_out(archive.name, f"cannot be read whole ({error})")
    return found


def _samples(archive: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Key of each sample, and by suffix the bytes of its JSON and the place of its picture in the archive."""
    key, members = "", dict[str, Any]()
    with tarfile.open(archive, "r:") as tar:
        for entry in tar:
            match = re.match(r"^((?:.*/|)[^.]+)(\.[^/]*)$", entry.name)
            if match is None or not entry.isfile():
                continue
            if match[1] != key and members:
                yield key, members
                members = {}
            key, suffix, file = match[1], match[2].lower(), tar.extractfile(entry)
            members[suffix] = file.read() if suffix == ".json" and file else (entry.offset_data, entry.size)
    if members:
        yield key, members


def _sheet(archive: Path, key: str, members: dict[str, Any]) -> Sheet:
    span = next((members[name] for name in members if name in _SUFFIXES), None)
    if span is None or ".json" not in members:
        raise BadInput("a sample without a picture" if span is None else "a sample without .json")
    try:
        about = json.loads(members[".json"])
        things = about.get("objects") or []
        marks = [_mark(thing, f"{archive.name} {key} object {place}") for place, thing in enumerate(things, 1)]
        size = (int(about["width"]), int(about["height"])) if about.get("width") and about.get("height") else None
    except (ValueError, TypeError, AttributeError, KeyError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"its .json is none of ours ({type(error).__name__}: {error})") from error
    return Sheet(key, archive, tuple(marks), picture_extras(about), size, span=span)


def _mark(thing: dict[str, Any], where: str) -> Mark:
    x, y, width, height = numbers(thing["bbox"], "bbox")
    return Mark(str(thing["category"]), where, (x, y, width, height), (), thing.get("mask"), known_extras(thing))
