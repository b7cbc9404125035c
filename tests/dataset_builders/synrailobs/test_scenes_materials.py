import numpy as np
import pytest

from triptych.dataset_builders.synrailobs.scenes_materials import Material, ballast, fractal, grass


def test_near_ground_shows_the_tile_and_far_ground_its_mean():
    tile = np.random.default_rng(0).random((256, 256)).astype(np.float32)
    material = Material(tile, 2.56)
    x = np.broadcast_to(np.arange(64, dtype=np.float32)[None] * 0.01, (20, 64))
    z = np.arange(20, dtype=np.float32) * 0.01
    fine = np.full(20, 0.01, np.float32)
    assert material.sample(x, z, fine, fine) == pytest.approx(tile[:20, :64], abs=2e-3)
    far = material.sample(x, z, np.full(20, 3.0, np.float32), np.full(20, 3.0, np.float32))
    assert far.std() < 0.05 * tile.std()
    assert far.mean() == pytest.approx(tile.mean(), abs=0.02)


def test_a_material_repeats():
    x = np.zeros((3, 40), np.float32) + np.linspace(-3, 3, 40, dtype=np.float32)
    z = np.asarray([5.0, 6.0, 7.0], np.float32)
    size = np.full(3, 0.02, np.float32)
    metres = np.float32(grass().metres)
    here, there = grass().sample(x, z, size, size), grass().sample(x + metres, z + metres, size, size)
    assert here == pytest.approx(there, abs=0.02)


def test_noise_wraps_and_is_scaled():
    noise = fractal(128, np.random.default_rng(1), 1.5)
    assert (noise.mean(), noise.std()) == (pytest.approx(0, abs=1e-5), pytest.approx(1, abs=1e-5))
    seam, inside = np.abs(noise[0] - noise[-1]).mean(), np.abs(np.diff(noise, axis=0)).mean()
    assert seam == pytest.approx(inside, rel=0.5)


def test_stones_keep_their_mean_brightness():
    stones = ballast()._levels[0][0]
    assert stones[..., 0].mean() == pytest.approx(1, abs=1e-3)
    assert 0 <= stones[..., 2].min() <= stones[..., 2].max() <= 1.5
