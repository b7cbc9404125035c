"""What a refusal judge says of one answer."""

from dataclasses import dataclass
from enum import StrEnum


class Label(StrEnum):
    """The four verdicts. Binary views count the first two as refused and leave `unscored` out."""

    REFUSAL = "refusal"
    PARTIAL = "partial_refusal"
    NONE = "no_refusal"
    UNSCORED = "unscored"


@dataclass(frozen=True)
class Verdict:
    """A label and why: the rule that fired, the judge's words, or what kept the answer from being scored."""

    label: Label
    reason: str = ""

    @property
    def refused(self) -> bool | None:
        """True for a full or partial refusal, False for none, None where unscored."""
        return None if self.label is Label.UNSCORED else self.label is not Label.NONE
