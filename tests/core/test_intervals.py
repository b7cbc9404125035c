"""Intervals against published values, other implementations and simulated coverage."""

import doctest
import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.proportion import confint_proportions_2indep

from triptych.core import intervals
from triptych.core.errors import UsageError
from triptych.core.intervals import (
    clustered_bootstrap,
    independent_difference,
    mcnemar_exact,
    mcnemar_range,
    paired_bootstrap,
    paired_difference,
    percentile_interval,
    resampled_counts,
    wilson,
)


def _pair(both, only_first, only_second, neither):
    counts = [both, only_first, only_second, neither]
    return np.repeat([True, True, False, False], counts), np.repeat([True, False, True, False], counts)


def test_docstring():
    assert doctest.testmod(intervals).failed == 0


@pytest.mark.parametrize(
    ("successes", "n", "expected"),
    [
        (81, 263, (0.2553, 0.3662)),  # Newcombe (1998), Statistics in Medicine 17, 857, table I, method 3
        (15, 148, (0.0624, 0.1605)),
        (0, 20, (0.0, 0.1611)),
        (1, 29, (0.0061, 0.1718)),
        (29, 29, (0.8830, 1.0)),
    ],
)
def test_wilson_published_values(successes, n, expected):
    assert wilson(successes, n) == pytest.approx(expected, abs=5e-5)


def test_wilson_bounds():
    assert all(math.isnan(bound) for bound in wilson(0, 0))
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == 1.0
    low, high = wilson(3, 10)
    assert wilson(7, 10) == pytest.approx((1 - high, 1 - low))
    assert wilson(3, 10, 0.99)[0] < low


@pytest.mark.parametrize(("successes", "n"), [(5, 4), (-1, 4)])
def test_wilson_refuses_impossible_counts(successes, n):
    with pytest.raises(UsageError, match="0 <= successes <= n"):
        wilson(successes, n)


def test_level_must_be_a_share():
    with pytest.raises(UsageError, match="confidence level"):
        wilson(1, 2, 95)


def test_mcnemar_exact():
    assert mcnemar_exact(0, 0) == 1.0
    assert mcnemar_exact(5, 0) == pytest.approx(2 * 0.5**5)
    assert mcnemar_exact(3, 3) == 1.0
    assert mcnemar_exact(2, 9) == mcnemar_exact(9, 2) == pytest.approx(2 * stats.binom.cdf(2, 11, 0.5))


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        # Newcombe (1998), Statistics in Medicine 17, 2635: method 10
        ((36, 12, 2, 0), (0.0569, 0.3404)),
        # Fagerland, Lydersen, Laake (2014), airway hyper-responsiveness: square-and-add interval
        ((1, 1, 7, 12), (-0.507, -0.026)),
    ],
)
def test_paired_difference_published_values(table, expected):
    found = paired_difference(*_pair(*table))
    assert (found.low, found.high) == pytest.approx(expected, abs=5e-4)
    assert found.estimate == pytest.approx((table[1] - table[2]) / sum(table))


def test_paired_difference_is_antisymmetric_and_bounded():
    rng = np.random.default_rng(0)
    for _ in range(100):
        one, two = _pair(*rng.integers(0, 6, size=4))
        forth, back = paired_difference(one, two), paired_difference(two, one)
        if not one.size:
            continue
        assert (forth.estimate, forth.low, forth.high) == pytest.approx((-back.estimate, -back.high, -back.low))
        assert -1.0 <= forth.low <= forth.estimate <= forth.high <= 1.0
        assert forth.p_value == back.p_value


def test_paired_difference_coverage():
    rng, truth, hits = np.random.default_rng(1), 0.25, 0
    shares = [0.5, 0.3, 0.05, 0.15]
    for _ in range(400):
        found = paired_difference(*_pair(*rng.multinomial(50, shares)))
        hits += found.low <= truth <= found.high
    assert 0.92 <= hits / 400 <= 0.99


def test_paired_difference_bad_input():
    assert math.isnan(paired_difference([], []).estimate)
    with pytest.raises(UsageError, match="as many first as second"):
        paired_difference([True], [True, False])
    with pytest.raises(UsageError, match="flat array of true and false"):
        paired_difference([2, 0], [0, 1])


def test_bootstrap_of_a_mean_is_close_to_its_standard_error():
    values = np.random.default_rng(0).normal(size=400)
    found = clustered_bootstrap(lambda rows: float(values[rows].mean()), 400)
    half = 1.96 * values.std() / 20
    assert (found.low, found.high) == pytest.approx((values.mean() - half, values.mean() + half), abs=0.02)
    assert found == clustered_bootstrap(lambda rows: float(values[rows].mean()), 400)
    assert found != clustered_bootstrap(lambda rows: float(values[rows].mean()), 400, seed=1)


