import numpy as np
import pytest

from triptych.dataset_builders.synrailobs.compositing import MIN_VISIBILITY, compose
from triptych.dataset_builders.synrailobs.labels import tight_box
from triptych.dataset_builders.synrailobs.placement import MIN_HEIGHT_PX, obstacle
from triptych.dataset_builders.synrailobs.scale import pixels_per_metre
from triptych.dataset_builders.synrailobs.schema import CATEGORIES


@pytest.fixture(scope="module")
def sunny(drawn):
    return drawn("sunny", "day")


@pytest.mark.parametrize("category", CATEGORIES)
@pytest.mark.parametrize("distance", [12.0, 33.0, 55.0])
def test_an_obstacle_has_the_size_that_the_rails_give_it(sunny, category, distance):
    thing = next(t for t in (obstacle(sunny, category, seed, 0.1, distance) for seed in range(20)) if large(t))
    _, labels = compose(sunny, [thing], frame=0)
    x, y, width, height = tight_box(labels[0].mask)
    scale = pixels_per_metre(sunny.rails, y + height)
    assert width / scale == pytest.approx(thing.sprite.size_m[0], rel=0.03, abs=1.5 / scale)
    assert height / scale == pytest.approx(thing.sprite.size_m[1], rel=0.03, abs=1.5 / scale)
    assert y + height == pytest.approx(sunny.site.row_at(distance), abs=1)
    middle = float(sunny.site.place(0.1, 0, distance)[0])
    assert x + width / 2 == pytest.approx(middle, abs=1)


def large(thing):
    return thing.sprite.rgba.shape[0] >= MIN_HEIGHT_PX


@pytest.fixture(scope="module")
def truck(sunny):
    """The seed of a vehicle over 2.5 m tall, which the camera does not look over."""
    return next(seed for seed in range(60) if obstacle(sunny, "vehicle", seed, 0.0, 20.0).sprite.size_m[1] > 2.5)


def test_a_nearer_obstacle_hides_a_farther_one_or_removes_it(sunny, truck):
    rider = obstacle(sunny, "motorcycle", 1, 0.0, 23.0)
    alone = compose(sunny, [rider], 0)[1][0]
    assert alone.visibility == 1.0
    seen = {}
    for shift in np.arange(0.0, 9.0, 0.25):
        _, labels = compose(sunny, [obstacle(sunny, "vehicle", truck, shift, 20.0), rider], 0)
        seen[shift] = next((label for label in labels if label.obstacle is rider), None)
    assert seen[0.0] is None
    assert seen[8.75].visibility == 1.0
    partial = [label for label in seen.values() if label is not None and label.visibility < 1]
    assert partial, "no shift hides a part of the motorcycle"
    for label in partial:
        assert label.visibility >= MIN_VISIBILITY
        assert label.mask.sum() < alone.mask.sum()
        assert label.mask[~alone.mask].sum() == 0
        assert tight_box(label.mask)[2] <= tight_box(alone.mask)[2]


def test_what_is_not_labelled_is_not_pasted(sunny, truck):
    hidden, cover = obstacle(sunny, "motorcycle", 1, 0.0, 23.0), obstacle(sunny, "vehicle", truck, 0.0, 20.0)
    both, labels = compose(sunny, [hidden, cover], 0)
    assert [label.obstacle for label in labels] == [cover]
    assert (both == compose(sunny, [cover], 0)[0]).all()


def test_pixels_far_from_obstacles_stay_those_of_the_background(drawn):
    for weather, light in (("sunny", "day"), ("rainy", "dusk"), ("snowy", "dark"), ("foggy", "day")):
        scene = drawn(weather, light)
        image, labels = compose(scene, [obstacle(scene, "animal", 3, 0.0, 30.0)], frame=2)
        assert image.shape == (720, 1280, 3)
        assert image.dtype == np.uint8
        changed = (image != scene.finished(scene.clean, 2)).any(axis=2)
        x, y, width, height = (int(value) for value in tight_box(labels[0].mask))
        assert changed[labels[0].mask].mean() > 0.9, "the obstacle shows"
        reach = int(max(width, height) * 1.5) + 12
        changed[max(y - 4, 0) : y + height + reach, max(x - reach, 0) : x + width + reach] = False
        assert not changed.any()


def test_frames_of_one_scene_differ_only_by_what_falls_and_by_noise(drawn):
    snowy, foggy = drawn("snowy", "day"), drawn("foggy", "day")
    things = [obstacle(foggy, "rock", 2, 0.0, 15.0)]
    first, second = (compose(foggy, things, frame)[0].astype(int) for frame in (0, 1))
    assert np.abs(first - second).max() < 8 * foggy.light.noise
    assert (compose(foggy, things, 1)[0] == second).all()
    flakes = [snowy.finished(snowy.clean, frame).astype(int) for frame in (0, 1)]
    assert (np.abs(flakes[0] - flakes[1]).max(axis=2) > 40).mean() > 0.005
