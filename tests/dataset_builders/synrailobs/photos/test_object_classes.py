"""Names and ids of other sets, and our categories for them."""

import numpy as np
import pytest

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.photos.object_classes import (
    COCO_80,
    COCO_91,
    category_of,
    heights_m,
    infer_names,
    read_names,
)
from triptych.dataset_builders.synrailobs.photos.parts import Cutout


def test_cocos_ids():
    assert len(COCO_91) == len(COCO_80) == 80
    assert [COCO_91[key] for key in (1, 11, 13, 44, 85, 90)] == [
        "person", "fire hydrant", "stop sign", "bottle", "clock", "toothbrush",
    ]  # fmt: skip
    assert (COCO_80[0], COCO_80[16], COCO_80[79]) == ("person", "dog", "toothbrush")


@pytest.mark.parametrize(
    ("name", "category"),
    [
        ("person", "person"), ("Pedestrians", "person"), ("PASpersonWalking", "person"), ("giraffe", "animal"),
        ("Wild Bird", "animal"), ("Pickup_Truck", "vehicle"), ("bus", "vehicle"), ("bicycle", "motorcycle"),
        ("Motorbike", "motorcycle"), ("Rocks", "rock"), ("unseen", "unseen"), ("traffic light", None), ("", None),
    ],
)  # fmt: skip
def test_names_in_any_spelling(name, category):
    assert category_of(name) == category


def test_other_classes_are_unseen_where_wished():
    assert category_of("suitcase") is None
    assert category_of("suitcase", as_unseen=True) == "unseen"
    assert category_of("dog", as_unseen=True) == "animal"


def test_names_come_from_the_chosen_file_or_the_folder(tmp_path):
    assert read_names(tmp_path, None) is None
    (tmp_path / "a.yaml").write_text("train: images\n", encoding="utf-8")
    assert read_names(tmp_path, None) is None
    (tmp_path / "config.yaml").write_text("names:\n  1: person\n  85: clock\n", encoding="utf-8")
    assert read_names(tmp_path, None) == {1: "person", 85: "clock"}
    (tmp_path / "classes.txt").write_text("dog\n\ncar\n", encoding="utf-8")
    assert read_names(tmp_path, None) == {0: "dog", 2: "car"}
    (tmp_path / "data.yaml").write_text("names: [rock, person]\n", encoding="utf-8")
    assert read_names(tmp_path, None) == {0: "rock", 1: "person"}
    assert read_names(tmp_path, "coco80") == COCO_80
    assert read_names(tmp_path, "coco91") == COCO_91
    assert read_names(tmp_path, tmp_path / "classes.txt") == {0: "dog", 2: "car"}
    (tmp_path / "data.yaml").write_text("names: 7\n", encoding="utf-8")
    for file in (tmp_path / "data.yaml", tmp_path / "none.txt"):
        with pytest.raises(UsageError, match="class names"):
            read_names(tmp_path, file)


def test_bare_ids_are_told_apart_or_refused():
    assert infer_names({1, 16, 85})[0] == COCO_91
    assert infer_names({0, 15})[0] == COCO_80
    assert infer_names({3, 12})[0] == COCO_80
    assert "1 to 90" in infer_names({1, 85})[1]
    with pytest.raises(UsageError, match="fit COCO numbered from 0 and from 1"):
        infer_names({1, 2, 16})
    with pytest.raises(UsageError, match="fit neither"):
        infer_names({0, 85})


def test_heights_know_a_giraffe_from_a_dog():
    heights = {}
    for name in ("dog", "giraffe"):
        cutout = Cutout(f"zoo/1-2#3-{name}", np.zeros((2, 2, 4), np.uint8), "animal", "zoo", "CC0-1.0")
        heights[name] = heights_m(cutout)
    assert heights["dog"][1] < 1 < heights["giraffe"][0]
    assert heights_m(Cutout("a#0-blob", np.zeros((2, 2, 4), np.uint8), "unseen", "a", "CC0-1.0")) is None
