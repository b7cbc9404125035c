"""Obstacles stand on the ground, in and beside the track, at the size that the rails say."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from photo_parts import CAMERA, by_category, cutouts, track

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.paper import ALPHA, BETA
from triptych.dataset_builders.synrailobs.photos.layout import (
    BESIDE_M,
    INSIDE_M,
    Layout,
    draw_placements,
    shuffled,
    width_over_height,
)
from triptych.dataset_builders.synrailobs.photos.view import Camera, view
from triptych.dataset_builders.synrailobs.plan import Wanted
from triptych.dataset_builders.synrailobs.scale import SIZES_M, distance_bin, pixels_per_metre
from triptych.dataset_builders.synrailobs.schema import CATEGORIES

GALLERY = by_category(cutouts())
KNOWN = Layout(camera=Camera(focal_px=CAMERA.focal_px))


def many(ground, layout=KNOWN, n=300, wanted=None):
    return [draw_placements(ground, GALLERY, np.random.default_rng(seed), layout, wanted) for seed in range(n)]


@pytest.fixture(scope="module")
def pictures():
    return many(track())


@pytest.fixture(scope="module")
def placed(pictures):
    return [one for each in pictures for one in each]


def test_counts_and_clean_pictures(pictures):
    counts = Counter(map(len, pictures))
    assert counts.keys() <= {0, 1, 2, 3, 4}
    assert 0.1 < counts[0] / len(pictures) < 0.24


def test_every_category_and_bin_comes_up(placed):
    assert {one.cutout.category for one in placed} == set(CATEGORIES)
    assert {distance_bin(one.distance_m) for one in placed} == {"0-15m", "15-30m", "30-45m", "45-60m", "60-75m"}


def test_heights_are_metres_at_the_rails_scale(placed):
    ground = track()
    for one in placed:
        assert one.height_px == pytest.approx(one.height_m * pixels_per_metre(ground.rails, one.row))
        assert one.height_px >= 8
        assert one.height_m <= SIZES_M[one.cutout.category][1]


def test_feet_stand_where_the_camera_sees_that_distance(placed):
    for one in placed:
        column, row = CAMERA.project(one.lateral_m, 0.0, one.distance_m)
        assert (one.column, one.row) == (pytest.approx(float(column), abs=1), pytest.approx(float(row), abs=0.5))


def test_a_curve_is_followed():
    for each in many(track(bend=0.004), n=60):
        for one in each:
            column, _ = CAMERA.project(0.004 * one.distance_m**2 + one.lateral_m, 0.0, one.distance_m)
            assert one.column == pytest.approx(float(column), abs=2)


def test_inside_the_gauge_and_beside_it(placed):
    aside = np.asarray([abs(one.lateral_m) for one in placed if one.cutout.category != "vehicle"])
    assert np.all((aside <= INSIDE_M) | ((aside >= BESIDE_M[0]) & (aside <= BESIDE_M[1])))
    assert 0.5 < np.mean(aside <= INSIDE_M) < 0.8
    assert all(abs(one.lateral_m) <= INSIDE_M for one in placed if one.cutout.category == "vehicle")


def test_far_before_near_and_not_in_each_other(pictures):
    for each in pictures:
        assert [one.distance_m for one in each] == sorted((one.distance_m for one in each), reverse=True)
        for first, second in pairwise(each):
            apart = abs(first.distance_m - second.distance_m) >= 0.8
            assert apart or abs(first.lateral_m - second.lateral_m) > 0.05


def test_wanted_bins_are_kept_where_they_are_seen():
    for name in ("0-15m", "15-30m", "30-45m"):
        pictures = many(track(), n=40, wanted=[Wanted("person", name)])
        assert Counter(distance_bin(one.distance_m) for each in pictures for one in each) == {name: 40}


def test_a_bin_that_is_not_seen_becomes_another():
    ground = track(farthest_row=CAMERA.project(0, 0, 32.0)[1])
    pictures = many(ground, n=60, wanted=[Wanted("person", "60-75m")])
    seen = Counter(distance_bin(one.distance_m) for each in pictures for one in each)
    assert seen.total() == 60
    assert {"0-15m", "15-30m"} <= seen.keys() <= {"0-15m", "15-30m", "30-45m"}


def test_the_same_seed_gives_the_same_places():
    assert many(track(), n=20) == many(track(), n=20)


def test_the_paper_s_law_knows_neither_class_nor_scale():
    for each in many(track(), Layout(sizes="paper"), n=60):
        for one in each:
            width = one.height_px * width_over_height(one)
            assert ALPHA[0] * one.row + BETA[0] <= width <= ALPHA[1] * one.row + BETA[1]
            assert one.height_m == pytest.approx(one.height_px / pixels_per_metre(track().rails, one.row))


def test_shuffled_sizes_are_the_same_sizes_in_other_rows(pictures):
    dealt = shuffled(pictures, np.random.default_rng(0))
    assert list(map(len, dealt)) == list(map(len, pictures))
    for name in CATEGORIES:
        before, after = (
            [one.height_px for row in rows for one in row if one.cutout.category == name] for rows in (pictures, dealt)
        )
        assert sorted(before) == sorted(after)
        assert before != after
    rows, heights = zip(
        *[(one.row, one.height_px) for each in dealt for one in each if one.cutout.category == "person"], strict=True
    )
    assert abs(np.corrcoef(rows, heights)[0, 1]) < 0.3


def test_wrong_settings_are_refused():
    with pytest.raises(UsageError, match="rails, paper or shuffled"):
        Layout(sizes="large")
    with pytest.raises(UsageError, match="from 0 to 1"):
        Layout(inside=65)


def test_the_view_of_the_ground_is_the_layout_s():
    assert view(track(), KNOWN.camera).farthest > 75
