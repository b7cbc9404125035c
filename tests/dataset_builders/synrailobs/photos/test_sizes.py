import numpy as np
import pytest

from triptych.dataset_builders.synrailobs.photos.parts import Cutout
from triptych.dataset_builders.synrailobs.photos.sizes import LENGTHS_M, WIDEST_M, draw_size_m
from triptych.dataset_builders.synrailobs.scale import SIZES_M


def heights(category, aspect, n=200, name="picture#0-thing"):
    rng = np.random.default_rng(0)
    cutout = Cutout(name, np.zeros((1, 1, 4), np.uint8), category, "picture", "CC0-1.0")
    return np.asarray([draw_size_m(cutout, aspect, rng) for _ in range(n)])


def test_a_known_class_has_heights_of_its_own():
    assert heights("vehicle", 1.8, name="picture#3-bus").min() >= 2.8
    assert heights("vehicle", 1.8, name="picture#3-car").max() <= 1.6
    assert heights("animal", 0.7, name="picture#1-bird").max() <= 0.5


@pytest.mark.parametrize("category", WIDEST_M)
def test_narrow_things_have_the_heights_of_their_class(category):
    low, high = SIZES_M[category]
    seen = heights(category, 0.45)
    assert low <= seen.min() < low + 0.2 * (high - low)
    assert high - 0.2 * (high - low) < seen.max() <= high


@pytest.mark.parametrize("category", WIDEST_M)
@pytest.mark.parametrize("aspect", [0.8, 1.2, 1.55])
def test_nothing_is_wider_than_its_kind(category, aspect):
    lying = category == "person" and aspect > 1.5
    assert (heights(category, aspect) * aspect).max() <= (1.95 if lying else WIDEST_M[category]) + 1e-9


def test_a_bus_from_ahead_is_as_wide_as_one_and_a_car_narrower():
    assert (heights("vehicle", 0.65) * 0.65).min() >= 2.0
    assert heights("vehicle", 0.65).max() <= SIZES_M["vehicle"][1]
    cars = heights("vehicle", 1.3)
    assert cars.min() >= 1.4
    assert cars.max() <= 1.65


@pytest.mark.parametrize("aspect", [1.7, 2.4, 3.1, 4.5])
def test_a_car_from_the_side_is_long_and_not_tall(aspect):
    lengths = heights("vehicle", aspect) * aspect
    assert LENGTHS_M[0] - 1e-9 <= lengths.min()
    assert lengths.max() <= LENGTHS_M[1] + 1e-9


def test_a_person_who_lies_is_as_long_as_one_who_stands_is_tall():
    lengths = heights("person", 3.0) * 3.0
    assert lengths.min() >= 1.5
    assert lengths.max() <= 1.95
