"""Anybody's file of answers as rows: CSV, TSV, JSON, JSONL or Parquet, plain or gzipped, or a run folder.

JSON may hold its rows anywhere: an array, `{"completions": [...]}`, one list a model, columns, or records by id.
Nested objects become dotted columns (`choices.0.message.content`); a chat becomes its last user and assistant text.
"""

import csv
import gzip
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from triptych.core.errors import UsageError
from triptych.hub.columns import has_answers

Row = dict[str, Any]
KNOWN = ".csv, .tsv, .json, .jsonl, .ndjson, .parquet (also .gz), or a run folder"


@dataclass(frozen=True)
class Rows:
    """Rows of a file and where in it they stood, e.g. `completions[]`."""

    rows: list[Row]
    where: str = ""

    @property
    def columns(self) -> list[str]:
        """All columns, in order of first appearance."""
        return list(dict.fromkeys(name for row in self.rows for name in row))


def read_rows(path: Path, *, flat: bool = True) -> Rows:
    """Rows of `path`, flat (see above) or as they stand, for columns that hold lists.

    Raises `UsageError` for a file that is missing, empty, unreadable or without rows.
    """
    if path.is_dir():
        path = _in_folder(path)
    if not path.is_file():
        raise UsageError(f"a file: {KNOWN}", f"{path} does not exist", "check the path")
    kind = path.suffixes[-2] if path.suffix == ".gz" and len(path.suffixes) > 1 else path.suffix
    if kind.lower() == ".parquet":
        found = Rows(_parquet(path))
    else:
        text = _text(path)
        if not text.strip():
            raise UsageError("a file with at least one row", f"{path} is empty", "check how the file was written")
        found = _parse(text, kind.lower(), path)
    if not found.rows:
        raise UsageError("at least one row", f"{path} holds none", "check how the file was written")
    return Rows([_flat(row) for row in found.rows], found.where) if flat else found


def _in_folder(folder: Path) -> Path:
    for name in ("predictions.parquet", "predictions.jsonl", "predictions.csv"):
        if (folder / name).is_file():
            return folder / name
    unfinished = (folder / "predictions.partial.jsonl").is_file()
    fix = "run the command that made it again: it goes on where it stopped" if unfinished else "name the file itself"
    raise UsageError("a run folder with predictions.parquet", f"{folder} without one", fix)


def _text(path: Path) -> str:
    raw = path.read_bytes()
    if raw[:2] == b"\x1f\x8b":
        try:
            raw = gzip.decompress(raw)
        except (OSError, EOFError) as error:
            raise UsageError("a whole gzip file", f"{path}: {error}", "copy or download it again") from error
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return raw.decode("utf-16")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")  # what spreadsheets on Windows write


