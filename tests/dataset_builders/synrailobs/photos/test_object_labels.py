"""Labels of every form are read; what is wrong in them becomes a line of the report."""

import json

import numpy as np
import pytest
from PIL import Image

from triptych.dataset_builders.synrailobs.photos.object_labels import find_labels


def picture(folder, name, size=(64, 48)):
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", size, (90, 120, 90)).save(folder / name)


def write(folder, name, value):
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")


def reasons(found):
    return {problem.what: problem.reason for problem in found.problems}


def test_yolo_boxes_and_outlines_beside_a_picture_or_under_labels(tmp_path):
    picture(tmp_path, "a.png")
    write(tmp_path, "a.txt", "3 0.5 0.5 0.25 0.5\n\n0 0.1 0.1 0.4 0.1 0.4 0.4\n7 0.5 0.5 0.2 0.2 0.93\n")
    picture(tmp_path, "images/train/b.png")
    write(tmp_path, "labels/train/b.txt", "1 0.5 0.5 1 1\n")
    first, second, third, last = find_labels(tmp_path).labels
    assert (first.name, first.box, first.relative) == (3, (0.375, 0.25, 0.625, 0.75), True)
    assert (second.name, second.number, second.box) == (0, 2, None)
    np.testing.assert_allclose(second.outlines[0], [[0.1, 0.1], [0.4, 0.1], [0.4, 0.4]])
    assert third.box == pytest.approx((0.4, 0.4, 0.6, 0.6))
    assert last.picture.name == "b.png"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("0 0.5 0.5 0.2", "neither a box nor an outline"),
        ("0 0.5 0.5 0 0.2", "empty box"),
        ("0 nan 0.5 0.2 0.2", "not finite"),
        ("0.5 0.5 0.5 0.2 0.2", "no whole number"),
        ("person 0.5 0.5 0.2 0.2", "not numbers"),
        ("0 10 10 40 10 40 40", "in pixels"),
    ],
)
def test_lines_that_are_no_labels_are_named(tmp_path, line, reason):
    picture(tmp_path, "a.png")
    write(tmp_path, "a.txt", f"0 0.5 0.5 0.2 0.2\n{line}\n")
    found = find_labels(tmp_path)
    assert len(found.labels) == 1
    assert reason in reasons(found)["a.txt line 2"]


def test_labelme_shapes_and_groups(tmp_path):
    picture(tmp_path, "a.png")
    triangle = [[1, 1], [20, 1], [20, 20]]
    shapes = [
        {"label": "dog", "points": triangle, "shape_type": "polygon"},
        {"label": "car", "points": [[30, 40], [10, 5]], "shape_type": "rectangle"},
        {"label": "cow", "points": triangle, "group_id": 4},
        {"label": "cow", "points": [[40, 1], [60, 1], [60, 20]], "group_id": 4},
        {"label": "pole", "points": [[1, 1], [5, 40]], "shape_type": "line"},
        {"points": triangle},
    ]
    write(tmp_path, "a.json", {"shapes": shapes, "imageWidth": 64, "imageHeight": 48})
    picture(tmp_path, "b.png")
    write(tmp_path, "b.json", "{not JSON")
    picture(tmp_path, "c.png")
    write(tmp_path, "c.json", [1, 2])
    found = find_labels(tmp_path)
    dog, car, cow = found.labels
    assert (dog.name, dog.size, len(dog.outlines)) == ("dog", (64, 48), 1)
    assert car.box == (10, 5, 30, 40)
    assert len(cow.outlines) == 2
    assert "line" in reasons(found)["a.json shape 5"]
    assert "no LabelMe shape" in reasons(found)["a.json shape 6"]
    assert "no readable JSON" in reasons(found)["b.png"]
    assert "no LabelMe file" in reasons(found)["c.png"]


def test_one_coco_file_for_all(tmp_path):
    picture(tmp_path, "images/a.png")
    outline = [1, 1, 20, 1, 20, 20]
    annotations = [
        {"id": 1, "image_id": 5, "category_id": 9, "segmentation": [outline, [30, 1, 40, 1, 40, 20]]},
        {"id": 2, "image_id": 5, "category_id": 9, "segmentation": [], "bbox": [3, 4, 10, 20]},
        {"id": 3, "image_id": 5, "category_id": 9, "iscrowd": 1, "segmentation": {"size": [48, 64], "counts": [1]}},
        {"id": 4, "image_id": 5, "category_id": 9, "segmentation": {"size": [48, 64], "counts": [10, 100, 2962]}},
        {"id": 5, "image_id": 6, "category_id": 9, "segmentation": [outline]},
        {"id": 6, "image_id": 5, "category_id": 1, "segmentation": [outline]},
        {"id": 7, "image_id": 5, "category_id": 9, "segmentation": [], "bbox": [3, 4, 0, 20]},
    ]
    images = [{"id": 5, "file_name": "a.png", "width": 64, "height": 48}, {"id": 6, "file_name": "gone.png"}]
    data = {"images": images, "annotations": annotations, "categories": [{"id": 9, "name": "horse"}]}
    write(tmp_path, "instances.json", data)
    write(tmp_path, "other.json", {"version": 1})
    found = find_labels(tmp_path)
    assert [label.name for label in found.labels] == ["horse"] * 3
    assert [len(label.outlines) for label in found.labels] == [2, 0, 0]
    assert found.labels[1].box == (3, 4, 13, 24)
    assert found.labels[2].rle["counts"] == [10, 100, 2962]
    assert "crowd" in reasons(found)["instances.json annotation 3"]
    assert "gone.png" in reasons(found)["instances.json annotation 5"]
    assert reasons(found)["instances.json annotation 6"] == "no COCO annotation"
    assert "empty box" in reasons(found)["instances.json annotation 7"]


def test_folders_name_the_class_of_transparent_pictures(tmp_path):
    picture(tmp_path, "person/01.png")
    picture(tmp_path, "b.jpg")
    picture(tmp_path, "c.png")
    write(tmp_path, "c.txt", "")
    found = find_labels(tmp_path)
    (label,) = found.labels
    assert reasons(found) == dict.fromkeys(("b.jpg", "c.png"), "nothing in it is labelled")
    assert (label.name, label.outlines, label.box) == ("person", (), None)
