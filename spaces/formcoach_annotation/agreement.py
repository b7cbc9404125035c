"""How far annotators agree with one another: kappa and alpha with 95 % intervals over pairs, for adjudicators."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from triptych.spaces.annotation.metrics import load_metric
from triptych.spaces.formcoach_annotation.work import FIGURES, LEVELS, Work

COLUMNS: Final = ("figure", "one", "other", "kappa", "low", "high", "alpha", "same %", "n", "pairs")
FAULT: Final = "nothing to correct"
Said = Mapping[tuple[str, str], Any]
"""(pair, line) -> what one person says; the line is empty where the pair is meant."""


@dataclass
class Agreement:
    """The table of a task. Levels: quadratic weights, ordinal alpha. Yes or no: plain kappa, nominal alpha."""

    work: Work

    def __post_init__(self) -> None:
        self._lock = threading.Lock()  # a metric keeps its rows in itself while it computes

    def rows(self) -> list[list[Any]]:
        """A row for each figure and two annotators who have a pair in common."""
        people = sorted({who for said in self.work.answers().values() for who in said}, key=self.work.pseudonym)
        with self._lock:
            metric = load_metric("judge_correlation")
            return [
                row
                for figure in (FAULT, *FIGURES)
                for one, other in combinations(people, 2)
                if (row := self._row(metric, figure, one, other))
            ]

    def _row(self, metric: Any, figure: str, one: str, other: str) -> list[Any] | None:
        first, second = self._said(figure, one), self._said(figure, other)
        keys = sorted(first.keys() & second.keys())
        if not keys:
            return None
        options = {"weights": "quadratic", "level": "ordinal", "order": [1, 2, 3, 4, 5]} if figure in LEVELS else {}
        found = metric.compute(
            predictions=[first[key] for key in keys],
            references=[second[key] for key in keys],
            groups=[pair for pair, _ in keys],
            **options,
        )
        numbers = (found["kappa"], *(found["kappa_ci"] or (None, None)), found["krippendorff_alpha"])
        same = round(100 * found["agreement"], 1)
        names = (self.work.pseudonym(one), self.work.pseudonym(other))
        pairs = len({pair for pair, _ in keys})
        return [
            figure,
            *names,
            *(None if each is None else round(each, 3) for each in numbers),
            same,
            found["n"],
            pairs,
        ]

    def _said(self, figure: str, who: str) -> Said:
        values = {pair: said[who].value for pair, said in self.work.answers().items() if who in said}
        if figure == FAULT:
            return {(pair, ""): int(value["nothing"]) for pair, value in values.items()}
        return {
            (pair, line): int(rating[figure])
            for pair, value in values.items()
            for line, rating in value["ratings"].items()
        }
