"""What people say of their pictures and films: `metadata.csv` or `metadata.jsonl` beside them.

One line: `{"file_name": "north/01.jpg", "weather": "snowy", "light": "dusk", "country": "Norway"}`. All columns but
file_name may be absent or empty: weather, light, track_type, country, licence, source, group, redistributable.
"""

import csv
import json
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final

from triptych.core.errors import UsageError
from triptych.dataset_builders.problems import Problem
from triptych.dataset_builders.synrailobs.schema import LIGHTS, TRACK_TYPES, WEATHERS

NAMES: Final = ("metadata.csv", "metadata.jsonl")
ALLOWED: Final = {"weather": WEATHERS, "light": LIGHTS, "track_type": TRACK_TYPES}
_TRUTHS: Final = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


@dataclass(frozen=True)
class Words:
    """What is said of a picture or film; None where nothing is."""

    weather: str | None = None
    light: str | None = None
    track_type: str | None = None
    country: str | None = None
    licence: str | None = None
    source: str | None = None
    group: str | None = None
    redistributable: bool | None = None

    def __post_init__(self) -> None:
        for column, words in ALLOWED.items():
            word = getattr(self, column)
            if word is not None and word not in words:
                raise UsageError(f"{column} of {', '.join(words)}", repr(word), "use one of them, or leave it empty")

    def over(self, other: "Words") -> "Words":
        """These words, and those of `other` where these say nothing."""
        both = {
            each.name: getattr(other if getattr(self, each.name) is None else self, each.name) for each in fields(self)
        }
        return Words(**both)


@dataclass(frozen=True)
class Sayings:
    """The words of a metadata file by file name, and what in it was of no use."""

    words: dict[str, Words] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()

    def unmatched(self, names: set[str], file: str = "metadata") -> list[Problem]:
        """A line for each name in the file that none of the pictures and films has."""
        return [Problem(file, f"names {name}, which is not there") for name in self.words if name not in names]


def find_metadata(folder: Path) -> Path | None:
    """The metadata file of a folder; two of them are a mistake."""
    found = [folder / name for name in NAMES if (folder / name).is_file()]
    if len(found) > 1:
        raise UsageError(f"one of {' and '.join(NAMES)} in {folder}", "both", "delete one, or name the one that counts")
    return found[0] if found else None


def read_metadata(file: Path) -> Sayings:
    """The words of a file, CSV with a header or JSON Lines by its suffix.

    `UsageError` for a file that cannot be read, a line without or with a repeated file_name, a word that is not
    allowed; other columns are ignored, and the problems say so.
    """
    words: dict[str, Words] = {}
    ignored: dict[str, None] = {}
    known = {each.name for each in fields(Words)}
    for number, row in enumerate(_rows(file), 1):
        name = str(row.get("file_name") or "").strip().replace("\\", "/").removeprefix("./")
        if not name or name in words:
            got = f"line {number} of {file} {'repeats ' + name if name else 'has none'}"
            raise UsageError("a file_name in every line, each once", got, "correct the line")
        ignored.update({str(column): None for column in row if column not in known and column != "file_name"})
        words[name] = _words(row, f"{file}, {name}")
    note = [Problem(file.name, f"column {column!r} is not used") for column in ignored]
    return Sayings(words, tuple(note))


def _rows(file: Path) -> list[dict[str, Any]]:
    try:
        content = file.read_text(encoding="utf-8-sig")
        if file.suffix.lower() == ".csv":
            return list(csv.DictReader(content.splitlines(), restkey="more"))
        rows = [json.loads(line) for line in content.splitlines() if line.strip()]
    except (OSError, ValueError, csv.Error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError("a CSV or JSON Lines file", f"{file}: {reason}", "check the file") from error
    if not all(isinstance(row, dict) for row in rows):
        raise UsageError("a JSON object in every line", str(file), 'write {"file_name": …}')
    return rows


def _words(row: dict[str, Any], where: str) -> Words:
    said = {each.name: _text(row.get(each.name)) for each in fields(Words)}
    for column, allowed in ALLOWED.items():
        word = said[column] = (said[column] or "").lower() or None
        if word is not None and word not in allowed:
            raise UsageError(f"{column} of {', '.join(allowed)}", f"{word!r} in {where}", "use one, or leave it empty")
    return Words(**{**said, "redistributable": _truth(said["redistributable"], where)})  # type: ignore[arg-type]


def _text(value: Any) -> str | None:
    return str(value).strip() or None if value is not None else None


def _truth(word: str | None, where: str) -> bool | None:
    if word is None:
        return None
    if word.lower() not in _TRUTHS:
        raise UsageError("redistributable of true, false", f"{word!r} in {where}", "write true or false")
    return _TRUTHS[word.lower()]
