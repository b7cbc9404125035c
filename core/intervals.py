"""Intervals and tests for proportions, paired proportions and clustered samples.

    >>> tuple(round(bound, 3) for bound in wilson(35, 50))
    (0.562, 0.809)
    >>> round(mcnemar_exact(21, 1), 6)
    1.1e-05

Sources, by function:
- E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927).
- Q. McNemar, Note on the sampling error of the difference between correlated proportions, Psychometrika 12 (1947).
- R. G. Newcombe, Improved confidence intervals for the difference between binomial proportions based on paired data,
  Statistics in Medicine 17 (1998), method 10.
- R. G. Newcombe, Interval estimation for the difference between independent proportions, same volume, method 10.
- A. C. Davison, D. V. Hinkley, Bootstrap Methods and their Application (1997), section 3.8 (whole clusters resampled).
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from triptych.core.errors import UsageError

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]


@dataclass(frozen=True)
class Difference:
    """Difference `first - second` of two paired proportions, with its interval and McNemar's exact p-value."""

    estimate: float
    low: float
    high: float
    p_value: float


@dataclass(frozen=True)
class Bootstrap:
    """A percentile interval, NaN at both ends where no resample gave a value; `dropped` of `resamples` gave none."""

    low: float
    high: float
    resamples: int
    dropped: int


def wilson(successes: int, n: int, level: float = 0.95) -> tuple[float, float]:
    """Wilson's score interval of the proportion `successes / n`; (nan, nan) where n is 0."""
    _check_level(level)
    if not 0 <= successes <= n:
        raise UsageError("0 <= successes <= n", f"successes={successes}, n={n}", "count the successes among the n rows")
    if n == 0:
        return math.nan, math.nan
    interval = stats.binomtest(int(successes), int(n)).proportion_ci(level, method="wilson")
    return float(interval.low), float(interval.high)


def mcnemar_exact(only_first: int, only_second: int) -> float:
    """Two-sided exact p that two paired proportions are equal, from the discordant pairs; 1.0 where there are none.

    Under the null hypothesis a discordant pair falls either way with probability 1/2.
    """
    if min(only_first, only_second) < 0:
        raise UsageError("counts of at least 0", f"{only_first} and {only_second}", "count the discordant pairs")
    discordant = int(only_first) + int(only_second)
    return float(stats.binomtest(int(only_first), discordant).pvalue) if discordant else 1.0


def paired_difference(first: ArrayLike, second: ArrayLike, level: float = 0.95) -> Difference:
    """Difference of the proportions of true in `first` and `second`, two (n,) boolean arrays over the same n units.

    The interval is Newcombe's method 10: Wilson's intervals of both proportions, joined with their correlation phi.
    Everything but the p-value (1.0) is NaN where n is 0.
    """
    one, two = _booleans(first), _booleans(second)
    if one.shape != two.shape:
        raise UsageError("as many first as second values", f"{one.size} and {two.size}", "pair them by id")
    n = one.size
    both, only_one, only_two = int((one & two).sum()), int((one & ~two).sum()), int((~one & two).sum())
    (low_1, high_1), (low_2, high_2) = wilson(both + only_one, n, level), wilson(both + only_two, n, level)
    if n == 0:
        return Difference(math.nan, math.nan, math.nan, 1.0)
    p_1, p_2 = (both + only_one) / n, (both + only_two) / n
    phi = _newcombe_phi(both, only_one, only_two, n - both - only_one - only_two)
    # low = d - sqrt((p1-l1)^2 - 2 phi (p1-l1)(u2-p2) + (u2-p2)^2), and the mirror image for high
    below, above = _joined(p_1 - low_1, high_2 - p_2, phi), _joined(high_1 - p_1, p_2 - low_2, phi)
    return Difference(p_1 - p_2, p_1 - p_2 - below, p_1 - p_2 + above, mcnemar_exact(only_one, only_two))


def independent_difference(successes_1: int, n_1: int, successes_2: int, n_2: int) -> tuple[float, float]:
    """95 % interval of the difference `successes_1 / n_1 - successes_2 / n_2` of two independent proportions.

    Newcombe's method 10: Wilson's two intervals, squared and added; (nan, nan) where an n is 0. For paired units whose
    pairing is lost it is too wide where both agree more often than by chance, which is the usual case.
    """
    (low_1, high_1), (low_2, high_2) = wilson(successes_1, n_1), wilson(successes_2, n_2)
    if not n_1 or not n_2:
        return math.nan, math.nan
    p_1, p_2 = successes_1 / n_1, successes_2 / n_2
    estimate = p_1 - p_2
    return estimate - math.hypot(p_1 - low_1, high_2 - p_2), estimate + math.hypot(high_1 - p_1, p_2 - low_2)


