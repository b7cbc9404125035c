"""Build `formcoach` of recordings that the user has: Fit3D, own films, a released set."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from triptych.core.errors import RunError, UsageError
from triptych.core.runs import digest
from triptych.core.vocabulary import NAMES
from triptych.dataset_builders import formcoach
from triptych.dataset_builders.formcoach.annotations import join, read_annotations
from triptych.dataset_builders.formcoach.builder import FormCoach
from triptych.dataset_builders.formcoach.clips import LONGEST_S, Format
from triptych.dataset_builders.formcoach.fit3d_mapping import LIKELY, read_mapping
from triptych.dataset_builders.formcoach.fit3d_survey import Survey, lonely, survey
from triptych.dataset_builders.formcoach.outside import OutsidePair, Plan, left_out
from triptych.dataset_builders.formcoach.pairing import balanced, by_exercise, pair_up
from triptych.dataset_builders.formcoach.paper import PAIRS
from triptych.dataset_builders.formcoach.released_import import read_release, released_pairs
from triptych.dataset_builders.formcoach.user_videos import read_videos
from triptych.dataset_builders.parquet import REPORT, Outside, build
from triptych.dataset_builders.problems import Problem

if TYPE_CHECKING:
    from triptych.hub.commands.formcoach import BuildFormcoach, ImportFormcoach

CARDS = Path(formcoach.__file__).parent
MOST_SHOWN = 8


def build_outside(options: "BuildFormcoach") -> Path:
    """Make the folder that `options` ask for and print what came of it; returns the folder."""
    form = Format.parse(options.size, options.fps)
    if options.config == "videos":
        if options.videos is None:
            raise UsageError("--videos DIR", "none", "name the folder of your videos")
        found = read_videos(options.videos, options.metadata)
        pairs, problems = _annotated(found.pairs, options.annotations)
        told = [*found.problems, *problems]
        inputs = [found.files, [(pair.id, pair.annotations) for pair in pairs]]
        return _made(options, pairs[: options.limit], form, inputs, told, {})
    if options.fit3d is None:
        raise UsageError("--fit3d DIR", "none", "name the folder of your copy of Fit3D, or take --config default")
    return _of_fit3d(options, form, options.fit3d)


def import_release(options: "ImportFormcoach") -> Path:
    """Bring a released set into our columns; returns the folder."""
    columns = read_columns(options.column_map)
    release = read_release(options.data, columns, options.split, options.licence)
    pairs, problems, inputs = released_pairs(release)
    return _made(options, pairs[: options.limit], Format(), [inputs], problems, {}, "released")


def read_columns(text: str) -> dict[str, str]:
    """`id=pair,user=video` as a map. Raises `UsageError`."""
    parts = [part.partition("=") for part in text.split(",")]
    wrong = ["".join(part) for part in parts if not (part[0].strip() and part[2].strip())]
    if wrong:
        raise UsageError("--column-map OURS=THEIRS,OURS=THEIRS", repr(wrong[0]), "write id=…,user=…,reference=…")
    return {name.strip(): column.strip() for name, _, column in parts}


def _of_fit3d(options: "BuildFormcoach", form: Format, folder: Path) -> Path:
    mapping = read_mapping(options.mapping)
    found = survey(folder, mapping, form)
    missing = {name: found.missing[name] for name in NAMES if name in found.missing}
    if missing and options.require_all:
        got = f"{len(missing)} without: " + "; ".join(f"{name} ({reason})" for name, reason in missing.items())
        raise UsageError("all 22 exercises (--require-all)", got, "name their actions with --mapping FILE")
    pairs = pair_up(found, options.repetitions, options.seed)
    more: dict[str, Any] = {"missing_exercises": missing, "likely_names": _likely(mapping, found)}
    if options.config == "benchmark":
        pairs, more["fewer_pairs"] = balanced(pairs, options.limit or PAIRS, options.seed)
    elif options.limit:
        pairs, _ = balanced(pairs, options.limit, options.seed, len(by_exercise(pairs)))
    annotated, problems = _annotated(pairs, options.annotations)
    told = [*found.problems, *lonely(found.takes), *problems]
    inputs = [found.digest(), mapping, asdict(form), [(pair.id, pair.annotations) for pair in annotated]]
    return _made(options, annotated, form, inputs, told, more)


def _annotated(pairs: Sequence[Any], files: Sequence[Path]) -> tuple[list[Any], list[Problem]]:
    lines, problems = read_annotations(files)
    joined, unknown = join(pairs, lines)
    return joined, [*problems, *unknown]


def _likely(mapping: Mapping[str, str | None], found: Survey) -> dict[str, str | None]:
    """Exercises whose action is a guess that a person should look at."""
    there = {view[0] for view in found.takes}
    return {name: mapping[name] for name in NAMES if name in LIKELY & there}


def _counts(pairs: Sequence[Any]) -> dict[str, Any]:
    """What was built: pairs, by exercise, and the mean length of their clips."""
    seconds = [min(pair.seconds, LONGEST_S) for pair in pairs]
    mean = {"mean_seconds": round(sum(seconds) / len(seconds), 2)} if seconds else {}
    return {"pairs": len(pairs), "by_exercise": by_exercise(pairs), **mean}


def _made(
    options: "BuildFormcoach | ImportFormcoach",
    pairs: Sequence[OutsidePair],
    form: Format,
    inputs: list[Any],
    problems: Sequence[Problem],
    more: Mapping[str, Any],
    config: str | None = None,
) -> Path:
    name = str(config or getattr(options, "config", "default"))
    for problem in problems[:MOST_SHOWN]:
        print(f"left out: {problem.what}: {problem.reason}")
    if len(problems) > MOST_SHOWN:
        print(f"... and {len(problems) - MOST_SHOWN} more, all in {REPORT}")
    if not pairs:
        raise RunError("no pair can be made of this input; the reasons stand above")

    def report(kept: Path) -> dict[str, Any]:
        failed = left_out(kept)
        lost = {problem.what for problem in failed}
        built = [pair for pair in pairs if pair.id not in lost]
        return {"config": name, **_counts(built), **more, "left_out": [asdict(each) for each in (*problems, *failed)]}

    card = CARDS / {"videos": "card_videos.md", "released": "card_released.md"}.get(name, "card_fit3d.md")
    outside = Outside({"plan": Plan(pairs, form)}, digest([name, asdict(form), inputs]), card, report)
    folder = build(FormCoach, options.out, config=name, num_proc=options.num_proc, outside=outside)
    print(f"{len(pairs)} pairs; what was left out and why: {folder / REPORT}")
    print(f'load_dataset("{folder.resolve()}")')
    return folder
