"""What each composite is to show, decided by its number alone: how many obstacles, of which category, in which bin.

Any row can be asked for without those before it, so that shards are made in any order; over a run of rows categories
and bins are in balance all the same.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import lcm
from typing import Final

from triptych.dataset_builders.synrailobs.paper import DISTANCE_BINS
from triptych.dataset_builders.synrailobs.plan import NEGATIVE_EVERY, OBJECTS_IN_TURN, Wanted, deck, objects_at
from triptych.dataset_builders.synrailobs.seeds import generator

TURN: Final = NEGATIVE_EVERY * len(OBJECTS_IN_TURN)
"""Rows after which the counts of obstacles begin again."""


def hand(seed: int, split: str, row: int, categories: Sequence[str]) -> tuple[Wanted, ...]:
    """The obstacles of the composite number `row` of a split: none in every sixth, else 1 to 4.

    `categories` are those that the split has cut-outs of.
    """
    first = _before(row)
    return tuple(_card(seed, split, number, tuple(categories)) for number in range(first, first + objects_at(row)))


def _before(row: int) -> int:
    """Obstacles in all rows before this one."""
    turns, rest = divmod(row, TURN)
    return turns * sum(map(objects_at, range(TURN))) + sum(map(objects_at, range(rest)))


def _card(seed: int, split: str, number: int, categories: tuple[str, ...]) -> Wanted:
    size = lcm(len(categories), len(DISTANCE_BINS))
    return _block(seed, split, number // size, size, categories)[number % size]


@lru_cache(maxsize=64)
def _block(seed: int, split: str, block: int, size: int, categories: tuple[str, ...]) -> list[Wanted]:
    return deck(size, generator("deck of photos", seed, split, block), categories)
