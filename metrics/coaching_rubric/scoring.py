"""Verdicts to figures, without `evaluate`, files or network.

Accuracy and actionability are percent of the highest level: the mean of the levels 1..5 over 5, so 20 is the lowest
value; hallucination is the percentage of yes. That is how the paper's Table 2 is scaled (all its values are multiples
of 0.2). Intervals are 95 %: the bootstrap over rows for the two means, Wilson's for hallucination, or the bootstrap
where a row counts in part (repeats, expectations). A row is one pair, however often it was judged, so repeats do not
narrow an interval; rows of one pair are resampled together where `groups` names their pairs.

A row counts only where it has all three scores; the others are in no figure and counted in `n_unscored`.
"""

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from triptych.core.errors import UsageError
from triptych.core.intervals import percentile_interval, resampled_counts, wilson
from triptych.core.text_columns import listed, missing, texts
from triptych.core.vocabulary import NAMES
from triptych.metrics.coaching_rubric.verdicts import Verdict

HIGHEST: Final = 5
RESAMPLES, SEED = 2000, 0
_BY_CASE: Final = {name.casefold(): name for name in NAMES}


def figures(verdicts: Sequence[Verdict], groups: Sequence[Any] | None = None) -> dict[str, Any]:
    """The three figures in percent with their intervals, over the `n` scored rows; None where there are none.

    `groups` names each row's pair: rows of one pair (of several people or repeats) are resampled together.
    """
    kept = [place for place, verdict in enumerate(verdicts) if verdict.scored]
    scored = [verdicts[place] for place in kept]
    pairs = None if groups is None else [groups[place] for place in kept]
    result: dict[str, Any] = {}
    for name in ("accuracy", "actionability"):
        result |= percentage(name, [getattr(verdict, name) for verdict in scored], pairs, HIGHEST)
    result |= percentage("hallucination", [verdict.invented for verdict in scored], pairs)
    return {**result, "n": len(scored), "n_unscored": len(verdicts) - len(scored)}


def percentage(
    name: str, values: Sequence[float], groups: Sequence[Any] | None = None, highest: int = 1
) -> dict[str, Any]:
    """`{name, name_ci}`: the mean of `values` (n,) in percent of `highest`, None without any.

    The interval is a bootstrap over rows, or over groups of rows; Wilson's for rows of whole yes (1) and no (0).
    """
    if not values:
        return {name: None, f"{name}_ci": [None, None]}
    single = groups is None or len(set(groups)) == len(groups)
    if highest == 1 and single and set(values) <= {0.0, 1.0}:
        low, high = wilson(int(sum(values)), len(values))
    else:
        low, high = bootstrapped(values, None if single else groups)
    mean = 100.0 * math.fsum(values) / (highest * len(values))
    return {name: mean, f"{name}_ci": _percent(low / highest, high / highest)}


def bootstrapped(values: Sequence[float], groups: Sequence[Any] | None) -> tuple[float, float]:
    """The 95 % interval of the mean of `values`; rows of one of the `groups` (a name for each row) are drawn together.

    Groups with the same sum and size are drawn as one kind, so that time does not grow with rows."""
    sums: dict[Any, tuple[float, int]] = {}
    for place, value in enumerate(values):
        key = place if groups is None else groups[place]
        total, size = sums.get(key, (0.0, 0))
        sums[key] = (total + value, size + 1)
    kinds, counts = np.unique(np.array(list(sums.values())), axis=0, return_counts=True)
    drawn = resampled_counts(counts, RESAMPLES, np.random.default_rng(SEED))
    found = percentile_interval(drawn @ kinds[:, 0] / (drawn @ kinds[:, 1]))
    return found.low, found.high


def by_exercise(
    verdicts: Sequence[Verdict], exercises: Sequence[str], groups: Sequence[Any] | None = None
) -> dict[str, dict[str, Any]]:
    """`figures` of each exercise's rows, in the order of Table 3, then other names; rows without one are left out."""
    places: dict[str, list[int]] = {name: [] for name in NAMES}
    for place, name in enumerate(exercises):
        places.setdefault(name, []).append(place)
    return {
        name: figures([verdicts[each] for each in rows], None if groups is None else [groups[each] for each in rows])
        for name, rows in places.items()
        if rows and name
    }


def columns(predictions: Any, references: Any, exercises: Any = None, preferences: Any = None) -> dict[str, list[str]]:
    """The four columns of the metric as texts of equal length, "" for what is missing; `UsageError` for bad input."""
    feedback = texts("predictions", predictions, None, "feedback")
    n = len(feedback)
    if references is None:
        raise UsageError(
            "references: the expert's instruction for each row",
            "none",
            "give a list; None in it is a pair without a fault",
        )
    return {
        "predictions": feedback,
        "references": texts("references", references, n, "feedback"),
        "exercises": [""] * n if exercises is None else _exercises(exercises, n),
        "preferences": [""] * n if preferences is None else texts("preferences", preferences, n, "feedback"),
    }


def _percent(low: float, high: float) -> list[float | None]:
    return [None if math.isnan(value) else 100.0 * value for value in (low, high)]


def _exercises(values: Any, n: int) -> list[str]:
    """Names of Table 3 in its spelling, from names in any case or from class numbers; other names as they are."""
    return [_exercise(value, row) for row, value in enumerate(listed("exercises", values, n, "feedback"))]


def _exercise(value: Any, row: int) -> str:
    if missing(value):
        return ""
    if isinstance(value, str):
        return _BY_CASE.get(value.strip().casefold(), value.strip())
    number = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if number and 0 <= value < len(NAMES):
        return NAMES[int(value)]
    raise UsageError(
        f"exercises that are names, or class numbers from 0 to {len(NAMES) - 1}",
        f"{value!r} in row {row}",
        "give the names of Table 3",
    )
