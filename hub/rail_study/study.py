"""`triptych study synrailobs`: detectors x one test set, with the tables of the paper's form as one report panel."""

from pathlib import Path
from typing import Any

from triptych.core.progress import Stages
from triptych.hub.exports import write_tables
from triptych.hub.rail_study.cells import backgrounds, cell_table
from triptych.hub.rail_study.events import events_of
from triptych.hub.rail_study.figures import slices_figure
from triptych.hub.rail_study.paper_tables import Made, Scored, overall_table, paper_tables
from triptych.hub.rail_study.settings import DEFAULT, StudySettings
from triptych.hub.rail_study.systems import system_of
from triptych.hub.rail_study.truth import CLUSTER, TestSet, slices
from triptych.hub.report import Figure, Panel
from triptych.hub.score_synrailobs import score_boxes
from triptych.hub.synrailobs_figures import examples_by_background

PREFIX = "synrailobs"
SHOWN_FROM = 0.5
"""Least score of the boxes in the pictures of the report."""
LEAD = (
    "Obstacles on railway tracks: what do detectors find, by track, weather, light, distance and kind? The tables have "
    "the form of the paper's Tables 3 to 6; its own rows stand beside them and are of other data."
)
NOTES = [
    "The paper's rows were measured at its own test site, whose pictures are not published: they show the form and the "
    "order of size. A difference between them and ours says nothing.",
    "Intervals are of whole backgrounds drawn anew with all their pictures, because composites on one background "
    "resemble each other. With fewer than some 20 backgrounds they are rough, and rather too narrow.",
    "An interval [0.0, 0.0] says that nothing was found in any resample, not that this is certain.",
    "mAP counts every box by its rank, mean over the classes that the slice shows, as COCO does.",
    "Not for safety-critical use.",
]
DRAWN = "The pictures are drawn. Scores on them test the pipeline and compare systems; they say nothing about a line."


def run_study(out: Path, stages: Stages, settings: StudySettings = DEFAULT) -> Panel:
    """Run or resume in `out` and return the panel; its figures and tables are written to `out`/report."""
    report = out / "report"
    truth = TestSet(settings.data.source, settings.data.split, settings.limit)
    print(f"  test set: {len(truth.ids)} pictures on {len(set(truth.clusters))} backgrounds")
    systems, results = [], {}
    for each in settings.systems:
        with stages.stage(f"boxes of {each.name}"):
            systems.append(system_of(each, out, truth, settings.data.source, settings.seed))
    with stages.stage("mAP with slices and intervals"):
        for system in systems:
            results[system.name] = score_boxes(
                system.boxes, truth, system.boxes.usual_format, settings.bootstrap, settings.seed, slices=slices(),
                groups=CLUSTER, curves=False,
            )  # fmt: skip
    with stages.stage("events"):
        events = events_of(systems, settings.events, out, settings.seed)
    with stages.stage("tables and figures"):
        return _panel(report, Scored(systems, truth, results, events), settings)


def _panel(report: Path, scored: Scored, settings: StudySettings) -> Panel:
    overall, tables = overall_table(scored), paper_tables(scored)
    every = cell_table([cell for made in (overall, *tables) for cell in made.cells])
    made = [overall.table, *(each.table for each in tables)]
    write_tables(report, PREFIX, [*made, every])
    notes = [*([] if settings.data.source else [DRAWN]), *NOTES]
    numbers: dict[str, Any] = {"boxes": scored.boxes, "events": scored.events.results}
    title, kept = "Rail: obstacles found by track, condition, distance and kind", settings.model_dump(mode="json")
    figures = _figures(report, scored, tables)
    return Panel(PREFIX, title, LEAD, _findings(scored, overall), made, figures, notes, kept, numbers)


def _figures(report: Path, scored: Scored, tables: list[Made]) -> list[Figure]:
    by_name = {each.table.name: each.cells for each in tables}
    first = scored.systems[0]
    drawn = [
        examples_by_background(report, scored.truth.rows, first.boxes.pictures, SHOWN_FROM, first.name),
        slices_figure(report, f"{PREFIX}-table-4", "By condition", "", by_name["table-4"]),
        slices_figure(report, f"{PREFIX}-table-5", "By distance", " m", by_name["table-5"]),
    ]
    return [figure for figure in drawn if figure is not None]


def _findings(scored: Scored, overall: Made) -> list[str]:
    found = [
        f"{cell.system}: mAP50 {cell.text} %, n = {cell.pictures} pictures, {cell.objects} objects, "
        f"{backgrounds(cell.backgrounds or 0)}."
        for cell in overall.cells
        if cell.figure == "map_50"
    ]
    for system, called in scored.events.results.items():
        cell = next(c for c in overall.cells if c.system == system and c.figure == "event_accuracy")
        kind = "drawn clips" if scored.events.drawn else "videos"
        found.append(f"{system}: {cell.text} % of {called['all']['n']} {kind} called right.")
    return found
