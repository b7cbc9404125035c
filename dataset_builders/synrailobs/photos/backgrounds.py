"""Backgrounds from folders of pictures and films: fitted to the frame, with their rails, or refused with a reason.

    settings = BackgroundSettings(pictures=Path("photos"), licence="CC-BY-4.0")
    made = make_backgrounds(settings, Path("kept"))
    made.backgrounds[0].rails, made.problems[0].reason

What is finished lies in `kept/backgrounds`, a JPEG and a JSON file each, and is not made again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from triptych.core.errors import UsageError
from triptych.core.runs import digest, file_sha256
from triptych.dataset_builders.problems import BadInput, Problem
from triptych.dataset_builders.synrailobs.paper import IMAGE_SIZE
from triptych.dataset_builders.synrailobs.photos.background_files import (
    Record,
    cut_of,
    fitted,
    fitted_rails,
    rails_to_json,
    read_record,
    write_picture,
    write_record,
)
from triptych.dataset_builders.synrailobs.photos.background_metadata import Sayings, Words, find_metadata, read_metadata
from triptych.dataset_builders.synrailobs.photos.background_rails import (
    LEAST_CONFIDENCE,
    Find,
    Outlines,
    finding_code,
)
from triptych.dataset_builders.synrailobs.photos.near_pictures import Album, groups, sight
from triptych.dataset_builders.synrailobs.photos.parts import Background
from triptych.dataset_builders.synrailobs.photos.pictures import pictures_in, read_picture
from triptych.dataset_builders.synrailobs.photos.screening import Screen
from triptych.dataset_builders.synrailobs.rails import NoRailsError, find_rails

FOLDER: Final = "backgrounds"
UNKNOWN_LICENCE: Final = "unknown"


@dataclass(frozen=True)
class BackgroundSettings:
    """What backgrounds are made of.

    `pictures`, `videos`: folders, searched with those in them; at least one. `metadata`: see `background_metadata`; by
    default the file in each folder. `rails`: outlines, see `background_rails`; by default LabelMe files beside the
    pictures. `size`: width, height in pixels. `every_s`: seconds between the frames taken from a film. `words`: what
    holds for all that the metadata says nothing of. `rails_by`, `screened_by`: names of what finds the rails and of the
    detector that screens; what was kept under other names is judged anew.
    """

    pictures: Path | None = None
    videos: Path | None = None
    metadata: Path | None = None
    rails: Path | None = None
    size: tuple[int, int] = IMAGE_SIZE
    every_s: float = 1.0
    licence: str = UNKNOWN_LICENCE
    redistributable: bool = False
    words: Words = field(default_factory=Words)
    rails_by: str = "geometry"
    screened_by: str = "detector"

    def __post_init__(self) -> None:
        if self.pictures is None and self.videos is None:
            raise UsageError("a folder of pictures or of films", "neither", "name one")
        for folder in (self.pictures, self.videos):
            if folder is not None and not folder.is_dir():
                raise UsageError("a folder of pictures or films", f"{folder}, which is none", "check the path")
        if self.rails is not None and not self.rails.exists():
            raise UsageError("outlines of rails: a COCO file or a folder", f"{self.rails}, not there", "check the path")
        if min(self.size) < 64 or self.size[0] % 16:
            raise UsageError("a width divisible by 16, sides of 64 or more", str(self.size), "for example 1280 x 720")
        if not self.every_s > 0:
            raise UsageError("seconds between frames above 0", str(self.every_s), "1 is usual")


@dataclass(frozen=True)
class Backgrounds:
    """Backgrounds in the order of their files; `digest` changes when any picture, rail or word of theirs does."""

    backgrounds: list[Background]
    problems: list[Problem]
    digest: str


@dataclass(frozen=True)
class Candidate:
    """A picture or frame with its record; `name`: its file in the folder, and the second for a frame."""

    name: str
    record: Record
    words: Words
    group: str


def make_backgrounds(
    settings: BackgroundSettings, kept: Path, screen: Screen | None = None, find: Find | None = None
) -> Backgrounds:
    """All backgrounds of the settings' folders, and a problem for each picture that gives none.

    `screen` refuses pictures with people, vehicles and bicycles; without it `screened` is False. `find` finds rails in
    a fitted picture instead of `find_rails`. Raises `UsageError` for mistakes in settings and metadata.
    """
    folder = kept / FOLDER
    candidates: list[Candidate] = []
    problems: list[Problem] = []
    if settings.pictures is not None:
        sayings = _sayings(settings, settings.pictures)
        candidates += _of_pictures(settings, sayings, folder, find)
        problems += [*sayings.problems, *sayings.unmatched({each.name for each in candidates})]
    good, refused = _sifted(candidates)
    return _finished(settings, good, problems + refused, folder)


def _sayings(settings: BackgroundSettings, folder: Path) -> Sayings:
    file = settings.metadata or find_metadata(folder)
    return read_metadata(file) if file is not None else Sayings()


def _of_pictures(
    settings: BackgroundSettings, sayings: Sayings, folder: Path, find: Find | None
) -> Iterator[Candidate]:
    root = settings.pictures
    assert root is not None
    outlines = Outlines(root, settings.rails)
    for path in pictures_in(root):
        name = path.relative_to(root).as_posix()
        words = sayings.words.get(name, Words())
        yield Candidate(name, _picture_record(settings, path, outlines, folder, find), words, words.group or name)


def _picture_record(
    settings: BackgroundSettings, path: Path, outlines: Outlines, folder: Path, find: Find | None
) -> Record:
    content = file_sha256(path)
    outlined = outlines.key(path)
    made_of = [settings.size, settings.rails_by, finding_code(), LEAST_CONFIDENCE, content, outlined]
    blank = Record(f"bg-{content[:12]}", digest(made_of))
    known = read_record(blank.id, blank.key, folder)
    if known is not None:
        return known
    try:
        image = read_picture(path)
        cut = cut_of(image.shape[0], image.shape[1], settings.size)
        outline = outlines.read(path, *image.shape[:2])
        frame = fitted(image, settings.size)
        rails = fitted_rails(outline, cut, settings.size) if outline is not None else (find or find_rails)(frame)
        if rails.confidence < LEAST_CONFIDENCE:
            raise BadInput(f"rails too uncertain: rating {rails.confidence:.2f}, {LEAST_CONFIDENCE} needed")
    except BadInput as error:
        return write_record(replace(blank, reason=str(error)), folder)
    except NoRailsError as error:
        return write_record(replace(blank, reason=error.reason), folder)
    write_picture(frame, folder / f"{blank.id}.jpg")
    return write_record(replace(blank, rails=rails, look=sight(frame)), folder)


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
    settings: BackgroundSettings, good: Sequence[Candidate], problems: list[Problem], folder: Path
) -> Backgrounds:
    looks = [each.record.look for each in good if each.record.look is not None]
    shared = groups(looks, [each.group for each in good])
    backgrounds = []
    for each, group in zip(good, shared, strict=True):
        background = _background(settings, each, group, folder)
        write_record(each.record, folder, {"background": _plain(background)})
        backgrounds.append(background)
    told = [
        [each.record.key, rails_to_json(background.rails), _plain(background)]
        for each, background in zip(good, backgrounds, strict=True)
    ]
    return Backgrounds(backgrounds, problems, digest(told))


def _background(settings: BackgroundSettings, candidate: Candidate, group: str, folder: Path) -> Background:
    record = candidate.record
    assert record.rails is not None
    words = candidate.words.over(settings.words)
    return Background(
        id=record.id,
        file=folder / f"{record.id}.jpg",
        rails=record.rails,
        group=group,
        source=words.source or candidate.name,
        licence=words.licence or settings.licence,
        redistributable=settings.redistributable if words.redistributable is None else words.redistributable,
        weather=words.weather,
        light=words.light,
        track_type=words.track_type,
        country=words.country,
        screened=record.screened_by is not None,
    )


def _plain(background: Background) -> dict[str, Any]:
    """Everything of a background but its file and rails."""
    return {key: value for key, value in vars(background).items() if key not in ("file", "rails")}
