"""Metres from rails: the camera that drew them is found again."""

import pytest
from photo_parts import CAMERA, Plain, track

from triptych.core.errors import UsageError
from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.photos.view import Camera, view
from triptych.dataset_builders.synrailobs.rails import Rails


def test_height_and_pitch_come_from_the_rails():
    seen = view(track(), Camera(focal_px=CAMERA.focal_px))
    assert seen.known["height_m"] == pytest.approx(CAMERA.height_m, abs=0.01)
    assert seen.known["horizon_row"] == pytest.approx(CAMERA.horizon_row, abs=0.5)
    assert seen.known["assumed"] == ["height from the rails"]
    for distance in (10.0, 25.0, 60.0):
        _, row = CAMERA.project(0.0, 0.0, distance)
        assert seen.row(distance) == pytest.approx(float(row), abs=0.2)
        assert seen.scale(float(row)) == pytest.approx(CAMERA.scale_at(distance), rel=0.01)


def test_an_unknown_lens_is_assumed_and_said():
    seen = view(track(), Camera())
    assert seen.known["assumed"] == ["horizontal field of view 60 degrees", "height from the rails"]
    assert seen.known["focal_px"] == pytest.approx(1108.5, abs=0.1)


def test_a_given_lens_and_height_are_taken():
    seen = view(track(), Camera(field_of_view_deg=90, height_m=4.0))
    assert (seen.known["focal_px"], seen.known["height_m"], seen.known["assumed"]) == (640.0, 4.0, [])


def test_two_measured_rows_need_no_lens():
    measured = ((600.0, CAMERA.distance(600)), (400.0, CAMERA.distance(400)))
    seen = view(track(), Camera(measured=measured))
    _, row = CAMERA.project(0.0, 0.0, 40.0)
    assert seen.row(40.0) == pytest.approx(float(row), abs=0.2)
    assert seen.known == {"measured": [list(each) for each in measured]}


def test_rails_that_give_no_scale_leave_the_picture_out():
    rails = track().rails
    with pytest.raises(BadInput, match="do not come together"):
        view(Plain(Rails(rails.rows, rails.left[::-1], rails.right[::-1], 1.0)), Camera())
    with pytest.raises(BadInput, match="measured rows"):
        view(track(farthest_row=500), Camera(measured=((600.0, 10.0), (400.0, 30.0))))


@pytest.mark.parametrize("wrong", [{"field_of_view_deg": 0.0}, {"focal_px": -1.0}, {"height_m": float("nan")}])
def test_impossible_cameras_are_refused(wrong):
    with pytest.raises(UsageError):
        Camera(**wrong)
