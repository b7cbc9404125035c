import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from triptych.core.errors import UsageError
from triptych.core.intervals import clustered_bootstrap, wilson
from triptych.core.vocabulary import NAMES
from triptych.metrics.coaching_rubric.scoring import by_exercise, columns, figures
from triptych.metrics.coaching_rubric.verdicts import Verdict

LEVELS = st.integers(1, 5)
VERDICTS = st.one_of(st.builds(Verdict, LEVELS, LEVELS, st.booleans()), st.just(Verdict(reason="no")))


def rows(seed, n):
    rng = np.random.default_rng(seed)
    return [Verdict(*map(int, rng.integers(1, 6, 2)), bool(rng.random() < 0.7)) for _ in range(n)]


def test_figures_are_percent_of_the_highest_level():
    result = figures([Verdict(5, 4, False), Verdict(1, 4, True), Verdict(3, 5, True), Verdict(reason="no reply")])
    assert result["accuracy"] == pytest.approx(60.0)
    assert result["actionability"] == pytest.approx(13 / 15 * 100)
    assert result["hallucination"] == pytest.approx(200 / 3)
    assert result["hallucination_ci"] == pytest.approx([100 * bound for bound in wilson(2, 3)])
    assert (result["n"], result["n_unscored"]) == (3, 1)


def test_the_papers_scale():
    """58.2 % is a mean of 2.91, and 20 % the lowest value there is."""
    verdicts = [Verdict(3, 1, False)] * 91 + [Verdict(2, 1, False)] * 9
    assert figures(verdicts)["accuracy"] == pytest.approx(58.2)
    assert figures(verdicts)["actionability"] == pytest.approx(20.0)


def test_a_row_counts_only_with_all_three():
    result = figures([Verdict(5, 5, None), Verdict(5, None, False), Verdict(2, 2, True)])
    assert (result["n"], result["n_unscored"], result["accuracy"]) == (1, 2, 40.0)


def test_nothing_scored_has_no_figure():
    result = figures([Verdict(reason="empty feedback")])
    for name in ("accuracy", "actionability", "hallucination"):
        assert (result[name], result[f"{name}_ci"]) == (None, [None, None])
    assert (result["n"], result["n_unscored"]) == (0, 1)


@given(st.lists(VERDICTS, min_size=1))
def test_figures_and_intervals_keep_their_bounds(verdicts):
    result = figures(verdicts)
    assert result["n"] + result["n_unscored"] == len(verdicts)
    if result["n"]:
        for name, lowest in (("accuracy", 20), ("actionability", 20), ("hallucination", 0)):
            low, high = result[f"{name}_ci"]
            assert lowest - 1e-9 <= low <= result[name] + 1e-9 <= high + 2e-9 <= 100 + 3e-9


def test_the_interval_is_the_bootstrap_over_rows():
    verdicts = rows(1, 200)
    levels = np.array([verdict.accuracy for verdict in verdicts])
    plain = clustered_bootstrap(lambda index: float(levels[index].mean()) * 20, len(levels), resamples=4000)
    assert figures(verdicts)["accuracy_ci"] == pytest.approx([plain.low, plain.high], abs=0.8)


def test_the_order_of_rows_does_not_matter():
    verdicts = rows(2, 60)
    assert figures(verdicts[::-1]) == figures(verdicts)


@given(st.lists(st.tuples(VERDICTS, st.sampled_from(["Squat", "Burpee", "Plank"])), min_size=1))
def test_each_exercise_is_the_metric_of_its_rows(pairs):
    verdicts, names = map(list, zip(*pairs, strict=True))
    found = by_exercise(verdicts, names)
    assert set(found) == set(names)
    for name, result in found.items():
        assert result == figures([verdict for verdict, each in pairs if each == name])


def test_exercises_stand_in_the_order_of_the_table_and_rows_without_one_in_none():
    found = by_exercise(rows(3, 4), ["Plank", "", NAMES[21], NAMES[0]])
    assert list(found) == [NAMES[0], NAMES[21], "Plank"]


@pytest.mark.parametrize(
    ("exercises", "stored"),
    [
        (["squat", " SQUAT ", "Squat"], ["Squat"] * 3),
        ([0, np.int64(21), 16], [NAMES[0], NAMES[21], NAMES[16]]),
        ([None, math.nan, pd.NA], [""] * 3),
        (["Plank", "", "My exercise"], ["Plank", "", "My exercise"]),
        (pd.Series(["Burpee", None, "squat"]), ["Burpee", "", "Squat"]),
    ],
)
def test_exercises_in_their_forms(exercises, stored):
    assert columns(["a"] * 3, ["b"] * 3, exercises)["exercises"] == stored


def test_columns_are_filled_up():
    assert columns(["a", None], [None, "b"]) == {
        "predictions": ["a", ""],
        "references": ["", "b"],
        "exercises": ["", ""],
        "preferences": ["", ""],
    }


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({"predictions": [], "references": []}, "at least one row in predictions"),
        ({"predictions": "one", "references": ["b"]}, "one string"),
        ({"predictions": None, "references": ["b"]}, "a list of predictions"),
        ({"predictions": ["a"], "references": None}, "None in it is a pair without a fault"),
        ({"predictions": ["a", 3], "references": ["b", "b"]}, "int in row 1"),
        ({"predictions": ["a"], "references": [["b"]]}, "list in row 0"),
        ({"predictions": ["a"], "references": ["b", "c"]}, r"as many references as predictions \(1\)"),
        ({"predictions": ["a"], "references": ["b"], "exercises": ["Squat"] * 2}, "as many exercises"),
        ({"predictions": ["a"], "references": ["b"], "exercises": [22]}, "22 in row 0"),
        ({"predictions": ["a"], "references": ["b"], "exercises": [True]}, "True in row 0"),
        ({"predictions": ["a"], "references": ["b"], "exercises": [1.5]}, "1.5 in row 0"),
        ({"predictions": ["a"], "references": ["b"], "preferences": [5]}, "preferences that are texts"),
    ],
)
def test_bad_input(inputs, message):
    with pytest.raises(UsageError, match=message):
        columns(**inputs)


def test_rows_of_one_pair_are_resampled_together():
    """Ten copies of each row say no more than the rows: the interval stays as wide."""
    verdicts = rows(4, 40)
    copies, pairs = [verdict for verdict in verdicts for _ in range(10)], [row for row in range(40) for _ in range(10)]
    alone, together, naive = figures(verdicts), figures(copies, pairs), figures(copies)
    for name in ("accuracy", "actionability", "hallucination"):
        assert together[name] == pytest.approx(alone[name])
        width, copied, wrong = (each[f"{name}_ci"][1] - each[f"{name}_ci"][0] for each in (alone, together, naive))
        assert copied == pytest.approx(width, rel=0.15)
        assert wrong < 0.6 * width


def test_parts_of_a_hallucination_count_in_part():
    result = figures([Verdict(3.5, 4.5, False, share=0.25), Verdict(2.5, 4.5, True, share=0.75)])
    assert (result["accuracy"], result["hallucination"]) == (pytest.approx(60.0), pytest.approx(50.0))
    assert result["hallucination_ci"] == pytest.approx([25.0, 75.0])
