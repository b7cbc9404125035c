import numpy as np
import pytest

from triptych.dataset_builders.synrailobs.photos.filters import Filters, filtered

GREY = (0.5, 0.5, 0.5)


@pytest.fixture
def ramp():
    """All greys, and colours of several hues."""
    grey = np.repeat(np.arange(256, dtype=np.uint8)[None, :, None], 3, axis=2)
    colours = np.random.default_rng(0).integers(0, 256, (4, 256, 3), dtype=np.uint8)
    return np.concatenate([grey, colours])


def test_arguments_of_zero_change_nothing(ramp):
    assert np.abs(filtered(ramp, Filters(), GREY).astype(int) - ramp).max() <= 1


# Values of the filters' formulas, worked out by hand for a grey of 128 / 255 unless another is named.
CASES = [
    ({"brightness": -0.5}, 128, 64),  # v (1 + x)
    ({"brightness": 0.2}, 128, 160),  # v / (1 - x)
    ({"contrast": -0.5}, 255, 191.25),  # v + x (v - mean), mean 0.5
    ({"contrast": 0.5}, 64, 2.0),  # 255 / (256 - 127) - 1 = 0.977 times the difference more
    ({"highlight": 0.5}, 128, 165.4),  # 1 - (1 - v)^1.5
    ({"highlight": -0.5}, 128, 75.0),
    ({"shadow": 0.5}, 64, 127.7),  # v^0.5
    ({"shadow": -0.5}, 128, 90.7),
]


@pytest.mark.parametrize(("arguments", "before", "after"), CASES)
def test_formulas(arguments, before, after):
    rgb = np.full((2, 3, 3), before, np.uint8)
    out = filtered(rgb, Filters(**arguments), GREY)
    assert out.mean() == pytest.approx(after, abs=1.2)
    assert np.ptp(out.reshape(-1, 3), axis=0).max() == 0


def test_temperature_moves_red_against_blue():
    grey = np.full((2, 2, 3), 128, np.uint8)
    warm, cool = (filtered(grey, Filters(temperature=x), GREY)[0, 0].astype(int) for x in (0.2, -0.2))
    assert warm[0] > 128 > warm[2]
    assert cool[0] < 128 < cool[2]
    assert abs(warm[1] - 128) <= 1


def test_saturation_keeps_greys_and_stretches_colours(ramp):
    for x in (-1.0, -0.4, 0.5):
        out = filtered(ramp, Filters(saturation=x), GREY).astype(int)
        assert np.abs(out[0] - ramp[0]).max() <= 1
        before, after = np.ptp(ramp[1:], axis=2).astype(int), np.ptp(out[1:], axis=2)
        assert (after >= before - 1).all() if x > 0 else (np.abs(after - (1 + x) * before) <= 2).all()


@pytest.mark.parametrize("name", ["temperature", "brightness", "contrast", "saturation", "highlight", "shadow"])
@pytest.mark.parametrize("argument", [-1.0, 1.0])
def test_the_ends_of_each_range_give_colours(ramp, name, argument):
    out = filtered(ramp, Filters(**{name: argument}), (0.3, 0.5, 0.7))
    assert out.shape == ramp.shape
    assert out.dtype == np.uint8
