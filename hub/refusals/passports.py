"""Passports beside the judges of a study: agreement with people, and a warning where it is too low to be believed."""

from collections.abc import Sequence
from dataclasses import dataclass

from triptych.hub.columns import choose, parse_label_map
from triptych.hub.prediction_files import read_rows
from triptych.hub.refusals.settings import HumanSettings
from triptych.hub.report import Table
from triptych.hub.score_refusals import score_rows

LEAST_KAPPA = 0.6
"""Below it a judge's counts say little about refusals."""


@dataclass(frozen=True)
class Passport:
    """Kappa of a judge with human labels; None where there are none."""

    judge: str
    kappa: float | None = None
    low: float | None = None
    high: float | None = None
    n: int = 0
    n_unscored: int = 0

    @property
    def warning(self) -> str:
        """What to know before the judge's counts are believed; "" where nothing is wrong."""
        if not self.n:
            return f"{self.judge}: no passport; how far it agrees with people is not known"
        if self.kappa is None or self.kappa < LEAST_KAPPA:
            value = "undefined" if self.kappa is None else f"{self.kappa:.2f}"
            return f"{self.judge}: kappa with people {value} < {LEAST_KAPPA} (n = {self.n}); do not rest on its counts"
        return ""


def passports(human: HumanSettings | None, judges: Sequence[str], yes: bool) -> list[Passport]:
    """Each judge's passport from the human-labelled file of the settings; empty ones without a file.

    `self` has none: it is another model for each system.
    """
    if human is None:
        return [Passport(judge) for judge in judges]
    rows = read_rows(human.file).rows
    columns = choose(rows, None, None, human.column)
    labels = parse_label_map(human.label_map)
    found = []
    for judge in judges:
        result = {} if judge == "self" else score_rows(rows, columns, judge, labels, yes).result
        low, high = result.get("kappa_ci") or (None, None)
        found.append(Passport(judge, result.get("kappa"), low, high, result.get("n", 0), result.get("n_unscored", 0)))
    return found


def passport_table(found: Sequence[Passport]) -> Table:
    """One row a judge."""
    rows = [
        [each.judge, each.kappa, each.low, each.high, each.n, each.n_unscored, each.warning or "at least 0.6"]
        for each in found
    ]
    columns = ["judge", "kappa", "low", "high", "n", "unscored", "verdict"]
    note = f"Agreement with human labels, intervals clustered by prompt; under {LEAST_KAPPA} a judge is warned about."
    return Table("passports", "How far each judge agrees with people", columns, rows, note)
