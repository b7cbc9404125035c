"""A folder in any of the formats, looked through before a row is made: mistakes that concern all of it end here."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from triptych.core.errors import UsageError
from triptych.core.runs import digest, file_sha256
from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.formats.coco import read_coco
from triptych.dataset_builders.synrailobs.formats.cvat import read_cvat
from triptych.dataset_builders.synrailobs.formats.imported import Terms
from triptych.dataset_builders.synrailobs.formats.labelme import read_labelme
from triptych.dataset_builders.synrailobs.formats.real_sets import Events, join, read_attributes
from triptych.dataset_builders.synrailobs.formats.released import read_released
from triptych.dataset_builders.synrailobs.formats.sheets import Found, twice
from triptych.dataset_builders.synrailobs.formats.voc import read_voc
from triptych.dataset_builders.synrailobs.formats.webdataset import read_webdataset
from triptych.dataset_builders.synrailobs.formats.words import LEFT_OUT, OTHERS, WORDS, class_map, word
from triptych.dataset_builders.synrailobs.formats.yolo import TABLE, read_yolo
from triptych.dataset_builders.synrailobs.photos.pictures import pictures_in

ImportFormat = Literal["coco", "yolo", "webdataset", "labelme", "cvat", "voc", "released"]
_READERS: Final = {
    "yolo": read_yolo, "webdataset": read_webdataset, "labelme": read_labelme, "cvat": read_cvat, "voc": read_voc,
    "released": read_released,
}  # fmt: skip


@dataclass(frozen=True)
class Source:
    """What to import, and how its words are to be read; the fields are the options of `triptych import synrailobs`."""

    format: ImportFormat
    data: Path
    split: str = "test"
    annotations: Path | None = None
    box_format: str = "xywh"
    table: Path | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    classes: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    source: str = "imported"
    licence: str = "unknown"
    redistributable: bool = False


@dataclass(frozen=True)
class Survey:
    """The pictures to make rows of, the terms to make them by, and labels of videos where the table has any."""

    found: Found
    terms: Terms
    events: Events
    inputs: str
    """Digest of all that was read, the pictures too."""


def survey(source: Source) -> Survey:
    """Read the label files and the tables. Raises `UsageError` for what concerns the whole set."""
    found = _read(source)
    events = Events()
    if source.table:
        events = join(found, read_attributes(source.table, source.columns), source.data)
    elif source.columns:
        raise UsageError("--table FILE beside --column-map", "no table", "name the table that has these columns")
    if source.format == "yolo" and (own := source.data / TABLE).is_file():
        # of an export, which may hold more splits than this
        keys = {sheet.file.relative_to(source.data).as_posix() for sheet in found.sheets}
        join(found, [row for row in read_attributes(own, {}) if row.get("file_name") in keys], source.data)
    terms = _terms(source, found)
    _refuse_doubles(found)
    _name_unlabelled(source, found)
    return Survey(found, terms, events, _digest(source, found, terms))


def _read(source: Source) -> Found:
    if source.format == "coco":
        return read_coco(source.data, source.split, source.annotations, source.box_format)
    if source.annotations or source.box_format != "xywh":
        raise UsageError("--annotations and --box-format with COCO only", f"--format {source.format}", "leave them out")
    return _READERS[source.format](source.data, source.split)


def _terms(source: Source, found: Found) -> Terms:
    labels = [mark.label for sheet in found.sheets for mark in sheet.marks]
    classes = class_map(labels, source.classes)
    if idle := [name for name in source.classes if name not in (*classes, OTHERS)]:
        found.notes.append(f"no object has the class {', '.join(idle)} of --class-map")
    if left := sum(classes[label] is None for label in labels):
        found.notes.append(f"{left} objects of classes mapped to {LEFT_OUT} are left out")
    for name in WORDS:
        for value in dict.fromkeys(sheet.extras.get(name) for sheet in found.sheets):
            try:
                word(name, value, source.words)
            except BadInput as error:
                raise UsageError(f"{name} among {', '.join(WORDS[name])}", repr(value),
                                 f"say which it is: --word-map '{value}={WORDS[name][0]}'") from error  # fmt: skip
    return Terms(classes, source.words, source.source, source.licence, source.redistributable)


def _refuse_doubles(found: Found) -> None:
    """Leave out all rows that would have one id, since nobody knows which is meant."""
    doubled = twice(str(sheet.extras.get("row_id") or sheet.name) for sheet in found.sheets)
    kept = []
    for sheet in found.sheets:
        name = str(sheet.extras.get("row_id") or sheet.name)
        if name in doubled:
            found.leave_out(sheet.file, f"the id {name} stands at several pictures")
        else:
            kept.append(sheet)
    found.sheets = kept


def _name_unlabelled(source: Source, found: Found) -> None:
    """Pictures beside the labelled ones that the label file does not name."""
    if source.format not in ("coco", "cvat"):
        return  # the others look for themselves
    used = {sheet.file for sheet in found.sheets}
    named = {problem.what for problem in found.problems}
    for folder in sorted({path.parent for path in used}):
        for path in pictures_in(folder):
            if path.parent == folder and path not in used and path.name not in named:
                found.leave_out(path.relative_to(source.data), "the label file does not name this picture")


def _digest(source: Source, found: Found, terms: Terms) -> str:
    """Changes with every label, word and picture."""
    files = {path: file_sha256(path) for sheet in found.sheets for path in (sheet.file, *sheet.masks) if path.is_file()}
    return digest([source.split, terms.__dict__, [(sheet.name, sheet.marks, sheet.extras) for sheet in found.sheets],
                   sorted((str(path), value) for path, value in files.items())])  # fmt: skip
