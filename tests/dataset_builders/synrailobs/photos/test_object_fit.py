"""What cannot stand on a track is refused for what is wrong with it."""

import numpy as np
import pytest

from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.photos.object_fit import refuse_colourless, refuse_unfit

NOTHING = np.zeros((200, 200), bool)


def oval(top, left, height, width):
    y, x = np.mgrid[:200, :200] + 0.5
    inside = ((x - left - width / 2) / (width / 2)) ** 2 + ((y - top - height / 2) / (height / 2)) ** 2 <= 1
    return inside


def person(top, left):
    """100 pixels tall: a head on a body."""
    return oval(top, left + 12, 20, 16) | oval(top + 15, left, 85, 40)


def test_a_whole_thing_passes():
    refuse_unfit(person(50, 80), "person", "person", NOTHING)
    refuse_unfit(oval(80, 40, 60, 120), "animal", "cow", NOTHING)


@pytest.mark.parametrize(
    ("mask", "category", "name", "reason"),
    [
        (NOTHING, "person", "person", "empty mask"),
        (oval(50, 80, 30, 12), "person", "person", "too small"),
        (oval(50, 60, 100, 90), "person", "person", "unlikely for a whole person"),
        (oval(80, 40, 60, 120), "animal", "giraffe", "unlikely for a whole giraffe"),
        (oval(50, 80, 100, 50), "person", "person", "large head"),
        (oval(50, 80, 100, 80), "vehicle", "Car", "unlikely for a whole Car"),
        (person(100, 80), "person", "person", "lower edge"),
        (oval(50, -60, 100, 120), "animal", "cow", "cut off by the picture's edge"),
        (oval(-40, 40, 120, 60), "motorcycle", "motorcycle", "cut off by the picture's edge"),
        (person(50, 80) & (np.arange(200) % 4 == 0), "person", "person", "fills"),
    ],
)
def test_reasons(mask, category, name, reason):
    with pytest.raises(BadInput, match=reason):
        refuse_unfit(mask, category, name, NOTHING)


def test_riders_and_half_hidden_things_are_refused():
    rider, horse = person(20, 80), oval(105, 40, 80, 120)
    with pytest.raises(BadInput, match="sits on, or behind"):
        refuse_unfit(rider, "person", "person", horse)
    before = oval(100, 90, 60, 60)
    with pytest.raises(BadInput, match="other labelled things fill"):
        refuse_unfit(horse & ~before, "animal", "horse", before)
    refuse_unfit(horse, "animal", "horse", oval(20, 180, 100, 20))


def test_black_and_white_pictures_are_refused():
    grey = np.random.default_rng(0).integers(0, 256, (80, 80, 1), dtype=np.uint8).repeat(3, axis=2)
    with pytest.raises(BadInput, match="black and white"):
        refuse_colourless(grey)
    refuse_colourless(np.random.default_rng(0).integers(0, 256, (80, 80, 3), dtype=np.uint8))
