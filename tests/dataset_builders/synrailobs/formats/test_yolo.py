"""YOLO: ultralytics' own rules hold for the export; label files of others are read line by line."""

import json
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rail_pictures import boxed, picture, rows, table

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.formats.writing import export
from triptych.dataset_builders.synrailobs.formats.yolo import read_yolo
from triptych.dataset_builders.synrailobs.schema import CATEGORIES


def labelled(folder: Path, lines: str, names: str = "names: [person, rock]\n") -> Path:
    picture(folder / "images/test/a.jpg")
    (folder / "labels/test").mkdir(parents=True, exist_ok=True)
    (folder / "labels/test/a.txt").write_text(lines)
    (folder / "data.yaml").write_text(names)
    return folder


def test_the_layout_is_the_one_of_ultralytics(tmp_path: Path) -> None:
    out = tmp_path / "out"
    export({"train": table(), "validation": table([boxed()]), "test": table()}, out, "yolo")
    about = yaml.safe_load((out / "data.yaml").read_text())
    assert about == {"train": "images/train", "val": "images/validation", "test": "images/test",
                     "names": dict(enumerate(CATEGORIES))}  # fmt: skip
    for place in (about["train"], about["val"], about["test"]):
        pictures = {path.stem for path in (out / place).iterdir()}
        assert pictures == {path.stem for path in (out / place.replace("images", "labels")).iterdir()}
    assert (out / "labels/test/place_a_1_2.txt").read_text() == ""  # a clean negative
    category, *box = (out / "labels/validation/d.txt").read_text().split()
    assert CATEGORIES[int(category)] == "vehicle"
    assert [float(value) for value in box] == pytest.approx([13 / 96, (4.5 + 30.25 / 2) / 64, 20 / 96, 30.25 / 64])


def test_without_a_validation_split_val_is_another_one_and_says_so(tmp_path: Path) -> None:
    export({"test": table()}, tmp_path / "out", "yolo")
    text = (tmp_path / "out/data.yaml").read_text()
    assert yaml.safe_load(text)["val"] == "images/test"
    assert "# no split `validation`" in text


def test_polygons_have_the_tight_box_and_no_line_is_a_box(tmp_path: Path) -> None:
    """ultralytics takes the box from the points, and refuses files that mix boxes of five numbers with polygons."""
    data = [*rows(), boxed()]
    export({"test": table(data)}, tmp_path / "out", "yolo", "polygons")
    boxes = {each["file_name"]: row for each, row in zip(
        map(json.loads, (tmp_path / "out/metadata.jsonl").read_text().splitlines()), data, strict=True)}  # fmt: skip
    for name, row in boxes.items():
        file = (tmp_path / "out" / name.replace("images", "labels")).with_suffix(".txt")
        for line, thing in zip(file.read_text().splitlines(), row["objects"], strict=True):
            values = [float(value) for value in line.split()[1:]]
            xs, ys = [96 * x for x in values[::2]], [64 * y for y in values[1::2]]
            assert len(xs) >= 4
            assert [min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)] == pytest.approx(thing["bbox"])


def test_boxes_and_polygons_of_others(tmp_path: Path) -> None:
    found = read_yolo(
        labelled(tmp_path, "0 0.5 0.5 0.5 0.25\n1 0.1 0.1 0.4 0.1 0.2 0.6\n\n0 0 0 1 0 1 1 0 1\n"), "test"
    )
    first, second, third = found.sheets[0].marks
    assert (first.label, first.box) == ("person", (0.25, 0.375, 0.5, 0.25))
    assert (second.label, second.box, second.polygons) == ("rock", None, [[0.1, 0.1, 0.4, 0.1, 0.2, 0.6]])
    assert (third.box, third.polygons) == ((0.0, 0.0, 1.0, 1.0), ())  # four right angles: a box, no mask
    assert found.problems == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("0 0.5 0.5 0.5", "4 numbers"),
        ("0 0.5 0.5 0.5 0.5 0.9", "confidence"),
        ("0 0.5 0.5 0.5 nan", "NaN"),
        ("person 0.5 0.5 0.5 0.5", "no numbers"),
        ("7 0.5 0.5 0.5 0.5", "class 7 is none of 0 person, 1 rock"),
        ("0.5 0.5 0.5 0.5 0.5", "no whole number"),
    ],
)
def test_a_bad_line_is_left_out_and_the_others_stay(line: str, said: str, tmp_path: Path) -> None:
    found = read_yolo(labelled(tmp_path, f"1 0.5 0.5 0.1 0.1\n{line}\n"), "test")
    assert [mark.label for mark in found.sheets[0].marks] == ["rock"]
    (problem,) = found.problems
    assert problem.what == "a.txt line 2"
    assert said in problem.reason


