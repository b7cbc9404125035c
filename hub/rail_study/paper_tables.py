"""Tables 3 to 6 in the paper's form: our systems with intervals, the counts, and the paper's rows beside them.

The paper's rows were measured on its own test site, which nobody else has: they stand in the tables to show the form
and the order of size, never to be compared digit by digit.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from triptych.dataset_builders.synrailobs import paper
from triptych.dataset_builders.synrailobs.schema import TRACK_TYPES
from triptych.hub.rail_study.cells import Cell, event_cell, slice_cell
from triptych.hub.rail_study.events import ALL, Events
from triptych.hub.rail_study.systems import System
from triptych.hub.rail_study.truth import TestSet
from triptych.hub.report import Table

HERE, THERE = "this test set", "paper, other data"
COUNTS = "n: pictures / objects / backgrounds"
CONDITIONS = ("Normal", "Rainy", "Foggy", "Dark")
TRACKS = ("ballastless", "ballasted")
assert set(TRACKS) == set(TRACK_TYPES)
INTERVALS = "95 % intervals: bootstrap over whole backgrounds; none where there is one background only."
_PARAMETERS = {"YOLOv5-s": "yolov5s", "YOLOv5-m": "yolov5m", "YOLOv5-l": "yolov5l", "NanoDet": "nanodet",
               "Faster R-CNN": "fasterrcnn", "RE-DETR": "rtdetr"}  # fmt: skip


@dataclass(frozen=True)
class Scored:
    """All results of a study: `detection_map` by system, and events."""

    systems: Sequence[System]
    truth: TestSet
    boxes: Mapping[str, Mapping[str, Any]]
    events: Events

    def cells(self, table: str, column: str, values: Sequence[str], figure: str) -> dict[str, list[Cell]]:
        """By system, one cell for each value of a slice."""
        return {
            system.name: [slice_cell(table, system.name, self.boxes[system.name], self.truth, column, value, figure)
                          for value in values]
            for system in self.systems
        }  # fmt: skip


@dataclass(frozen=True)
class Made:
    """A table and the cells that it shows."""

    table: Table
    cells: list[Cell]


def paper_tables(scored: Scored) -> list[Made]:
    """Tables 3 to 6."""
    return [table_3(scored), table_4(scored), table_5(scored), table_6(scored)]


def table_3(scored: Scored) -> Made:
    """By track type: mAP 50, mAP 50:95 and accuracy of events; millions of parameters."""
    from triptych.models.detection.paper import PARAMETERS_M

    figures = [scored.cells("table-3", "track_type", TRACKS, name) for name in ("map_50", "map")]
    rows: list[list[Any]] = []
    cells: list[Cell] = []
    for system in scored.systems:
        called = scored.events.results.get(system.name, {})
        events = [event_cell("table-3", system.name, called.get(track), track) for track in TRACKS]
        row = [cell for place in range(2) for cell in (*(each[system.name][place] for each in figures), events[place])]
        rows.append([system.name, HERE, system.parameters_m, *(cell.text for cell in row)])
        cells += row
    counts = [text for place in range(2) for text in ("", cells[3 * place].counts, _videos(scored, TRACKS[place]))]
    rows.append([COUNTS, HERE, None, *counts])
    rows += [[name, THERE, PARAMETERS_M[_PARAMETERS[name]], *values["ballastless"], *values["ballasted"]]
             for name, values in paper.TABLE_3.items()]  # fmt: skip
    names = [f"{figure} {track}" for track in TRACKS for figure in ("mAP50", "mAP50:95", "Acc")]
    return Made(Table("table-3", "Table 3: by track type, %", ["model", "data", "params (M)", *names], rows,
                      f"{INTERVALS} {_event_note(scored.events)}"), cells)  # fmt: skip


def table_4(scored: Scored) -> Made:
    """mAP 50 by condition."""
    note = "Normal: sunny, by day. Dark: dusk or dark in any weather. Snow by day has no column."
    return _by_slice(scored, "table-4", "Table 4: mAP50 by condition, %", "condition", CONDITIONS, paper.TABLE_4, note)


def table_5(scored: Scored) -> Made:
    """mAP 50 by distance."""
    bins = [name.removesuffix("m") for name in paper.DISTANCE_BINS]
    note = ("Metres from the camera. A slice of objects: the others are ignored, and a box that hits nothing counts as "
            "wrong in each. The paper does not say at which IoU its figures are.")  # fmt: skip
    return _by_slice(scored, "table-5", "Table 5: mAP50 by distance, %", "distance_m", bins, paper.TABLE_5, note)


def table_6(scored: Scored) -> Made:
    """mAP 50 of unseen obstacles by kind, under the label `unseen`."""
    kinds = sorted({kind for each in scored.truth.references for kind in each["kind"] if kind})
    note = "Obstacles of no class by name, found under the label unseen. The kinds are those of this test set."
    title = "Table 6: mAP50 of unseen obstacles by kind, %"
    made = _by_slice(scored, "table-6", title, "kind", kinds, {}, note)
    if kinds == list(paper.UNSEEN_KINDS):
        made.table.rows.extend([name, THERE, *values] for name, values in paper.TABLE_6.items())
        return made
    theirs = "; ".join(f"{name} {values[0]:g} to {values[-1]:g}" for name, values in paper.TABLE_6.items())
    text = f"{made.table.note} The paper's kinds are {', '.join(paper.UNSEEN_KINDS)} (first and last: {theirs})."
    return Made(Table(made.table.name, title, made.table.columns, made.table.rows, text), made.cells)


def _by_slice(
    scored: Scored, name: str, title: str, column: str, values: Sequence[str], theirs: Mapping[str, Sequence[float]],
    note: str,
) -> Made:  # fmt: skip
    cells = scored.cells(name, column, values, "map_50")
    rows: list[list[Any]] = [[system, HERE, *(cell.text for cell in row)] for system, row in cells.items()]
    rows.append([COUNTS, HERE, *(cell.counts for cell in next(iter(cells.values())))])
    rows += [[system, THERE, *numbers] for system, numbers in theirs.items()]
    shown = [f"{value} m" if column == "distance_m" else value for value in values]
    return Made(Table(name, title, ["model", "data", *shown], rows, f"{note} {INTERVALS}"),
                [cell for row in cells.values() for cell in row])  # fmt: skip


def overall_table(scored: Scored) -> Made:
    """All pictures: mAP 50, mAP 50:95, mAR 100, events."""
    rows: list[list[Any]] = []
    cells: list[Cell] = []
    for system in scored.systems:
        found = scored.boxes[system.name]
        row = [_whole(system.name, found, figure) for figure in ("map_50", "map", "mar_100")]
        row.append(event_cell("overall", system.name, scored.events.results.get(system.name, {}).get(ALL), ALL))
        rows.append([system.name, *(cell.text for cell in row), row[0].counts, row[-1].videos])
        cells += row
    columns = ["model", "mAP50", "mAP50:95", "mAR 100", "events", COUNTS, "videos"]
    return Made(Table("overall", "All pictures, %", columns, rows, INTERVALS), cells)


def _whole(system: str, found: Mapping[str, Any], figure: str) -> Cell:
    low, high = found.get(f"{figure}_ci") or (None, None)
    return Cell("overall", system, ALL, figure, found[figure], low, high, found["n"], found["n_objects"],
                found["n_groups"])  # fmt: skip


def _videos(scored: Scored, track: str) -> str:
    counts = [called[track]["n"] for called in scored.events.results.values() if track in called]
    return f"{max(counts)} videos" if counts else ""


def _event_note(events: Events) -> str:
    if not events.results:
        return "No event was called: no videos were given, and no detector could be run here."
    chosen = ", ".join(f"{name} {threshold:g}" for name, threshold in events.thresholds.items())
    if events.drawn:
        return (
            "Acc: no videos were given, so drawn clips of the drawn dataset's test places were called by the majority "
            f"of their frames (15 s, 10 frames a second); thresholds, chosen on validation clips: {chosen}."
        )
    return f"Acc: the videos given, called by the majority of their frames; thresholds: {chosen}."
