import cv2
import numpy as np
import pytest
from drawn_grounds import drawn_ground
from PIL import Image

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.photos.ground import prepare
from triptych.dataset_builders.synrailobs.photos.ground_statistics import blur_by_row, noise_by_row
from triptych.dataset_builders.synrailobs.photos.parts import Background
from triptych.dataset_builders.synrailobs.rails import Rails

RAILS = Rails(np.arange(300.0, 720), np.linspace(600, 300, 420), np.linspace(660, 960, 420), 1.0)


def test_what_composites_need_of_a_background(drawn, tmp_path):
    scene = drawn("sunny", "day")
    ground = drawn_ground(scene, tmp_path)
    assert ground.size == (1280, 720)
    np.testing.assert_array_equal(ground.frame, scene.clean)
    np.testing.assert_array_equal(ground.canvas, ground.frame)
    assert not ground.frame.flags.writeable
    assert ground.noise.shape == ground.blur.shape == (720,)
    assert ground.eye_m == pytest.approx(scene.camera.height_m, rel=0.1)
    small = drawn_ground(scene, tmp_path, (640, 352))
    assert small.size == (640, 352)
    assert small.noise.shape == (352,)
    assert small.eye_m == pytest.approx(scene.camera.height_m, rel=0.15)


def test_a_width_of_broken_blocks_is_refused(tmp_path):
    Image.new("RGB", (650, 352)).save(tmp_path / "odd.png")
    with pytest.raises(UsageError, match="16"):
        prepare(Background("odd", tmp_path / "odd.png", RAILS, "a", "a", "CC0-1.0"))


@pytest.mark.parametrize("sigma", [1.0, 3.0, 5.0])
def test_noise_is_measured_beside_texture(sigma):
    rng = np.random.default_rng(0)
    plain = np.full((720, 1280), 120.0)
    plain[:, 500:800] += rng.normal(0, 30, (720, 300))  # ballast
    noisy = np.clip(plain + rng.normal(0, sigma, plain.shape), 0, 255).round().astype(np.uint8)
    assert np.median(noise_by_row(noisy)) == pytest.approx(sigma, rel=0.25)


def test_noise_is_measured_by_row():
    rng = np.random.default_rng(0)
    sigma = np.linspace(0.5, 6, 720)[:, None]
    noise = noise_by_row(np.clip(128 + rng.normal(0, 1, (720, 1280)) * sigma, 0, 255).round().astype(np.uint8))
    assert np.corrcoef(noise, sigma[:, 0])[0, 1] > 0.98


def test_blur_is_measured_at_edges():
    rows, columns = np.mgrid[0:720, 0:1280].astype(np.float64)
    track = np.full((720, 1280), 90.0, np.float32)
    for side in (RAILS.left, RAILS.right):
        middle = np.interp(rows[:, 0], RAILS.rows, side)[:, None]
        track[np.abs(columns - middle) < 9] = 190
    found = []
    for sigma in (0.6, 1.2, 2.0):
        blurred = cv2.GaussianBlur(track, (0, 0), sigma)
        found.append(float(np.median(blur_by_row(blurred.round().astype(np.uint8), RAILS)[400:700])))
    assert found == pytest.approx([0.6, 1.2, 2.0], rel=0.35)
    assert found == sorted(found)


def test_flat_pictures_have_neither_noise_nor_blur():
    flat = np.full((352, 640), 77, np.uint8)
    assert not noise_by_row(flat).any()
    assert not blur_by_row(flat, RAILS).any()
