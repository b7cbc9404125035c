"""`triptych build synrailobs` with a user's pictures: composites on photographs, or the gallery of cut-outs alone."""

import json
import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.photos.backgrounds import BackgroundSettings
from triptych.dataset_builders.synrailobs.photos.build import REPORT, SHEET, Built, build_composites
from triptych.dataset_builders.synrailobs.photos.composer import Look
from triptych.dataset_builders.synrailobs.photos.gallery import GallerySettings, make_gallery, write_gallery
from triptych.dataset_builders.synrailobs.photos.harmonise import OWN, Regressor
from triptych.dataset_builders.synrailobs.photos.layout import Layout
from triptych.dataset_builders.synrailobs.photos.screening import Screen, screen_of
from triptych.dataset_builders.synrailobs.photos.settings import CompositeSettings
from triptych.dataset_builders.synrailobs.photos.view import Camera, Measured

if TYPE_CHECKING:
    from triptych.hub.commands.synrailobs import BuildSynrailobs

MOST_SHOWN: Final = 8


def build_photos(options: "BuildSynrailobs") -> Path:
    """Composites on the backgrounds that `options` name; prints what came of it and returns the folder."""
    settings = composite_settings(options)
    built = build_composites(
        settings,
        options.out,
        engine=options.engine,
        num_proc=options.num_proc,
        screen=_screen(options.screen),
        regressor=_regressor(options.harmonise),
    )
    _tell(built, settings.drawn)
    return built.folder


def build_gallery(options: "BuildSynrailobs") -> Path:
    """The obstacles alone as a dataset; prints what was left out and returns the folder."""
    settings = _gallery(options)
    if settings is None:
        raise UsageError("--objects DIR or --textures DIR", "neither", "name pictures to cut obstacles out of")
    gallery = make_gallery(settings, options.out / ".building" / "kept")
    folder = write_gallery(gallery, options.out)
    _left_out([vars(problem) for problem in gallery.problems])
    print(f"{len(gallery.cutouts)} obstacles")
    print(f'load_dataset("{folder.resolve()}")')
    return folder


def composite_settings(options: "BuildSynrailobs") -> CompositeSettings:
    """The options as settings. Raises `UsageError` for impossible ones."""
    backgrounds = BackgroundSettings(
        pictures=options.backgrounds,
        videos=options.videos,
        metadata=options.metadata,
        rails=options.rails,
        size=_size(options.size),
        every_s=options.every_s,
        licence=options.licence,
        redistributable=options.redistributable,
        screened_by=options.screen or "detector",
    )
    camera = Camera(options.field_of_view, options.focal_px, options.camera_height, _measured(options.measured))
    return CompositeSettings(
        backgrounds,
        _gallery(options),
        Layout(options.sizes, camera=camera),
        Look(harmonise=options.harmonise),
        rows=options.limit,
        shards=options.shards,
        seed=options.seed,
    )


def _gallery(options: "BuildSynrailobs") -> GallerySettings | None:
    if options.objects is None and options.textures is None:
        return None
    return GallerySettings(
        options.objects,
        options.textures,
        options.class_names,
        options.licence,
        options.redistributable,
        options.textured,
        options.seed,
    )


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d+)x(\d+)", text)
    if not found:
        raise UsageError("--size WIDTHxHEIGHT", repr(text), "for example 1280x720")
    return int(found[1]), int(found[2])


def _measured(text: str | None) -> Measured | None:
    """`640:10,420:40` as two rows with their metres."""
    if text is None:
        return None
    number = r"\s*(\d+(?:\.\d+)?)\s*"
    found = re.fullmatch(f"{number}:{number},{number}:{number}", text)
    if not found:
        raise UsageError("--measured ROW:METRES,ROW:METRES", repr(text), "for example 640:10,420:40")
    first, near, second, far = (float(value) for value in found.groups())
    return (first, near), (second, far)


def _screen(detector: str | None) -> Screen | None:
    if detector is None:
        return None
    from triptych.hub.commands.shared import needs_models

    needs_models()
    from triptych.models.detection.load import load_detector

    return screen_of(load_detector(detector))


def _regressor(harmonise: str) -> Callable[[], Regressor] | None:
    """What loads the weights in each process, where `harmonise` names a file of them."""
    if harmonise in OWN:
        return None
    if not Path(harmonise).is_file():
        raise UsageError(f"--harmonise {', '.join(OWN)} or a file of Harmonizer's weights", harmonise, "check the name")
    from triptych.hub.commands.shared import needs_models

    needs_models()
    from triptych.models.obstacles.harmonizer import load_harmonizer

    return partial(load_harmonizer, Path(harmonise).resolve())


def _tell(built: Built, drawn: bool) -> None:
    report: dict[str, Any] = json.loads((built.folder / REPORT).read_text(encoding="utf-8"))
    _left_out(report["left_out"])
    if drawn:
        print("obstacles of categories without pictures are drawn; --objects DIR takes them from photographs")
    for note in report["notes"]:
        print(note)
    for split, each in report["splits"].items():
        kinds = ", ".join(f"{count} {name}" for name, count in each["by_category"].items() if count)
        print(f"{split}: {each['rows']} pictures of {each['backgrounds']} backgrounds, {each['clean']} clean; {kinds}")
    pace = f", {built.rows / built.seconds:.0f} a second" if built.rows else ", built before"
    print(f"{report['rows']} pictures{pace}; what was left out and why: {built.folder / REPORT}")
    print(f"look at {built.folder / SHEET}")
    print(f'load_dataset("{built.folder.resolve()}")')


def _left_out(problems: Sequence[dict[str, str]]) -> None:
    for problem in problems[:MOST_SHOWN]:
        print(f"left out: {problem['what']}: {problem['reason']}")
    if len(problems) > MOST_SHOWN:
        print(f"... and {len(problems) - MOST_SHOWN} more, all in {REPORT}")
