"""IoU and matching of small scenes by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from triptych.metrics.detection_map.inputs import Evaluation, Found, Truth
from triptych.metrics.detection_map.matching import ALL_BITS, IOU_THRESHOLDS, match, overlap

# Sides of 1e-10 lose their digits beside a coordinate of 100, in pycocotools as here.
SIDE = st.one_of(st.just(0.0), st.floats(0.01, 200))
BOX = st.tuples(st.floats(-100, 100), st.floats(-100, 100), SIDE, SIDE).map(np.array)


@given(BOX, BOX)
def test_iou_is_symmetric_and_between_0_and_1(one, two):
    found = overlap(one, two, False)
    assert found == pytest.approx(overlap(two, one, False))
    assert 0 <= found <= 1 + 1e-9
    assert found <= overlap(one, two, True) + 1e-9


@given(BOX.filter(lambda box: min(box[2:]) > 0))
def test_a_box_overlaps_itself_wholly(box):
    assert overlap(box, box, False) == pytest.approx(1)
    assert overlap(box, box + np.array([box[2], 0, 0, 0]), False) == pytest.approx(0, abs=1e-9)


def test_crowd_counts_the_share_of_the_detection():
    small, crowd = np.array([10.0, 10, 10, 10]), np.array([0.0, 0, 100, 100])
    assert (overlap(small, crowd, True), overlap(small, crowd, False)) == (1.0, 0.01)


def scene(objects, detections, crowd=None, ignored=None, outside=None):
    """Matches of one image and class; boxes xywh, detections by falling score."""
    g, d = len(objects), len(detections)
    crowd = np.array(crowd or [0] * g, bool)
    truth = Truth(np.zeros(g, int), np.zeros(g, int), np.array(objects, float).reshape(-1, 4), crowd, np.ones(g))
    found = Found(np.zeros(d, int), np.zeros(d, int), np.array(detections, float).reshape(-1, 4),
                  np.linspace(0.9, 0.1, d))  # fmt: skip
    ignored = np.array([ignored or [0] * g], bool) | crowd
    outside = np.array([outside or [0] * d], bool)
    _, _, right, unscored = match(Evaluation(truth, found, (0,), 1), ignored, outside)
    return right[0].tolist(), unscored[0].tolist()


def test_an_object_is_matched_once_by_the_best_score():
    box = [0, 0, 10, 10]
    assert scene([box], [box, box]) == ([ALL_BITS, 0], [0, 0])


def test_a_crowd_is_matched_any_number_of_times_and_ignored():
    assert scene([[0, 0, 100, 100]], [[0, 0, 10, 10], [5, 5, 10, 10]], crowd=[1]) == ([0, 0], [ALL_BITS] * 2)


def test_an_ignored_object_is_matched_once():
    box = [0, 0, 10, 10]
    assert scene([box], [box, box], ignored=[1]) == ([0, 0], [ALL_BITS, 0])


def test_an_object_that_counts_goes_before_a_better_ignored_one():
    counted, better, found = [0, 0, 10, 12], [0, 0, 10, 10], [0, 0, 10, 10]
    right, unscored = scene([better, counted], [found], ignored=[1, 0])
    # IoU 10/12 = 0.83 reaches thresholds 0.5 to 0.8; above them only the ignored object is left.
    assert right == [sum(1 << bit for bit, threshold in enumerate(IOU_THRESHOLDS) if threshold < 0.83)]
    assert unscored == [ALL_BITS - right[0]]


def test_a_detection_outside_is_ignored_only_without_a_match():
    box, far = [0, 0, 10, 10], [50, 50, 10, 10]
    assert scene([box], [box, far], outside=[1, 1]) == ([ALL_BITS, 0], [0, ALL_BITS])


def test_only_the_best_hundred_are_kept():
    truth = Truth(np.zeros(1, int), np.zeros(1, int), np.array([[0.0, 0, 9, 9]]), np.zeros(1, bool), np.ones(1))
    found = Found(np.zeros(103, int), np.zeros(103, int), np.ones((103, 4)), np.arange(103) / 103)
    kept, rank, _, _ = match(Evaluation(truth, found, (0,), 1), np.zeros((1, 1), bool), np.zeros((1, 103), bool))
    assert kept.tolist() == list(range(102, 2, -1))
    assert rank.tolist() == list(range(100))
