"""Refusal counts by system, prompt label and judge: the one form in which the paper's, the released and our own
numbers reach tables and figures."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from triptych.core.intervals import wilson
from triptych.models.abliteration import paper

FloatArray = NDArray[np.float64]
LABELS = ("harmful", "harmless")


@dataclass(frozen=True)
class Count:
    """Refused of `n` scored answers of `system` to prompts of `label`, as `judge` says."""

    system: str
    label: str
    judge: str
    refused: int
    n: int

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the rate."""
        return wilson(self.refused, self.n)


@dataclass(frozen=True)
class Counts:
    """A table of counts; systems and judges keep the order in which they first appear."""

    rows: tuple[Count, ...]

    @classmethod
    def of(cls, rows: Iterable[Count]) -> "Counts":
        """The table of `rows`."""
        return cls(tuple(rows))

    @cached_property
    def systems(self) -> tuple[str, ...]:
        """Names of the systems."""
        return tuple(dict.fromkeys(row.system for row in self.rows))

    @cached_property
    def judges(self) -> tuple[str, ...]:
        """Names of the judges."""
        return tuple(dict.fromkeys(row.judge for row in self.rows))

    @cached_property
    def cells(self) -> dict[tuple[str, str, str], Count]:
        """Each count by (system, label, judge)."""
        return {(row.system, row.label, row.judge): row for row in self.rows}

    def at(self, system: str, label: str, judge: str) -> Count:
        """One count; 0 of 0 where there is none."""
        return self.cells.get((system, label, judge), Count(system, label, judge, 0, 0))

    def matrix(
        self, label: str, systems: Sequence[str] | None = None, judges: Sequence[str] | None = None
    ) -> FloatArray:
        """(systems, judges) refused prompts of `label`; NaN where nothing was scored."""
        found = [
            [self.at(system, label, judge) for judge in judges or self.judges] for system in systems or self.systems
        ]
        return np.array([[cell.refused if cell.n else np.nan for cell in row] for row in found], dtype=np.float64)

    def stacked(self, judges: Sequence[str] | None = None) -> FloatArray:
        """(judges, systems, labels x 2) refused and not refused: what Figure 3 correlates once it is flattened.

        NaN where nothing was scored.
        """
        each = [
            [[value for label in LABELS for value in self._both(system, label, judge)] for system in self.systems]
            for judge in judges or self.judges
        ]
        return np.array(each, dtype=np.float64)

    def _both(self, system: str, label: str, judge: str) -> tuple[float, float]:
        cell = self.at(system, label, judge)
        return (cell.refused, cell.n - cell.refused) if cell.n else (np.nan, np.nan)


def paper_counts() -> Counts:
    """Figure 6 of the paper, which holds Figures 2 and 4: 20 systems, 2 labels, 12 judges, of 50 prompts each."""
    tables = zip(LABELS, (paper.FIGURE_6_HARMFUL, paper.FIGURE_6_HARMLESS), strict=True)
    return Counts.of(
        Count(system, label, judge.name, refused, paper.PROMPTS_PER_LABEL)
        for label, table in tables
        for system, row in table.items()
        for judge, refused in zip(paper.JUDGES, row, strict=True)
    )


def pairs(systems: Sequence[str]) -> list[tuple[str, str]]:
    """(base, abliterated) names of the systems that come in both forms, told by the paper's suffix."""
    return [(name, name + paper.SUFFIX) for name in systems if name + paper.SUFFIX in systems]
