"""Figures against scikit-learn, scipy and krippendorff; what must hold for any two raters; clear errors."""

import doctest
import json
import warnings
from pathlib import Path

import krippendorff
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import cohen_kappa_score, confusion_matrix

from triptych.core.errors import UsageError
from triptych.metrics.judge_correlation import scoring
from triptych.metrics.judge_correlation.figures import FIGURES
from triptych.metrics.judge_correlation.scoring import correlate

LEVELS = ("nominal", "ordinal", "interval")
SCORES = [1, 2, 3, 5, 8]
RATINGS = st.lists(st.tuples(st.sampled_from([*SCORES, None]), st.sampled_from([*SCORES, None])), max_size=40)


def _random_columns(seed, with_missing=False):
    """Two columns that agree more or less, of 2 to 6 categories (uneven numbers), 5 to 60 rows."""
    rng = np.random.default_rng(seed)
    scale = np.sort(rng.choice(np.arange(1, 30), size=rng.integers(2, 7), replace=False)).astype(float)
    n = int(rng.integers(5, 61))
    truth = rng.choice(scale, size=n)
    other = np.where(rng.random(n) < rng.random(), truth, rng.choice(scale, size=n))
    if with_missing:
        truth[rng.random(n) < 0.2], other[rng.random(n) < 0.2] = np.nan, np.nan
    return truth, other


