"""Crops keep their boxes on their objects, in the size that is learned; targets say where the boxes are."""

import numpy as np
import pytest
import torch
from PIL import Image

from triptych.models.detection.baseline_data import (
    LARGEST,
    SMALLEST,
    Crop,
    Sample,
    batch,
    cropped,
    pyramid,
    samples,
    targets,
)

WHITE = 255


def picture(boxes, size=(320, 192)):
    """White boxes on black."""
    image = np.zeros((size[1], size[0], 3), np.uint8)
    for x1, y1, x2, y2 in boxes:
        image[y1:y2, x1:x2] = WHITE
    return Sample(pyramid(image), np.array(boxes, np.float32).reshape(-1, 4), np.arange(len(boxes), dtype=np.int64))


def extent(image):
    rows, columns = np.nonzero(image.max(2) > WHITE // 3)
    return np.array([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1])


@pytest.mark.parametrize("box", [(100, 60, 150, 130), (20, 30, 32, 40), (10, 10, 210, 110)])
def test_boxes_stay_on_their_objects_and_have_the_size_that_is_learned(box):
    sample = picture([box])
    seen = 0
    for seed in range(60):
        one = cropped(sample, 64, np.random.default_rng(seed))
        assert one.image.shape == (64, 64, 3)
        if len(one.boxes) and one.taught[0]:
            seen += 1
            assert one.boxes[0] == pytest.approx(extent(one.image), abs=2.0)
            longer = (one.boxes[0, 2:] - one.boxes[0, :2]).max()
            assert SMALLEST / 2 <= longer <= LARGEST
    assert seen > 20


def test_an_object_of_the_wrong_size_is_neither_taught_nor_background():
    large = Crop(
        np.zeros((96, 96, 3), np.uint8), np.array([[0, 8, 90, 96]], np.float32), np.array([1]), np.array([False])
    )
    heat, sides, _, counted = targets(large)
    assert not heat.any()
    assert not sides.any()
    assert not counted[2:, :22].any()
    assert counted[:2].all()
    assert counted[:, 23].all()


def test_rows_keep_their_coordinates_and_are_reduced_by_halves():
    image = Image.fromarray(picture([(100, 60, 150, 130)]).levels[0])
    [one] = samples([{"image": image, "objects": [{"bbox": [100, 60, 50, 70], "category": 3}]}])
    assert [level.shape[:2] for level in one.levels] == [(192, 320), (96, 160), (48, 80), (24, 40)]
    assert one.boxes.tolist() == [[100, 60, 150, 130]]
    assert extent(one.levels[2]) * 4 == pytest.approx(one.boxes[0], abs=4)
    assert one.classes.tolist() == [3]
    [empty] = samples([{"image": image, "objects": []}])
    assert empty.boxes.shape == (0, 4)


def crop_of(boxes, classes):
    size = np.zeros((96, 128, 3), np.uint8)
    return Crop(size, np.array(boxes, np.float32), np.array(classes), np.ones(len(boxes), bool))


def test_targets_give_the_box_back_from_every_cell_where_it_is_learned():
    boxes = np.array([[10, 12, 50, 92], [60, 20, 66, 26]], np.float32)
    heat, sides, classes, counted = targets(crop_of(boxes, [2, 5]))
    assert heat.shape == classes.shape == counted.shape == (24, 32)
    assert counted.all()
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
    boxes = [[40, 40, 56, 56], [16, 16, 80, 80]]
    for order in ([0, 1], [1, 0]):
        _, sides, classes, _ = targets(crop_of([boxes[place] for place in order], order))
        assert sides[:, 12, 12] == pytest.approx([2.5, 2.5, 1.5, 1.5])
        assert classes[12, 12] == 0


def test_a_batch_depends_on_its_generator_alone():
    pictures = [picture([(100, 60, 150, 130)]), picture([])]
    (one, wanted), (two, again) = (batch(pictures, 64, 5, np.random.default_rng(3)) for _ in range(2))
    assert torch.equal(one, two)
    assert all(torch.equal(a, b) for a, b in zip(vars(wanted).values(), vars(again).values(), strict=True))
    assert one.shape == (5, 3, 64, 64)
    assert 0 <= one.min() <= one.max() <= 1
    assert not torch.equal(one, batch(pictures, 64, 5, np.random.default_rng(4))[0])
