"""Rails from outlines beside pictures, and the doubtful ones that are looked for twice."""

import json

import cv2
import numpy as np
import pytest
from PIL import Image

from triptych.core.errors import UsageError
from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.photos.background_files import fitted
from triptych.dataset_builders.synrailobs.photos.background_rails import Outlines, sure_rails
from triptych.dataset_builders.synrailobs.photos.pictures import read_picture
from triptych.dataset_builders.synrailobs.rails import NoRailsError, Rails

AREA = [[300.0, 100.0], [340.0, 100.0], [440.0, 350.0], [200.0, 350.0]]  # x, y of a track in 640 x 360


def labelme(path, height=360, width=640, label="rail track"):
    shapes = [{"label": label, "shape_type": "polygon", "points": AREA}]
    path.write_text(json.dumps({"imageHeight": height, "imageWidth": width, "shapes": shapes}))


def coco(path, names):
    flat = [number for point in AREA for number in point]
    images = [{"id": n, "file_name": name, "height": 360, "width": 640} for n, name in enumerate(names)]
    notes = [{"id": n, "image_id": n, "category_id": 3, "segmentation": [flat]} for n in range(len(names))]
    path.write_text(json.dumps({"images": images, "annotations": notes, "categories": [{"id": 3, "name": "track"}]}))
    return path


def mask(path):
    area = np.zeros((360, 640), np.uint8)
    cv2.fillPoly(area, [np.asarray(AREA, np.int32)], 255)
    Image.fromarray(area).save(path)


@pytest.fixture
def pictures(tmp_path):
    folder = tmp_path / "pictures"
    (folder / "north").mkdir(parents=True)
    (tmp_path / "rails" / "north").mkdir(parents=True)
    return folder


@pytest.mark.parametrize("kind", ["beside", "folder", "masks", "coco by path", "coco by name"])
def test_every_kind_of_outline_says_the_same(tmp_path, pictures, kind):
    picture = pictures / "north" / "a.jpg"
    rails = tmp_path / "rails"
    if kind == "beside":
        labelme(picture.with_suffix(".json"))
    elif kind == "folder":
        labelme(rails / "north" / "a.json")
    elif kind == "masks":
        mask(rails / "north" / "a.png")
    else:
        rails = coco(tmp_path / "rails.json", ["north/a.jpg" if kind == "coco by path" else "a.jpg"])
    outlines = Outlines(pictures, None if kind == "beside" else rails)
    found = outlines.read(picture, 360, 640)
    assert found is not None
    assert float(np.interp(225, found.rows, found.left)) == pytest.approx(250, abs=2)
    assert float(np.interp(225, found.rows, found.right)) == pytest.approx(390, abs=2)
    assert outlines.key(picture)
    assert outlines.read(pictures / "b.jpg", 360, 640) is None
    assert outlines.key(pictures / "b.jpg") is None


def test_other_labels_and_other_json_beside_a_picture_are_no_outlines(pictures):
    labelme(pictures / "a.json", label="person")
    (pictures / "b.json").write_text('{"camera": "front"}')
    outlines = Outlines(pictures)
    assert outlines.file(pictures / "a.jpg") is None
    assert outlines.file(pictures / "b.jpg") is None


def test_an_outline_that_cannot_be_used_says_why(pictures):
    labelme(pictures / "a.json")
    with pytest.raises(BadInput, match="drawn on 640 x 360 pixels, the picture, turned upright, has 360 x 640"):
        Outlines(pictures).read(pictures / "a.jpg", 640, 360)
    (pictures / "b.json").write_text("{")
    with pytest.raises(BadInput, match="cannot be used"):
        Outlines(pictures).read(pictures / "b.jpg", 360, 640)


def test_an_empty_mask_says_that_there_are_no_rails(tmp_path, pictures):
    Image.fromarray(np.zeros((360, 640), np.uint8)).save(tmp_path / "rails" / "a.png")
    with pytest.raises(BadInput, match="empty rail area"):
        Outlines(pictures, tmp_path / "rails").read(pictures / "a.jpg", 360, 640)


def test_a_file_that_is_no_coco_file_is_a_mistake(tmp_path, pictures):
    (tmp_path / "rails.json").write_text("[]")
    with pytest.raises(UsageError, match="COCO"):
        Outlines(pictures, tmp_path / "rails.json").file(pictures / "a.jpg")


def test_rails_of_another_finder_need_the_same_confidence():
    rows = np.arange(100.0, 176.0)
    rails = Rails(rows, 150 - rows / 4, 150 + rows / 4, 0.6)
    frame = np.zeros((176, 320, 3), np.uint8)
    assert sure_rails(frame, lambda image: rails) is rails
    with pytest.raises(BadInput, match="rating 0.50, 0.55 needed"):
        sure_rails(frame, lambda image: Rails(rows, rails.left, rails.right, 0.5))


def test_doubtful_rails_that_only_the_lowest_rows_show_are_refused(drawn):
    """The near end of a track with all else taken away is either not found, or not found again."""
    image = drawn("rainy", "day").clean.copy()
    image[: int(image.shape[0] * 0.8)] = 128
    with pytest.raises((BadInput, NoRailsError)):
        sure_rails(image)


@pytest.mark.shared
def test_edges_of_slabs_are_no_rails(shared):
    """Seen with `find_rails` alone: on this ballastless track it takes the edges of the slab for the rails."""
    image = fitted(read_picture(shared / "rail" / "raildb" / "viaduct.jpg"), (1280, 720))
    with pytest.raises(BadInput, match="too uncertain"):
        sure_rails(image)
