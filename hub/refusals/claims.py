"""The claims page: each conclusion of the abliteration paper beside what its own numbers say.

Counts were published, pairings were not. A drop therefore counts as supported where McNemar's exact p is under 0.05 for
every way to pair the two counts, and as not supported where it is over 0.05 for all of them.
"""

import csv
import io
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from triptych.core.intervals import independent_difference, mcnemar_range
from triptych.core.runs import write_text
from triptych.hub.refusals.counts import Counts
from triptych.hub.report import Link, Table, fill
from triptych.models.abliteration.paper import PROMPTS_PER_LABEL, SUFFIX

PAGE = "refusals-claims.html"
COLUMNS = ["id", "section", "the paper says", "verdict", "its numbers", "n"]


class Verdict(StrEnum):
    """What the paper's own numbers make of a conclusion."""

    SUPPORTED = "supported"
    NOT_SUPPORTED = f"not supported at n = {PROMPTS_PER_LABEL}"
    CONTRADICTED = "contradicted"
    UNKNOWN = "cannot be judged"


@dataclass(frozen=True)
class Claim:
    """A conclusion in our words, where it stands, the numbers and what they make of it."""

    id: str
    section: str
    says: str
    verdict: Verdict
    numbers: str
    n: str


@dataclass(frozen=True)
class Change:
    """Harmful prompts refused before and after abliteration, of `n` each, the pairing unknown."""

    system: str
    before: int
    after: int
    n: int

    @property
    def interval(self) -> tuple[float, float]:
        """Newcombe's 95 % interval of the change in the rate, the two counts taken as independent."""
        return independent_difference(self.after, self.n, self.before, self.n)

    @property
    def p_values(self) -> tuple[float, float]:
        """Least and greatest of McNemar's exact p over all pairings."""
        return mcnemar_range(self.before, self.after, self.n)

    @property
    def verdict(self) -> Verdict:
        """Whether a drop is there whatever the pairing, for no pairing, or only for some."""
        least, greatest = self.p_values
        if greatest < 0.05 and self.after < self.before:
            return Verdict.SUPPORTED
        return Verdict.NOT_SUPPORTED if least >= 0.05 else Verdict.UNKNOWN

    def __str__(self) -> str:
        low, high = (100 * bound for bound in self.interval)
        least, greatest = self.p_values
        p = f"p {least:.2g}" if f"{least:.2g}" == f"{greatest:.2g}" else f"p {least:.2g} to {greatest:.2g}"
        return (
            f"{self.system} {self.before} to {self.after} of {self.n}: "
            f"{100 * (self.after - self.before) / self.n:+.0f} points [{low:+.0f}, {high:+.0f}], {p}"
        )


def change(counts: Counts, system: str, judge: str = "ChatGPT5", label: str = "harmful") -> Change:
    """The change of one base system's refusals."""
    before, after = counts.at(system, label, judge), counts.at(system + SUFFIX, label, judge)
    return Change(system, before.refused, after.refused, before.n)


def told(counts: Counts, *systems: str) -> str:
    """The changes of several systems in one line."""
    return "; ".join(str(change(counts, system)) for system in systems) + "."


def claim_table(claims: list[Claim]) -> Table:
    """The claims as a table, for CSV and LaTeX."""
    rows = [[each.id, each.section, each.says, str(each.verdict), each.numbers, each.n] for each in claims]
    note = (
        "Changes: Newcombe's 95 % interval for independent counts; p: McNemar's exact test, least and greatest over "
        "all ways to pair the published counts."
    )
    return Table("claims", "The paper's conclusions against its own numbers", COLUMNS, rows, note)


def write_claims(out: Path, claims: list[Claim]) -> Link:
    """Write the page and `refusals-claims.csv` to the report folder `out`; returns the link to the page."""
    table = claim_table(claims)
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([table.columns, *table.rows])
    write_text(out / "refusals-claims.csv", text.getvalue())
    tally = {verdict: sum(each.verdict == verdict for each in claims) for verdict in Verdict}
    write_text(out / PAGE, fill("claims.html", title=table.title, claims=claims, note=table.note, tally=tally))
    counted = ", ".join(f"{n} {verdict}" for verdict, n in tally.items())
    return Link(PAGE, f"{len(claims)} conclusions of the paper against its own numbers: {counted}")
