"""Pascal VOC as today's tools write it."""

from pathlib import Path

import pytest
from rail_pictures import picture

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.formats.voc import read_voc

OBJECT = "<object><name>{}</name><bndbox><xmin>{}</xmin><ymin>{}</ymin><xmax>{}</xmax><ymax>{}</ymax></bndbox></object>"


def labelled(folder: Path, name: str, objects: str = "", size: str = "<width>96</width><height>64</height>") -> None:
    picture(folder / f"JPEGImages/{name}.jpg")
    (folder / "Annotations").mkdir(exist_ok=True)
    text = f"<annotation><filename>{name}.jpg</filename><size>{size}</size>{objects}</annotation>"
    (folder / f"Annotations/{name}.xml").write_text(text)


def test_objects_sizes_and_clean_pictures(tmp_path: Path) -> None:
    labelled(tmp_path, "a", OBJECT.format("person", 10, 5, "30.5", 40))
    labelled(tmp_path, "b", size="<width>0</width><height>0</height>")
    found = read_voc(tmp_path, "test")
    first, second = found.sheets
    assert (first.name, first.size, first.marks[0].label, first.marks[0].box) == (
        "a",
        (96, 64),
        "person",
        (10, 5, 20.5, 35),
    )
    assert (second.marks, second.size) == ((), None)
    assert found.problems == []


def test_a_list_of_the_split_chooses_pictures(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        labelled(tmp_path, name)
    (tmp_path / "ImageSets/Main").mkdir(parents=True)
    (tmp_path / "ImageSets/Main/val.txt").write_text("a 1\nc 1\n")
    assert [sheet.name for sheet in read_voc(tmp_path, "validation").sheets] == ["a", "c"]


def test_what_is_bad_is_left_out_with_its_reason(tmp_path: Path) -> None:
    objects = [
        ("rock", 30, 5, 10, 40),
        ("rock", "nan", 5, 10, 40),
        ("rock", "", 5, 10, 40),
        *[("rock", 1, 2, 3, 4)] * 9,
    ]
    labelled(tmp_path, "a", "".join(OBJECT.format(*each) for each in objects))
    labelled(tmp_path, "gone")
    (tmp_path / "JPEGImages/gone.jpg").unlink()
    picture(tmp_path / "JPEGImages/bare.jpg")
    (tmp_path / "Annotations/broken.xml").write_text("<annotation>")
    found = read_voc(tmp_path, "test")
    told = {str(problem.what): problem.reason for problem in found.problems}
    assert len(found.sheets[0].marks) == 9
    assert told.keys() == {"a.xml object 1", "a.xml object 2", "a.xml object 3", "Annotations/gone.xml",
                           "Annotations/broken.xml", "JPEGImages/bare.jpg"}  # fmt: skip
    assert "x2 < x1" in told["a.xml object 1"]
    assert "no picture gone.jpg" in told["Annotations/gone.xml"]
    assert "no label file" in told["JPEGImages/bare.jpg"]


def test_boxes_of_a_corner_and_a_size_are_noticed(tmp_path: Path) -> None:
    labelled(tmp_path, "a", OBJECT.format("rock", 60, 40, 20, 10) * 3)
    with pytest.raises(UsageError, match="xywh"):
        read_voc(tmp_path, "test")
    (tmp_path / "none").mkdir()
    with pytest.raises(UsageError, match="VOC"):
        read_voc(tmp_path / "none", "test")
