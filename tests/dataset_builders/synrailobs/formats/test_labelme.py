"""LabelMe: shapes as its own code reads them; shapes of others, one by one."""

import base64
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rail_pictures import masks, picture, table

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.formats.labelme import read_labelme
from triptych.dataset_builders.synrailobs.formats.writing import export
from triptych.dataset_builders.synrailobs.labels import decode

RECTANGLE = {"label": "person", "shape_type": "rectangle", "points": [[30, 40], [10, 5]]}


def labelled(folder: Path, shapes: Any, name: str = "a", **more: Any) -> Path:
    picture(folder / f"{name}.jpg")
    content = {"shapes": shapes, "imagePath": f"{name}.jpg", "imageWidth": 96, "imageHeight": 64, **more}
    (folder / f"{name}.json").write_text(json.dumps(content))
    return folder


def test_a_mask_is_where_labelme_puts_it(tmp_path: Path) -> None:
    """LabelMe: mask[y1 : y2 + 1, x1 : x2 + 1] = the PNG, points [[x1, y1], [x2, y2]]."""
    export({"test": table()}, tmp_path / "out", "labelme")
    content = json.loads((tmp_path / "out/test/place_a_1.json").read_text())
    assert (content["imagePath"], content["imageHeight"], content["imageWidth"]) == ("place_a_1.jpg", 64, 96)
    shape = content["shapes"][0]
    (x1, y1), (x2, y2) = shape["points"]
    cut = cv2.imdecode(np.frombuffer(base64.b64decode(shape["mask"]), np.uint8), cv2.IMREAD_UNCHANGED)
    whole = np.zeros((64, 96), bool)
    whole[y1 : y2 + 1, x1 : x2 + 1] = cut
    assert (whole == masks()["ring"]).all()
    assert (shape["label"], shape["object_id"], content["weather"]) == ("person", "a-0", "rainy")


def test_the_parts_of_one_obstacle_share_a_group(tmp_path: Path) -> None:
    export({"test": table()}, tmp_path / "out", "labelme", "polygons")
    shapes = json.loads((tmp_path / "out/test/place_a_1.json").read_text())["shapes"]
    assert [(shape["label"], shape["group_id"]) for shape in shapes] == [("person", None), ("rock", 2), ("rock", 2)]


def test_corners_in_any_order_and_groups_of_polygons(tmp_path: Path) -> None:
    polygons = [{"label": "rock", "points": points, "group_id": 4} for points in
                ([[0, 0], [4, 0], [0, 4]], [[10, 10], [14, 10], [10, 14]])]  # fmt: skip
    found = read_labelme(labelled(tmp_path, [RECTANGLE, *polygons, {**polygons[0], "group_id": None}]), "test")
    box, both, alone = found.sheets[0].marks
    assert (box.label, box.box) == ("person", (10, 5, 20, 35))
    assert both.polygons == [[0, 0, 4, 0, 0, 4], [10, 10, 14, 10, 10, 14]]
    assert alone.polygons == [[0, 0, 4, 0, 0, 4]]


@pytest.mark.parametrize(
    ("shape", "said"),
    [
        ({"shape_type": "circle"}, "'circle' of 2 points"),
        ({"points": [[1, 2]]}, "'rectangle' of 1 points"),
        ({"points": [[1, 2, 3], [1, 2]]}, "pairs"),
        ({"points": [[1, float("nan")], [2, 3]]}, "NaN"),
        ({"shape_type": "mask"}, "no PNG"),
        ({"shape_type": "mask", "mask": "%%%"}, "no PNG"),
        ({"shape_type": "mask", "mask": base64.b64encode(b"x").decode()}, "no PNG"),
    ],
)
def test_a_bad_shape_is_left_out_and_the_others_stay(shape: dict[str, Any], said: str, tmp_path: Path) -> None:
    found = read_labelme(labelled(tmp_path, [{**RECTANGLE, **shape}, RECTANGLE]), "test")
    assert [len(sheet.marks) for sheet in found.sheets] == [1]
    (problem,) = found.problems
    assert problem.what == "a.json shape 1"
    assert said in problem.reason


def test_a_mask_that_reaches_out_of_the_picture_is_left_out(tmp_path: Path) -> None:
    png = base64.b64encode(bytes(cv2.imencode(".png", np.ones((9, 9), np.uint8))[1])).decode()
    shapes = [{"label": "rock", "shape_type": "mask", "mask": png, "points": points} for points in
              ([[87, 0], [95, 8]], [[88, 0], [96, 8]], [[-1, 0], [7, 8]])]  # fmt: skip
    found = read_labelme(labelled(tmp_path, shapes), "test")
    (mark,) = found.sheets[0].marks
    assert decode(dict(mark.rle or {}))[:9, 87:].all()
    assert [problem.reason for problem in found.problems] == ["its mask reaches out of the picture"] * 2


def test_files_and_pictures_that_lack_each_other(tmp_path: Path) -> None:
    labelled(tmp_path, [], "clean")
    labelled(tmp_path, [RECTANGLE], "gone")
    (tmp_path / "gone.jpg").unlink()
    picture(tmp_path / "bare.jpg")
    labelled(tmp_path, "no list", "odd")
    (tmp_path / "broken.json").write_text("{")
    labelled(tmp_path, [RECTANGLE], "second", imagePath="clean.jpg")
    found = read_labelme(tmp_path, "test")
    assert [(sheet.name, sheet.marks) for sheet in found.sheets] == [("clean", ())]
    told = {str(problem.what): problem.reason for problem in found.problems}
    assert "no picture gone.jpg" in told["gone.json"]
    assert "no list of shapes" in told["odd.json"]
    assert "no JSON" in told["broken.json"]
    assert "another label file already" in told["second.json"]
    assert "no label file" in told["bare.jpg"]


def test_the_picture_may_be_named_by_another_machines_path(tmp_path: Path) -> None:
    found = read_labelme(labelled(tmp_path, [RECTANGLE], imagePath="C:\\work\\pictures\\a.jpg"), "test")
    assert [sheet.file.name for sheet in found.sheets] == ["a.jpg"]
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="LabelMe"):
        read_labelme(tmp_path / "empty", "test")


scalars = st.none() | st.booleans() | st.integers(-5, 200) | st.floats() | st.text(max_size=4)
nested = st.dictionaries(st.text(max_size=4), scalars, max_size=3)
values = st.recursive(scalars | nested, lambda inner: st.lists(inner, max_size=5), max_leaves=6)
kinds = st.sampled_from(["rectangle", "polygon", "mask", "point"])
shape = st.fixed_dictionaries(
    {}, optional={"label": values, "points": values, "group_id": values, "mask": values, "shape_type": kinds}
)


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(shape | values, max_size=3), values)
def test_any_json_ends_in_pictures_or_in_a_message(tmp_path: Path, shapes: list[Any], size: Any) -> None:
    labelled(tmp_path, [*shapes, RECTANGLE], imageWidth=size)
    found = read_labelme(tmp_path, "test")
    assert len(found.sheets) + len(found.problems) >= 1
    assert all(RECTANGLE["label"] in [mark.label for mark in sheet.marks] for sheet in found.sheets)
