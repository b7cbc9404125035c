"""A shard is a function of its numbers and parts: rows do not depend on what else was made, or on how many shards."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from photo_parts import by_category, cutouts, write_tracks

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.photos.background_settings import BackgroundSettings
from triptych.dataset_builders.synrailobs.photos.backgrounds import make_backgrounds
from triptych.dataset_builders.synrailobs.photos.composer import Look
from triptych.dataset_builders.synrailobs.photos.filters import Filters
from triptych.dataset_builders.synrailobs.photos.layout import Layout
from triptych.dataset_builders.synrailobs.photos.recipe import Recipe
from triptych.dataset_builders.synrailobs.photos.shards import make_shard, rows_of

GALLERY = by_category(cutouts(each=2))


@pytest.fixture(scope="module")
def recipe(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shards")
    found = make_backgrounds(BackgroundSettings(write_tracks(folder / "tracks", 3)), folder / "kept").backgrounds
    return Recipe("train", 24, len(found), dict(enumerate(found)), Layout(), Look(), (1280, 720), 90, "test")


def made(recipe, shard=0, n=1, seed=0):
    return list(make_shard(seed, shard, n, recipe, GALLERY))


@pytest.fixture(scope="module")
def whole(recipe):
    return made(recipe)


def test_shards_together_are_the_whole_in_any_order(recipe, whole):
    parts = {shard: made(recipe, shard, 5) for shard in (3, 0, 4, 2, 1)}
    assert [row for shard in range(5) for row in parts[shard]] == whole


def test_a_shard_needs_only_its_own_backgrounds(recipe, whole):
    numbers = rows_of(24, 2, 3)
    small = recipe.only(numbers)
    assert len(small.backgrounds) == 1
    assert made(small, 2, 3) == [whole[number] for number in numbers]


def test_seeds_make_other_datasets(recipe, whole):
    assert [row["image"]["bytes"] for row in made(recipe, seed=1)] != [row["image"]["bytes"] for row in whole]


def test_every_background_is_used_evenly_and_in_one_run(whole):
    used = [row["background_id"] for row in whole]
    assert [used.count(each) for each in dict.fromkeys(used)] == [8, 8, 8]
    assert sum(first != second for first, second in pairwise(used)) == 2


def sizes(rows, category):
    return sorted(
        round(place["height_px"], 3)
        for row in rows
        for place, each in zip(row["parameters"]["obstacles"], row["objects"], strict=True)
        if each["category"] == category
    )


def test_shuffled_sizes_stand_elsewhere_and_are_told(recipe, whole):
    rows = made(replace(recipe, layout=Layout(sizes="shuffled")))
    assert {row["parameters"]["sizes"] for row in rows} == {"shuffled"}
    persons = sizes(whole, "person"), sizes(rows, "person")
    assert len(set(persons[0]) & set(persons[1])) > 0.5 * len(persons[0])


def test_a_look_without_anything_leaves_the_cutouts_colours(recipe):
    rows = made(replace(recipe, look=Look(shadow=False, blur=False, noise=False, harmonise="none")), 0, 8)
    assert all(not place["filters"] for row in rows for place in row["parameters"]["obstacles"])


def test_a_network_of_the_user_sets_the_filters_and_its_folder_stays_private(recipe):
    def brighter(picture, cover):
        assert picture.shape[:2] == cover.shape
        return Filters(brightness=0.25)

    look = replace(recipe, look=Look(harmonise="/home/me/private/harmonizer.pth"))
    rows = list(make_shard(0, 0, 8, look, GALLERY, brighter))
    places = [place for row in rows for place in row["parameters"]["obstacles"]]
    assert places
    assert {place["filters"]["brightness"] for place in places} == {0.25}
    assert {row["parameters"]["look"]["harmonise"] for row in rows} == {"harmonizer.pth"}


def test_shards_are_counted_from_0(recipe):
    with pytest.raises(UsageError, match="from 0 to 2"):
        made(recipe, 3, 3)
    covered = np.concatenate([list(rows_of(10, shard, 3)) for shard in range(3)])
    assert covered.tolist() == list(range(10))