def mcnemar_range(successes_1: int, successes_2: int, n: int) -> tuple[float, float]:
    """Least and greatest of McNemar's exact p over all ways to pair two counts out of the same `n` units.

    Where only counts were published: a greatest p under 0.05 is significant whatever the pairing, a least p over it is
    so for none.
    """
    for successes in (successes_1, successes_2):
        if not 0 <= successes <= n:
            raise UsageError("0 <= successes <= n", f"{successes} of {n}", "count the successes among the n units")
    change = successes_1 - successes_2
    least = max(0, -change)  # units that only the second has
    greatest = min(successes_2, n - successes_1)
    values = [mcnemar_exact(change + only_second, only_second) for only_second in range(least, greatest + 1)]
    return min(values), max(values)


def paired_bootstrap(
    first: ArrayLike, second: ArrayLike, groups: Sequence[Any] | None = None, resamples: int = 1000, seed: int = 0
) -> Bootstrap:
    """95 % percentile interval of the mean of `first - second`, two (n,) arrays over the same units.

    `groups` (n,) names each unit's cluster (its prompt, where several systems are pooled); whole clusters are drawn.
    """
    one, two = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if one.shape != two.shape or one.ndim != 1:
        raise UsageError("two flat arrays of one length", f"{one.shape} and {two.shape}", "pair them by id")
    change = one - two
    return clustered_bootstrap(lambda rows: float(change[rows].mean()), one.size, groups, resamples, seed)


def clustered_bootstrap(
    statistic: Callable[[IntArray], float],
    n: int,
    groups: Sequence[Any] | None = None,
    resamples: int = 1000,
    seed: int = 0,
    level: float = 0.95,
) -> Bootstrap:
    """Percentile interval of `statistic` over resamples of whole clusters of the rows 0 .. n-1.

    `statistic` takes an array of row indices, with repetitions, and returns a number; NaN (undefined in this resample)
    is dropped and counted. `groups` (n,) names each row's cluster; None makes each row its own. One seed, one result.
    """
    _check_level(level)
    if groups is not None and len(groups) != n:
        raise UsageError(f"one group for each of the {n} rows", f"{len(groups)} groups", "give a group to every row")
    rng = np.random.default_rng(seed)
    members = None if groups is None else _members(groups)
    values = [statistic(_resampled_rows(rng, n, members)) for _ in range(resamples if n else 0)]
    return percentile_interval(values, level)


def resampled_counts(sizes: ArrayLike, resamples: int, rng: np.random.Generator) -> IntArray:
    """How often each kind of unit is drawn when all units are drawn anew with replacement: (resamples, kinds).

    `sizes` (kinds,) counts the units of each kind; each row of the result adds up to their sum. Resampling counts in
    place of rows is the same bootstrap, and a statistic of counts then needs one matrix product for all resamples.
    """
    counts = np.asarray(sizes, dtype=np.int64)
    total = int(counts.sum())
    if total == 0:
        return np.zeros((resamples, counts.size), dtype=np.int64)
    return rng.multinomial(total, counts / total, size=resamples)


def percentile_interval(values: ArrayLike, level: float = 0.95) -> Bootstrap:
    """The central `level` of the (resamples,) bootstrap `values`; those that are not finite are dropped and counted."""
    _check_level(level)
    drawn = np.asarray(values, dtype=np.float64)
    finite = drawn[np.isfinite(drawn)]
    tail = (1.0 - level) / 2.0
    low, high = np.quantile(finite, [tail, 1.0 - tail]) if finite.size else (math.nan, math.nan)
    return Bootstrap(float(low), float(high), drawn.size, drawn.size - finite.size)


def _check_level(level: float) -> None:
    if not 0.0 < level < 1.0:
        raise UsageError("a confidence level between 0 and 1", str(level), "give 0.95 for 95 %")


def _booleans(values: ArrayLike) -> NDArray[np.bool_]:
    array = np.asarray(values)
    if array.ndim != 1 or not np.isin(array, [0, 1]).all():
        raise UsageError(
            "a flat array of true and false", f"shape {array.shape}, {array.dtype}", "leave out other rows"
        )
    return array.astype(bool)


def _newcombe_phi(both: int, only_one: int, only_two: int, neither: int) -> float:
    """Newcombe's phi: shrunk by n/2 where positive, 0 where a margin is empty."""
    margins = (both + only_one) * (only_two + neither) * (both + only_two) * (only_one + neither)
    if margins == 0:
        return 0.0
    product = both * neither - only_one * only_two
    n = both + only_one + only_two + neither
    return (max(product - n / 2.0, 0.0) if product > 0 else product) / math.sqrt(margins)


def _joined(one: float, two: float, phi: float) -> float:
    return math.sqrt(max(one * one - 2.0 * phi * one * two + two * two, 0.0))


def _members(groups: Sequence[Any]) -> list[IntArray]:
    """The rows of each cluster."""
    rows: dict[Any, list[int]] = {}
    for row, group in enumerate(groups):
        rows.setdefault(group, []).append(row)
    return [np.asarray(members, dtype=np.int64) for members in rows.values()]


def _resampled_rows(rng: np.random.Generator, n: int, members: list[IntArray] | None) -> IntArray:
    if members is None:
        return rng.integers(n, size=n)
    return np.concatenate([members[pick] for pick in rng.integers(len(members), size=len(members))])
