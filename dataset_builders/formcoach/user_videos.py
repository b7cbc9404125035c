"""A user's own pairs of videos, of any size, rate and codec, listed in a metadata file beside them.

One line: `{"user_file_name": "me.mov", "reference_file_name": "coach.mp4", "exercise": "Squat"}`. More columns, all
free: id, user_id, reference_id, user_start, user_end, reference_start, reference_end (seconds: one repetition),
instruction, annotator, preference, source, licence. Without starts and ends a whole film is the repetition.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from triptych.core.errors import UsageError
from triptych.core.runs import file_sha256
from triptych.core.vocabulary import exercise as find_exercise
from triptych.dataset_builders.film import Film, Picture, at_times, probe
from triptych.dataset_builders.formcoach.annotations import Lines, unusable
from triptych.dataset_builders.formcoach.clips import Format, count, cut, held, whole_window
from triptych.dataset_builders.formcoach.rows import outside_row
from triptych.dataset_builders.formcoach.tables import read_table, text
from triptych.dataset_builders.formcoach.video import encode
from triptych.dataset_builders.problems import BadInput, Problem

NEEDED: Final = ("user_file_name", "reference_file_name", "exercise")
METADATA: Final = ("metadata.jsonl", "metadata.csv")


@dataclass(frozen=True)
class Part:
    """A repetition on a film, in seconds from its first frame."""

    film: Film
    start: float
    stop: float


@dataclass(frozen=True)
class VideoPair:
    """A line of the metadata whose films can be read."""

    id: str
    exercise: str
    user: Part
    reference: Part
    user_id: str | None
    reference_id: str | None
    preference: str | None
    source: str
    licence: str
    annotations: Lines = ()

    @property
    def seconds(self) -> float:
        """Length of the longer of the two, which is the clips' up to 6 s."""
        return max(part.stop - part.start for part in (self.user, self.reference))


@dataclass(frozen=True)
class Videos:
    """Pairs, what was left out, and the content's digest of every file that was read."""

    pairs: list[VideoPair]
    problems: list[Problem]
    files: dict[str, str]


def read_videos(folder: Path, metadata: Path | None = None) -> Videos:
    """The pairs of a metadata file, by default `metadata.jsonl` or `metadata.csv` in `folder`.

    A line that cannot be used is a problem, the rest is kept. Raises `UsageError` where there is no metadata file or
    it lacks a needed column.
    """
    file = metadata or next((folder / name for name in METADATA if (folder / name).is_file()), None)
    if file is None:
        fix = f"write one with the columns {', '.join(NEEDED)}, or give --metadata"
        raise UsageError(f"{' or '.join(METADATA)} in the folder of videos", f"neither in {folder}", fix)
    films: dict[str, Film | BadInput] = {}
    pairs: dict[str, VideoPair] = {}
    problems: list[Problem] = []
    for number, row in enumerate(read_table(file, NEEDED), 1):
        what = f"{file.name}: line {number}"
        try:
            pair, more = _pair(folder, row, films)
        except BadInput as error:
            problems.append(Problem(what, str(error)))
            continue
        if pair.id in pairs:
            problems.append(Problem(what, f"the id {pair.id} is there already"))
            continue
        pairs[pair.id] = pair
        problems += [Problem(pair.id, reason) for reason in more]
    usable = {name: film.path for name, film in films.items() if isinstance(film, Film)}
    digests = {name: file_sha256(path) for name, path in sorted(usable.items())}
    return Videos(list(pairs.values()), problems, {file.name: file_sha256(file), **digests})


def video_row(pair: VideoPair, form: Format) -> dict[str, Any]:
    """The row of a pair, its films cut to clips. Raises `BadInput` where a film is damaged."""
    frames = max(count(part.stop - part.start, form.fps) for part in (pair.user, pair.reference))
    clips = [encode(held(np.stack(list(_shown(part, form))), frames), form.fps) for part in (pair.user, pair.reference)]
    return outside_row(
        id=pair.id, exercise=pair.exercise, user=clips[0], reference=clips[1],
        people=(pair.user_id, pair.reference_id), fps=form.fps, source=pair.source, licence=pair.licence,
        annotations=pair.annotations, preference=pair.preference,
    )  # fmt: skip


def _shown(part: Part, form: Format) -> Iterator[Picture]:
    times = part.start + np.arange(count(part.stop - part.start, form.fps)) / form.fps
    window = whole_window((part.film.width, part.film.height), form)
    for picture in at_times(part.film, times.tolist()):
        yield cut(picture, window, form)


def _pair(folder: Path, row: dict[str, Any], films: dict[str, Film | BadInput]) -> tuple[VideoPair, list[str]]:
    values = {column: text(row, column) for column in NEEDED}
    missing = [column for column, value in values.items() if value is None]
    if missing:
        raise BadInput(f"no {', '.join(missing)}")
    names = [str(value) for value in values.values()]
    user, reference = _part(folder, names[0], row, "user", films), _part(folder, names[1], row, "reference", films)
    words = text(row, "instruction")
    problem = unusable(words) if words else None
    annotator = text(row, "annotator") or "unnamed"
    pair = VideoPair(
        id=text(row, "id") or f"{Path(names[0]).stem}--{Path(names[1]).stem}",
        exercise=_exercise(names[2]), user=user, reference=reference,
        user_id=text(row, "user_id"), reference_id=text(row, "reference_id"), preference=text(row, "preference"),
        source=text(row, "source") or "user", licence=text(row, "licence") or "unknown",
        annotations=((annotator, words),) if words and not problem else (),
    )  # fmt: skip
    return pair, [problem] if problem else []


def _exercise(name: str) -> str:
    try:
        return find_exercise(name.replace("_", " ")).name
    except UsageError as error:
        raise BadInput(f"{name!r} is none of the 22 exercises") from error


def _part(folder: Path, name: str, row: dict[str, Any], side: str, films: dict[str, Film | BadInput]) -> Part:
    if name not in films:
        try:
            films[name] = probe(folder / name)
        except BadInput as error:
            films[name] = error
    film = films[name]
    if isinstance(film, BadInput):
        raise BadInput(f"{name}: {film}")
    start, stop = (_seconds(row, f"{side}_{end}") for end in ("start", "end"))
    part = Part(film, start or 0.0, film.seconds if stop is None else stop)
    if not 0 <= part.start < part.stop <= film.seconds + 0.5:
        raise BadInput(f"{name}: no part from {part.start:g} to {part.stop:g} s, it is {film.seconds:.2f} s long")
    return part


def _seconds(row: dict[str, Any], column: str) -> float | None:
    value = text(row, column)
    try:
        return None if value is None else float(value)
    except ValueError as error:
        raise BadInput(f"{column} is no number of seconds: {value!r}") from error
