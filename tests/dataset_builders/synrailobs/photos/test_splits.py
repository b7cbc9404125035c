"""No group of backgrounds and no source of cut-outs is in two splits."""

from collections import Counter, defaultdict
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from photo_parts import cutouts

from triptych.dataset_builders.synrailobs.photos.splits import (
    share_out,
    split_backgrounds,
    split_cutouts,
    split_names,
)
from triptych.dataset_builders.synrailobs.schema import CATEGORIES, SPLITS


@dataclass(frozen=True)
class Place:
    id: str
    group: str


@given(st.sets(st.text(min_size=1), min_size=3, max_size=40), st.integers(0, 5))
def test_every_split_gets_some_of_three_names(names, seed):
    counts = Counter(split_names(names, seed).values())
    assert set(counts) == set(SPLITS)
    assert counts.total() == len(names)


def test_shares_and_seeds():
    names = [f"film-{number}" for number in range(200)]
    assert Counter(split_names(names, 0).values()) == {"train": 140, "validation": 20, "test": 40}
    assert split_names(names, 0) == split_names(reversed(names), 0) != split_names(names, 1)
    assert Counter(split_names(names[:2], 0).values()) == {"train": 1, "test": 1}
    assert split_names(names[:1], 0) == {"film-0": "train"}


def test_no_group_is_in_two_splits():
    places = [Place(f"{group}-{number}", f"film-{group}") for group in range(7) for number in range(5)]
    divided = split_backgrounds(places, 3)
    groups = {split: {place.group for place in each} for split, each in divided.items()}
    assert set(groups) == set(SPLITS)
    assert sum(map(len, groups.values())) == 7 == len(set.union(*groups.values()))
    assert sum(map(len, divided.values())) == 35


def test_no_source_is_in_two_splits_and_every_category_in_each():
    from dataclasses import replace

    things = cutouts(each=4)
    # A person, an animal and a vehicle cut out of the same pictures.
    things = [
        replace(each, source=f"picture-{each.id[-1]}") if each.category in CATEGORIES[:3] else each for each in things
    ]
    divided = split_cutouts(things, 0)
    splits = defaultdict(set)
    for split, gallery in divided.items():
        assert set(gallery) == set(CATEGORIES), split
        for category, each in gallery.items():
            assert {one.category for one in each} == {category}
            for one in each:
                splits[one.source].add(split)
    assert set(divided) == set(SPLITS)
    assert all(len(each) == 1 for each in splits.values())
    assert sum(len(each) for gallery in divided.values() for each in gallery.values()) == len(things)


@pytest.mark.parametrize("rows", [3, 10, 200, 2001])
def test_rows_are_shared_out_and_none_is_lost(rows):
    counts = share_out(rows, SPLITS)
    assert sum(counts.values()) == rows
    assert min(counts.values()) >= 1
    assert share_out(rows, ["train"]) == {"train": rows}
