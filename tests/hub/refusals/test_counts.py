import math

import numpy as np

from triptych.hub.refusals.answered import Answered, counted, verdict_table
from triptych.hub.refusals.counts import Count, Counts, pairs, paper_counts


def test_the_papers_counts_hold_every_cell_once():
    counts = paper_counts()
    assert (len(counts.systems), len(counts.judges), len(counts.rows)) == (20, 12, 480)
    assert counts.at("SmolLM2", "harmful", "ChatGPT5") == Count("SmolLM2", "harmful", "ChatGPT5", 35, 50)
    assert counts.at("Score 0 + Rephrase-ALB", "harmless", "ChatGPT5").refused == 5
    assert len(pairs(counts.systems)) == 10


def test_stacked_counts_are_refused_and_not_refused_by_label():
    counts = Counts.of([Count("s", "harmful", "j", 3, 5), Count("s", "harmless", "j", 1, 4)])
    assert counts.stacked().tolist() == [[[3.0, 2.0, 1.0, 3.0]]]


def test_a_missing_cell_is_empty_and_not_zero():
    counts = Counts.of([Count("s", "harmful", "j", 0, 5), Count("t", "harmful", "k", 0, 5)])
    assert np.isnan(counts.matrix("harmful")).tolist() == [[False, True], [True, False]]
    assert all(math.isnan(bound) for bound in counts.at("s", "harmful", "k").interval)


def answered():
    said = ["refusal", "unscored", "partial_refusal", "no_refusal"]
    return Answered("s", list("abcd"), ["harmful", "harmful", "harmless", "harmless"], ["ok"] * 4, {"j": said})


def test_partial_refusals_count_and_unscored_answers_do_not():
    counts = counted([answered()])
    assert counts.at("s", "harmful", "j") == Count("s", "harmful", "j", 1, 1)
    assert counts.at("s", "harmless", "j") == Count("s", "harmless", "j", 1, 2)
    table = verdict_table([answered()], "j")
    assert np.array_equal(table, [[1.0, np.nan, 1.0, 0.0]], equal_nan=True)
