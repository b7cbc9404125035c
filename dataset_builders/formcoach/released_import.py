"""The paper's own release, or any other set of pairs, brought into the columns of schema.py by a map of its columns.

`{"id": "pair_id", "user": "user_video", "reference": "ref_video", "exercise": "action", "instruction": "expert"}`. The
release's columns were not known when this was written. Videos stay as they are, byte for byte.
"""

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import datasets

from triptych.core.errors import UsageError
from triptych.core.runs import digest
from triptych.core.vocabulary import exercise as find_exercise
from triptych.dataset_builders.film import Film, probe
from triptych.dataset_builders.formcoach.annotations import unusable
from triptych.dataset_builders.formcoach.rows import outside_row
from triptych.dataset_builders.formcoach.tables import read_table
from triptych.dataset_builders.problems import BadInput, Problem

NEEDED: Final = ("id", "user", "reference", "exercise")
OPTIONAL: Final = ("instruction", "preference", "user_id", "reference_id", "annotator")
_TABLES: Final = (".csv", ".tsv", ".json", ".jsonl")


@dataclass(frozen=True)
class Release:
    """Rows of somebody's dataset, where their relative paths start, and which column is what."""

    rows: Any
    folder: Path
    columns: Mapping[str, str]
    licence: str
    source: str


@dataclass(frozen=True)
class ReleasedPair:
    """A row of the release: its videos are read when its row is made."""

    id: str
    exercise: str
    number: int
    release: Release
    seconds: float
    """Length of the longer video, at most 6 s in the paper."""


def read_release(data: str, columns: Mapping[str, str], split: str = "test", licence: str = "unknown") -> Release:
    """Open a table (CSV, TSV, JSON, JSONL), a Parquet file, a dataset folder or a Hub id.

    `columns` maps id, user, reference, exercise and, where there are any, instruction, preference, user_id,
    reference_id and annotator to the release's names. Raises `UsageError` for a map or a name that does not fit.
    """
    missing = [name for name in NEEDED if name not in columns]
    unknown = [name for name in columns if name not in (*NEEDED, *OPTIONAL)]
    if missing or unknown:
        got = f"none for {', '.join(missing)}" if missing else f"one for {', '.join(unknown)}"
        raise UsageError(f"a column for {', '.join(NEEDED)}, and for {', '.join(OPTIONAL)} if any", got, "add them")
    path = Path(data)
    rows = _rows(path, data, split, tuple(columns.values()))
    absent = [name for name in columns.values() if name not in rows.column_names]
    if absent:
        got = f"{data} has {', '.join(rows.column_names)}"
        raise UsageError(f"the columns {', '.join(columns.values())}", got, "correct --column-map")
    folder = path.parent if path.is_file() else path if path.is_dir() else Path()
    return Release(rows.select_columns(list(dict.fromkeys(columns.values()))), folder, dict(columns), licence, data)


def released_pairs(release: Release) -> tuple[list[ReleasedPair], list[Problem], str]:
    """The rows to import, what was left out, and a digest of all content that was read, the videos' too."""
    pairs: dict[str, ReleasedPair] = {}
    problems = []
    content = sha256()
    for number in range(len(release.rows)):
        values = _values(release, number)
        key = _words(values, "id")
        try:
            if key is None or key in pairs:
                raise BadInput("no id" if key is None else "the id is there already")
            exercise = _exercise(release, values["exercise"])
            videos = [_video(release.folder, values[side], side) for side in ("user", "reference")]
        except BadInput as error:
            problems.append(Problem(key or f"row {number + 1}", str(error)))
            continue
        for video, _ in videos:
            content.update(sha256(video).digest())
        content.update(digest([values[name] for name in release.columns if name not in ("user", "reference")]).encode())
        seconds = max(film.seconds for _, film in videos)
        pairs[key] = ReleasedPair(key, exercise, number, release, seconds)
        words = _words(values, "instruction")
        if words and (reason := unusable(words)):
            problems.append(Problem(key, reason))
    return list(pairs.values()), problems, digest([content.hexdigest(), release.columns, release.licence])


def released_row(pair: ReleasedPair) -> dict[str, Any]:
    """The row of a pair, its videos as they are. Raises `BadInput` where one can no longer be read."""
    release = pair.release
    values = _values(release, pair.number)
    user, reference = (_video(release.folder, values[side], side) for side in ("user", "reference"))
    words = _words(values, "instruction")
    return outside_row(
        id=pair.id, exercise=pair.exercise, user=user[0], reference=reference[0],
        people=(_words(values, "user_id"), _words(values, "reference_id")), fps=round(user[1].fps, 3),
        source=release.source, licence=release.licence, preference=_words(values, "preference"),
        annotations=((_words(values, "annotator") or "released", words),) if words and not unusable(words) else (),
    )  # fmt: skip


def _values(release: Release, number: int) -> dict[str, Any]:
    row = release.rows[number]
    return {name: row[column] for name, column in release.columns.items()}


def _rows(path: Path, data: str, split: str, columns: tuple[str, ...]) -> Any:
    if path.suffix.lower() in _TABLES:
        return datasets.Dataset.from_list(read_table(path, columns))
    try:
        if path.suffix.lower() == ".parquet":
            rows = datasets.load_dataset("parquet", data_files=str(path), split="train")
        else:
            rows = datasets.load_dataset(data, split=split)
    except (datasets.exceptions.DatasetsError, OSError, ValueError) as error:
        raise UsageError(f"a dataset with the split {split}", f"{data}: {error}", "check --data and --split") from error
    for column, feature in rows.features.items():
        if isinstance(feature, datasets.Video):
            rows = rows.cast_column(column, datasets.Video(decode=False))
    return rows


def _exercise(release: Release, value: Any) -> str:
    feature = release.rows.features[release.columns["exercise"]]
    name = feature.int2str(value) if isinstance(feature, datasets.ClassLabel) and value is not None else str(value)
    try:
        return find_exercise(name.replace("_", " ")).name
    except UsageError as error:
        raise BadInput(f"{name!r} is none of the 22 exercises") from error


def _video(folder: Path, value: Any, side: str) -> tuple[bytes, Film]:
    """Bytes of a video given by path or bytes, and what is in it."""
    if isinstance(value, dict):
        value = value.get("bytes") or value.get("path")
    try:
        if isinstance(value, str):
            return (folder / value).read_bytes(), probe(folder / value)
        if not isinstance(value, bytes):
            raise BadInput("no video")
        with tempfile.NamedTemporaryFile(suffix=".mp4") as file:
            Path(file.name).write_bytes(value)
            return value, probe(Path(file.name))
    except (BadInput, OSError) as error:
        name = f" {value}" if isinstance(value, str) else ""
        raise BadInput(f"{side}{name}: {getattr(error, 'strerror', None) or error}") from error


def _words(values: Mapping[str, Any], name: str) -> str | None:
    value = values.get(name)
    return str(value).strip() or None if value is not None else None
