import cv2
import numpy as np
import pytest

from triptych.dataset_builders.synrailobs.sprites_canvas import Canvas, capsule, ellipse, rectangle, rounded, spline


def canvas(mirror=False, scale=50.0):
    return Canvas((-1.0, 0.0, 1.0, 2.0), scale, np.random.default_rng(0), mirror)


def test_coverage_is_the_area_in_square_metres():
    page = canvas()
    page.paint([ellipse((0.1, 1.0), 0.43, 0.31)], (200.0, 120.0, 60.0))
    assert page.alpha.sum() / page.scale**2 == pytest.approx(np.pi * 0.43 * 0.31, rel=0.03)


def test_a_union_of_overlapping_parts_covers_no_pixel_twice_and_a_cut_is_left_out():
    page = canvas()
    page.paint([rectangle(-0.5, 0.5, 0.3, 1.5), rectangle(-0.3, 0.5, 0.5, 1.5)], (90.0, 90.0, 90.0))
    assert page.alpha.max() <= 1
    assert page.alpha.sum() / page.scale**2 == pytest.approx(1.0, rel=0.02)
    page = canvas()
    page.paint([rectangle(-0.5, 0.5, 0.5, 1.5)], (90.0, 90.0, 90.0), cut=[ellipse((0, 1), 0.2, 0.2)])
    assert page.alpha.sum() / page.scale**2 == pytest.approx(1 - np.pi * 0.04, rel=0.02)


def test_a_mirrored_canvas_turns_the_drawing_and_not_the_light():
    shapes = [capsule((-0.4, 0.5), (-0.4, 1.5), 0.3, 0.15)]
    plain, turned = canvas(), canvas(mirror=True)
    for page in (plain, turned):
        page.paint(shapes, (128.0, 128.0, 128.0), bevel=0.2, grain=0.0)
    assert np.allclose(plain.alpha[:, ::-1], turned.alpha, atol=0.3)
    for page in (plain, turned):
        # On each row the left rim is turned to the light and the right rim away from it.
        solid, grey = page.alpha > 0.99, page.rgb[:, :, 0]
        rows = [row for row in range(page.height) if solid[row].sum() > 12]
        rims = [(grey[row][solid[row]][:4].mean(), grey[row][solid[row]][-4:].mean()) for row in rows]
        assert np.mean([left > right for left, right in rims]) > 0.75


def test_a_part_kept_inside_adds_no_coverage():
    page = canvas()
    page.paint([ellipse((0, 1), 0.3, 0.3)], (100.0, 100.0, 100.0))
    before = page.alpha.copy()
    page.paint([rectangle(-0.9, 0.9, 0.9, 1.1)], (240.0, 240.0, 240.0), inside=True)
    assert np.allclose(before, page.alpha)
    assert page.rgb[int(page.height / 2), int(page.width / 2), 0] > 150


def test_a_part_outside_the_canvas_is_no_error():
    page = canvas()
    page.paint([ellipse((9, 9), 0.3, 0.3)], (100.0, 100.0, 100.0))
    assert page.alpha.max() == 0


def test_noise_is_the_same_pattern_at_two_scales():
    small, large = canvas(scale=40.0).noise(0.2), canvas(scale=80.0).noise(0.2)
    reduced = cv2.resize(large, small.shape[::-1], interpolation=cv2.INTER_AREA)
    assert np.corrcoef(reduced.ravel(), small.ravel())[0, 1] > 0.95


def test_rounding_keeps_within_the_corners():
    square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    soft = rounded(square, 0.2)
    assert soft.min() >= 0
    assert soft.max() <= 1
    assert np.hypot(*(soft - (0, 0)).T).min() > 0.05
    through = spline(square)
    assert all(np.hypot(*(through - corner).T).min() < 1e-9 for corner in square)
