import numpy as np
import pytest

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.sprites import DRAWINGS, KINDS, OPAQUE, draw_sprite

CATEGORIES = ["person", "animal", "vehicle", "motorcycle", "rock", "unseen"]
# Smallest and largest side of a category in metres, with room for outstretched limbs.
SIZES = {
    "person": (0.25, 2.6),
    "animal": (0.25, 3.4),
    "vehicle": (1.4, 7.0),
    "motorcycle": (0.5, 2.6),
    "rock": (0.1, 2.4),
    "unseen": (0.15, 1.65),
}


def test_the_six_categories_have_kinds():
    assert sorted(KINDS) == sorted(CATEGORIES)
    assert all(len(set(kinds)) >= 5 for kinds in KINDS.values())


@pytest.mark.parametrize("category", CATEGORIES)
def test_one_seed_gives_one_object(category):
    one, again, other = (draw_sprite(category, seed, 40.0) for seed in (7, 7, 8))
    assert np.array_equal(one.rgba, again.rgba)
    assert (one.kind, one.size_m, one.source) == (again.kind, again.size_m, again.source)
    assert one.rgba.shape != other.rgba.shape or not np.array_equal(one.rgba, other.rgba)


@pytest.mark.parametrize("category", CATEGORIES)
def test_a_category_draws_other_objects_than_its_neighbours_for_the_same_seed(category):
    sprite = draw_sprite(category, 3, 20.0)
    assert sprite.category == category
    assert sprite.kind in KINDS[category]
    assert sprite.source == f"drawn/{category}/{sprite.kind.replace(' ', '-')}"


@pytest.mark.parametrize("category", CATEGORIES)
@pytest.mark.parametrize("scale", [8.0, 33.3, 120.0])
def test_the_picture_is_cut_to_its_visible_pixels(category, scale):
    for seed in range(4):
        sprite = draw_sprite(category, seed, scale)
        visible = sprite.rgba[:, :, 3] >= OPAQUE
        assert sprite.rgba.dtype == np.uint8
        assert visible[0].any()
        assert visible[-1].any()
        assert visible[:, 0].any()
        assert visible[:, -1].any()
        assert sprite.size_m == pytest.approx((sprite.rgba.shape[1] / scale, sprite.rgba.shape[0] / scale))


@pytest.mark.parametrize("category", CATEGORIES)
def test_the_object_keeps_kind_and_size_at_any_scale(category):
    for seed in range(4):
        large = draw_sprite(category, seed, 200.0)
        for scale in (60.0, 25.0):
            small = draw_sprite(category, seed, scale)
            assert small.kind == large.kind
            # Parts thinner than half a pixel (antlers, mirrors) may drop off at the edges.
            assert small.size_m == pytest.approx(large.size_m, abs=2.5 / scale + 0.02)


@pytest.mark.parametrize("category", CATEGORIES)
def test_sizes_are_those_of_real_things(category):
    low, high = SIZES[category]
    for seed in range(15):
        width, height = draw_sprite(category, seed, 20.0).size_m
        assert low <= max(width, height) <= high
        assert min(width, height) >= 0.08


@pytest.mark.parametrize("category", CATEGORIES)
def test_every_kind_is_reached(category):
    drawn = {draw_sprite(category, seed, 8.0).kind for seed in range(60 if category != "unseen" else 160)}
    assert drawn == set(KINDS[category])


@pytest.mark.parametrize("category", CATEGORIES)
def test_edges_are_smooth_and_the_body_is_solid(category):
    alpha = draw_sprite(category, 5, 100.0).rgba[:, :, 3]
    partly = ((alpha > 16) & (alpha < 240)).sum()
    outline = np.abs(np.diff((alpha >= OPAQUE).astype(int), axis=0)).sum()
    assert partly > 0.5 * outline
    assert (alpha >= 250).mean() > 0.2


@pytest.mark.parametrize("category", CATEGORIES)
@pytest.mark.parametrize("scale", [12.0, 90.0])
def test_colours_go_on_under_clear_pixels(category, scale):
    rgba = draw_sprite(category, 2, scale).rgba
    clear = np.argwhere(rgba[:, :, 3] == 0)
    body = np.argwhere(rgba[:, :, 3] >= 40)
    assert len(clear)
    for row, column in clear[:: max(1, len(clear) // 60)]:
        far = np.hypot(*(body - (row, column)).T)
        near = body[far <= far.min() + 2.5]
        colours = rgba[near[:, 0], near[:, 1], :3].astype(int)
        assert np.abs(colours - rgba[row, column, :3].astype(int)).max(axis=1).min() <= 6


@pytest.mark.parametrize("category", CATEGORIES)
def test_bodies_are_shaded_not_flat(category):
    for seed in range(5):
        rgba = draw_sprite(category, seed, 80.0).rgba
        grey = rgba[:, :, :3].mean(axis=2)[rgba[:, :, 3] == 255]
        assert len(np.unique(grey.round())) > 40


@pytest.mark.parametrize("category", CATEGORIES)
def test_nothing_is_cut_off_by_its_canvas(category):
    for kind in sorted(set(KINDS[category])):
        for seed in range(2):
            alpha = DRAWINGS[category](np.random.default_rng(seed), kind, 40.0).alpha
            assert max(alpha[0].max(), alpha[-1].max(), alpha[:, 0].max(), alpha[:, -1].max()) == 0, kind


@pytest.mark.parametrize("category", CATEGORIES)
def test_a_thing_smaller_than_a_pixel_leaves_its_mark(category):
    rgba = draw_sprite(category, 1, 0.4).rgba
    assert (rgba[:, :, 3] >= OPAQUE).any()


def test_light_comes_from_above():
    brighter = []
    for seed in range(12):
        rgba = draw_sprite("rock", seed, 60.0).rgba
        solid, grey = rgba[:, :, 3] == 255, rgba[:, :, :3].mean(axis=2)
        third = len(rgba) // 3
        brighter.append(grey[:third][solid[:third]].mean() > grey[-third:][solid[-third:]].mean())
    assert sum(brighter) >= 10


def test_a_category_that_does_not_exist_is_named():
    with pytest.raises(UsageError, match=r"person.*unseen[\s\S]*'tree'"):
        draw_sprite("tree", 0, 60.0)


@pytest.mark.parametrize("scale", [0.0, -3.0, float("nan"), float("inf")])
def test_a_scale_must_be_above_zero(scale):
    with pytest.raises(UsageError, match="scale above 0"):
        draw_sprite("rock", 0, scale)
