from collections import Counter

import pytest

from triptych.dataset_builders.synrailobs.paper import DISTANCE_BINS
from triptych.dataset_builders.synrailobs.plan import LAYOUTS, backgrounds, composites
from triptych.dataset_builders.synrailobs.schema import CATEGORIES, LIGHTS, SPLITS, TRACK_TYPES, WEATHERS

SIZES = {"train": (24, 120), "validation": (12, 24), "test": (24, 96)}


def of_split(split):
    return [composite for each in composites(split).values() for composite in each]


@pytest.mark.parametrize("split", SPLITS)
def test_a_split_has_its_size_and_every_condition(split):
    places = backgrounds(split)
    assert (len(places), len(of_split(split))) == SIZES[split]
    assert {(place.weather, place.light) for place in places} == {(w, x) for w in WEATHERS for x in LIGHTS}
    assert Counter(place.track_type for place in places) == {kind: len(places) // 2 for kind in TRACK_TYPES}
    assert Counter((place.course, place.tracks) for place in places) == {each: len(places) // 4 for each in LAYOUTS}


def test_no_background_is_in_two_splits():
    names = [place.id for split in SPLITS for place in backgrounds(split)]
    assert len(names) == len(set(names)) == 60
    for split in SPLITS:
        assert set(composites(split)) == {place.id for place in backgrounds(split)}


@pytest.mark.parametrize("split", SPLITS)
def test_one_picture_in_six_is_clean_and_the_others_are_balanced(split):
    planned = of_split(split)
    counts = Counter(len(composite.wanted) for composite in planned)
    assert counts[0] == len(planned) // 6
    assert counts.keys() == {0, 1, 2, 3, 4}
    for names, seen in (
        (CATEGORIES, Counter(each.category for composite in planned for each in composite.wanted)),
        (DISTANCE_BINS, Counter(each.distance_bin for composite in planned for each in composite.wanted)),
    ):
        assert seen.keys() == set(names)
        assert max(seen.values()) - min(seen.values()) <= 1


@pytest.mark.parametrize("split", SPLITS)
def test_clean_pictures_come_in_every_weather(split):
    weathers = {place.id: place.weather for place in backgrounds(split)}
    clean = {weathers[name] for name, each in composites(split).items() for c in each if not c.wanted}
    assert clean == set(WEATHERS)


def test_ids_are_unique_and_frames_of_one_background_differ():
    planned = [composite for split in SPLITS for composite in of_split(split)]
    assert len({composite.id for composite in planned}) == 240
    for split in SPLITS:
        for each in composites(split).values():
            assert [composite.frame for composite in each] == list(range(len(each)))
