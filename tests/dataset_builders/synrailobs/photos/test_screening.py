"""Class words of the usual vocabularies, and any detector as a screen."""

from dataclasses import dataclass

import numpy as np
import pytest

from triptych.dataset_builders.synrailobs.photos.screening import screen_of, unwanted


@pytest.mark.parametrize(
    ("word", "kinds"),
    [
        ("person", ["person"]),
        ("human--rider--motorcyclist", ["person"]),
        ("object--vehicle--car", ["vehicle"]),
        ("object--vehicle--bicycle", ["bicycle"]),
        ("Pickup Truck", ["vehicle"]),
        ("SUV", ["vehicle"]),
        ("buses", ["vehicle"]),
        ("train", ["vehicle"]),
        ("motorcycle", ["vehicle"]),
        ("construction--flat--bike-lane", []),
        ("construction--flat--pedestrian-area", []),
        ("void--ego-vehicle", []),
        ("traffic light", []),
        ("carpet", []),
        ("bench", []),
    ],
)
def test_a_word_stands_for_what_must_not_be_in_a_background(word, kinds):
    assert unwanted([word]) == kinds


def test_several_words_name_each_kind_once():
    assert unwanted(["car", "bus", "person", "bird"]) == ["person", "vehicle"]
    assert unwanted([]) == []


@dataclass
class Boxes:
    scores: np.ndarray
    labels: list[str]


def bright_detector(images):
    """A detector that is surer of a person the brighter the picture is."""
    return [Boxes(np.asarray([image.mean() / 255, 0.1]), ["person", "car"]) for image in images]


def test_a_detector_becomes_a_screen_from_a_score_on():
    images = [np.full((8, 8, 3), grey, np.uint8) for grey in (20, 200)]
    assert screen_of(bright_detector)(images) == [[], ["person"]]
    assert screen_of(bright_detector, 0.05)(images) == [["person", "car"], ["person", "car"]]
