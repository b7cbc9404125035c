import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
import simplejpeg
from drawn_grounds import composed_file, drawn_cutout, drawn_ground, plain_cutout, standing_at

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.compositing import MIN_VISIBILITY
from triptych.dataset_builders.synrailobs.labels import decode, tight_box
from triptych.dataset_builders.synrailobs.photos.composer import Look, compose
from triptych.dataset_builders.synrailobs.photos.filters import Filters
from triptych.dataset_builders.synrailobs.photos.parts import Placement
from triptych.dataset_builders.synrailobs.schema import CATEGORIES

PLAIN = Look(shadow=False, blur=False, noise=False, harmonise="none")


def rng(seed=0):
    return np.random.default_rng(seed)


@pytest.fixture(scope="module")
def ground(drawn, tmp_path_factory):
    return drawn_ground(drawn("sunny", "day"), tmp_path_factory.mktemp("ground"))


@pytest.mark.parametrize("category", CATEGORIES)
@pytest.mark.parametrize("scale", [25.0, 60.0, 110.0])
def test_an_obstacle_stands_on_its_row_at_its_height(ground, category, scale):
    placement = standing_at(ground, drawn_cutout(category), scale, 1.4, 0.2, mirrored=True, stretch=1.1, angle=2.0)
    (label,) = compose(ground, [placement], Look(), rng()).labels
    x, y, width, height = label.bbox
    assert y + height == round(placement.row)
    assert height == pytest.approx(placement.height_px, rel=0.03, abs=2)
    assert x < placement.column < x + width
    mask = decode(label.mask)
    assert mask.shape == (720, 1280)
    assert list(label.bbox) == tight_box(mask)
    assert label.area == mask.sum()
    assert label.visibility == 1.0


@pytest.mark.parametrize("size", [(1280, 720), (640, 352), (1280, 712)])
def test_pixels_are_those_of_a_whole_encode(drawn, tmp_path, size):
    ground = drawn_ground(drawn("rainy", "dusk"), tmp_path, size)
    placements = [
        standing_at(ground, drawn_cutout(category, 5), scale * size[1] / 720, 1.2, lateral)
        for category, scale, lateral in (("person", 30, -1), ("animal", 45, 0.8), ("rock", 80, 0), ("vehicle", 60, -4))
    ]
    seen = {}

    class Kept(type(ground.strips)):
        def replaced(self, frame, changed):
            seen["frame"] = frame.copy()
            return super().replaced(frame, changed)

    watched = replace(ground, strips=Kept(**vars(ground.strips)))
    composed = compose(watched, placements, Look(), rng())
    assert len(composed.labels) == 4
    full = simplejpeg.encode_jpeg(seen["frame"], quality=90, colorspace="RGB", colorsubsampling="420")
    np.testing.assert_array_equal(simplejpeg.decode_jpeg(composed.jpeg), simplejpeg.decode_jpeg(full))
    assert (seen["frame"] != ground.frame).any()


def test_the_ground_is_clean_afterwards_also_after_an_error(ground):
    placement = standing_at(ground, drawn_cutout(), 70, 1.7)
    before = compose(ground, [placement], Look(), rng()).jpeg

    def broken(picture, cover):
        raise ArithmeticError

    with pytest.raises(ArithmeticError):
        compose(ground, [placement], Look(harmonise="weights.pth"), rng(), broken)
    np.testing.assert_array_equal(ground.canvas, ground.frame)
    assert compose(ground, [], Look(), rng()).jpeg == ground.strips.whole()
    assert compose(ground, [placement], Look(), rng()).jpeg == before


def test_far_from_obstacles_pixels_are_the_backgrounds(ground):
    composed = compose(ground, [standing_at(ground, drawn_cutout("animal"), 50, 1.2)], Look(), rng())
    x, y, width, height = (int(value) for value in composed.labels[0].bbox)
    picture, clean = simplejpeg.decode_jpeg(composed.jpeg), simplejpeg.decode_jpeg(ground.strips.whole())
    changed = (picture != clean).any(axis=2)
    assert changed[decode(composed.labels[0].mask)].mean() > 0.9
    reach = max(width, height) + 20
    changed[max(y - 20, 0) : y + height + 40, max(x - reach, 0) : x + width + reach] = False
    assert not changed.any()


