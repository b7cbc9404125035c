"""One number of a table with its interval and what it is counted from."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from triptych.hub.rail_study.truth import TestSet
from triptych.hub.report import Table

LEAST_CLUSTERS = 2
"""Backgrounds below which resampling says nothing."""


@dataclass(frozen=True)
class Cell:
    """A figure, 0 to 1 (None where undefined), with its 95 % limits and counts."""

    table: str
    system: str
    column: str
    figure: str
    value: float | None
    low: float | None
    high: float | None
    pictures: int | None = None
    objects: int | None = None
    backgrounds: int | None = None
    videos: int | None = None

    @property
    def text(self) -> str:
        """In percent: `58.2 [51.0, 64.4]`."""
        if self.value is None:
            return "–"
        interval = "" if self.low is None or self.high is None else f" [{100 * self.low:.1f}, {100 * self.high:.1f}]"
        return f"{100 * self.value:.1f}{interval}"

    @property
    def counts(self) -> str:
        """`n = 48 pictures, 90 objects, 12 backgrounds`, short: 48 / 90 / 12."""
        return " / ".join(str(each) for each in (self.pictures, self.objects, self.backgrounds) if each is not None)


def slice_cell(
    table: str, system: str, result: Mapping[str, Any], truth: TestSet, column: str, value: str, figure: str
) -> Cell:
    """A cell of `detection_map`'s slices; a value that the test set lacks is an empty cell of no pictures."""
    found = result["slices"].get(column, {}).get(value)
    if found is None:
        return Cell(table, system, value, figure, None, None, None, 0, 0, 0)
    clusters = truth.backgrounds(column, value)
    limits = found.get(f"{figure}_ci") if clusters >= LEAST_CLUSTERS else None
    low, high = limits or (None, None)
    return Cell(table, system, value, figure, found[figure], low, high, found["n_images"], found["n_objects"], clusters)


def event_cell(table: str, system: str, result: Mapping[str, Any] | None, column: str) -> Cell:
    """Event accuracy with Wilson's interval."""
    if result is None or not result["n"]:
        return Cell(table, system, column, "event_accuracy", None, None, None, videos=0)
    low, high = result["accuracy_ci"]
    return Cell(table, system, column, "event_accuracy", result["accuracy"], low, high, videos=result["n"])


def backgrounds(count: int) -> str:
    """`1 background`, `7 backgrounds`."""
    return f"{count} background{'' if count == 1 else 's'}"


def cell_table(cells: list[Cell]) -> Table:
    """Every cell in a row of its own, for programs."""
    columns = list(asdict(cells[0])) if cells else list(Cell.__dataclass_fields__)
    rows = [list(asdict(cell).values()) for cell in cells]
    return Table("cells", "Every cell of Tables 3 to 7", columns, rows)
