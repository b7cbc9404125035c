"""Class names of other people's detectors as categories of `synrailobs`."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from triptych.dataset_builders.synrailobs.schema import CATEGORIES
from triptych.models.detection.detected import Detected

_NAMES: Final = {
    "person": ("person", "people", "pedestrian", "worker", "rider", "cyclist"),
    "animal": ("animal", "bird", "cat", "dog", "horse", "sheep", "cow", "elephant", "bear", "zebra", "giraffe", "deer",
               "pig", "goat", "donkey", "camel", "lion", "monkey", "yak", "antelope", "rabbit", "goose", "duck",
               "wild bird", "chicken", "fox", "wild boar"),
    "vehicle": ("vehicle", "car", "bus", "truck", "suv", "van", "sports car", "pickup truck", "heavy truck",
                "fire truck", "machinery vehicle", "tricycle", "trailer", "other vehicle", "caravan"),
    "motorcycle": ("motorcycle", "motorbike", "scooter"),
    "rock": ("rock", "stone", "boulder"),
    "unseen": ("unseen",),
}  # fmt: skip
"""Names of COCO, Objects365, Pascal VOC, BDD100K, Cityscapes and of the dataset itself, in lower case."""
_CATEGORY: Final = {name: category for category, names in _NAMES.items() for name in names}
assert set(_NAMES) == set(CATEGORIES)


def category_of(name: str) -> str | None:
    """The category that a class of that name belongs to; None where there is none."""
    return _CATEGORY.get(name.strip().lower().replace("_", " "))


def to_categories(found: Detected) -> tuple[Detected, Counter[str]]:
    """The detections that have a category of ours, and how many of each other class were dropped."""
    categories = [category_of(name) for name in found.labels]
    kept = [place for place, category in enumerate(categories) if category]
    labels = [str(categories[place]) for place in kept]
    return Detected(found.boxes[kept], found.scores[kept], labels), _counted(found.labels, categories)


def _counted(names: Iterable[str], categories: Iterable[str | None]) -> Counter[str]:
    return Counter(name for name, category in zip(names, categories, strict=True) if category is None)
