"""Composites on a user's photographs as a Parquet folder with card, report and contact sheet.

    built = build_composites(settings, Path("DIR"), num_proc=2)   ->  load_dataset("DIR")

Folder while it works: `DIR/.building/rows/<fingerprint>/` with kept cut-outs and backgrounds, and `data/` with every
shard that is finished. Killed at any moment, the next call makes what is missing. The manifest `build.json` comes last.
"""

import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import datasets

from triptych.core.engine import Engine, run
from triptych.core.progress import progress
from triptych.core.runs import write_json, write_text
from triptych.dataset_builders.card import render_card
from triptych.dataset_builders.manifest import MANIFEST, STAGING, is_built, manifest
from triptych.dataset_builders.problems import Problem
from triptych.dataset_builders.staging import disk_errors, working_folder
from triptych.dataset_builders.synrailobs.photos.backgrounds import make_backgrounds
from triptych.dataset_builders.synrailobs.photos.contact_sheet import write_contact_sheet
from triptych.dataset_builders.synrailobs.photos.drawn_cutouts import cutouts_of
from triptych.dataset_builders.synrailobs.photos.gallery import make_gallery
from triptych.dataset_builders.synrailobs.photos.harmonise import Regressor
from triptych.dataset_builders.synrailobs.photos.planning import Plan, plan
from triptych.dataset_builders.synrailobs.photos.rows import look_words
from triptych.dataset_builders.synrailobs.photos.screening import Screen
from triptych.dataset_builders.synrailobs.photos.settings import CompositeSettings, code_version
from triptych.dataset_builders.synrailobs.photos.shards import write_shard
from triptych.dataset_builders.synrailobs.photos.tally import Tally, for_card, tallies
from triptych.dataset_builders.synrailobs.schema import FEATURES

CONFIG: Final = "photos"
CARD: Final = Path(__file__).with_name("card_composites.md")
REPORT: Final = "report.json"
SHEET: Final = "contact_sheet.png"
DESCRIPTION: Final = (
    "Composites of obstacles on photographs of railway tracks, at the scale of the rails, with masks, tight boxes, "
    "distances, sizes and provenance. Not for safety-critical use."
)


@dataclass(frozen=True)
class Built:
    """What a call has done: `rows` made in `seconds` by this very call, none where all was there."""

    folder: Path
    rows: int
    seconds: float


def build_composites(
    settings: CompositeSettings,
    out: Path,
    *,
    engine: Engine = "local",
    num_proc: int = 1,
    screen: Screen | None = None,
    regressor: Callable[[], Regressor] | None = None,
    force: bool = False,
) -> Built:
    """Write the dataset that `settings` describe to `out`.

    Equal settings and inputs give equal data files, whatever `engine` and `num_proc`. `screen` refuses backgrounds
    that show people or vehicles; `settings.backgrounds.screened_by` is its name. `regressor` loads the network in each
    process, where `settings.look.harmonise` names its weights. Anything else in `out` is a
    `UsageError`, except that `force` replaces an older build. Raises `RunError` where no composite can be made, the
    disk is full or a process was killed.
    """
    wanted = settings.fingerprint()
    if is_built(out, CONFIG, wanted, CARD, force):
        shutil.rmtree(out / STAGING, ignore_errors=True)  # left where a kill came after the last rename
        return Built(out, 0, 0.0)
    kept = out / STAGING / "rows" / wanted[:16]
    with disk_errors(out), working_folder(out / STAGING, kept) as work:
        _take_back(out, kept)
        planned, problems, gallery = _planned(settings, kept, screen, num_proc)
        start = time.perf_counter()
        tasks = progress(planned.tasks(kept / "data", gallery, regressor), "shards", sum(planned.files.values()))
        made = sum(run(write_shard, tasks, engine, num_proc))
        seconds = time.perf_counter() - start
        _describe(planned, problems, kept, work, wanted)
        _publish(work, kept, out)
    return Built(out, made, seconds)


def _planned(
    settings: CompositeSettings, kept: Path, screen: Screen | None, num_proc: int
) -> tuple[Plan, list[Problem], Path | None]:
    """The plan, all that was left out on the way, and the folder of the cut-outs."""
    found = make_backgrounds(settings.backgrounds, kept.resolve(), screen, processes=num_proc)
    problems, folder = list(found.problems), None
    if settings.gallery is not None:
        folder = (kept / "gallery").resolve()
        problems += make_gallery(settings.gallery, folder).problems
    planned = plan(settings, found.backgrounds, cutouts_of(folder, settings.drawn), problems)
    return planned, [*problems, *planned.problems], folder


def _describe(planned: Plan, problems: Sequence[Problem], kept: Path, work: Path, wanted: str) -> None:
    """Card, report, contact sheet and manifest, all from the finished files."""
    files = planned.paths(kept / "data")
    counted = tallies(files)
    info = datasets.DatasetInfo(
        description=DESCRIPTION,
        features=FEATURES,
        dataset_name="synrailobs",
        config_name=CONFIG,
        version=datasets.Version("1.0.0"),
    )
    rows, objects = for_card(counted)
    write_text(work / "README.md", render_card(CARD, info, rows, files, objects))
    write_json(work / REPORT, _report(planned, counted, problems))
    write_contact_sheet(files, planned.settings.seed, work / SHEET)
    paths = [path for each in files.values() for path in each]
    write_json(work / MANIFEST, manifest(info, paths, CARD, wanted, planned.settings.inputs()))


def _report(planned: Plan, counted: dict[str, Tally], problems: Sequence[Problem]) -> dict[str, Any]:
    settings = planned.settings
    groups = {split: len({each.group for each in places}) for split, places in planned.backgrounds.items()}
    return {
        "config": CONFIG,
        "seed": settings.seed,
        "sizes": settings.layout.sizes,
        "look": look_words(settings.look),
        "code": code_version(),
        "rows": sum(each.rows for each in counted.values()),
        "splits": {
            split: {**each.summary(), "groups": groups[split], "sources_of_obstacles": planned.sources[split]}
            for split, each in counted.items()
        },
        "notes": list(planned.notes),
        "left_out": [asdict(problem) for problem in problems],
    }


def _publish(work: Path, kept: Path, out: Path) -> None:
    """Move everything to its place, the manifest last; a kill in between costs no finished shard (`_take_back`)."""
    (out / MANIFEST).unlink(missing_ok=True)
    shutil.rmtree(out / "data", ignore_errors=True)
    for name in ("README.md", REPORT, SHEET):
        (work / name).rename(out / name)
    (kept / "data").rename(out / "data")
    (work / MANIFEST).rename(out / MANIFEST)


def _take_back(out: Path, kept: Path) -> None:
    """Shards that a killed call had moved to their place already, without its manifest."""
    whole = kept / "data"
    if not whole.exists() and (out / "data").is_dir() and not (out / MANIFEST).exists():
        kept.mkdir(parents=True, exist_ok=True)
        (out / "data").rename(whole)