def test_nearer_ones_hide_farther_ones_or_remove_them(ground):
    far = standing_at(ground, plain_cutout(60, 100), 50, 1.5)
    near = replace(far, cutout=plain_cutout(90, 100, (20, 20, 200)), row=far.row + 12, distance_m=far.distance_m - 2)
    whole = compose(ground, [far], PLAIN, rng()).labels[0].area
    shown = {}
    for shift in range(0, 140, 10):
        placements = [far, replace(near, column=far.column + shift)]
        for order in (placements, placements[::-1]):
            composed = compose(ground, order, PLAIN, rng())
            assert composed.jpeg == compose(ground, placements, PLAIN, rng()).jpeg, "the order given plays no part"
        shown[shift] = [label for label in composed.labels if label.placement is far]
        picture = simplejpeg.decode_jpeg(composed.jpeg).astype(int)
        for label in shown[shift]:
            inside = decode(label.mask)
            assert label.visibility == pytest.approx(label.area / whole)
            assert (picture[inside][:, 0] > picture[inside][:, 2]).mean() > 0.9, "its red is where the mask says"
    assert shown[0] == []
    assert shown[130][0].visibility == 1.0
    partial = [labels[0].visibility for labels in shown.values() if labels and labels[0].visibility < 1]
    assert partial
    assert min(partial) >= MIN_VISIBILITY


def test_what_is_not_labelled_is_not_pasted(ground):
    small = standing_at(ground, plain_cutout(60, 60), 30, 0.2)
    outside = Placement(plain_cutout(100, 100), -40.0, 500.0, 100.0, 1.5, 15.0, -8.0)
    below = Placement(plain_cutout(100, 100), 600.0, 800.0, 100.0, 1.5, 5.0, 0.0)
    far_off = Placement(plain_cutout(100, 100), 5000.0, 500.0, 100.0, 1.5, 15.0, 40.0)
    for placement in (small, outside, below, far_off):
        composed = compose(ground, [placement], Look(), rng())
        assert composed.labels == []
        assert composed.jpeg == ground.strips.whole()


def test_an_edge_of_the_frame_cuts_box_and_visibility(ground):
    placement = Placement(plain_cutout(100, 100), 20.0, 500.0, 100.0, 1.5, 15.0, -8.0)
    (label,) = compose(ground, [placement], PLAIN, rng()).labels
    assert label.bbox == (0.0, 400.0, 70.0, 100.0)
    assert label.visibility == pytest.approx(0.7)
    low = replace(placement, column=600.0, row=740.0)
    (label,) = compose(ground, [low], Look(), rng()).labels
    assert label.bbox[1] + label.bbox[3] == 720
    assert label.visibility == pytest.approx(0.8, abs=0.02)


def test_the_same_seed_gives_the_same_bytes_and_another_seed_other_noise(ground):
    placement = standing_at(ground, drawn_cutout("animal"), 70, 1.4)
    noisy = replace(ground, noise=np.full(720, 4.0))
    first = compose(noisy, [placement], Look(), rng(1)).jpeg
    assert compose(noisy, [placement], Look(), rng(1)).jpeg == first
    assert compose(noisy, [placement], Look(), rng(2)).jpeg != first
    without = [compose(noisy, [placement], replace(PLAIN, shadow=True), rng(seed)).jpeg for seed in (1, 2)]
    assert without[0] == without[1]


def test_another_process_gives_the_same_bytes(ground):
    placement = standing_at(ground, drawn_cutout("animal"), 70, 1.4)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        other = pool.submit(composed_file, ground, placement, 1).result(timeout=60)
    assert other == composed_file(ground, placement, 1)


@pytest.mark.parametrize("how", ["filters", "lut", "reinhard"])
def test_in_the_dark_an_obstacle_loses_light(drawn, tmp_path, how):
    ground = drawn_ground(drawn("sunny", "dark"), tmp_path)
    placement = standing_at(ground, plain_cutout(80, 160, (200, 190, 180)), 60, 1.7)
    levels = {}
    for look in (PLAIN, replace(PLAIN, harmonise=how)):
        composed = compose(ground, [placement], look, rng())
        mask = decode(composed.labels[0].mask)
        levels[look.harmonise] = simplejpeg.decode_jpeg(composed.jpeg)[mask].mean()
        assert bool(composed.labels[0].filters) == (look.harmonise != "none")
    assert levels[how] < 0.8 * levels["none"]


def test_a_network_gives_the_filters(ground):
    placement = standing_at(ground, plain_cutout(80, 160, (120, 120, 120)), 60, 1.7)
    asked = []

    def regressor(picture, cover):
        asked.append((picture.copy(), cover.copy()))
        return Filters(brightness=-0.5)

    (label,) = compose(ground, [placement], replace(PLAIN, harmonise="weights.pth"), rng(), regressor).labels
    assert label.filters["brightness"] == -0.5
    ((picture, cover),) = asked
    assert picture.shape[:2] == cover.shape
    assert np.abs(picture[cover == 255].astype(int) - 120).max() <= 1
    assert (cover > 127).sum() == label.area
    with pytest.raises(UsageError, match="load_harmonizer"):
        compose(ground, [placement], Look(harmonise="weights.pth"), rng())
