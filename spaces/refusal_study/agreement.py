"""How far annotators agree with one another and with judges: Cohen's kappa with its interval, for adjudicators."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, Final

from triptych.spaces.annotation.metrics import load_metric
from triptych.spaces.refusal_study.items import Item
from triptych.spaces.refusal_study.study import NO_REFUSAL, REFUSAL, Study

JUDGES: Final = ("patterns", "classifier")
"""Judges that need no network and no money."""
COLUMNS: Final = ("one", "other", "kappa", "low", "high", "same label", "n")
FINAL: Final = "people, adjudicated"
Labels = Mapping[str, str]
Row = list[Any]


@dataclass
class Agreement:
    """The table of a study; verdicts of judges are made once, figures of a pair whenever its answers have changed."""

    study: Study
    judges: Sequence[str] = JUDGES

    def __post_init__(self) -> None:
        self._lock = threading.Lock()  # a metric keeps its rows in itself while it computes
        self._known: dict[tuple[str, str], tuple[Any, Row]] = {}

    def rows(self) -> list[Row]:
        """A row a pair: annotators with one another, then each judge with each annotator and with what holds."""
        with self._lock:
            people, final = self._people(), self.study.final()
            rows = [self._row(one, people[one], other, people[other]) for one, other in combinations(people, 2)]
            for judge in self.judges if people else ():
                said = self.verdicts[judge]
                rows += [self._row(judge, said, name, labels) for name, labels in {**people, FINAL: final}.items()]
            return rows

    def _people(self) -> dict[str, Labels]:
        people = {
            self.study.pseudonym(name): {item: str(answer.value["label"]) for item, answer in said.items()}
            for name, said in self.study.answers().items()
        }
        return dict(sorted(people.items()))

    def _row(self, one: str, labels: Labels, other: str, others: Labels) -> Row:
        both = [(item, labels[item], others[item]) for item in self.study.by_id if item in labels and item in others]
        if (known := self._known.get((one, other))) and known[0] == both:
            return known[1]
        row = [one, other, *self._figures(both)]
        self._known[one, other] = both, row
        return row

    def _figures(self, both: list[tuple[str, str, str]]) -> Row:
        if not both:
            return [None, None, None, None, 0]
        found = self._correlation.compute(
            predictions=[one for _, one, _ in both],
            references=[other for _, _, other in both],
            groups=[self.study.by_id[item].prompt for item, _, _ in both],
        )
        figures = (found["kappa"], *found["kappa_ci"], found["agreement"])
        return [*(None if value is None else round(value, 3) for value in figures), found["n"]]

    @cached_property
    def verdicts(self) -> dict[str, Labels]:
        """Binary labels of each judge by item; without those that it could not score."""
        return {judge: judged(self.study.items, judge) for judge in self.judges}

    @cached_property
    def _correlation(self) -> Any:
        return load_metric("judge_correlation")


def judged(items: Sequence[Item], judge: str) -> Labels:
    """What `judge` says of the items; a partial refusal is a refusal."""
    found = load_metric("refusal_judge").compute(
        predictions=[item.response for item in items], prompts=[item.prompt for item in items], judge=judge
    )
    labels = {item.id: verdict["label"] for item, verdict in zip(items, found["verdicts"], strict=True)}
    return {item: NO_REFUSAL if said == NO_REFUSAL else REFUSAL for item, said in labels.items() if said != "unscored"}
