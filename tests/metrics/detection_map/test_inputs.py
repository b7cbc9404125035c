"""Flat columns: lengths, scores, crowds, areas."""

import numpy as np
import pytest

from triptych.core.errors import UsageError
from triptych.metrics.detection_map.inputs import (
    Detections,
    Images,
    Objects,
    coded_detections,
    coded_objects,
    images_of,
)

BOXES = [[0, 0, 10, 20], [5, 5, 10, 10]]
THREE = Images(3, None, None)


def objects(**changes):
    given = {"images": [0, 2], "labels": ["a", "b"], "boxes": BOXES} | changes
    return coded_objects(Objects(**given), THREE, "xyxy", None)[0]


def detections(**changes):
    given = {"images": [0, 2], "labels": ["a", "b"], "boxes": BOXES, "scores": [0.5, 1]} | changes
    return coded_detections(Detections(**given), THREE, "xyxy", ("a", "b"))


def test_what_is_left_out_has_a_default():
    found = objects()
    assert found.box.tolist() == [[0, 0, 10, 20], [5, 5, 5, 5]]
    assert found.area.tolist() == [200, 25]
    assert found.crowd.tolist() == [False, False]
    found = objects(iscrowd=[True, 0], area=np.array([7, 8], np.float32))
    assert (found.area.tolist(), found.crowd.tolist()) == ([7, 8], [True, False])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"labels": ["a"]}, "2 images, 1 labels, 2 boxes"),
        ({"boxes": BOXES[:1]}, "2 images, 2 labels, 1 boxes"),
        ({"iscrowd": [0]}, "2 boxes, 1 iscrowd"),
        ({"iscrowd": [0, 2]}, "iscrowd of 0 or 1"),
        ({"area": [1]}, "2 boxes, 1 area"),
        ({"area": [1, -1]}, "areas of at least 0\n  got: -1.0 of object 1"),
        ({"area": ["x", 1]}, "areas as numbers"),
        ({"iscrowd": ["x", 1]}, "iscrowd of 0 or 1"),
        ({"iscrowd": [None, 1]}, "iscrowd of 0 or 1"),
        ({"boxes": [[0, 0, 9, 9], [0, 0, 1e200, 1e200]]}, "within 10,000,000 pixels\n  got: box 1: "),
        ({"boxes": [[0, 0, 9, 9], [-1e308, 0, 1e308, 9]]}, "within 10,000,000 pixels"),
        ({"boxes": [[0, 0, 9, 9], [0, 0, 10**400, 9]]}, "as numbers"),
        ({"area": [np.nan, 1]}, "nan of object 0"),
        ({"images": [0, 3]}, "image 3 in references"),
        ({"images": [-1, 0]}, "image -1 in references"),
        ({"images": [0.0, 1.0]}, "whole numbers"),
        ({"columns": {"seen": [1]}}, "2 objects, 1 values"),
        ({"boxes": [[0, 0, 1, 2], [0, 0, np.nan, 1]]}, "finite references' boxes"),
    ],
)
def test_wrong_references_are_named(changes, message):
    with pytest.raises(UsageError, match=message):
        objects(**changes)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"scores": [0.5, 1.5]}, "1.5 in row 1"),
        ({"scores": [-0.1, 1]}, "-0.1 in row 0"),
        ({"scores": [np.nan, 1]}, "nan in row 0"),
        ({"scores": ["high", 1]}, "scores of predictions as numbers\n  got: could not convert string to float: 'high'"),
        ({"scores": [[1], [1, 2]]}, "scores of predictions as numbers"),
        ({"scores": [10**400, 1]}, "scores of predictions as numbers"),
        ({"boxes": [[0, 0, 9, 9], [2e7, 0, 2.1e7, 9]]}, "predictions' boxes within"),
        ({"scores": [1]}, "2 labels, 2 boxes, 1 scores"),
        ({"labels": [0, 1]}, "integers such as 0 in predictions"),
        ({"images": [0, 5]}, "image 5 in predictions"),
    ],
)
def test_wrong_predictions_are_named(changes, message):
    with pytest.raises(UsageError, match=message):
        detections(**changes)


def test_sizes_of_images_come_from_their_columns():
    images = images_of(2, None, {"width": [640, None], "height": [480, 480]})
    np.testing.assert_array_equal(images.sizes, [[640, 480], [np.nan, 480]])
    assert images_of(None, np.array([7, 9]), {}).ids == (7, 9)
    corners = Objects([0] * 5, ["a"] * 5, [[300, 300, 600, 400]] * 5)
    with pytest.raises(UsageError, match="end outside their image; they seem to be xyxy"):
        coded_objects(corners, images, "xywh", None)


def test_sizes_and_ids_of_another_kind_are_named():
    with pytest.raises(UsageError, match="width of images as numbers"):
        images_of(2, None, {"width": ["x", 640], "height": [480, 480]})
    with pytest.raises(UsageError, match="image ids that are texts or numbers\n  got: \\[1\\]"):
        images_of(None, [[1], [2]], {})
    with pytest.raises(UsageError, match="image ids of references that are texts or numbers"):
        images_of(None, [7, 9], {}).places([[7], 9], "references")