def test_clusters_are_resampled_whole_and_widen_the_interval():
    values, groups = np.repeat(np.arange(20.0), 5), np.repeat([f"g{k}" for k in range(20)], 5)
    seen = []
    clustered = clustered_bootstrap(lambda rows: seen.append(rows) or float(values[rows].mean()), 100, list(groups))
    assert all(set(np.bincount(rows, minlength=100).reshape(20, 5).std(axis=1)) == {0.0} for rows in seen)
    alone = clustered_bootstrap(lambda rows: float(values[rows].mean()), 100)
    assert clustered.high - clustered.low > 1.8 * (alone.high - alone.low)


def test_undefined_resamples_are_dropped_and_counted():
    found = clustered_bootstrap(lambda rows: math.nan if 0 in rows else 1.0, 2, resamples=200)
    assert (found.low, found.high, found.resamples) == (1.0, 1.0, 200)
    assert 120 < found.dropped < 180
    nothing = clustered_bootstrap(lambda rows: math.nan, 3, resamples=10)
    assert math.isnan(nothing.low)
    assert nothing.dropped == 10
    assert math.isnan(clustered_bootstrap(lambda rows: 1.0, 0).low)


def test_bootstrap_needs_a_group_for_each_row():
    with pytest.raises(UsageError, match="one group for each of the 3 rows"):
        clustered_bootstrap(lambda rows: 1.0, 3, ["a"])


def test_resampled_counts_are_draws_with_replacement():
    counts = resampled_counts([1, 3, 6], 4000, np.random.default_rng(0))
    assert counts.shape == (4000, 3)
    assert set(counts.sum(axis=1)) == {10}
    assert counts.mean(axis=0) == pytest.approx([1, 3, 6], abs=0.1)
    assert counts.var(axis=0) == pytest.approx([0.9, 2.1, 2.4], abs=0.15)
    assert resampled_counts([], 5, np.random.default_rng(0)).shape == (5, 0)


def test_percentile_interval():
    found = percentile_interval(np.arange(101.0), 0.9)
    assert (found.low, found.high) == pytest.approx((5.0, 95.0))
    assert (found.resamples, found.dropped) == (101, 0)
    assert percentile_interval([1.0, math.nan, math.inf]).dropped == 2


@pytest.mark.parametrize(("k1", "n1", "k2", "n2"), [(35, 50, 15, 50), (49, 50, 34, 50), (0, 50, 0, 50), (3, 7, 20, 31)])
def test_independent_difference_as_statsmodels_has_it(k1, n1, k2, n2):
    other = confint_proportions_2indep(k1, n1, k2, n2, method="newcomb", compare="diff")
    assert independent_difference(k1, n1, k2, n2) == pytest.approx(other, abs=1e-9)
    low, high = independent_difference(k2, n2, k1, n1)
    assert independent_difference(k1, n1, k2, n2) == pytest.approx((-high, -low))


def test_independent_difference_without_units():
    assert all(math.isnan(bound) for bound in independent_difference(0, 0, 3, 5))


@pytest.mark.parametrize(
    ("k1", "k2", "n"), [(35, 15, 50), (49, 34, 50), (46, 41, 50), (45, 46, 50), (0, 0, 5), (5, 5, 5)]
)
def test_mcnemar_range_holds_every_pairing(k1, k2, n):
    values = []
    for both in range(max(0, k1 + k2 - n), min(k1, k2) + 1):
        table = [[both, k1 - both], [k2 - both, n - k1 - k2 + both]]
        values.append(float(mcnemar(table, exact=True).pvalue) if k1 - both + k2 - both else 1.0)
    assert mcnemar_range(k1, k2, n) == pytest.approx((min(values), max(values)))


def test_mcnemar_range_refuses_impossible_counts():
    with pytest.raises(UsageError, match="0 <= successes <= n"):
        mcnemar_range(6, 1, 5)


def test_paired_bootstrap_is_near_the_normal_interval_and_wider_for_clusters():
    rng = np.random.default_rng(5)
    prompts = np.repeat(np.arange(60), 4)
    hard = np.repeat(rng.random(60) < 0.5, 4)  # the same for all four answers to a prompt
    first, second = np.ones(240, bool), ~hard
    change = first.astype(float) - second
    plain = paired_bootstrap(first, second, resamples=4000)
    half = 1.96 * change.std() / math.sqrt(240)
    assert (plain.low, plain.high) == pytest.approx((change.mean() - half, change.mean() + half), abs=0.01)
    clustered = paired_bootstrap(first, second, prompts.tolist(), resamples=4000)
    assert (clustered.high - clustered.low) / (plain.high - plain.low) == pytest.approx(2.0, rel=0.1)  # sqrt(4)


def test_paired_bootstrap_needs_pairs():
    with pytest.raises(UsageError, match="one length"):
        paired_bootstrap([1, 0], [1])
