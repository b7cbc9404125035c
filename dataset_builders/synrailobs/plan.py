"""What the 240 composites show, decided before anything is drawn.

Backgrounds: train 24 x 5 composites, validation 12 x 2, test 24 x 4. Every split has all 12 pairs of weather and light,
both kinds of track and every layout. One composite in six is a clean negative; in the others categories and distance
bins take turns.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final

import numpy as np

from triptych.dataset_builders.synrailobs.paper import DISTANCE_BINS
from triptych.dataset_builders.synrailobs.schema import CATEGORIES, LIGHTS, TRACK_TYPES, WEATHERS
from triptych.dataset_builders.synrailobs.seeds import generator

LAYOUTS: Final = (("straight", 1), ("curved", 1), ("straight", 2), ("curved", 2))
"""Course and number of tracks."""
COMPOSITES_EACH: Final = {"train": 5, "validation": 2, "test": 4}
ROUNDS: Final = {"train": 2, "validation": 1, "test": 2}
"""How often a split goes through the 12 pairs of weather and light."""
NEGATIVE_EVERY: Final = 6
OBJECTS_IN_TURN: Final = (2, 1, 3, 2, 4, 1)


@dataclass(frozen=True)
class Background:
    """A place to draw: `course` straight or curved, `tracks` 1 or 2; `id` also seeds its details."""

    id: str
    weather: str
    light: str
    track_type: str
    course: str
    tracks: int


@dataclass(frozen=True)
class Wanted:
    """An obstacle to place: its category and the bin of Table 5 for its distance."""

    category: str
    distance_bin: str


@dataclass(frozen=True)
class Composite:
    """A picture to make: `wanted` is empty in a clean negative; `frame` picks the moment of the falling rain."""

    id: str
    frame: int
    wanted: tuple[Wanted, ...]


def backgrounds(split: str) -> list[Background]:
    """The backgrounds of a split, weathers and lights in turn."""
    pairs = list(product(range(ROUNDS[split]), enumerate(LIGHTS), enumerate(WEATHERS)))
    return [_background(split, number, *pair) for number, pair in enumerate(pairs)]


def _background(split: str, number: int, turn: int, light: tuple[int, str], weather: tuple[int, str]) -> Background:
    """Track kinds as on a chessboard over weather and light, swapped in the second round; layouts by another rule."""
    kind = TRACK_TYPES[(light[0] + weather[0] + turn) % 2]
    course, tracks = LAYOUTS[(light[0] + weather[0] // 2 + 2 * (weather[0] % 2) + turn) % 4]
    return Background(f"{split}-b{number:02d}", weather[1], light[1], kind, course, tracks)


@cache
def composites(split: str) -> dict[str, list[Composite]]:
    """The composites of a split by the id of their background."""
    each = COMPOSITES_EACH[split]
    places = [(background.id, number) for background in backgrounds(split) for number in range(each)]
    counts = [objects_at(index) for index in range(len(places))]
    wanted = iter(deck(sum(counts), generator("deck", split)))
    made: dict[str, list[Composite]] = {}
    for (place, number), count in zip(places, counts, strict=True):
        chosen = tuple(next(wanted) for _ in range(count))
        made.setdefault(place, []).append(Composite(f"{place}-{number}", number, chosen))
    return made


def objects_at(index: int) -> int:
    """How many obstacles the composite at `index` gets: 0 in every sixth, else 1 to 4 in turn."""
    if index % NEGATIVE_EVERY == NEGATIVE_EVERY - 1:
        return 0
    return OBJECTS_IN_TURN[(index - index // NEGATIVE_EVERY) % len(OBJECTS_IN_TURN)]


def deck(count: int, rng: np.random.Generator, categories: Sequence[str] = CATEGORIES) -> list[Wanted]:
    """`count` obstacles; each run as long as `categories` has each of them, each run of 5 every bin, shuffled."""
    things = _in_turn(list(categories), count, rng)
    bins = _in_turn(list(DISTANCE_BINS), count, rng)
    return [Wanted(category, name) for category, name in zip(things, bins, strict=True)]


def _in_turn(names: list[str], count: int, rng: np.random.Generator) -> list[str]:
    shuffled = [names[index] for _ in range(count // len(names) + 1) for index in rng.permutation(len(names))]
    return shuffled[:count]
