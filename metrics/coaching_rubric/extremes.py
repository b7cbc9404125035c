"""The exercises on which feedback is best and worst: the paper's Figure 4.

>>> found = extremes({"Squat": {"accuracy": 80.0, "n": 5}, "Burpee": {"accuracy": 20.0, "n": 5}})
>>> [name for name, _ in found.highest], [name for name, _ in found.lowest]
(['Squat'], ['Burpee'])
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Group = tuple[str, dict[str, Any]]


@dataclass(frozen=True)
class Extremes:
    """(exercise, its figures): the highest first in `highest`, the lowest first in `lowest`; no exercise in both."""

    highest: list[Group]
    lowest: list[Group]


def extremes(by_exercise: Mapping[str, dict[str, Any]], count: int = 3, figure: str = "accuracy") -> Extremes:
    """The `count` exercises with the highest and the lowest `figure` of a result's `by_exercise`, fewer of few.

    None where all are equal. Exercises without a scored row are left out; of equal ones the earlier in Table 3 ranks
    higher. Which these are was chosen by the same rows that give their figures, so the extremes look more extreme than
    they are: read the intervals.
    """
    known = [(name, found) for name, found in by_exercise.items() if found.get(figure) is not None]
    ranked = sorted(known, key=lambda group: -group[1][figure])
    differ = bool(ranked) and ranked[0][1][figure] > ranked[-1][1][figure]
    most = min(count, len(known) // 2) if differ else 0
    return Extremes(ranked[:most], ranked[len(ranked) - most :][::-1])
