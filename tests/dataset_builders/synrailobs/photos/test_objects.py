"""Labels of every form become cut-outs of the same thing."""

import json

import numpy as np
import pytest
from PIL import Image

from triptych.core.errors import UsageError
from triptych.dataset_builders.problems import Problem
from triptych.dataset_builders.synrailobs.labels import encode
from triptych.dataset_builders.synrailobs.photos import objects
from triptych.dataset_builders.synrailobs.photos.objects import Rights, cutouts_of, labelled_pictures

RIGHTS = Rights("CC0-1.0", False)
ANGLES = np.linspace(0, 2 * np.pi, 60, endpoint=False)
OUTLINE = np.stack([60 + 30 * np.cos(ANGLES), 80 + 45 * np.sin(ANGLES)], axis=1)


def inside():
    y, x = np.mgrid[:160, :120] + 0.5
    return ((x - 60) / 30) ** 2 + ((y - 80) / 45) ** 2 < 1


@pytest.fixture
def folder(tmp_path):
    """A picture of a red egg on grass."""
    picture = np.full((160, 120, 3), (60, 140, 60), np.uint8)
    picture += np.random.default_rng(0).integers(0, 20, picture.shape, dtype=np.uint8)
    picture[inside()] = (200, 40, 40)
    Image.fromarray(picture).save(tmp_path / "a.png")
    return tmp_path


def made(folder, **more):
    pictures, problems = labelled_pictures(folder, None)
    found = [each for picture in pictures for each in cutouts_of(picture, "farm", RIGHTS, **more)]
    return [each for each in found if not isinstance(each, Problem)], [
        *problems,
        *(each for each in found if isinstance(each, Problem)),
    ]


def annotation(**drawn):
    return {"id": 7, "image_id": 1, "category_id": 3, "bbox": [30, 35, 60, 90], **drawn}


def coco(folder, **drawn):
    images = [{"id": 1, "file_name": "a.png", "width": 120, "height": 160}]
    data = {"images": images, "annotations": [annotation(**drawn)], "categories": [{"id": 3, "name": "cow"}]}
    (folder / "instances.json").write_text(json.dumps(data), encoding="utf-8")


def yolo(folder, line):
    (folder / "a.txt").write_text(line, encoding="utf-8")
    (folder / "data.yaml").write_text("names: {0: cow}\n", encoding="utf-8")


def counts():
    """Run lengths by columns, the first of zeros, as COCO counts them when they are not compressed."""
    flat = inside().T.ravel()
    ends = np.flatnonzero(np.diff(flat)) + 1
    return np.diff([0, *ends.tolist(), flat.size]).tolist()


def labelled(folder, form):
    shares = (OUTLINE / [120, 160]).ravel()
    shapes = [{"label": "cow", "points": OUTLINE.tolist(), "shape_type": "polygon"}]
    labelme = {"shapes": shapes, "imageWidth": 120, "imageHeight": 160}
    forms = {
        "yolo outline": lambda: yolo(folder, "0 " + " ".join(f"{share:.6f}" for share in shares)),
        "yolo box": lambda: yolo(folder, "0 0.5 0.5 0.5 0.5625"),
        "labelme": lambda: (folder / "a.json").write_text(json.dumps(labelme), encoding="utf-8"),
        "coco outline": lambda: coco(folder, segmentation=[OUTLINE.ravel().tolist()]),
        "coco box": lambda: coco(folder, segmentation=[]),
        "coco runs": lambda: coco(folder, segmentation={"size": [160, 120], "counts": counts()}),
        "coco compressed": lambda: coco(folder, segmentation=encode(inside())),
    }
    forms[form]()


@pytest.mark.parametrize(
    "form", ["yolo outline", "yolo box", "labelme", "coco outline", "coco box", "coco runs", "coco compressed"]
)
def test_every_form_gives_the_same_thing(folder, form):
    labelled(folder, form)
    (cutout,), problems = made(folder)
    assert problems == []
    assert cutout.category == "animal"
    assert (cutout.source, cutout.licence, cutout.redistributable) == ("farm/a.png", "CC0-1.0", False)
    assert cutout.id.endswith("-cow")
    height, width = cutout.rgba.shape[:2]
    assert abs(height - 90) <= 4
    assert abs(width - 60) <= 4
    solid = cutout.rgba[cutout.rgba[:, :, 3] > 200][:, :3].astype(int)
    assert np.abs(solid - (200, 40, 40)).mean() < 3


def test_labels_for_another_size_are_refused(folder):
    coco(folder, segmentation={"size": [80, 60], "counts": "abc"})
    assert "its mask is for [80, 60]" in made(folder)[1][0].reason
    shapes = [{"label": "cow", "points": OUTLINE.tolist(), "shape_type": "polygon"}]
    (folder / "instances.json").unlink()
    labelme = {"shapes": shapes, "imageWidth": 160, "imageHeight": 120}
    (folder / "a.json").write_text(json.dumps(labelme), encoding="utf-8")
    cutouts, problems = made(folder)
    assert cutouts == []
    assert "for 160 x 120 pixels, not for 120 x 160" in problems[0].reason


@pytest.mark.parametrize("form", ["yolo outline", "labelme", "coco box", "coco runs"])
def test_large_pictures_are_reduced_with_their_labels(folder, form, monkeypatch):
    """Here to three quarters."""
    labelled(folder, form)
    monkeypatch.setattr(objects, "LONGEST_PX", 120)
    (cutout,), _ = made(folder)
    assert abs(cutout.rgba.shape[0] - 67) <= 4
    assert abs(cutout.rgba.shape[1] - 45) <= 4


def test_transparent_pictures_in_folders_of_their_class(folder):
    (folder / "a.png").unlink()
    rgba = np.zeros((160, 120, 4), np.uint8)
    rgba[inside()] = (200, 40, 40, 255)
    for name in ("cow/01.png", "teapot/01.png", "rock/deep.png"):
        (folder / name).parent.mkdir()
        Image.fromarray(rgba).save(folder / name)
    Image.fromarray(rgba[:, :, :3]).save(folder / "cow/02.png")
    cutouts, problems = made(folder)
    assert [(each.id, each.category) for each in cutouts] == [("cow/01#0-cow", "animal"), ("rock/deep#0-rock", "rock")]
    assert [problem.what for problem in problems] == ["cow/02#0-cow", "teapot/01#0-teapot"]
    assert "no transparent surroundings" in problems[0].reason
    assert len(made(folder, as_unseen=True)[0]) == 3


def test_classes_without_a_name_are_left_out(folder):
    yolo(folder, "4 0.5 0.5 0.5 0.5625")
    assert made(folder)[1][0].reason == "class 4 has no name"


def test_bare_ids_are_assumed_aloud(folder):
    shares = " ".join(f"{share:.6f}" for share in (OUTLINE / [120, 160]).ravel())
    (folder / "a.txt").write_text(f"21 {shares}\n85 0.1 0.1 0.1 0.1\n", encoding="utf-8")
    (cutout,), problems = made(folder)
    assert cutout.id == "a#0-cow"
    assert "COCO's own ids" in problems[0].reason
    with pytest.raises(UsageError, match="folder of pictures"):
        labelled_pictures(folder / "none", None)