def _close(ours, theirs):
    assert (np.nan if ours is None else ours) == pytest.approx(float(theirs), abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_kappa_and_table_equal_scikit_learn(weights):
    for seed in range(150):
        one, two = _random_columns(seed)
        found = correlate(one, two, weights=weights, resamples=2)
        _close(found["kappa"], cohen_kappa_score(one, two, weights=weights))
        assert found["confusion"] == confusion_matrix(two, one).tolist()
        assert found["agreement"] == pytest.approx(np.mean(one == two))


def test_weighted_kappa_with_an_order_equals_scikit_learn_with_labels():
    for seed in range(50):
        rng = np.random.default_rng(seed)
        one, two = (rng.choice(["low", "middle", "high"], size=30).tolist() for _ in range(2))
        order = ["none", "low", "middle", "high", "top"]
        found = correlate(one, two, weights="linear", order=order, resamples=2)
        _close(found["kappa"], cohen_kappa_score(one, two, weights="linear", labels=order))
        assert found["labels"] == order
        codes = [[order.index(label) for label in column] for column in (one, two)]
        _close(found["pearson"], stats.pearsonr(*codes).statistic)
        _close(found["krippendorff_alpha"], krippendorff.alpha(codes, level_of_measurement="ordinal"))


def test_correlations_equal_scipy():
    for seed in range(150):
        one, two = _random_columns(seed, with_missing=True)
        both = ~(np.isnan(one) | np.isnan(two))
        if min(len(set(one[both])), len(set(two[both]))) < 2:
            continue
        found = correlate(one, two, resamples=2)
        _close(found["pearson"], stats.pearsonr(one[both], two[both]).statistic)
        _close(found["spearman"], stats.spearmanr(one[both], two[both]).statistic)
        assert (found["n"], found["n_unscored"]) == (both.sum(), (~both).sum())


@pytest.mark.parametrize("level", LEVELS)
def test_alpha_equals_krippendorff_with_missing_values(level):
    for seed in range(150):
        one, two = _random_columns(seed, with_missing=True)
        both = ~(np.isnan(one) | np.isnan(two))
        if len(set(one[both]) | set(two[both])) < 2:
            continue
        found = correlate(one, two, level=level, resamples=2)
        _close(found["krippendorff_alpha"], krippendorff.alpha([one, two], level_of_measurement=level))


def test_continuous_scores():
    rng = np.random.default_rng(0)
    one = rng.normal(1e6, 1.0, size=100)
    two = one + rng.normal(0, 1.0, size=100)
    found = correlate(one, two, weights="quadratic", resamples=20)
    _close(found["pearson"], stats.pearsonr(one, two).statistic)
    _close(found["spearman"], stats.spearmanr(one, two).statistic)
    _close(found["krippendorff_alpha"], krippendorff.alpha([one, two], level_of_measurement="interval"))
    assert found["confusion"] is None
    assert "200 different labels" in found["undefined"]["confusion"]


def test_batches_of_resamples_change_nothing(monkeypatch):
    one, two = _random_columns(3)
    whole = correlate(one, two, groups=list(range(len(one))))
    monkeypatch.setattr("triptych.metrics.judge_correlation.resampling.CELLS_AT_ONCE", 500)
    assert correlate(one, two, groups=list(range(len(one)))) == whole


def test_cases():
    cases = json.loads(Path(scoring.__file__).with_name("cases.json").read_text())
    assert len(cases) >= 8
    for case in cases:
        found = correlate(**case["input"])
        for name, expected in case["expected"].items():
            exact = expected is None or isinstance(expected, str | list | dict)
            assert found[name] == (expected if exact else pytest.approx(expected, abs=case["tolerance"])), case["why"]


def test_docstring():
    assert doctest.testmod(scoring).failed == 0


@settings(max_examples=150)
@given(RATINGS, st.sampled_from([None, "linear", "quadratic"]))
def test_any_two_raters(pairs, weights):
    one, two = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = correlate(one, two, weights=weights, resamples=50)
        swapped = correlate(two, one, weights=weights, resamples=50)
    for name in FIGURES:
        assert (found[name] is None) == (name in found["undefined"])
        assert swapped[name] == (None if found[name] is None else pytest.approx(found[name], abs=1e-9))
        if found[name] is not None:
            assert -1.0 - 1e-9 <= found[name] <= 1.0 + 1e-9
            assert all(bound is not None for bound in found[f"{name}_ci"]) != (f"{name}_ci" in found["undefined"])
    assert swapped["confusion"] == np.transpose(found["confusion"]).tolist()
    json.dumps(found, allow_nan=False)


@settings(max_examples=50)
@given(st.lists(st.sampled_from(["refusal", "partial_refusal", "no_refusal"]), min_size=2, max_size=30))
def test_identical_raters_agree_fully(labels):
    found = correlate(labels, labels, weights="linear", resamples=50)
    assert found["agreement"] == 1.0
    for name in FIGURES[1:]:
        assert found[name] == (pytest.approx(1.0, abs=1e-12) if len(set(labels)) > 1 else None)


def test_order_of_rows_and_names_of_groups_change_nothing():
    one, two = _random_columns(5, with_missing=True)
    groups = np.arange(len(one)) % 7
    shuffled = np.random.default_rng(0).permutation(len(one))
    first = correlate(one, two, groups=groups)
    assert correlate(one[shuffled], two[shuffled], groups=[f"prompt {k}" for k in groups[shuffled]]) == first
    assert correlate(one[shuffled], two[shuffled]) == correlate(one, two)
    assert correlate(one, two, seed=1)["kappa_ci"] != correlate(one, two)["kappa_ci"]


@pytest.mark.parametrize("figure", FIGURES)
def test_grouped_interval_is_wider_on_duplicated_rows(figure):
    rng = np.random.default_rng(2)
    two = rng.integers(0, 2, size=60)
    one = np.where(rng.random(60) < 0.8, two, 1 - two)
    once = correlate(one, two)
    copies = correlate(np.repeat(one, 5), np.repeat(two, 5))
    grouped = correlate(np.repeat(one, 5), np.repeat(two, 5), groups=np.repeat(np.arange(60), 5))

    def width(result):
        return result[f"{figure}_ci"][1] - result[f"{figure}_ci"][0]

    assert width(grouped) > 1.8 * width(copies)
    assert width(grouped) == pytest.approx(width(once), rel=0.15)  # copies of a row are worth one row
    assert grouped["n_groups"] == 60


def test_interval_covers_the_true_kappa():
    shares = np.array([[0.4, 0.1], [0.1, 0.4]])  # kappa 0.6
    rng, hits, runs = np.random.default_rng(0), 0, 200
    for _ in range(runs):
        cells = rng.choice(4, size=100, p=shares.ravel())
        low, high = correlate(cells // 2, cells % 2, resamples=400)["kappa_ci"]
        hits += low <= 0.6 <= high
    assert 0.89 <= hits / runs <= 0.985


@pytest.mark.parametrize("missing", [None, float("nan"), "", "unscored", "  ", pd.NA, np.float64("nan")])
def test_missing_in_any_form(missing):
    found = correlate([missing, "a", "b", "a"], ["a", missing, "b", "a"])
    assert (found["n"], found["n_unscored"], found["kappa"], found["labels"]) == (2, 2, 1.0, ["a", "b"])


@pytest.mark.parametrize(
    "values",
    [
        [True, False, True],
        (1, 0, 1),
        np.array([1, 0, 1], dtype=np.int8),
        np.array([True, False, True]),
        pd.Series([1.0, 0.0, 1.0]),
        pd.Series([1, 0, 1], dtype="Int64"),
        [np.float32(1), 0, True],
    ],
)
def test_columns_of_any_kind(values):
    assert correlate(values, [1, 0, 1])["kappa"] == 1.0


def test_constant_raters_are_named():
    one = correlate(["refusal"] * 3, ["refusal", "no_refusal", "refusal"])
    assert one["undefined"] == dict.fromkeys(("pearson", "spearman"), "predictions are all 'refusal'")
    assert one["kappa"] == 0.0
    both = correlate([1, 1], [1, 1])
    assert set(both["undefined"]) == set(FIGURES) - {"agreement"}
    assert both["undefined"]["kappa"] == "predictions are all 1 and references are all 1"
    assert both["kappa_ci"] == [None, None]
    different = correlate([1, 1], [0, 0])
    assert (different["kappa"], different["pearson"]) == (0.0, None)


def test_nothing_scored_and_nothing_to_resample():
    for columns in (([], []), ([None, "a"], ["a", ""])):
        found = correlate(*columns)
        assert found["n"] == 0
        assert found["undefined"] == dict.fromkeys(FIGURES, "no row is scored by both raters")
    single = correlate([1, 0, 1], [1, 0, 0], groups=["p"] * 3)
    assert single["kappa"] is not None
    assert single["undefined"]["kappa_ci"] == "one cluster (row or group) cannot be resampled"


def test_rare_label_leaves_most_resamples_undefined():
    found = correlate([1, 1, 1], [1, 1, 0], groups=["a", "a", "b"], resamples=100)
    assert found["pearson"] is None
    rare = correlate(["a", "b", "b"], ["a", "b", "b"], groups=["p", "q", "q"], resamples=400)
    assert rare["kappa"] == 1.0
    assert 150 < rare["resamples_dropped"]["kappa"] < 250


def test_three_strings_without_an_order():
    found = correlate(["a", "b", "c", "c"], ["a", "b", "c", "a"])
    assert found["kappa"] is not None
    assert "pass order=" in found["undefined"]["pearson"]
    for wrong in ({"weights": "linear"}, {"level": "ordinal"}):
        with pytest.raises(UsageError, match="labels with an order"):
            correlate(["a", "b", "c"], ["a", "b", "c"], **wrong)
    assert correlate(["a", "b", "a"], ["a", "b", "b"], weights="linear")["pearson"] is not None


def test_refusals_have_their_order():
    found = correlate(["refusal", "no_refusal", "partial_refusal"], ["refusal", "no_refusal", "refusal"])
    assert found["labels"] == ["no_refusal", "partial_refusal", "refusal"]
    assert found["pearson"] == pytest.approx(stats.pearsonr([2, 0, 1], [2, 0, 2]).statistic)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1, 2], [1]), "as many predictions as references"),
        (("refusal", "refusal"), "a list of labels as predictions"),
        ((1, 1), "a list of labels as predictions"),
        (([1], None), "a list of labels as references"),
        (([1, "1"], [1, 1]), "all strings or all numbers"),
        (([1], ["a"]), "all strings or all numbers"),
        (([[1]], [1]), "row 0 of predictions"),
        (([1.0], [float("inf")]), "row 0 of references"),
        (([10**400], [1]), "row 0 of predictions"),
    ],
)
def test_wrong_columns(arguments, message):
    with pytest.raises(UsageError, match=message):
        correlate(*arguments)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"weights": "cubic"}, "weights None, 'linear' or 'quadratic'"),
        ({"level": "ratio"}, "a level among nominal, ordinal, interval"),
        ({"groups": ["a"]}, "1 groups for 2 rows"),
        ({"groups": ["a", None]}, "1 of them missing"),
        ({"groups": "ab"}, "a list of labels as groups"),
        ({"order": [1]}, "names each label once"),
        ({"order": [1, 2, 2]}, "names each label once"),
        ({"order": [2, 1]}, "from low to high"),
        ({"order": ["1", "2"]}, "all strings or all numbers"),
        ({"resamples": 0}, "resamples as a whole number"),
        ({"resamples": 2.5}, "resamples as a whole number"),
        ({"seed": -1}, "seed as a whole number"),
    ],
)
def test_wrong_options(options, message):
    with pytest.raises(UsageError, match=message):
        correlate([1, 2], [1, 2], **options)
