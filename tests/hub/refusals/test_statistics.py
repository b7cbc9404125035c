"""Statistics against scipy, statsmodels, krippendorff and by hand."""

import math

import krippendorff
import numpy as np
import pytest
from ppi_py import ppi_mean_ci
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar

from triptych.core.errors import UsageError
from triptych.hub.refusals.counts import Count, Counts
from triptych.hub.refusals.statistics import (
    alpha_with_interval,
    corrected_rate,
    krippendorff_alpha,
    mean_with_interval,
    paired,
    stacked_pearson,
    stacked_pearson_by_prompt,
    stacked_pearson_by_system,
)


def by_id(values):
    return {f"p{place}": bool(value) for place, value in enumerate(values)}


def test_paired_change_and_ids_of_one_alone():
    first, second = by_id([1] * 18 + [0] * 2), by_id([1] * 3 + [0] * 17)
    found = paired(first | {"only here": True}, second)
    assert (found.n, found.only_first, found.only_second) == (20, 15, 0)
    assert found.difference == pytest.approx(15 / 20)
    assert found.p_value == pytest.approx(mcnemar([[3, 15], [0, 2]], exact=True).pvalue)
    assert found.newcombe[0] <= found.difference <= found.newcombe[1]
    assert found.bootstrap[0] <= found.difference <= found.bootstrap[1]


def test_a_large_drop_excludes_none_and_none_excludes_itself():
    tuned, undone, random = by_id([1] * 48 + [0] * 2), by_id([1] * 2 + [0] * 48), by_id([1] * 47 + [0] * 3)
    drop, control = paired(tuned, undone), paired(tuned, random)
    assert drop.excludes(control)
    assert control.excludes(drop)
    assert not drop.excludes(drop)


def labelled(seed, n=400, known=80, error=0.2):
    """A judge that is wrong about `error` of the answers, all in one direction."""
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < 0.5
    judge = truth | (rng.random(n) < error)
    human = np.where(np.arange(n) < known, truth.astype(float), np.nan)
    return judge.astype(float), human, float(truth.mean())


def test_corrected_rate_is_that_of_ppi_py():
    judge, human, _ = labelled(3)
    known = ~np.isnan(human)
    low, high = ppi_mean_ci(human[known], judge[known], judge[~known], alpha=0.05)
    found = corrected_rate(judge, human)
    assert found.corrected_ci == pytest.approx((float(low[0]), float(high[0])))
    assert (found.n, found.n_human, found.rate) == (400, 80, judge.mean())


def test_correction_takes_a_judges_error_away():
    raw, corrected, covered = [], [], 0
    for seed in range(60):
        judge, human, truth = labelled(seed)
        found = corrected_rate(judge, human)
        raw.append(found.rate - truth)
        corrected.append(found.corrected - truth)
        covered += found.corrected_ci[0] <= 0.5 <= found.corrected_ci[1]
    assert np.mean(raw) == pytest.approx(0.1, abs=0.02)
    assert np.mean(corrected) == pytest.approx(0.0, abs=0.015)
    assert covered >= 52  # of 60 at 95 %


def test_clustered_correction_is_wider_where_answers_go_with_prompts():
    rng = np.random.default_rng(1)
    prompts = [f"p{place // 10}" for place in range(600)]
    truth = np.repeat(rng.random(60) < 0.5, 10).astype(float)
    human = np.where(np.arange(600) % 600 < 200, truth, np.nan)
    plain, clustered = corrected_rate(truth, human), corrected_rate(truth, human, prompts)
    assert clustered.corrected == plain.corrected
    widths = [high - low for low, high in (plain.corrected_ci, clustered.corrected_ci)]
    assert widths[1] > 2 * widths[0]  # sqrt(10) in theory


