"""The same obstacle before and after, matched by its true box."""

import numpy as np
import pytest

from triptych.core.errors import UsageError
from triptych.models.detection.confidence import confidence, overlaps, paired_confidences
from triptych.models.detection.detected import detected


def by_brightness(images):
    """One box, as sure as the picture is bright."""
    return [detected([[10, 10, 30, 30]], [image.mean() / 255], ["person"], image.shape[:2]) for image in images]


def test_overlap_by_hand():
    boxes = np.array([[0, 0, 10, 10], [5, 0, 15, 10], [20, 20, 30, 30]], np.float32)
    np.testing.assert_allclose(overlaps(boxes, np.array([0, 0, 10, 10])), [1, 1 / 3, 0], atol=1e-6)
    assert overlaps(np.zeros((0, 4)), np.array([0, 0, 10, 10])).shape == (0,)


def test_the_surest_that_overlaps_enough_counts():
    found = detected([[0, 0, 10, 10], [0, 0, 9, 10], [50, 50, 60, 60]], [0.3, 0.6, 0.9], ["a", "b", "c"], (99, 99))
    assert confidence(found, [0, 0, 10, 10]) == pytest.approx(0.6)
    assert confidence(found, [0, 0, 10, 10], least_iou=0.95) == pytest.approx(0.3)
    assert confidence(found, [70, 70, 90, 90]) == 0


def test_pairs_stay_together_over_batches():
    grey = [np.full((40, 40, 3), value, np.uint8) for value in (0, 51, 102, 153)]
    pairs = [(grey[0], grey[1]), (grey[1], grey[2]), (grey[2], grey[3])]
    boxes = [[10, 10, 30, 30], [10, 10, 30, 30], [0, 0, 5, 5]]
    found = paired_confidences(by_brightness, pairs, boxes, batch=4)
    np.testing.assert_allclose(found, [[0, 0.2], [0.2, 0.4], [0, 0]], atol=1e-6)
    assert paired_confidences(by_brightness, [], []).shape == (0, 2)
    with pytest.raises(UsageError, match="3 pairs and 2 boxes"):
        paired_confidences(by_brightness, pairs, boxes[:2])
