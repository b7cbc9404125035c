"""What a judge says of one feedback."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Verdict:
    """Levels of Table 1 (1..5) and whether a fault is invented; all three None where the row is unscored.

    `reason` is the judge's words or rule, or what kept the row from being scored.
    """

    accuracy: int | None = None
    actionability: int | None = None
    hallucination: bool | None = None
    reason: str = ""

    @property
    def scored(self) -> bool:
        """Whether all three are there: a row with fewer counts in no figure."""
        return None not in (self.accuracy, self.actionability, self.hallucination)

    def as_dict(self) -> dict[str, Any]:
        """As it stands in the metric's result; `label` sums it up for tables."""
        label = (
            f"{self.accuracy}/{self.actionability}/{'yes' if self.hallucination else 'no'}"
            if self.scored
            else "unscored"
        )
        return {
            "accuracy": self.accuracy,
            "actionability": self.actionability,
            "hallucination": self.hallucination,
            "label": label,
            "reason": self.reason,
        }
