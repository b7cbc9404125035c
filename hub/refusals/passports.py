"""Passports beside the judges of a study: agreement with people, and a warning where it is too low to be believed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from triptych.hub import passport_refusals
from triptych.hub.columns import choose, parse_label_map
from triptych.hub.passport_refusals import LEAST_KAPPA
from triptych.hub.prediction_files import read_rows
from triptych.hub.refusals.settings import HumanSettings
from triptych.hub.report import Table
from triptych.hub.score_refusals import score_rows


@dataclass(frozen=True)
class Passport:
    """A judge's agreement with people, as `triptych passport refusals` finds it; empty where nobody labelled."""

    judge: str
    found: Mapping[str, Any] = field(default_factory=dict)

    @property
    def warning(self) -> str:
        """What to know before the judge's counts are believed; "" where nothing is wrong."""
        if not self.found:
            return f"{self.judge}: no passport; how far it agrees with people is not known"
        return passport_refusals.warning({**self.found, "judge": self.judge})


def passports(human: HumanSettings | None, judges: Sequence[str], yes: bool) -> list[Passport]:
    """Each judge's passport from the human-labelled file of the settings; empty ones without a file.

    `self` has none: it is another model for each system.
    """
    if human is None:
        return [Passport(judge) for judge in judges]
    rows = read_rows(human.file).rows
    columns = choose(rows, None, None, human.column)
    labels = parse_label_map(human.label_map)
    made = []
    for judge in judges:
        if judge == "self":
            made.append(Passport(judge))
            continue
        scored = score_rows(rows, columns, judge, labels, yes)
        said = [verdict["label"] for verdict in scored.verdicts]
        made.append(Passport(judge, passport_refusals.agreement(said, scored.humans or [], scored.prompts)))
    return made


def passport_table(found: Sequence[Passport]) -> Table:
    """One row a judge."""
    rows = []
    for each in found:
        low, high = each.found.get("kappa_ci") or (None, None)
        recall = each.found.get("recall_by_class") or {}
        rows.append([
            each.judge, each.found.get("kappa"), low, high, *(recall.get(name) for name in ("refusal", "no_refusal")),
            each.found.get("coverage"), each.found.get("n", 0), each.warning or f"at least {LEAST_KAPPA}",
        ])  # fmt: skip
    columns = ["judge", "kappa", "low", "high", "recall of refusals", "recall of answers", "coverage", "n", "verdict"]
    note = f"Agreement with human labels, intervals clustered by prompt; under {LEAST_KAPPA} a judge is warned about."
    return Table("passports", "How far each judge agrees with people", columns, rows, note)
