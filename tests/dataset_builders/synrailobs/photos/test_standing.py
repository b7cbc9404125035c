import numpy as np
import pytest
from drawn_grounds import drawn_cutout, plain_cutout

from triptych.dataset_builders.synrailobs.photos import pyramid
from triptych.dataset_builders.synrailobs.photos.parts import Cutout, Placement
from triptych.dataset_builders.synrailobs.photos.standing import stand


def placed(cutout, height, **more):
    return Placement(cutout, 300.3, 400.4, height, 1.0, 20.0, 0.0, **more)


def box(thing):
    rows, columns = np.flatnonzero(thing.mask.any(axis=1)), np.flatnonzero(thing.mask.any(axis=0))
    return columns[-1] + 1 - columns[0], rows[-1] + 1 - rows[0]


@pytest.mark.parametrize("height", [9.0, 50.0, 99.0, 260.0])
@pytest.mark.parametrize("blur", [0.0, 1.5])
def test_size_and_foot(height, blur):
    thing = stand(placed(plain_cutout(80, 100), height, stretch=1.2), blur)
    width, tall = box(thing)
    assert tall == pytest.approx(height, abs=1)
    assert width == pytest.approx(0.96 * height, abs=1)
    rows = np.flatnonzero(thing.mask.any(axis=1))
    assert thing.top + rows[-1] + 1 == 400 == thing.ground
    assert sum(thing.foot) / 2 == pytest.approx(300.3, abs=0.6)


@pytest.mark.parametrize("angle", [-30.0, 10.0, 90.0])
def test_a_turned_one_has_its_height_and_is_turned_counter_clockwise(angle):
    rgba = plain_cutout(40, 120).rgba.copy()
    rgba[:60, :, :3] = (20, 30, 220)  # the upper half is blue
    cutout = Cutout("two", rgba, "unseen", "two", "CC0-1.0")
    thing = stand(placed(cutout, 100.0, angle=angle), 0.0)
    assert box(thing)[1] == pytest.approx(100, abs=1.5)
    blue = thing.mask & (thing.rgb[..., 2] > 120)
    moved = np.nonzero(blue)[1].mean() - np.nonzero(thing.mask & ~blue)[1].mean()
    assert np.sign(moved) == -np.sign(angle)


def test_mirrored():
    rgba = plain_cutout(40, 60).rgba.copy()
    rgba[:, :20, :3] = (20, 30, 220)
    cutout = Cutout("two", rgba, "unseen", "two", "CC0-1.0")
    left, right = (stand(placed(cutout, 60.0, mirrored=each), 0.0) for each in (False, True))
    assert left.rgb[30, 15, 2] > 150 > left.rgb[30, -15, 2]
    assert right.rgb[30, 15, 2] < 150 < right.rgb[30, -15, 2]


def test_reduction_averages_and_lets_no_hidden_colour_in():
    rgba = np.zeros((160, 160, 4), np.uint8)
    rgba[..., 1] = 255  # green under alpha 0
    rgba[10:150, 10:150] = (200, 0, 0, 255)
    rgba[10:150:2, 10:150] = (0, 0, 200, 255)
    thing = stand(placed(Cutout("lines", rgba[10:150, 10:150], "unseen", "a", "b"), 20.0), 0.0)
    inner = thing.rgb[thing.alpha == 255].astype(float)
    assert np.abs(inner.mean(axis=0) - (100, 0, 100)).max() < 6
    assert inner.std(axis=0).max() < 12, "no moire"
    edge = stand(placed(Cutout("hidden", rgba, "unseen", "a", "b"), 30.0), 0.0)
    assert edge.rgb[edge.alpha > 64][:, 1].max() < 6


def test_blur_softens_the_outline():
    sharp, soft = (stand(placed(drawn_cutout(), 120.0), blur) for blur in (0.0, 1.6))
    between = [np.count_nonzero((thing.alpha > 20) & (thing.alpha < 235)) for thing in (sharp, soft)]
    assert between[1] > 1.8 * between[0]


def test_kept_sizes_are_limited(monkeypatch):
    monkeypatch.setattr(pyramid, "KEPT_BYTES", 3 * 100 * 100 * 4)
    for seed in range(8):
        cutout = plain_cutout(100, 100, (seed, 0, 0))
        assert pyramid.level(cutout.rgba, 1.0)[50, 50, 0] == seed
        assert sum(made.nbytes for _, made in pyramid._kept.values()) <= pyramid.KEPT_BYTES
