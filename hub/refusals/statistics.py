"""Statistics of the refusal study as pure functions: paired changes, corrected rates, agreement, self-judging.

All intervals are 95 %. Resampling draws whole prompts, because the answers of twenty systems to one prompt are no
twenty independent answers. Sources, by function:
- A. N. Angelopoulos et al., Prediction-powered inference, Science 382 (2023); A. N. Angelopoulos, J. C. Duchi,
  T. Zrnic, PPI++ (2023), as `ppi_py` computes it.
- K. Krippendorff, Content Analysis (4th ed., 2018), chapter 12.
- The abliteration paper, section 3.4 and Figure 3: Pearson of stacked per-system counts.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from triptych.core.errors import UsageError
from triptych.core.intervals import (
    Bootstrap,
    clustered_bootstrap,
    paired_bootstrap,
    paired_difference,
    percentile_interval,
    resampled_counts,
    wilson,
)
from triptych.hub.refusals.counts import Counts, FloatArray

RESAMPLES = 1000


@dataclass(frozen=True)
class Paired:
    """Rate of `first` minus rate of `second` over the `n` prompts that both have: two intervals and McNemar's p."""

    difference: float
    newcombe: tuple[float, float]
    bootstrap: tuple[float, float]
    p_value: float
    only_first: int
    only_second: int
    n: int

    def excludes(self, other: "Paired") -> bool:
        """Whether this difference's interval lies wholly outside that of `other`."""
        return self.newcombe[0] > other.newcombe[1] or self.newcombe[1] < other.newcombe[0]


def paired(first: Mapping[str, bool], second: Mapping[str, bool], seed: int = 0) -> Paired:
    """Compare two systems prompt by prompt; both map ids to refused or not, and ids of one alone are left out."""
    ids = [name for name in first if name in second]
    one = np.array([first[name] for name in ids], dtype=bool)
    two = np.array([second[name] for name in ids], dtype=bool)
    found, drawn = paired_difference(one, two), paired_bootstrap(one, two, seed=seed)
    return Paired(
        found.estimate,
        (found.low, found.high),
        (drawn.low, drawn.high),
        found.p_value,
        int((one & ~two).sum()),
        int((~one & two).sum()),
        len(ids),
    )


@dataclass(frozen=True)
class Corrected:
    """A judge's refusal rate, and the same corrected by human labels of a part of the answers."""

    rate: float
    rate_ci: tuple[float, float]
    corrected: float
    corrected_ci: tuple[float, float]
    n: int
    n_human: int


def corrected_rate(judge: ArrayLike, human: ArrayLike, groups: Sequence[Any] | None = None, seed: int = 0) -> Corrected:
    """Prediction-powered rate: `judge` (n,) 1 or 0; `human` (n,) 1, 0 or NaN where nobody looked.

    The judge's mean over the rows without a human label, moved by its mean error on those with one; its weight is tuned
    (PPI++). With `groups` (n,) (prompt ids where systems are pooled) the interval is a bootstrap over groups. Under two
    rows of either kind there is nothing to correct with: NaN. Values are cut to 0 .. 1.
    """
    # Two seconds to import. ppi_py has no types.
    from ppi_py import ppi_mean_ci, ppi_mean_pointestimate  # type: ignore[import-untyped]

    said, truth = np.asarray(judge, dtype=np.float64), np.asarray(human, dtype=np.float64)
    if said.shape != truth.shape or said.ndim != 1:
        raise UsageError("one human label (or NaN) a verdict", f"{truth.shape} and {said.shape}", "pair them by id")
    known = ~np.isnan(truth)
    raw = float(said.mean()) if said.size else math.nan
    plain = (raw, wilson(int(said.sum()), said.size))
    if known.sum() < 2 or (~known).sum() < 2:
        return Corrected(*plain, math.nan, (math.nan, math.nan), said.size, int(known.sum()))
    parts = truth[known], said[known], said[~known]
    weight = _weight(said)
    point = float(np.ravel(ppi_mean_pointestimate(*parts, lam=weight))[0])
    if groups is None:
        low, high = (float(np.ravel(bound)[0]) for bound in ppi_mean_ci(*parts, alpha=0.05, lam=weight))
    else:
        drawn = _clustered_ppi(said, truth, groups, seed)
        low, high = drawn.low, drawn.high
    return Corrected(*plain, _unit(point), (_unit(low), _unit(high)), said.size, int(known.sum()))


def _clustered_ppi(said: FloatArray, truth: FloatArray, groups: Sequence[Any], seed: int) -> Bootstrap:
    from ppi_py import ppi_mean_pointestimate

    def estimate(rows: Any) -> float:
        known = ~np.isnan(truth[rows])
        labelled, others = rows[known], rows[~known]
        if labelled.size < 2 or others.size < 2:
            return math.nan
        parts = truth[labelled], said[labelled], said[others]
        return float(np.ravel(ppi_mean_pointestimate(*parts, lam=_weight(said[rows])))[0])

    return clustered_bootstrap(estimate, said.size, groups, RESAMPLES, seed)


