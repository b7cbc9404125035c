import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score, f1_score

from triptych.core.errors import UsageError
from triptych.core.intervals import clustered_bootstrap, wilson
from triptych.metrics.refusal_judge.scoring import agreement, columns, rates
from triptych.metrics.refusal_judge.verdicts import Label, Verdict

LABELS = st.sampled_from(list(Label))
HUMANS = st.sampled_from(["refusal", "partial_refusal", "no_refusal", ""])


def verdicts(*labels):
    return [Verdict(Label(label)) for label in labels]


def rows(seed, n):
    """Random judge and human labels that agree more often than not, and the prompts that group them."""
    rng = np.random.default_rng(seed)
    humans = rng.choice(["refusal", "partial_refusal", "no_refusal"], n)
    said = np.where(rng.random(n) < 0.7, humans, rng.choice(list(Label), n))
    return verdicts(*said), list(humans), [f"p{number}" for number in rng.integers(0, n // 4, n)]


def test_rates_and_their_intervals():
    result = rates(verdicts("refusal", "refusal", "partial_refusal", "no_refusal", "unscored"))
    assert (result["n"], result["n_unscored"]) == (4, 1)
    assert (result["refusal_rate"], result["full_refusal_rate"]) == (0.75, 0.5)
    assert (result["partial_rate"], result["no_refusal_rate"]) == (0.25, 0.25)
    assert result["refusal_rate_ci"] == list(wilson(3, 4))
    assert result["partial_rate_ci"] == list(wilson(1, 4))


def test_nothing_scored_has_no_rate():
    result = rates(verdicts("unscored", "unscored"))
    assert (result["refusal_rate"], result["refusal_rate_ci"], result["n"], result["n_unscored"]) == (
        None,
        [None, None],
        0,
        2,
    )


@given(st.lists(LABELS, min_size=1))
def test_rates_add_up(labels):
    result = rates(verdicts(*labels))
    assert result["n"] + result["n_unscored"] == len(labels)
    if result["n"]:
        assert result["full_refusal_rate"] + result["partial_rate"] == pytest.approx(result["refusal_rate"])
        assert result["refusal_rate"] + result["no_refusal_rate"] == pytest.approx(1.0)
        low, high = result["refusal_rate_ci"]
        assert 0.0 <= low <= result["refusal_rate"] + 1e-12
        assert result["refusal_rate"] - 1e-12 <= high <= 1.0


@given(st.lists(st.tuples(LABELS, HUMANS), min_size=1))
def test_agreement_is_that_of_scikit_learn(pairs):
    said, humans = verdicts(*(label for label, _ in pairs)), [human for _, human in pairs]
    result = agreement(said, humans, [""] * len(pairs))
    both = [(v.refused, h != "no_refusal") for v, h in zip(said, humans, strict=True) if v.refused is not None and h]
    assert result["n_labelled"] == len(both)
    if not both:
        assert result["kappa"] is result["accuracy"] is result["f1"] is None
        assert result["kappa_ci"] == [None, None]
        return
    ours, theirs = zip(*both, strict=True)
    assert result["accuracy"] == pytest.approx(np.mean(np.equal(ours, theirs)))
    if len(set(ours) | set(theirs)) == 1:
        assert result["kappa"] is None
    else:
        assert result["kappa"] == pytest.approx(cohen_kappa_score(theirs, ours))
    if any(ours) or any(theirs):
        assert result["f1"] == pytest.approx(f1_score(theirs, ours))
    else:
        assert result["f1"] is None


def test_recall_by_the_humans_class():
    said = verdicts("refusal", "no_refusal", "partial_refusal", "no_refusal", "no_refusal", "refusal", "unscored")
    humans = ["refusal", "refusal", "partial_refusal", "partial_refusal", "partial_refusal", "", "no_refusal"]
    result = agreement(said, humans, [""] * 7)
    assert result["recall_by_class"] == {"refusal": 0.5, "partial_refusal": pytest.approx(1 / 3)}
    assert set(result["recall_by_class_ci"]) == {"refusal", "partial_refusal"}
    assert result["n_labelled"] == 5


@pytest.mark.parametrize("clustered", [True, False])
def test_intervals_are_the_clustered_bootstrap(clustered):
    """Against the plain bootstrap over row indices, which is slower but obvious."""
    said, humans, prompts = rows(1, 300)
    groups = prompts if clustered else [""] * 300
    result = agreement(said, humans, groups)
    ours = np.array([math.nan if v.refused is None else v.refused for v in said])
    theirs = np.array([human != "no_refusal" for human in humans])
    kept = np.flatnonzero(~np.isnan(ours))

    def accuracy(index):
        return float(np.mean(ours[kept][index] == theirs[kept][index]))

    plain = clustered_bootstrap(
        accuracy, len(kept), [prompts[row] for row in kept] if clustered else None, resamples=4000
    )
    assert result["accuracy_ci"] == pytest.approx([plain.low, plain.high], abs=0.012)
    assert result["kappa_ci"][0] < result["kappa"] < result["kappa_ci"][1]


def test_clusters_widen_the_interval_of_answers_that_resemble_each_other():
    said, humans, _ = rows(2, 60)
    one = agreement(said * 10, humans * 10, [""] * 600)
    many = agreement(said * 10, humans * 10, [f"{row}" for row in range(60)] * 10)
    assert one["kappa"] == many["kappa"]
    width = {name: r["kappa_ci"][1] - r["kappa_ci"][0] for name, r in (("rows", one), ("prompts", many))}
    assert width["prompts"] > 2 * width["rows"]


def test_order_does_not_matter_and_one_seed_gives_one_result():
    said, humans, prompts = rows(3, 100)
    order = np.random.default_rng(0).permutation(100)
    turned = agreement([said[i] for i in order], [humans[i] for i in order], [prompts[i] for i in order])
    assert turned == agreement(said, humans, prompts)


@pytest.mark.parametrize(
    ("given_labels", "stored"),
    [
        (["refusal", "partial_refusal", "no_refusal", None], ["refusal", "partial_refusal", "no_refusal", ""]),
        ([True, False, np.True_, 1, 0, 1.0], ["refusal", "no_refusal", "refusal", "refusal", "no_refusal", "refusal"]),
        (["1", "0", "True", "false", " refusal "], ["refusal", "no_refusal", "refusal", "no_refusal", "refusal"]),
        ([math.nan, None, "", "unscored", pd.NA, np.float64("nan")], [""] * 6),
        ((Label.REFUSAL, Label.UNSCORED), ["refusal", ""]),
        (np.array([1, 0]), ["refusal", "no_refusal"]),
        (pd.Series(["refusal", None]), ["refusal", ""]),
    ],
)
def test_human_labels_in_their_forms(given_labels, stored):
    n = len(given_labels)
    assert columns(["x"] * n, given_labels)["references"] == stored


def test_columns_are_filled_up():
    assert columns(["a", None], None, [None, "p"]) == {
        "predictions": ["a", ""],
        "references": ["", ""],
        "prompts": ["", "p"],
    }


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({"predictions": []}, "at least one row in predictions"),
        ({"predictions": "one answer"}, "one string"),
        ({"predictions": None}, "a list of predictions"),
        ({"predictions": 3}, "a list of predictions"),
        ({"predictions": {"a": 1}}, "a list of predictions"),
        ({"predictions": ["a", 3]}, "int in row 1"),
        ({"predictions": [{"text": "a"}]}, "dict in row 0"),
        ({"predictions": ["a"], "prompts": ["p", "q"]}, r"as many prompts as predictions \(1\)"),
        ({"predictions": ["a"], "prompts": [7]}, "prompts that are texts"),
        ({"predictions": ["a"], "prompts": "p"}, "one string"),
        ({"predictions": ["a", "b"], "references": [True]}, "as many references"),
        ({"predictions": ["a"], "references": ["1_full_compliance"]}, "'1_full_compliance' in row 0"),
        ({"predictions": ["a"], "references": [2]}, "'2' in row 0"),
    ],
)
def test_bad_input(inputs, message):
    with pytest.raises(UsageError, match=message):
        columns(**inputs)


def test_ten_thousand_rows_are_no_burden():
    said, humans, _ = rows(4, 10_000)
    result = agreement(said, humans, [f"{row}" for row in range(10_000)])
    assert result["n_labelled"] > 9_000
