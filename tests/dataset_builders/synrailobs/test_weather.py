import numpy as np
import pytest

from triptych.dataset_builders.synrailobs.weather import laid_over


@pytest.mark.parametrize(("weather", "light"), [("rainy", "day"), ("snowy", "dark")])
def test_a_layer_moves_on_with_the_frames_and_comes_back_the_same(drawn, weather, light):
    falling = drawn(weather, light).falling
    first, second = falling.layer(0), falling.layer(1)
    assert first.shape == (720, 1280, 4)
    assert 0.005 < (first[..., 3] > 12).mean() < 0.5, "it falls, and the scene shows through"
    assert (first != second).any()
    assert (falling.layer(1) == second).all()


def test_sun_and_fog_have_nothing_that_falls(drawn):
    assert drawn("sunny", "day").falling is None
    assert drawn("foggy", "day").falling is None


def test_in_the_dark_only_what_the_headlight_meets_can_be_seen(drawn):
    alpha = np.mean([drawn("snowy", "dark").falling.layer(frame)[..., 3] for frame in range(8)], axis=0)
    assert alpha[330:470, 560:720].mean() > 3 * alpha[:140, :160].mean()


def test_laying_over_is_alpha_blending():
    picture = np.full((4, 5, 3), 100, np.uint8)
    layer = np.dstack([np.full((4, 5, 3), 200, np.uint8), np.full((4, 5), 128, np.uint8)])
    layer[0, 0, 3], layer[1, 1, 3] = 0, 255
    laid = laid_over(picture, layer)
    assert (laid[0, 0], laid[1, 1]) == (pytest.approx([100] * 3), pytest.approx([200] * 3))
    assert laid[2, 2] == pytest.approx([150] * 3, abs=1)
