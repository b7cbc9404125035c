import math

import numpy as np
import pytest

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.camera import Camera
from triptych.dataset_builders.synrailobs.rails import Rails
from triptych.dataset_builders.synrailobs.scale import (
    GAUGE_M,
    SIZES_M,
    distance_bin,
    distance_by_two_points,
    distance_m,
    draw_height_m,
    height_px,
    paper_law_px,
    pixels_per_metre,
    row_of_scale,
    scale_of_distance,
)

CAMERAS = [Camera(4.0, 1000.0, 360.0), Camera(2.5, 1300.0, 240.0), Camera(4.5, 850.0, 320.0)]


def projected_rails(camera):
    rows = np.arange(400.0, 720.0)
    z = [camera.distance(row) for row in rows]
    columns = [camera.project(side * GAUGE_M / 2, 0, z)[0] for side in (-1, 1)]
    return Rails(rows, *columns, 1.0)


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("distance", [9.0, 20.0, 74.0])
def test_rows_scales_and_distances_agree_with_the_pinhole_projection(camera, distance):
    left, right = (camera.project(x, 0.0, distance) for x in (-0.5, 0.5))
    row, width = float(left[1]), float(right[0] - left[0])
    assert float(camera.scale(row)) == pytest.approx(width)
    assert camera.scale_at(distance) == pytest.approx(width)
    assert camera.distance(row) == pytest.approx(distance)
    assert distance_m(width, camera.height_m, camera.focal_px, camera.pitch) == pytest.approx(distance)
    assert scale_of_distance(distance, camera.height_m, camera.focal_px, camera.pitch) == pytest.approx(width)


@pytest.mark.parametrize("camera", CAMERAS)
def test_the_horizon_is_where_far_points_go(camera):
    assert float(camera.project(0, 0, 1e9)[1]) == pytest.approx(camera.horizon_row, abs=1e-3)


@pytest.mark.parametrize("camera", CAMERAS)
def test_the_rails_alone_give_the_scale(camera):
    rails = projected_rails(camera)
    for row in (430.0, 511.5, 700.0):
        assert pixels_per_metre(rails, row) == pytest.approx(float(camera.scale(row)), rel=1e-9)
        assert row_of_scale(rails, pixels_per_metre(rails, row)) == pytest.approx(row, abs=1e-6)
    assert math.isnan(pixels_per_metre(rails, 399.0))
    assert math.isnan(row_of_scale(rails, 1e4))


def test_a_level_camera_needs_no_pitch():
    assert distance_m(50.0, 4.0, 1000.0) == pytest.approx(20.0)


@pytest.mark.parametrize(
    ("distance", "name"), [(0, "0-15m"), (14.999, "0-15m"), (15, "15-30m"), (74.9, "60-75m"), (75, None), (900, None)]
)
def test_bins_include_their_lower_end(distance, name):
    assert distance_bin(distance) == name


@pytest.mark.parametrize("distance", [-0.1, float("nan")])
def test_an_impossible_distance_is_refused(distance):
    with pytest.raises(UsageError, match="at least 0"):
        distance_bin(distance)


@pytest.mark.parametrize("camera", CAMERAS)
def test_two_measured_places_give_every_distance(camera):
    rails = projected_rails(camera)
    metres = {row: float(camera.distance(row)) for row in (440.0, 500.0, 600.0, 700.0)}
    known = ((700.0, metres[700.0]), (440.0, metres[440.0]))
    for row in (500.0, 600.0):
        assert distance_by_two_points(rails, row, known) == pytest.approx(metres[row], rel=1e-6)
    with pytest.raises(UsageError, match="nearer place in the lower row"):
        distance_by_two_points(rails, 500.0, ((440.0, 5.0), (700.0, 50.0)))
    with pytest.raises(UsageError, match="two different rows"):
        distance_by_two_points(rails, 500.0, ((440.0, 5.0), (440.0, 50.0)))


def test_heights_follow_the_gauge_and_the_category():
    rails = projected_rails(CAMERAS[0])
    assert height_px(rails, 600.0, 2.0) == pytest.approx(2 * pixels_per_metre(rails, 600.0))
    rng = np.random.default_rng(0)
    for category, (low, high) in SIZES_M.items():
        assert all(low <= draw_height_m(category, rng) <= high for _ in range(50))
    with pytest.raises(UsageError, match="category"):
        draw_height_m("ghost", rng)


def test_the_papers_law_is_linear_in_the_row_and_keeps_to_its_ranges():
    assert paper_law_px(600.0, 0.5, 40.0) == 340.0
    with pytest.raises(UsageError, match="the paper's ranges"):
        paper_law_px(600.0, 0.7, 40.0)
