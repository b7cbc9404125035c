"""CVAT for images 1.1: written as CVAT writes it, read as CVAT exports it."""

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rail_pictures import masks, picture, table

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.formats.cvat import read_cvat
from triptych.dataset_builders.synrailobs.formats.writing import export
from triptych.dataset_builders.synrailobs.labels import decode

BOX = '<box label="person" occluded="0" xtl="10.5" ytl="5" xbr="30" ybr="40" z_order="0"/>'


def labelled(folder: Path, shapes: str, image: str = 'name="a.jpg" width="96" height="64"') -> Path:
    picture(folder / "images/a.jpg")
    text = f'<annotations><version>1.1</version><image id="0" {image}>{shapes}</image></annotations>'
    (folder / "annotations.xml").write_text(text)
    return folder


def test_run_lengths_go_row_by_row_through_the_box_and_begin_with_zeros(tmp_path: Path) -> None:
    export({"test": table()}, tmp_path / "out", "cvat")
    root = ElementTree.parse(tmp_path / "out/test/annotations.xml").getroot()
    shape = root.find("image/mask")
    assert shape is not None
    left, top, width, height = (int(shape.get(name, "")) for name in ("left", "top", "width", "height"))
    value, flat = 0, []
    for run in shape.get("rle", "").split(", "):
        flat += [value] * int(run)
        value = 1 - value
    whole = np.zeros((64, 96), bool)
    whole[top : top + height, left : left + width] = np.array(flat, bool).reshape(height, width)
    assert (whole == masks()["ring"]).all()
    assert root.findtext("version") == "1.1"
    labels = [label.findtext("name") for label in root.iterfind("meta/task/labels/label")]
    assert labels == ["person", "animal", "vehicle", "motorcycle", "rock", "unseen", "picture"]
    assert [image.get("name") for image in root.iterfind("image")] == ["place_a_1.jpg", "place_a_1_2.jpg", "c.jpg"]


def test_shapes_of_others(tmp_path: Path) -> None:
    polygon = '<polygon label="rock" points="0,0;4,0;0,4.5"{}><attribute name="distance_m">12.5</attribute></polygon>'
    tag = '<tag label="scene"><attribute name="weather">rainy</attribute><attribute name="other">x</attribute></tag>'
    shapes = BOX + polygon.format("") + polygon.format(' group_id="3"') * 2 + tag
    found = read_cvat(labelled(tmp_path, shapes), "test")
    (sheet,) = found.sheets
    box, alone, both = sheet.marks
    assert (box.label, box.box, sheet.size) == ("person", (10.5, 5, 19.5, 35), (96, 64))
    assert (alone.polygons, alone.extras) == ([[0, 0, 4, 0, 0, 4.5]], {"distance_m": "12.5"})
    assert len(both.polygons) == 2
    assert sheet.extras == {"weather": "rainy"}


def test_a_mask_of_others(tmp_path: Path) -> None:
    mask = '<mask label="rock" rle="0, 2, 1, 3" left="90" top="60" width="3" height="2"/>'
    (mark,) = read_cvat(labelled(tmp_path, mask), "test").sheets[0].marks
    want = np.zeros((64, 96), bool)
    want[60:62, 90:93] = [[True, True, False], [True, True, True]]
    assert (decode(dict(mark.rle or {})) == want).all()


@pytest.mark.parametrize(
    ("shape", "said"),
    [
        ('<points label="rock" points="1,2"/>', "'points'"),
        ('<box label="rock" xtl="9" ytl="1" xbr="2" ybr="8"/>', "x2 < x1"),
        ('<box label="rock" xtl="9" ytl="1" xbr="2"/>', "no numbers"),
        ('<box label="rock" xtl="nan" ytl="1" xbr="2" ybr="8"/>', "NaN"),
        ('<polygon label="rock" points="1,2;x,3"/>', "no numbers"),
        ('<mask label="rock" rle="1, 2" left="0" top="0" width="3" height="2"/>', "add up to 3 in a box of 3 x 2"),
        ('<mask label="rock" rle="6" left="94" top="0" width="3" height="2"/>', "out of the picture"),
        ('<mask label="rock" rle="" left="0" top="0" width="3" height="2"/>', "invalid literal"),
    ],
)
def test_a_bad_shape_is_left_out_and_the_others_stay(shape: str, said: str, tmp_path: Path) -> None:
    found = read_cvat(labelled(tmp_path, shape + BOX * 5), "test")
    assert [len(sheet.marks) for sheet in found.sheets] == [5]
    (problem,) = found.problems
    assert said in problem.reason


def test_boxes_of_a_corner_and_a_size_are_noticed(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="they seem to be xywh"):
        read_cvat(labelled(tmp_path, '<box label="rock" xtl="60" ytl="40" xbr="20" ybr="10"/>' * 3), "test")


def test_subsets_missing_pictures_and_broken_files(tmp_path: Path) -> None:
    folder = labelled(tmp_path, BOX, 'name="a.jpg" subset="train" width="96" height="64"')
    assert (read_cvat(folder, "test").sheets, len(read_cvat(folder, "train").sheets)) == ([], 1)
    labelled(folder, BOX, 'name="gone.jpg"')
    assert [(problem.what, problem.reason) for problem in read_cvat(folder, "test").problems] == [
        ("gone.jpg", "no such picture")]  # fmt: skip
    (folder / "annotations.xml").write_text("<annotations><image>")
    with pytest.raises(UsageError, match="an XML file"):
        read_cvat(folder, "test")
    (folder / "annotations.xml").unlink()
    with pytest.raises(UsageError, match=r"annotations\.xml"):
        read_cvat(folder, "test")


words = st.text("0123456789.,;- na", max_size=12)
names = st.sampled_from(["points", "rle", "left", "top", "width", "height", "xtl", "ytl", "xbr", "ybr", "label"])


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.sampled_from(["box", "polygon", "mask", "x"]), st.dictionaries(names, words)), max_size=3))
def test_any_shape_ends_in_marks_or_in_a_message(tmp_path: Path, shapes: list[tuple[str, dict[str, str]]]) -> None:
    texts = [
        "<{} {}/>".format(tag, " ".join(f'{name}="{value}"' for name, value in values.items()))
        for tag, values in shapes
    ]
    found = read_cvat(labelled(tmp_path, "".join(texts) + BOX * 20), "test")
    assert sum(len(sheet.marks) for sheet in found.sheets) + len(found.problems) == 20 + len(shapes)
