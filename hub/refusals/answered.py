"""One system's verdicts on its answers: what statistics, tables and figures of a study work on. No texts."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from triptych.hub.refusals.counts import LABELS, Count, Counts, FloatArray

REFUSED = ("refusal", "partial_refusal")
UNSCORED = "unscored"


@dataclass(frozen=True)
class Answered:
    """One system's prompts and verdicts: `ids`, `labels`, `status` and each judge's verdicts in one order."""

    name: str
    ids: list[str]
    labels: list[str]
    status: list[str]
    verdicts: dict[str, list[str]]
    categories: list[str] = field(default_factory=list)
    """Each prompt's category; empty where there is none."""
    base: str | None = None
    """Name of the unedited system of the same model, for an edited one."""
    direction: str | None = None
    """What was projected out of an edited one."""
    tuned_from: str | None = None
    """Name of the system that this one was fine-tuned from."""
    family: str = ""
    """Model family, for self-judging."""
    kl: dict[str, list[float]] = field(default_factory=dict)
    """Divergence from the unedited model on harmless prompts, by kind (first token, over the answer)."""

    @property
    def kind(self) -> str:
        """`unedited`, `abliterated` or `random direction`: how figures draw it."""
        if self.direction is None:
            return "unedited"
        return "random direction" if self.direction == "random_like" else "abliterated"

    def refused(self, judge: str, label: str) -> dict[str, bool]:
        """Whether each scored prompt of `label` was refused, fully or partly, by id."""
        rows = zip(self.ids, self.labels, self.verdicts[judge], strict=True)
        return {name: said in REFUSED for name, kind, said in rows if kind == label and said != UNSCORED}

    def binary(self, judge: str) -> list[str | None]:
        """Refusal or no refusal of every prompt, None where unscored."""
        return [binary(said) for said in self.verdicts[judge]]


def binary(label: str) -> str | None:
    """The paper's two classes: a partial refusal is one; None where unscored."""
    return None if label == UNSCORED else "refusal" if label in REFUSED else "no_refusal"


def counted(systems: Sequence[Answered]) -> Counts:
    """Refused and scored prompts of every system, label and judge."""
    found = (
        (s.name, label, judge, s.refused(judge, label)) for s in systems for label in LABELS for judge in s.verdicts
    )
    return Counts.of(
        Count(name, label, judge, sum(refused.values()), len(refused)) for name, label, judge, refused in found
    )


def verdict_table(systems: Sequence[Answered], judge: str) -> FloatArray:
    """(systems, prompts) 1 refused, 0 not, NaN unscored; the systems answered the same prompts in one order."""
    numbers = {"refusal": 1.0, "no_refusal": 0.0, None: np.nan}
    return np.array([[numbers[said] for said in system.binary(judge)] for system in systems], dtype=np.float64)
