"""`triptych import synrailobs`: the paper's release, or a user's own test set, in the columns of `synrailobs`."""

import csv
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

from triptych.core.errors import RunError
from triptych.core.runs import write_text
from triptych.dataset_builders.parquet import REPORT, Outside, build
from triptych.dataset_builders.synrailobs import formats
from triptych.dataset_builders.synrailobs.formats.builder import CONFIG, ImportedRail, Plan, report
from triptych.dataset_builders.synrailobs.formats.survey import Source, Survey, survey
from triptych.dataset_builders.synrailobs.formats.words import parse_map

if TYPE_CHECKING:
    from triptych.hub.commands.synrailobs_formats import ImportSynrailobs

CARD = Path(formats.__file__).with_name("card_imported.md")
EVENTS = "events.csv"
MOST_SHOWN = 8


def import_dataset(options: "ImportSynrailobs") -> Path:
    """Write the folder that `options` ask for and print what came of it; returns the folder."""
    found = survey(source_of(options))
    _show(found)
    sheets = found.found.sheets[: options.limit]
    if not sheets:
        raise RunError("no picture of this input can be used; the reasons stand above")
    plan = Plan(options.split, sheets, found.terms)
    outside = Outside({"plan": plan}, f"{found.inputs}-{options.limit}", CARD, lambda kept: report(found, kept))
    folder = build(ImportedRail, options.out, config=CONFIG, num_proc=options.num_proc, outside=outside)
    if found.events.labels:
        write_text(folder / EVENTS, _events(found))
        print(f"labels of {len(found.events.labels)} videos, for score --references: {folder / EVENTS}")
    _tell(folder)
    print(f'load_dataset("{folder.resolve()}")')
    return folder


def source_of(options: "ImportSynrailobs") -> Source:
    """What to import, from the options. Raises `UsageError` for maps that are none."""
    return Source(
        format=options.format,
        data=options.data,
        split=options.split,
        annotations=options.annotations,
        box_format=options.box_format,
        table=options.table,
        columns=parse_map(options.column_map, "--column-map"),
        classes=parse_map(options.class_map, "--class-map"),
        words=parse_map(options.word_map, "--word-map"),
        source=options.source,
        licence=options.licence,
        redistributable=options.redistributable,
    )


def _show(found: Survey) -> None:
    problems = found.found.problems
    for problem in problems[:MOST_SHOWN]:
        print(f"left out: {problem.what}: {problem.reason}")
    if len(problems) > MOST_SHOWN:
        print(f"... and {len(problems) - MOST_SHOWN} more, all in {REPORT}")
    for note in found.found.notes:
        print(f"note: {note}")


def _tell(folder: Path) -> None:
    told = json.loads((folder / REPORT).read_text(encoding="utf-8"))
    print(f"{told['pictures']} pictures, {told['objects']} objects, {told['objects_with_mask']} of them with a mask")
    if boxes := told["given_boxes"]:
        print(f"given boxes: the masks cover {boxes['covered_median']:.0%} of them (median); {boxes['drawn_tight']} of "
              f"{boxes['n']} were drawn tight")  # fmt: skip
    print(f"{len(told['left_out_or_changed'])} inputs left out or changed, with reasons: {folder / REPORT}")


def _events(found: Survey) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["video_id", "label"])
    writer.writerows(sorted(found.events.labels.items()))
    return text.getvalue()