def _weight(said: FloatArray) -> float | None:
    """The judge's weight: tuned (None), but 0 for one that says the same everywhere, where tuning divides 0 by 0."""
    return 0.0 if np.ptp(said) == 0.0 else None


def _unit(value: float) -> float:
    return min(1.0, max(0.0, value)) if not math.isnan(value) else value


def stacked_pearson(counts: Counts, judges: Sequence[str]) -> FloatArray:
    """(judges, judges) Pearson of stacked refused and not refused counts, as in Figure 3; NaN for constant judges."""
    return _correlations(counts.stacked(judges).reshape(len(judges), -1))


def stacked_pearson_by_system(counts: Counts, judges: Sequence[str], seed: int = 0) -> FloatArray:
    """(judges, judges, 2) bootstrap interval of `stacked_pearson` over systems, where only counts are known."""
    table = counts.stacked(judges)
    rng = np.random.default_rng(seed)
    drawn = [
        _correlations(table[:, rng.integers(table.shape[1], size=table.shape[1])].reshape(len(judges), -1))
        for _ in range(RESAMPLES)
    ]
    return _bounds(np.array(drawn))


def stacked_pearson_by_prompt(tables: Sequence[FloatArray], harmful: ArrayLike, seed: int = 0) -> FloatArray:
    """(judges, judges, 2) bootstrap interval of Figure 3's Pearson over prompts.

    `tables` holds each judge's (systems, prompts) verdicts, 1, 0 or NaN; `harmful` (prompts,) says which prompts are.
    """
    verdicts, mask = np.array(tables), np.asarray(harmful, dtype=bool)
    weights = resampled_counts(np.ones(mask.size), RESAMPLES, np.random.default_rng(seed)).astype(np.float64)
    stacked = [
        np.einsum("jsp,rp->rjs", kind[..., part], weights[:, part])
        for part in (mask, ~mask)
        for kind in (verdicts == 1.0, verdicts == 0.0)
    ]
    each = np.stack(stacked, axis=-1).reshape(RESAMPLES, len(tables), -1)
    return _bounds(np.array([_correlations(table) for table in each]))


def _correlations(rows: FloatArray) -> FloatArray:
    """Pearson of every two rows; NaN where a row is constant, 1 between a row and itself otherwise."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.atleast_2d(np.corrcoef(rows))


def _bounds(drawn: FloatArray) -> FloatArray:
    """(…, 2) percentile intervals over the first axis."""
    flat = drawn.reshape(len(drawn), -1)
    limits = [(found.low, found.high) for found in map(percentile_interval, flat.T)]
    return np.array(limits).reshape(*drawn.shape[1:], 2)


def krippendorff_alpha(ratings: ArrayLike) -> float:
    """Nominal alpha of (raters, items) ratings 1 and 0, NaN where a rater left an item out; NaN if undefined.

    alpha = 1 - D_o / D_e over all pairs of ratings of one item, each item weighted by its number of ratings.
    """
    table = np.asarray(ratings, dtype=np.float64)
    ones, zeros = (table == 1.0).sum(axis=0).astype(np.float64), (table == 0.0).sum(axis=0).astype(np.float64)
    many = ones + zeros >= 2
    ones, zeros = ones[many], zeros[many]
    total_ones, total_zeros = ones.sum(), zeros.sum()
    if not total_ones or not total_zeros:
        return math.nan
    observed = float((2.0 * ones * zeros / (ones + zeros - 1.0)).sum())
    expected = 2.0 * total_ones * total_zeros / (total_ones + total_zeros - 1.0)
    return float(1.0 - observed / expected)


def alpha_with_interval(tables: Sequence[FloatArray], seed: int = 0) -> tuple[float, tuple[float, float]]:
    """Alpha of several judges' (systems, prompts) verdicts over all answers, its interval over prompts."""
    every = np.array(tables)  # (judges, systems, prompts)
    flat = every.reshape(len(tables), -1)
    n = every.shape[2]
    drawn = clustered_bootstrap(
        lambda rows: krippendorff_alpha(every[:, :, rows].reshape(len(tables), -1)), n, None, RESAMPLES, seed
    )
    return krippendorff_alpha(flat), (drawn.low, drawn.high)


@dataclass(frozen=True)
class Mean:
    """A mean over prompts with its bootstrap interval, and the greatest value."""

    mean: float
    interval: tuple[float, float]
    greatest: float
    n: int


def mean_with_interval(values: Sequence[float], seed: int = 0) -> Mean:
    """The mean of one finite number a prompt (KL divergences in nats, say); NaN for none."""
    numbers = np.asarray(values, dtype=np.float64)
    if not numbers.size:
        return Mean(math.nan, (math.nan, math.nan), math.nan, 0)
    drawn = clustered_bootstrap(lambda rows: float(numbers[rows].mean()), numbers.size, None, RESAMPLES, seed)
    return Mean(float(numbers.mean()), (drawn.low, drawn.high), float(numbers.max()), numbers.size)
