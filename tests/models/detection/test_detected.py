"""Detections are sorted, cut to the picture, and never empty boxes."""

import numpy as np

from triptych.models.detection.detected import detected


def test_boxes_fall_by_score_lie_inside_and_are_not_empty():
    boxes = [[10, 10, 20, 20], [-5, -5, 30, 30], [90, 10, 120, 20], [200, 10, 220, 20]]
    found = detected(boxes, [0.2, 0.9, 0.5, 0.8], ["a", "b", "c", "d"], (50, 100))
    assert found.labels == ["b", "c", "a"]
    np.testing.assert_allclose(found.scores, [0.9, 0.5, 0.2])
    np.testing.assert_allclose(found.boxes, [[0, 0, 30, 30], [90, 10, 100, 20], [10, 10, 20, 20]])


def test_nothing_seen_has_the_shapes_of_something_seen():
    found = detected([], [], [], (50, 100))
    assert found.boxes.shape == (0, 4)
    assert found.scores.shape == (0,)
    assert found.boxes.dtype == found.scores.dtype == np.float32
