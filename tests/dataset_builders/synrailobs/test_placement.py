import numpy as np
import pytest

from triptych.dataset_builders.synrailobs.paper import DISTANCE_BINS
from triptych.dataset_builders.synrailobs.placement import obstacle, place, stamp, stands_out
from triptych.dataset_builders.synrailobs.plan import Wanted
from triptych.dataset_builders.synrailobs.scale import distance_bin
from triptych.dataset_builders.synrailobs.schema import CATEGORIES


@pytest.mark.parametrize(("weather", "light"), [("sunny", "day"), ("foggy", "dusk")])
def test_obstacles_stand_in_their_bin_on_or_beside_a_track_inside_the_frame(drawn, weather, light):
    scene = drawn(weather, light)
    wanted = tuple(Wanted(category, name) for category, name in zip(CATEGORIES, 2 * [*DISTANCE_BINS], strict=False))
    things = place(scene, wanted, np.random.default_rng(0))
    assert len(things) >= 5
    assert [t.distance_m for t in things] == sorted((t.distance_m for t in things), reverse=True)
    bins = {each.category: each.distance_bin for each in wanted}
    for thing in things:
        assert distance_bin(thing.distance_m) == bins[thing.sprite.category]
        assert min(abs(thing.lateral_m - axis) for axis in scene.site.centres) <= 2.6
        silhouette = stamp(scene, thing)
        rows, columns = silhouette.mask.shape
        assert rows >= 8
        assert silhouette.top + rows <= 720
        assert min(silhouette.left + columns, 1280) - max(silhouette.left, 0) >= 0.8 * columns


def test_the_same_generator_places_the_same_things(drawn):
    scene, wanted = drawn("sunny", "day"), (Wanted("rock", "15-30m"), Wanted("person", "45-60m"))
    first, second = (place(scene, wanted, np.random.default_rng(4)) for _ in range(2))
    assert [(t.seed, t.lateral_m, t.distance_m) for t in first] == [(t.seed, t.lateral_m, t.distance_m) for t in second]


def test_what_fog_or_darkness_swallows_does_not_stand_out(drawn):
    foggy, dark = drawn("foggy", "day"), drawn("sunny", "dark")
    assert stands_out(foggy, obstacle(foggy, "vehicle", 1, 0.0, 20.0))
    assert not stands_out(foggy, obstacle(foggy, "vehicle", 1, 0.0, 600.0))
    assert stands_out(dark, obstacle(dark, "person", 1, 0.0, 30.0))
    assert not stands_out(foggy, obstacle(foggy, "person", 1, 90.0, 20.0)), "outside of the frame"
