"""Backgrounds from films: a frame every so many seconds, without those that show what an earlier one did.

One camera films along one track, so its frames teach each other where the rails are, see `background_camera`.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from triptych.core.runs import digest, file_sha256, write_json
from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.photos.background_camera import Camera, learn_camera
from triptych.dataset_builders.synrailobs.photos.background_files import (
    Bytes,
    Record,
    cut_of,
    fitted,
    keep,
    read_record,
)
from triptych.dataset_builders.synrailobs.photos.background_film_frames import frames_every
from triptych.dataset_builders.synrailobs.photos.background_rails import Find, finding_code
from triptych.dataset_builders.synrailobs.photos.background_settings import BackgroundSettings
from triptych.dataset_builders.synrailobs.photos.near_pictures import Album, Sight, sight
from triptych.dataset_builders.synrailobs.rails import Rails

FOLDER: Final = "films"
SAMPLE: Final = 16
"""Frames that teach the camera, spread over the film; no more of it is in memory at any time."""


@dataclass(frozen=True)
class FilmFrames:
    """A film's frames by their seconds, each with its record, and what was wrong with the film as a whole."""

    frames: list[tuple[float, Record]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def film_frames(path: Path, settings: BackgroundSettings, records: Path, find: Find | None = None) -> FilmFrames:
    """The frames of a film, made or read back; pictures and records in `records`, their list in `films` beside it.

    Frames that repeat an earlier one have no record; the problems count them.
    """
    try:
        content = file_sha256(path)
    except OSError as error:
        return FilmFrames(problems=[f"cannot be read ({error.strerror or error})"])
    key = digest([content, settings.size, settings.every_s, settings.rails_by, finding_code(), SAMPLE])
    listed = records.parent / FOLDER / f"{content[:12]}.json"
    known = _read(listed, key, records)
    if known is None:
        known = _made(path, f"bg-{content[:12]}", key, settings, records, find)
        frames = [[seconds, record.id, record.key] for seconds, record in known.frames]
        write_json(listed, {"key": key, "frames": frames, "problems": known.problems})
    return known


def _read(listed: Path, key: str, records: Path) -> FilmFrames | None:
    try:
        data: dict[str, Any] = json.loads(listed.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    frames = [(seconds, read_record(name, of, records)) for seconds, name, of in data["frames"]]
    whole = [(seconds, record) for seconds, record in frames if record is not None]
    return FilmFrames(whole, data["problems"]) if data["key"] == key and len(whole) == len(frames) else None


def _made(
    path: Path, name: str, key: str, settings: BackgroundSettings, records: Path, find: Find | None
) -> FilmFrames:
    sample = _sample(path, settings)
    if not sample.frames:
        return FilmFrames(problems=sample.problems)
    try:
        camera = learn_camera(sample.frames, find)
    except BadInput as error:
        return FilmFrames(problems=[*sample.problems, str(error)])
    made = FilmFrames()
    for seconds, frame, look in _unlike(path, settings, made.problems):
        blank = Record(f"{name}-{round(seconds * 1000):08d}", digest([key, seconds]))
        made.frames.append((seconds, keep(blank, records, partial(_with_rails, frame, camera), look)))
    return made


def _with_rails(frame: Bytes, camera: Camera) -> tuple[Bytes, Rails]:
    return frame, camera.rails(frame)


@dataclass(frozen=True)
class _Sample:
    frames: list[Bytes]
    problems: list[str]


def _sample(path: Path, settings: BackgroundSettings) -> _Sample:
    """Up to `SAMPLE` frames, evenly among those unlike each other: when there are too many, every other one goes."""
    frames: list[Bytes] = []
    problems: list[str] = []
    step = 1
    for number, (_, frame, _) in enumerate(_unlike(path, settings, problems)):
        if number % step == 0:
            frames.append(frame)
        if len(frames) > SAMPLE:
            frames, step = frames[::2], 2 * step
    return _Sample(frames, problems)


def _unlike(path: Path, settings: BackgroundSettings, problems: list[str]) -> Iterator[tuple[float, Bytes, Sight]]:
    """Seconds, fitted frame and look of those frames that repeat none before them; `problems` gets what was wrong."""
    album, repeated = Album(), 0
    try:
        for seconds, image in frames_every(path, settings.every_s):
            cut_of(image.shape[0], image.shape[1], settings.size)
            frame = fitted(image, settings.size)
            look = sight(frame)
            if album.find_same(look) is not None:
                repeated += 1
                continue
            album.add(f"{seconds}", look)
            yield seconds, frame, look
    except BadInput as error:
        problems.append(str(error))
    if repeated:
        problems.append(f"{repeated} frames left out that show what an earlier one does")
