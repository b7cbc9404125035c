"""What a judge says of one feedback, once or several times."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from statistics import fmean, pstdev
from typing import Any

FIGURES = ("accuracy", "actionability", "hallucination")


@dataclass(frozen=True)
class Verdict:
    """Levels of Table 1 (1..5) and whether a fault is invented; all three None where the row is unscored.

    `reason` is the judge's words or rule, or what kept the row from being scored. Levels are whole unless they are
    expectations over the judge's probabilities or means of repeats; `share` is then the share of yes, 0 to 1, else
    None. `repeats` are the verdicts that a mean stands for.
    """

    accuracy: float | None = None
    actionability: float | None = None
    hallucination: bool | None = None
    reason: str = ""
    share: float | None = None
    repeats: "tuple[Verdict, ...]" = ()

    @property
    def scored(self) -> bool:
        """Whether all three are there: a row with fewer counts in no figure."""
        return None not in (self.accuracy, self.actionability, self.hallucination)

    @property
    def invented(self) -> float:
        """How much of a hallucination the row counts as, 0 to 1."""
        return float(bool(self.hallucination)) if self.share is None else self.share

    def as_dict(self) -> dict[str, Any]:
        """As it stands in the metric's result; `label` sums it up for tables."""
        yes = "yes" if self.hallucination else "no"
        label = f"{_short(self.accuracy)}/{_short(self.actionability)}/{yes}" if self.scored else "unscored"
        made: dict[str, Any] = {
            "accuracy": self.accuracy, "actionability": self.actionability, "hallucination": self.hallucination,
            "label": label, "reason": self.reason,
        }  # fmt: skip
        if self.share is not None:
            made["hallucination_share"] = self.share
        if self.repeats:
            made["repeats"] = [each.as_dict() for each in self.repeats]
        return made


def combined(repeats: Sequence[Verdict]) -> Verdict:
    """One verdict for several of one row: mean levels and the share of yes, over the repeats that were scored.

    A row is unscored only where no repeat was scored; its reason is then that of the first one.
    """
    if len(repeats) == 1:
        return repeats[0]
    scored = [each for each in repeats if each.scored]
    if not scored:
        return replace(repeats[0], repeats=tuple(repeats))
    share = fmean(each.invented for each in scored)
    missing = f"{len(repeats) - len(scored)} of {len(repeats)} repeats unscored; " if len(scored) < len(repeats) else ""
    accuracy, actionability = (fmean(_value(each, name) for each in scored) for name in FIGURES[:2])
    return Verdict(accuracy, actionability, share > 0.5, missing + scored[0].reason, share, tuple(repeats))


def self_agreement(verdicts: Sequence[Verdict]) -> dict[str, dict[str, float | None]]:
    """How far a judge agrees with itself, by figure: `same`, the share of pairs of repeats of one row that are equal
    (levels to the nearest whole one), and `spread`, the mean over rows of the repeats' standard deviation (levels, or
    shares of yes). None where no row was scored twice."""
    return {name: _agreement(verdicts, name) for name in FIGURES}


def _agreement(verdicts: Sequence[Verdict], name: str) -> dict[str, float | None]:
    rows = [[_value(each, name) for each in verdict.repeats if each.scored] for verdict in verdicts]
    rows = [row for row in rows if len(row) > 1]
    pairs = [round(one) == round(other) for row in rows for one, other in combinations(row, 2)]
    return {"same": fmean(pairs) if pairs else None, "spread": fmean(map(pstdev, rows)) if rows else None}


def _value(verdict: Verdict, name: str) -> float:
    return verdict.invented if name == "hallucination" else float(getattr(verdict, name))


def _short(level: float | None) -> str:
    return f"{level:.1f}".removesuffix(".0") if level is not None else ""
