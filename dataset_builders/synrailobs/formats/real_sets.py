"""What a table says of a user's pictures and objects, joined to them: distance, weather, light, events.

    file_name,weather,light,track_type,distance_m,video_id,t,event
    clip3/0001.jpg,rainy,day,ballasted,,clip3,0.1,1
A row is about a picture; with `object` (the object's id, or its number from 1 in the label file) about that object.
`distance_m` and `seen` of a picture's row hold for all its objects. In JSON Lines, `objects` may list one map each.
"""

import csv
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from triptych.core.errors import UsageError
from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.formats.sheets import Found, Mark, Sheet, object_extras, picture_extras
from triptych.dataset_builders.synrailobs.formats.words import plain

COLUMNS: Final = (
    "file_name", "row_id", "object", "weather", "light", "track_type", "country", "background_id", "source", "licence",
    "redistributable", "screened", "distance_m", "size_m", "seen", "visibility", "video_id", "t", "event", "objects",
    "parameters",
)  # fmt: skip
"""What a table may have; others are passed over."""
_SEPARATORS: Final = {".csv": ",", ".tsv": "\t"}
_VIDEO: Final = ("video_id", "t")


@dataclass
class Events:
    """Labels of videos, for `event_accuracy`."""

    labels: dict[str, int] = field(default_factory=dict)


def read_attributes(file: Path, columns: Mapping[str, str]) -> list[dict[str, Any]]:
    """Rows of a CSV, TSV, JSON or JSON Lines table under our names; `columns` maps ours to theirs.

    Raises `UsageError` for a file that is none, columns that are not there, and tables without `file_name`.
    """
    if unknown := [name for name in columns if name not in COLUMNS]:
        raise UsageError(f"columns among {', '.join(COLUMNS)}", ", ".join(unknown), "correct --column-map OURS=THEIRS")
    try:
        rows = _rows(file)
    except (OSError, ValueError, csv.Error) as error:
        got = f"{file}: {getattr(error, 'strerror', None) or error}"
        raise UsageError("a CSV, TSV, JSON or JSON Lines table", got, "check the file") from error
    there = list(dict.fromkeys(name for row in rows for name in row))
    absent = [name for name in columns.values() if name not in there]
    key = columns.get("file_name", "file_name")
    if absent or key not in there:
        got = f"{file} has {', '.join(map(str, there)) or 'no rows'}"
        raise UsageError(
            f"the columns {', '.join({key: 0, **dict.fromkeys(absent)})}", got, "add --column-map OURS=THEIRS"
        )
    theirs = {name: columns.get(name, name) for name in COLUMNS}
    return [{ours: row[name] for ours, name in theirs.items() if row.get(name) not in (None, "")} for row in rows]


def join(found: Found, rows: Iterable[Mapping[str, Any]], root: Path) -> Events:
    """Put what the rows say onto the pictures and their objects in `found`; rows that fit nothing are named there."""
    places = _places(found.sheets, root)
    of_picture: dict[int, list[tuple[int, Mapping[str, Any]]]] = defaultdict(list)
    for number, row in enumerate(rows, 1):
        place = places.get(str(row.get("file_name", "")).replace("\\", "/"))
        if place is None:
            found.leave_out(f"table row {number}", f"no labelled picture {row.get('file_name')!r}")
        else:
            of_picture[place].append((number, row))
    events = Events()
    for place, own in of_picture.items():
        sheet = found.sheets[place]
        for number, row in own:
            try:
                _event(events, row)
                sheet = _told(sheet, row)
            except BadInput as error:
                found.leave_out(f"table row {number}", error)
        found.sheets[place] = sheet
    return events


def _told(sheet: Sheet, row: Mapping[str, Any]) -> Sheet:
    """The picture with what one row says; what the label file says of an object itself has precedence."""
    of_objects = object_extras({name: value for name, value in row.items() if name != "source"})
    if "object" in row:
        number = _number(sheet.marks, str(row["object"]))
        marks = [_more(mark, of_objects) if place == number else mark for place, mark in enumerate(sheet.marks)]
        return replace(sheet, marks=tuple(marks))
    marks = [_more(mark, of_objects) for mark in sheet.marks]
    if "objects" in row:
        listed = plain(row["objects"])
        if not isinstance(listed, list) or len(listed) != len(marks):
            raise BadInput(
                f"`objects` of {len(listed) if isinstance(listed, list) else 'no'} maps for {len(marks)} marks"
            )
        marks = [_more(mark, object_extras(each)) for mark, each in zip(marks, listed, strict=True)]
    extras = {**picture_extras(row), **sheet.extras}
    if video := {name: row[name] for name in _VIDEO if name in row}:
        known = plain(extras.get("parameters"))
        extras["parameters"] = {**(known if isinstance(known, dict) else {}), **_video(video)}
        extras.setdefault("background_id", str(row.get("video_id", "")))
    return replace(sheet, marks=tuple(marks), extras=extras)


def _more(mark: Mark, extras: Mapping[str, Any]) -> Mark:
    return replace(mark, extras={**extras, **mark.extras})


def _video(values: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return {name: float(value) if name == "t" else str(value) for name, value in values.items()}
    except (TypeError, ValueError) as error:
        raise BadInput(f"t {values['t']!r} is no number of seconds") from error


def _number(marks: tuple[Mark, ...], name: str) -> int:
    for place, mark in enumerate(marks):
        if str(mark.extras.get("object_id")) == name:
            return place
    if name.isdecimal() and 1 <= int(name) <= len(marks):
        return int(name) - 1
    raise BadInput(f"object {name!r} is neither an id nor a number from 1 to {len(marks)}")


def _event(events: Events, row: Mapping[str, Any]) -> None:
    if "event" not in row:
        return
    video, said = row.get("video_id"), str(row["event"]).strip().lower().removesuffix(".0")
    words = {"1": 1, "true": 1, "yes": 1, "0": 0, "false": 0, "no": 0}
    if video is None or said not in words:
        raise BadInput("an event without video_id" if video is None else f"event {row['event']!r} is neither 0 nor 1")
    if events.labels.setdefault(str(video), words[said]) != words[said]:
        raise BadInput(f"event {said} for video {video}, which has the other label already")


def _places(sheets: list[Sheet], root: Path) -> dict[str, int]:
    """Number of the picture by path, name and id, where these are only one's."""
    found: dict[str, set[int]] = defaultdict(set)
    for place, sheet in enumerate(sheets):
        names = [sheet.name, str(sheet.extras.get("row_id", sheet.name)), sheet.name.rsplit("/", 1)[-1]]
        if sheet.span is None:
            path = sheet.file if not sheet.file.is_relative_to(root) else sheet.file.relative_to(root)
            names += [path.as_posix(), path.name, path.with_suffix("").as_posix()]
        for name in names:
            found[name].add(place)
    return {name: next(iter(numbers)) for name, numbers in found.items() if len(numbers) == 1}


def _rows(file: Path) -> list[dict[str, Any]]:
    text, suffix = file.read_text(encoding="utf-8-sig"), file.suffix.lower()
    if suffix in _SEPARATORS:
        return list(csv.DictReader(text.splitlines(), delimiter=_SEPARATORS[suffix]))
    lines = json.loads(text) if suffix == ".json" else [json.loads(line) for line in text.splitlines() if line.strip()]
    if not isinstance(lines, list) or not all(isinstance(line, dict) for line in lines):
        raise ValueError("no list of objects")
    return lines