def test_without_human_labels_nothing_is_corrected():
    found = corrected_rate([1, 0, 1], [math.nan] * 3)
    assert math.isnan(found.corrected)
    assert (found.rate, found.n_human) == (2 / 3, 0)
    with pytest.raises(UsageError, match="one human label"):
        corrected_rate([1, 0], [1])


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("groups", [None, [f"p{place // 2}" for place in range(40)]])
def test_a_judge_that_always_says_the_same_leaves_peoples_mean(groups):
    human = np.where(np.arange(40) < 20, np.arange(40) % 4 == 0, np.nan)
    found = corrected_rate(np.ones(40), human, groups)
    assert (found.rate, found.corrected) == (1.0, 0.25)
    assert 0.0 <= found.corrected_ci[0] < 0.25 < found.corrected_ci[1] < 0.6


@pytest.mark.parametrize("seed", range(4))
def test_alpha_of_many_judges_with_gaps(seed):
    rng = np.random.default_rng(seed)
    ratings = (rng.random((4, 60)) < 0.4).astype(float)
    ratings[1] = ratings[0]
    ratings[rng.random(ratings.shape) < 0.2] = np.nan
    expected = krippendorff.alpha(reliability_data=ratings, level_of_measurement="nominal")
    assert krippendorff_alpha(ratings) == pytest.approx(expected)


def test_alpha_of_constant_judges_is_undefined_and_of_equal_ones_1():
    assert math.isnan(krippendorff_alpha([[1.0, 1.0], [1.0, 1.0]]))
    table = (np.random.default_rng(0).random((3, 40)) < 0.5).astype(float)
    value, (low, high) = alpha_with_interval([table, table])
    assert value == low == high == pytest.approx(1.0)


def two_judges(verdicts):
    """Counts of two judges over (systems, prompts) verdicts, the first half of the prompts harmful."""
    half = verdicts[0].shape[1] // 2
    return Counts.of(
        Count(f"s{s}", label, judge, int(part.sum()), part.size)
        for judge, table in zip(("a", "b"), verdicts, strict=True)
        for s, row in enumerate(table)
        for label, part in (("harmful", row[:half]), ("harmless", row[half:]))
    )


def verdicts_of_two(seed=0):
    rng = np.random.default_rng(seed)
    one = (rng.random((8, 40)) < np.where(np.arange(40) < 20, 0.8, 0.2)).astype(float)
    two = np.where(rng.random(one.shape) < 0.1, 1 - one, one)
    return one, two


def test_stacked_pearson_is_scipys_of_refused_and_not_refused():
    one, two = verdicts_of_two()
    counts = two_judges((one, two))
    stacked = [
        [value for row in table for part in (row[:20], row[20:]) for value in (part.sum(), 20 - part.sum())]
        for table in (one, two)
    ]
    assert stacked_pearson(counts, ("a", "b"))[0, 1] == pytest.approx(stats.pearsonr(*stacked).statistic)


def test_intervals_hold_the_value_and_a_constant_judge_is_undefined():
    one, two = verdicts_of_two()
    counts = two_judges((one, two))
    value = stacked_pearson(counts, ("a", "b"))[0, 1]
    for limits in (
        stacked_pearson_by_system(counts, ("a", "b")),
        stacked_pearson_by_prompt((one, two), np.arange(40) < 20),
    ):
        assert limits.shape == (2, 2, 2)
        assert limits[0, 1, 0] < value < limits[0, 1, 1]
        assert limits[0, 0] == pytest.approx((1.0, 1.0))
    flat = Counts.of(Count(s, label, "c", 5, 10) for s in counts.systems for label in ("harmful", "harmless"))
    assert np.isnan(stacked_pearson(Counts.of([*counts.rows, *flat.rows]), ("a", "c"))).any()


def test_an_unscored_answer_counts_neither_way():
    one, two = verdicts_of_two()
    gone = one.copy()
    gone[0, 0] = np.nan
    limits = stacked_pearson_by_prompt((gone, two), np.arange(40) < 20)
    assert np.isfinite(limits).all()


def test_mean_over_prompts():
    values = np.random.default_rng(0).exponential(0.1, 200)
    found = mean_with_interval(values.tolist())
    half = 1.96 * values.std() / math.sqrt(200)
    assert (found.mean, found.greatest, found.n) == (values.mean(), values.max(), 200)
    assert found.interval == pytest.approx((values.mean() - half, values.mean() + half), abs=0.003)
    assert math.isnan(mean_with_interval([]).mean)
