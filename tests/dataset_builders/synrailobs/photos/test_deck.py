"""The composites of a dataset, each known by its number alone, in balance over any run of rows."""

from collections import Counter

import pytest

from triptych.dataset_builders.synrailobs.paper import DISTANCE_BINS
from triptych.dataset_builders.synrailobs.photos.deck import hand
from triptych.dataset_builders.synrailobs.schema import CATEGORIES


@pytest.mark.parametrize("categories", [CATEGORIES, CATEGORIES[:4]])
@pytest.mark.parametrize("rows", [range(600), range(5000, 5250)])
def test_counts_categories_and_bins_are_in_balance(rows, categories):
    hands = [hand(0, "train", row, categories) for row in rows]
    assert abs(Counter(map(len, hands))[0] - len(rows) / 6) <= 1
    assert {len(each) for each in hands} == {0, 1, 2, 3, 4}
    things = Counter(one.category for each in hands for one in each)
    bins = Counter(one.distance_bin for each in hands for one in each)
    assert things.keys() == set(categories)
    assert bins.keys() == set(DISTANCE_BINS)
    for seen in (things, bins):
        assert max(seen.values()) - min(seen.values()) <= 2


def test_no_obstacle_is_dealt_twice():
    """Hands lie one behind the other in the deck: together they are the deck."""
    together = [one for row in range(72) for one in hand(0, "train", row, CATEGORIES)]
    assert len(together) == 130
    for start in range(0, 126, 6):
        assert {one.category for one in together[start : start + 6]} == set(CATEGORIES)


def test_seeds_and_splits_have_decks_of_their_own():
    def deck(seed, split):
        return [hand(seed, split, row, CATEGORIES) for row in range(40)]

    assert deck(0, "train") == deck(0, "train")
    assert deck(0, "train") != deck(1, "train")
    assert deck(0, "train") != deck(0, "test")
