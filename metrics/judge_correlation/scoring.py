"""Agreement of two raters of the same rows, with 95 % intervals and a reason for each figure that has no value.

>>> result = correlate(["refusal", "refusal", "no_refusal"], ["refusal", "no_refusal", "no_refusal"])
>>> round(result["kappa"], 3), result["labels"], result["confusion"]
(0.4, ['no_refusal', 'refusal'], [[1, 1], [0, 1]])
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from triptych.core.errors import UsageError
from triptych.core.intervals import Bootstrap, percentile_interval, wilson
from triptych.metrics.judge_correlation.figures import FIGURES, Settings
from triptych.metrics.judge_correlation.labels import Coded, coded
from triptych.metrics.judge_correlation.resampling import Sample, sample

# More labels than this make a table that nobody reads, and for continuous scores one that fills the memory.
MOST_LABELS_IN_CONFUSION = 100


def correlate(
    predictions: Any,
    references: Any,
    groups: Any = None,
    weights: str | None = None,
    level: str | None = None,
    order: Sequence[Any] | None = None,
    resamples: int = 1000,
    seed: int = 0,
) -> dict[str, Any]:
    """Agreement of two raters; the card explains every key of the result.

    `predictions` and `references` (n,) are strings or numbers, and None, NaN, "" or "unscored" where not scored;
    `groups` (n,) names what rows share (a prompt, a user), so that whole groups are resampled. Raises `UsageError`.
    """
    settings = Settings(weights, level)
    _check_resampling(resamples, seed)
    data = coded(predictions, references, order)
    settings.need_order(data.labels, data.ordered)
    drawn_from = sample(data, groups)
    observed = drawn_from.observed(settings)
    undefined = _undefined(data, observed)
    intervals = _intervals(drawn_from, settings, resamples, seed, undefined)
    if groups is None and data.rows.size:
        intervals["agreement"] = _wilson(data)
    undefined |= _undefined_intervals(intervals, drawn_from.n_clusters, undefined)
    return {
        **{name: None if name in undefined else observed[name] for name in FIGURES},
        **{f"{name}_ci": _bounds(interval) for name, interval in intervals.items()},
        **_confusion(data, undefined),
        "n": int(data.rows.size),
        "n_unscored": data.n_rows - int(data.rows.size),
        "n_groups": None if groups is None else drawn_from.n_clusters,
        "weights": weights,
        "level": settings.alpha_level,
        "resamples_dropped": {name: interval.dropped for name, interval in intervals.items() if interval.dropped},
        "undefined": undefined,
        "reproducible": True,
    }


def _check_resampling(resamples: int, seed: int) -> None:
    for name, value, least in (("resamples", resamples, 1), ("seed", seed, 0)):
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise UsageError(f"{name} as a whole number of at least {least}", repr(value), "leave it out")


def _undefined(data: Coded, observed: dict[str, float]) -> dict[str, str]:
    """Why a figure has no value, by figure."""
    if not data.rows.size:
        return dict.fromkeys(FIGURES, "no row is scored by both raters")
    raters = {"predictions": data.predictions, "references": data.references}
    constant = [f"{name} are all {data.labels[codes[0]]!r}" for name, codes in raters.items() if np.ptp(codes) == 0]
    reasons = {name: " and ".join(constant) for name in FIGURES if math.isnan(observed[name])}
    if not data.ordered:
        unordered = f"{len(data.labels)} string labels have no order: pass order=[lowest, ..., highest]"
        reasons |= dict.fromkeys(("pearson", "spearman"), unordered)
    return reasons


def _intervals(
    drawn_from: Sample, settings: Settings, resamples: int, seed: int, undefined: dict[str, str]
) -> dict[str, Bootstrap]:
    """Percentile intervals; NaN for undefined figures, for a single cluster and where most resamples are undefined."""
    drawn = drawn_from.resampled(settings, resamples, seed) if drawn_from.n_clusters > 1 else {}
    intervals = {name: percentile_interval([] if name in undefined else drawn.get(name, [])) for name in FIGURES}
    return {
        name: Bootstrap(math.nan, math.nan, resamples, interval.dropped)
        if 2 * interval.dropped > resamples
        else interval
        for name, interval in intervals.items()
    }


def _undefined_intervals(intervals: dict[str, Bootstrap], n_clusters: int, undefined: dict[str, str]) -> dict[str, str]:
    """Why a figure that has a value has no interval."""
    return {
        f"{name}_ci": f"undefined in {interval.dropped} of {interval.resamples} resamples"
        if n_clusters > 1
        else "one cluster (row or group) cannot be resampled"
        for name, interval in intervals.items()
        if name not in undefined and math.isnan(interval.low)
    }


def _wilson(data: Coded) -> Bootstrap:
    """Agreement of independent rows is a plain proportion."""
    low, high = wilson(int((data.predictions == data.references).sum()), data.rows.size)
    return Bootstrap(low, high, resamples=0, dropped=0)


def _bounds(interval: Bootstrap) -> list[float | None]:
    return [None if math.isnan(bound) else bound for bound in (interval.low, interval.high)]


def _confusion(data: Coded, undefined: dict[str, str]) -> dict[str, Any]:
    """Rows are references, columns are predictions, both in the order of `labels`."""
    size = len(data.labels)
    if size > MOST_LABELS_IN_CONFUSION:
        undefined["confusion"] = f"{size} different labels, more than {MOST_LABELS_IN_CONFUSION}"
        return {"confusion": None, "labels": None}
    table = np.zeros((size, size), dtype=np.int64)
    np.add.at(table, (data.references, data.predictions), 1)
    return {"confusion": table.tolist(), "labels": list(data.labels)}
