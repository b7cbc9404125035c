"""Small tables that people write: CSV, TSV, JSON or JSON Lines, as rows of text."""

import csv
import json
from pathlib import Path
from typing import Any

from triptych.core.errors import UsageError

_SEPARATORS = {".csv": ",", ".tsv": "\t"}


def read_table(file: Path, needed: tuple[str, ...]) -> list[dict[str, Any]]:
    """The rows of a file. Raises `UsageError` where it cannot be read or one of the columns `needed` is nowhere."""
    try:
        rows = _rows(file)
    except (OSError, ValueError, csv.Error) as error:
        form = "a CSV, TSV, JSON or JSON Lines file"
        raise UsageError(form, f"{file}: {getattr(error, 'strerror', None) or error}", "check the file") from error
    columns = list(dict.fromkeys(name for row in rows for name in row))
    missing = [name for name in needed if name not in columns]
    if missing:
        got = f"{file} has {', '.join(map(str, columns)) or 'no rows'}"
        raise UsageError(f"the columns {', '.join(needed)}", got, f"add {', '.join(missing)}")
    return rows


def text(row: dict[str, Any], column: str) -> str | None:
    """A field as text without blanks around it; None where it is empty or absent."""
    value = row.get(column)
    return str(value).strip() or None if value is not None and value == value else None


def _rows(file: Path) -> list[dict[str, Any]]:
    suffix = file.suffix.lower()
    content = file.read_text(encoding="utf-8-sig")
    if suffix in _SEPARATORS:
        return list(csv.DictReader(content.splitlines(), delimiter=_SEPARATORS[suffix]))
    lines = json.loads(content) if suffix == ".json" else [json.loads(line) for line in content.splitlines() if line]
    if not isinstance(lines, list) or not all(isinstance(line, dict) for line in lines):
        raise ValueError("no list of objects")
    return lines