def test_pixels_instead_of_shares_are_noticed(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="seem to be pixels"):
        read_yolo(labelled(tmp_path, "0 48 32 20 10\n0 0.5 0.5 0.1 0.1\n"), "test")
    lines = "0 0.5 0.5 0.1 0.1\n" * 9 + "0 48 32 20 10\n"
    found = read_yolo(labelled(tmp_path, lines), "test")
    assert "in pixels?" in found.problems[0].reason
    assert len(found.sheets[0].marks) == 9


def test_an_empty_label_file_is_a_clean_picture_and_a_missing_one_is_told(tmp_path: Path) -> None:
    folder = labelled(tmp_path, "\n")
    picture(folder / "images/test/b.jpg")
    (folder / "labels/test/c.txt").write_text("0 0.5 0.5 0.1 0.1\n")
    found = read_yolo(folder, "test")
    assert [(sheet.name, sheet.marks) for sheet in found.sheets] == [("a", ())]
    assert {(problem.what, problem.reason.split(";")[0]) for problem in found.problems} == {
        ("images/test/b.jpg", "no label file"), ("labels/test/c.txt", "a label file without a picture")}  # fmt: skip


@pytest.mark.parametrize(
    "names",
    ["names:\n  0: person\n  1: rock\n", "nc: 2\nnames:\n- person\n- 'rock'\n", "names: {0: person, 1: rock}\nnc: 2\n",
     'names: ["person", "rock"]  # two\n', "names:\n- person\n- rock # stone\ntrain: images\n"],
)  # fmt: skip
def test_class_names_in_all_ways_in_which_they_are_written(names: str, tmp_path: Path) -> None:
    found = read_yolo(labelled(tmp_path, "1 0.5 0.5 0.1 0.1\n", names), "test")
    assert [mark.label for mark in found.sheets[0].marks] == ["rock"]


def test_other_layouts(tmp_path: Path) -> None:
    picture(tmp_path / "flat/a.jpg")
    (tmp_path / "flat/a.txt").write_text("2 0.5 0.5 0.1 0.1\n")
    (tmp_path / "flat/classes.txt").write_text("x\ny\nz\n")
    found = read_yolo(tmp_path / "flat", "test")
    assert ([mark.label for mark in found.sheets[0].marks], found.problems) == (["z"], [])
    picture(tmp_path / "robo/valid/images/a.jpg")
    picture(tmp_path / "robo/train/images/b.jpg")
    (tmp_path / "robo/valid/labels").mkdir()
    (tmp_path / "robo/valid/labels/a.txt").write_text("0 0.5 0.5 0.1 0.1\n")
    found = read_yolo(tmp_path / "robo", "validation")
    assert [(sheet.name, sheet.marks[0].label) for sheet in found.sheets] == [("a", "0")]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text("0123456789.-+e naif\n\t", max_size=30), max_size=4))
def test_any_text_ends_in_marks_or_in_a_message(tmp_path: Path, lines: list[str]) -> None:
    folder = tmp_path
    if not (folder / "data.yaml").exists():
        labelled(folder, "")
    (folder / "labels/test/a.txt").write_text("\n".join(["0 0.5 0.5 0.1 0.1"] * 20 + lines))
    found = read_yolo(folder, "test")
    assert len(found.sheets[0].marks) + len(found.problems) >= 20
