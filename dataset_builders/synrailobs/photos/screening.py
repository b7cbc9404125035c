"""Whether a picture already shows people, vehicles or bicycles: as a background it would hold them unlabelled.

screen = screen_of(load_detector("coco-detector"))  # any detector whose classes have plain names
screen([image])                                      # [["person", "car"]]
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]

LEAST_SCORE: Final = 0.3
"""Detections from this score on count: a picture too many refused costs less than a person without a label."""

PEOPLE: Final = ("person", "people", "human", "pedestrian", "man", "woman", "child", "boy", "girl", "rider", "cyclist",
    "bicyclist", "motorcyclist", "worker")  # fmt: skip
BICYCLES: Final = ("bicycle", "bike")
VEHICLES: Final = ("vehicle", "car", "truck", "bus", "van", "suv", "minivan", "pickup", "lorry", "trailer", "caravan",
    "ambulance", "taxi", "motorcycle", "motorbike", "moped", "scooter", "tricycle", "rickshaw", "tractor", "excavator",
    "bulldozer", "train", "tram", "locomotive", "wagon", "subway")  # fmt: skip
"""Trains on other tracks count: next to them an obstacle's shadow, light and overlap would be wrong."""

NOT_THE_THING: Final = ("lane", "area", "rack", "mount", "ego", "stop", "station", "sign", "light", "seat", "wheel",
    "tire", "plate")  # fmt: skip
"""A bike lane, a pedestrian area or the own vehicle's bonnet is neither bicycle, person nor vehicle."""


class Screen(Protocol):
    """Pictures (H, W, 3) uint8 RGB in, the class words found in each out."""

    def __call__(self, images: Sequence[Bytes], /) -> Sequence[Sequence[str]]:
        """The words found, one sequence for each picture, in their order."""


class Found(Protocol):
    """What a detector says of one picture: a score in [0, 1] and a class word for each box."""

    @property
    def scores(self) -> Any:
        """Numbers in [0, 1]."""

    @property
    def labels(self) -> Any:
        """Class words."""


def screen_of(detect: Callable[[Sequence[Bytes]], Sequence[Found]], least_score: float = LEAST_SCORE) -> Screen:
    """A detector as a screen: the words of its boxes that score at least `least_score`."""

    def screen(images: Sequence[Bytes], /) -> list[list[str]]:
        return [
            [str(label) for score, label in zip(found.scores, found.labels, strict=True) if score >= least_score]
            for found in detect(images)
        ]

    return screen


def unwanted(words: Sequence[str]) -> list[str]:
    """Which of the words person, vehicle, bicycle the class words of COCO, Objects365 or Mapillary stand for."""
    kinds = {"person": PEOPLE, "vehicle": VEHICLES, "bicycle": BICYCLES}
    parts: set[str] = set()
    for word in words:
        of_one = set(re.findall(r"[a-z]+", word.lower().rsplit("--", 1)[-1]))
        if not of_one.intersection(NOT_THE_THING):
            parts |= of_one | {part.removesuffix("s") for part in of_one} | {part.removesuffix("es") for part in of_one}
    return [kind for kind, names in kinds.items() if parts.intersection(names)]
