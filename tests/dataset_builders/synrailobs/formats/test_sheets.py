"""What readers share: pictures by name, numbers, and boxes that contradict their format."""

from pathlib import Path
from typing import Any

import pytest
from rail_pictures import picture

from triptych.core.errors import UsageError
from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.formats.sheets import (
    json_file,
    numbers,
    object_extras,
    picture_extras,
    picture_index,
    refuse_other_format,
)


def test_a_name_that_two_pictures_have_names_neither(tmp_path: Path) -> None:
    for place in ("v1/a.jpg", "v2/a.jpg", "v2/b.png"):
        picture(tmp_path / place)
    (tmp_path / "v2/notes.txt").write_text("x")
    index = picture_index(tmp_path)
    assert sorted(index) == ["b", "b.png", "v1/a", "v1/a.jpg", "v2/a", "v2/a.jpg", "v2/b", "v2/b.png"]
    with pytest.raises(UsageError, match="--data DIR"):
        picture_index(tmp_path / "v2/notes.txt")


@pytest.mark.parametrize("values", [["x"], [None], [float("inf")], 3, [[1]], "ab"])
def test_what_is_no_list_of_finite_numbers(values: Any) -> None:
    with pytest.raises(BadInput, match="bbox"):
        numbers(values, "bbox")


def test_only_known_fields_with_a_value_are_taken() -> None:
    fields = {"weather": "rainy", "light": None, "distance_m": 0, "colour": "red", "country": "", "seen": False}
    assert picture_extras(fields) == {"weather": "rainy"}
    assert object_extras(fields) == {"distance_m": 0, "seen": False}


def test_a_json_file_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="No such file"):
        json_file(tmp_path / "a.json")
    (tmp_path / "a.json").write_text("{,}")
    with pytest.raises(BadInput, match="no JSON"):
        json_file(tmp_path / "a.json")


def test_single_bad_boxes_do_not_condemn_the_others() -> None:
    good, size = [10, 10, 20, 20], (96, 64)
    bad = [[0, 0, -5, 5], [90, 60, 50, 50], [float("nan"), 1, 1, 1]]
    refuse_other_format([good] * 17 + bad, [size] * 20, "xywh", "convert")
    refuse_other_format([good] * 9 + [[20, 20, 10, 10]], [size] * 9 + [None], "xyxy", "convert")
    refuse_other_format([], [], "xywh", "convert")
    with pytest.raises(UsageError, match="convert"):
        refuse_other_format([[60, 40, 90, 60]] * 5, [size] * 5, "xywh", "convert")