def _parse(text: str, kind: str, path: Path) -> Rows:
    if kind not in (".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".txt", ""):
        raise UsageError(KNOWN, path.name, "convert it to one of these")
    if kind in (".jsonl", ".ndjson"):
        return Rows(_json_lines(text, path, None))
    if kind == ".json" or (kind in (".txt", "") and text.lstrip()[0] in "[{"):
        return _json(text, path)
    return Rows(_csv(text, path))


def _csv(text: str, path: Path) -> list[Row]:
    # Answers are long: the module's default limit of 128 kB a field would end in an error.
    csv.field_size_limit(2**31 - 1)
    header = text.lstrip().split("\n", 1)[0]
    delimiter = max(",;\t|", key=header.count)
    table = csv.reader(io.StringIO(text.replace("\x00", ""), newline=""), delimiter=delimiter)
    try:
        lines = [line for line in table if any(cell.strip() for cell in line)]
    except csv.Error as error:
        raise UsageError("readable CSV", f"{path}: {error}", "check quotes and delimiters") from error
    names = [name.strip() or f"column_{place}" for place, name in enumerate(lines[0])]
    if len(set(names)) < len(names):
        raise UsageError("one name a column", f"{path} repeats {_repeated(names)}", "rename the columns")
    odd = next((place for place, line in enumerate(lines) if len(line) > len(names)), None)
    if odd is not None:
        raise UsageError(
            f"{len(names)} cells a row, as in the header",
            f"{path}, row {odd}: {len(lines[odd])} cells",
            "quote cells that hold the delimiter or a line break",
        )
    return [dict(zip(names, line + [""] * (len(names) - len(line)), strict=True)) for line in lines[1:]]


def _repeated(names: list[str]) -> str:
    return ", ".join(sorted({name for name in names if names.count(name) > 1}))


def _parquet(path: Path) -> list[Row]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return list(pq.read_table(path).to_pylist())
    except (pa.ArrowInvalid, OSError) as error:
        raise UsageError("a Parquet file", f"{path}: {error}", "copy or download it again") from error


def _json(text: str, path: Path) -> Rows:
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        return Rows(_json_lines(text, path, error))
    if isinstance(value, dict) and (pictures := _pictures(value)):
        return Rows(pictures)
    if isinstance(value, dict) and _is_record(value):
        return Rows([value])
    lists = dict(_lists(value, ""))
    if not lists:
        raise UsageError("a list of objects somewhere in the file", f"{path} holds none", "one object an answer")
    return _one_list(lists, path)


def _pictures(value: Row) -> list[Row]:
    """Boxes of one picture, or of pictures by their ids; nothing for other values."""
    if "boxes" in value and not isinstance(value["boxes"], dict):
        return [value]
    if value and all(isinstance(item, dict) and "boxes" in item for item in value.values()):
        return [{"id": name, **item} for name, item in value.items()]
    return []


def _json_lines(text: str, path: Path, whole: json.JSONDecodeError | None) -> list[Row]:
    """An object a line. `whole` is the error of reading the text as one value: it says more if no line is whole."""
    rows: list[Row] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            broken, place = (whole, whole.lineno) if whole and not rows else (error, number)
            raise UsageError(
                "JSON or JSON lines", f"{path}, line {place}: {broken.msg}", "mend or remove it"
            ) from error
        if not isinstance(row, dict):
            raise UsageError("an object a line", f"{path}, line {number}: {type(row).__name__}", "one object an answer")
        rows.append(row)
    return rows


def _is_record(value: Row) -> bool:
    """One answer by itself: an answer among its own texts and chats, or nothing that could hold the rows."""
    own = {key: item for key, item in value.items() if isinstance(item, str) or _is_chat(item)}
    return has_answers([_flat(own)]) or (
        bool(value) and all(not isinstance(item, list | dict) for item in value.values())
    )


def _lists(value: Any, where: str) -> Iterator[tuple[str, list[Row]]]:
    """Every list of objects in `value`, also columns `{"prompt": [...], "output": [...]}` and records by id."""
    if isinstance(value, list):
        if value and all(isinstance(item, dict) for item in value) and not _is_chat(value):
            yield f"{where}[]", value
        else:
            for place, item in enumerate(value):
                yield from _lists(item, f"{where}[{place}]")
    elif isinstance(value, dict):
        columns = {key: item for key, item in value.items() if isinstance(item, list) and _plain(item)}
        if len(columns) > 1 and len({len(item) for item in columns.values()}) == 1:
            yield where, [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)]
        if len(value) > 1 and all(isinstance(item, dict) and _is_record(item) for item in value.values()):
            keys = next(iter(value.values())).keys()
            if all(item.keys() == keys for item in value.values()):
                yield f"{where}{{}}", [{"id": key, **item} for key, item in value.items()]
        for key, item in value.items():
            yield from _lists(item, f"{where}.{key}" if where else key)


def _plain(items: list[Any]) -> bool:
    return bool(items) and not any(isinstance(item, list | dict) for item in items)


def _one_list(lists: dict[str, list[Row]], path: Path) -> Rows:
    """The list with the answers; lists of the same columns (one a model) are put together under `system`."""
    answers = {where: rows for where, rows in lists.items() if has_answers([_flat(row) for row in rows[:50]])} or lists
    if len(answers) == 1:
        where, rows = next(iter(answers.items()))
        return Rows(rows, where)
    if len({frozenset(rows[0]) for rows in answers.values()}) == 1:
        joined = [{"system": where.removesuffix("[]"), **row} for where, rows in answers.items() for row in rows]
        return Rows(joined, ", ".join(answers))
    counts = ", ".join(f"{where} ({len(rows)} rows)" for where, rows in answers.items())
    raise UsageError("one list of answers", f"{path} holds several: {counts}", "keep one of them in the file")


def _flat(row: Row, prefix: str = "") -> Row:
    """Nested objects as dotted columns; chats as the last text of each role; a list of one as its item."""
    flat: Row = {}
    for key, value in row.items():
        name = f"{prefix}{key}"
        while isinstance(value, list) and len(value) == 1 and not _is_chat(value):
            value = value[0]
        if isinstance(value, dict):
            flat.update(_flat(value, f"{name}."))
        elif _is_chat(value):
            flat.update({f"{name}.{turn['role']}": _content(turn["content"]) for turn in value})
        else:
            flat[name] = value
    return flat


def _is_chat(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(
        isinstance(turn, dict) and "role" in turn and "content" in turn for turn in value
    )  # fmt: skip


def _content(content: Any) -> Any:
    """A turn's text: a string, or the text parts of a list of parts."""
    if isinstance(content, list):
        return "".join(part.get("text", "") for part in content if isinstance(part, dict))
    return content
