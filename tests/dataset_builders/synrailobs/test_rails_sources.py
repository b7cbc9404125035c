"""Rails from one camera's unlabelled frames, from polygons and from masks."""

import json

import numpy as np
import pytest

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.plan import backgrounds
from triptych.dataset_builders.synrailobs.rails import NoRailsError, find_rails
from triptych.dataset_builders.synrailobs.rails_calibration import calibrate
from triptych.dataset_builders.synrailobs.rails_polygons import (
    rails_of_coco,
    rails_of_labelme,
    rails_of_mask,
    rails_of_polygon,
)
from triptych.dataset_builders.synrailobs.scenes import scene

AREA = [[300.0, 100.0], [340.0, 100.0], [440.0, 350.0], [200.0, 350.0]]  # x, y of a track in 640 x 360


def edges(rails, row):
    return float(np.interp(row, rails.rows, rails.left)), float(np.interp(row, rails.rows, rails.right))


def test_frames_of_one_camera_teach_its_horizon_and_scale():
    drawn = scene(backgrounds("test")[0])
    learned = calibrate([drawn.clean, drawn.clean[:, ::-1].copy(), np.zeros_like(drawn.clean)])
    assert learned.frames == 2
    assert learned.horizon * 720 == pytest.approx(drawn.camera.horizon_row, abs=25)
    found, known = find_rails(drawn.clean, learned), drawn.rails
    rows = np.linspace(500, 700, 9)
    gauge = np.interp(rows, known.rows, known.right - known.left).max()
    off = np.abs(np.interp(rows, found.rows, found.left) - np.interp(rows, known.rows, known.left))
    assert off.max() < 0.1 * gauge


def test_calibration_refuses_other_cameras_and_says_when_nothing_was_found():
    drawn = scene(backgrounds("test")[0])
    learned = calibrate([drawn.clean])
    with pytest.raises(UsageError, match="calibrated camera"):
        find_rails(drawn.clean[:, :800].copy(), learned)
    with pytest.raises(NoRailsError, match="in any of 1 frames"):
        calibrate([np.zeros((360, 640, 3), np.uint8)])
    with pytest.raises(UsageError, match="some frames"):
        calibrate([])


def test_a_polygon_a_labelme_file_and_a_coco_file_say_the_same(tmp_path):
    plain = rails_of_polygon(np.asarray(AREA), 360, 640)
    assert edges(plain, 225) == pytest.approx((250, 390), abs=2)
    labelme = {
        "imageHeight": 360,
        "imageWidth": 640,
        "shapes": [{"label": "Rail track", "shape_type": "polygon", "points": AREA}],
    }
    (tmp_path / "a.json").write_text(json.dumps(labelme))
    flat = [number for point in AREA for number in point]
    coco = {
        "images": [{"id": 7, "file_name": "a.jpg", "height": 360, "width": 640}],
        "categories": [{"id": 1, "name": "rail_track"}, {"id": 2, "name": "person"}],
        "annotations": [{"id": 1, "image_id": 7, "category_id": 1, "segmentation": [flat]}],
    }
    (tmp_path / "c.json").write_text(json.dumps(coco))
    for other in (rails_of_labelme(tmp_path / "a.json"), rails_of_coco(tmp_path / "c.json", "a.jpg")):
        assert edges(other, 225) == pytest.approx(edges(plain, 225), abs=1.5)


def test_a_mask_is_cut_to_the_part_that_reaches_lowest():
    mask = np.zeros((100, 100), np.uint8)
    mask[50:, 40:60] = 1
    mask[10:20, 5:9] = 1
    rails = rails_of_mask(mask)
    assert rails.rows.min() >= 50
    assert edges(rails, 80) == pytest.approx((40, 60), abs=1)


def test_an_empty_mask_has_no_rails():
    with pytest.raises(NoRailsError):
        rails_of_mask(np.zeros((50, 50), np.uint8))


def test_files_that_hold_no_rails_say_so(tmp_path):
    (tmp_path / "a.json").write_text("not json")
    with pytest.raises(UsageError, match="JSON"):
        rails_of_labelme(tmp_path / "a.json")
    (tmp_path / "b.json").write_text(json.dumps({"shapes": []}))
    with pytest.raises(NoRailsError, match="no polygon"):
        rails_of_labelme(tmp_path / "b.json")
