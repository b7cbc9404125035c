"""Crops keep their boxes on their objects; targets say where the boxes are."""

import numpy as np
import pytest
import torch
from PIL import Image

from triptych.models.detection.baseline_data import Sample, batch, cropped, samples, targets

WHITE = 255


def picture(boxes, size=(320, 192)):
    """White boxes on black."""
    image = np.zeros((size[1], size[0], 3), np.uint8)
    for x1, y1, x2, y2 in boxes:
        image[y1:y2, x1:x2] = WHITE
    return Sample(image, np.array(boxes, np.float32).reshape(-1, 4), np.arange(len(boxes), dtype=np.int64))


def extent(image):
    rows, columns = np.nonzero(image.max(2) > WHITE // 3)
    return np.array([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1])


@pytest.mark.parametrize("augment", [False, True])
def test_boxes_stay_on_their_objects(augment):
    sample = picture([(100, 60, 150, 130)])
    seen = 0
    for seed in range(60):
        one = cropped(sample, (128, 96), np.random.default_rng(seed), augment)
        assert one.image.shape == (96, 128, 3)
        if len(one.boxes):
            seen += 1
            assert one.boxes[0] == pytest.approx(extent(one.image), abs=2.0 if augment else 0.0)
    assert seen > 40


def test_an_object_that_the_crop_mostly_cuts_off_is_not_taught():
    sample = picture([(0, 0, 200, 192)])
    for seed in range(40):
        one = cropped(sample, (64, 64), np.random.default_rng(seed), False)
        assert not len(one.boxes)


def test_rows_are_reduced_by_axis_and_coordinates_come_back():
    image = Image.fromarray(picture([(100, 60, 150, 130)]).image)
    [one] = samples([{"image": image, "objects": [{"bbox": [100, 60, 50, 70], "category": 3}]}], (160, 48))
    assert one.image.shape == (48, 160, 3)
    assert one.boxes[0] * [2, 4, 2, 4] == pytest.approx([100, 60, 150, 130])
    assert one.classes.tolist() == [3]
    [empty] = samples([{"image": image, "objects": []}], (160, 48))
    assert empty.boxes.shape == (0, 4)


def test_targets_give_the_box_back_from_every_cell_where_it_is_learned():
    boxes = np.array([[10, 12, 50, 92], [60, 20, 66, 26]], np.float32)
    heat, sides, classes = targets(boxes, np.array([2, 5]), (128, 96))
    assert heat.shape == classes.shape == (24, 32)
    assert [tuple(place) for place in np.argwhere(heat == 1)] == [(5, 15), (13, 7)]
    rows, columns = np.nonzero(sides.min(0) > 0)
    assert len(rows) > 4
    for row, column in zip(rows, columns, strict=True):
        left, top, right, bottom = sides[:, row, column]
        box = 4 * np.array([column + 0.5 - left, row + 0.5 - top, column + 0.5 + right, row + 0.5 + bottom])
        place = int(np.abs(boxes - box).max(1).argmin())
        assert boxes[place] == pytest.approx(box, abs=1e-3)
        assert classes[row, column] == (2, 5)[place]


def test_the_smaller_of_two_boxes_around_one_centre_is_learned():
    boxes = np.array([[40, 40, 56, 56], [16, 16, 80, 80]], np.float32)
    for order in ([0, 1], [1, 0]):
        _, sides, classes = targets(boxes[order], np.array([0, 1])[order], (96, 96))
        assert sides[:, 12, 12] == pytest.approx([2.5, 2.5, 1.5, 1.5])
        assert classes[12, 12] == 0


def test_a_batch_depends_on_its_generator_alone():
    pictures = [picture([(100, 60, 150, 130)]), picture([])]
    (one, wanted), (two, again) = (batch(pictures, (64, 64), 5, np.random.default_rng(3), True) for _ in range(2))
    assert torch.equal(one, two)
    assert all(torch.equal(a, b) for a, b in zip(vars(wanted).values(), vars(again).values(), strict=True))
    assert one.shape == (5, 3, 64, 64)
    assert 0 <= one.min() <= one.max() <= 1
    assert not torch.equal(one, batch(pictures, (64, 64), 5, np.random.default_rng(4), True)[0])
