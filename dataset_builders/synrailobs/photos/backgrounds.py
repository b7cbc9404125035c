"""Backgrounds from folders of pictures and films: fitted to the frame, with their rails, or refused with a reason.

    settings = BackgroundSettings(pictures=Path("photos"), licence="CC-BY-4.0")
    made = make_backgrounds(settings, Path("kept"))
    made.backgrounds[0].rails, made.problems[0].reason

What is finished lies in `kept/backgrounds`, a JPEG and a JSON file each, and is not made again.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Final, TypeVar

import numpy as np
import simplejpeg

from triptych.core.engine import run
from triptych.core.errors import UsageError
from triptych.core.runs import digest, file_sha256
from triptych.dataset_builders.problems import Problem
from triptych.dataset_builders.synrailobs.photos.background_files import (
    Bytes,
    Record,
    cut_of,
    fitted,
    fitted_rails,
    keep,
    write_record,
)
from triptych.dataset_builders.synrailobs.photos.background_films import film_frames
from triptych.dataset_builders.synrailobs.photos.background_inputs import Input, find_inputs
from triptych.dataset_builders.synrailobs.photos.background_metadata import Words
from triptych.dataset_builders.synrailobs.photos.background_rails import Find, Outlines, finding_code, sure_rails
from triptych.dataset_builders.synrailobs.photos.background_settings import BackgroundSettings
from triptych.dataset_builders.synrailobs.photos.near_pictures import Album, groups
from triptych.dataset_builders.synrailobs.photos.parts import Background
from triptych.dataset_builders.synrailobs.photos.pictures import read_picture
from triptych.dataset_builders.synrailobs.photos.screening import Screen, unwanted
from triptych.dataset_builders.synrailobs.rails import Rails

__all__ = ["BackgroundSettings", "Backgrounds", "make_backgrounds"]
FOLDER: Final = "backgrounds"
SCREENED_TOGETHER: Final = 8


@dataclass(frozen=True)
class Backgrounds:
    """Backgrounds in the order of their files; `digest` changes when any picture, rail or word of theirs does."""

    backgrounds: list[Background]
    problems: list[Problem]
    digest: str


@dataclass(frozen=True)
class Candidate:
    """A picture or frame with its record; `name`: its file in the folder, for a frame with the time, which is `at`."""

    name: str
    record: Record
    words: Words
    group: str
    at: str = ""


def make_backgrounds(
    settings: BackgroundSettings,
    kept: Path,
    screen: Screen | None = None,
    find: Find | None = None,
    processes: int = 1,
) -> Backgrounds:
    """All backgrounds of the settings' folders, and a problem for each picture, film or frame that gives none.

    `screen` refuses pictures with people, vehicles and bicycles; without it `screened` is False. `find` finds rails in
    a fitted picture instead of `find_rails`. With several `processes` the same comes out sooner. Raises `UsageError`
    for mistakes in settings and metadata.
    """
    _check_apart(kept, [root for root in (settings.pictures, settings.videos) if root is not None])
    folder = kept / FOLDER
    inputs = find_inputs(settings)
    of_pictures = _pictures(settings, inputs.pictures, folder, find, processes)
    of_films, wrong = _films(settings, inputs.films, folder, find, processes)
    good, refused = _sifted(of_pictures + of_films)
    seen: list[Problem] = []
    if screen is not None:
        good, seen = _screened(good, screen, settings.screened_by, folder)
    problems = [*inputs.problems, *wrong, *refused, *seen]
    return _finished(settings, good, problems, folder, screen is not None)


def _check_apart(kept: Path, roots: Sequence[Path]) -> None:
    """What is kept must not be taken for input the next time; hidden folders are not searched."""
    for root in roots:
        parts = kept.resolve().parts[len(root.resolve().parts) :]
        if kept.resolve().is_relative_to(root.resolve()) and not any(part.startswith(".") for part in parts):
            raise UsageError("a place for results outside of the inputs", f"{kept} in {root}", "choose another folder")


def _pictures(
    settings: BackgroundSettings, pictures: list[Input], folder: Path, find: Find | None, processes: int
) -> list[Candidate]:
    make = partial(_picture, settings, folder, find)
    records = _mapped(make, [each.path for each in pictures], processes)
    return [
        Candidate(each.name, record, each.words, each.group) for each, record in zip(pictures, records, strict=True)
    ]


def _films(
    settings: BackgroundSettings, films: list[Input], folder: Path, find: Find | None, processes: int
) -> tuple[list[Candidate], list[Problem]]:
    make = partial(film_frames, settings=settings, records=folder, find=find)
    candidates: list[Candidate] = []
    problems: list[Problem] = []
    for film, made in zip(films, _mapped(make, [each.path for each in films], processes), strict=True):
        problems += [Problem(film.name, reason) for reason in made.problems]
        candidates += [
            Candidate(f"{film.name} at {seconds:.2f} s", record, film.words, film.group, f" at {seconds:.2f} s")
            for seconds, record in made.frames
        ]
    return candidates, problems


Out = TypeVar("Out")


def _mapped(make: Callable[[Path], Out], paths: Sequence[Path], processes: int) -> list[Out]:
    """`make` of each path, in their order."""
    done = dict(run(partial(_numbered, make), enumerate(paths), num_proc=processes))
    return [done[number] for number in range(len(paths))]


def _numbered(make: Callable[[Path], Out], task: tuple[int, Path]) -> tuple[int, Out]:
    return task[0], make(task[1])


def _picture(settings: BackgroundSettings, folder: Path, find: Find | None, path: Path) -> Record:
    outlines = Outlines(settings.pictures or path.parent, settings.rails)
    try:
        content = file_sha256(path)
    except OSError as error:
        return Record("", "", reason=f"cannot be read ({error.strerror or error})")
    key = digest([settings.size, settings.rails_by, finding_code(), content, outlines.key(path)])
    return keep(Record(f"bg-{content[:12]}", key), folder, partial(_with_rails, settings, outlines, find, path))


def _with_rails(settings: BackgroundSettings, outlines: Outlines, find: Find | None, path: Path) -> tuple[Bytes, Rails]:
    image = read_picture(path)
    height, width = image.shape[:2]
    cut = cut_of(height, width, settings.size)
    frame = fitted(image, settings.size)
    outline = outlines.read(path, height, width)
    return frame, sure_rails(frame, find) if outline is None else fitted_rails(outline, cut, settings.size)


def _screened(
    good: Sequence[Candidate], screen: Screen, name: str, folder: Path
) -> tuple[list[Candidate], list[Problem]]:
    """Those in which the detector of that name sees nothing unwanted, and what it saw in the others."""
    known = {each.record.id: each.record for each in good}
    new = [each.record for each in good if each.record.screened_by != name]
    for some in (new[start : start + SCREENED_TOGETHER] for start in range(0, len(new), SCREENED_TOGETHER)):
        images = [simplejpeg.decode_jpeg((folder / f"{each.id}.jpg").read_bytes()) for each in some]
        for each, words in zip(some, screen(images), strict=True):
            known[each.id] = write_record(replace(each, screened_by=name, seen=tuple(sorted(set(words)))), folder)
    judged = [replace(each, record=known[each.record.id]) for each in good]
    clear = [each for each in judged if not unwanted(each.record.seen)]
    shown = [(each, ", ".join(unwanted(each.record.seen))) for each in judged if unwanted(each.record.seen)]
    return clear, [Problem(each.name, f"shows {what}, as {name} sees it") for each, what in shown]


def _sifted(candidates: Sequence[Candidate]) -> tuple[list[Candidate], list[Problem]]:
    """The candidates that are good and unlike each other, and why the others are left out."""
    album, good, problems = Album(), [], []
    for each in candidates:
        look, reason = each.record.look, each.record.reason
        if reason is None and look is not None:
            same = album.find_same(look)
            reason = f"the same picture as {same}" if same is not None else None
        if reason is not None or look is None:
            problems.append(Problem(each.name, reason or "not kept"))
            continue
        album.add(each.name, look)
        good.append(each)
    return good, problems


def _finished(
    settings: BackgroundSettings, good: Sequence[Candidate], problems: list[Problem], folder: Path, screened: bool
) -> Backgrounds:
    looks = [each.record.look for each in good if each.record.look is not None]
    shared = groups(looks, [each.group for each in good])
    backgrounds, told = [], []
    for each, group in zip(good, shared, strict=True):
        background = _background(settings, each, group, folder, screened)
        words = {key: value for key, value in vars(background).items() if key not in ("file", "rails")}
        if each.record.words != words:
            write_record(replace(each.record, words=words), folder)
        backgrounds.append(background)
        told.append([each.record.key, _rails_digest(background.rails), words])
    return Backgrounds(backgrounds, problems, digest(told))


def _background(
    settings: BackgroundSettings, candidate: Candidate, group: str, folder: Path, screened: bool
) -> Background:
    record = candidate.record
    assert record.rails is not None
    words = candidate.words.over(settings.words)
    return Background(
        id=record.id,
        file=folder / f"{record.id}.jpg",
        rails=record.rails,
        group=group,
        source=words.source + candidate.at if words.source else candidate.name,
        licence=words.licence or settings.licence,
        redistributable=settings.redistributable if words.redistributable is None else words.redistributable,
        weather=words.weather,
        light=words.light,
        track_type=words.track_type,
        country=words.country,
        screened=screened,
    )


def _rails_digest(rails: Rails) -> str:
    places = np.round(np.concatenate([rails.rows[:1], rails.left, rails.right]) * 100).astype("<i8")
    return sha256(places.tobytes()).hexdigest()
