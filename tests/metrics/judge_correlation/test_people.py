"""The metric on real pairs of people. Only labels and counts are looked at; no text of these files is shown."""

import pandas as pd
import pytest

from triptych.metrics.judge_correlation.scoring import correlate

pytestmark = pytest.mark.shared


def test_the_two_people_of_the_abliteration_study(shared):
    key = ["question", "model", "response"]
    one, two = (pd.read_csv(shared / "refusals" / "study" / f"human{k}.csv") for k in (1, 2))
    both = one.merge(two, on=key, suffixes=("_1", "_2"), validate="one_to_one")
    found = correlate(both["is_refusal_1"], both["is_refusal_2"], groups=both["question"])
    assert (found["n"], found["n_groups"]) == (200, 10)
    assert found["agreement"] == 195 / 200
    assert found["kappa"] == pytest.approx(0.948, abs=0.0005)
    rows = correlate(both["is_refusal_1"], both["is_refusal_2"])
    assert rows["kappa"] == found["kappa"]
    assert rows["kappa_ci"] != found["kappa_ci"]


def test_the_two_annotators_of_xstest(shared):
    files = sorted((shared / "refusals" / "xstest").glob("completions_*.csv"))
    rows = pd.concat([pd.read_csv(file) for file in files])
    order = ["1_full_compliance", "3_partial_refusal", "2_full_refusal"]
    labels = correlate(rows["annotation_1"], rows["annotation_2"], rows["prompt"], weights="linear", order=order)
    binary = correlate(rows["annotation_1"] != order[0], rows["annotation_2"] != order[0], rows["prompt"])
    assert labels["n"] + labels["n_unscored"] == 1200
    assert binary["kappa"] > 0.9
    assert labels["kappa"] > 0.9
    low, high = binary["kappa_ci"]
    assert high - low < 0.06
