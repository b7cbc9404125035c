"""Names of other people's classes become categories of the dataset; the rest is counted."""

import numpy as np
import pytest

from triptych.dataset_builders.synrailobs.schema import CATEGORIES
from triptych.models.detection.class_names import category_of, to_categories
from triptych.models.detection.detected import detected


@pytest.mark.parametrize(
    ("name", "category"),
    [("person", "person"), ("Dog", "animal"), ("car", "vehicle"), ("Pickup Truck", "vehicle"),
     ("motorbike", "motorcycle"), ("sports_car", "vehicle"), ("stone", "rock"),
     ("traffic light", None), ("train", None)],
)  # fmt: skip
def test_names(name, category):
    assert category_of(name) == category


def test_each_category_is_its_own_name():
    assert [category_of(name) for name in CATEGORIES] == list(CATEGORIES)


def test_others_are_dropped_and_counted_and_boxes_keep_their_labels():
    boxes = [[0, 0, number, 5] for number in (1, 2, 3, 4)]
    kept, others = to_categories(detected(boxes, [0.9, 0.8, 0.7, 0.6], ["boat", "cow", "boat", "bus"], (10, 10)))
    assert kept.labels == ["animal", "vehicle"]
    np.testing.assert_allclose(kept.boxes[:, 2], [2, 4])
    np.testing.assert_allclose(kept.scores, [0.8, 0.6])
    assert others == {"boat": 2}
