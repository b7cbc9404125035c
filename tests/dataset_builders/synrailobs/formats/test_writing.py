"""Every export is whole or not there, holds the very pictures, and is read back by the tool itself."""

import json
from pathlib import Path
from typing import Any

import datasets
import pytest
from rail_pictures import boxed, rows, table

from triptych.core.errors import UsageError
from triptych.core.runs import file_sha256
from triptych.dataset_builders.synrailobs.formats.imported import make_row
from triptych.dataset_builders.synrailobs.formats.survey import Source, survey
from triptych.dataset_builders.synrailobs.formats.writing import export
from triptych.dataset_builders.synrailobs.schema import FEATURES

WITH_MASKS = [("coco", "rle"), ("coco", "polygons"), ("yolo", "polygons"), ("webdataset", "rle"), ("labelme", "rle"),
              ("labelme", "polygons"), ("cvat", "rle"), ("cvat", "polygons")]  # fmt: skip
BOXES = [(kind, "none") for kind in ("coco", "yolo", "webdataset", "labelme", "cvat")]


def read_back(folder: Path, kind: Any, split: str = "test") -> datasets.Dataset:
    found = survey(Source(kind, folder, split))
    assert found.found.problems == []
    made = [make_row(sheet, found.terms) for sheet in found.found.sheets]
    assert [problem for each in made for problem in each.problems] == []
    back = datasets.Dataset.from_list([each.row for each in made], features=FEATURES)
    return back.cast_column("image", datasets.Image(decode=False))


def by_id(data: datasets.Dataset) -> dict[str, Any]:
    raw = data.cast_column("image", datasets.Image(decode=False))
    return {row["id"]: {**row, "image": row["image"]["bytes"]} for row in raw}


@pytest.mark.parametrize(("kind", "masks"), WITH_MASKS)
def test_all_comes_back_as_it_was(kind: Any, masks: Any, tmp_path: Path) -> None:
    data = table([*rows(), boxed()])
    manifest = export({"test": data}, tmp_path / "out", kind, masks)
    assert manifest["splits"] == {"test": {"pictures": 4, "objects": 5}}
    assert by_id(read_back(tmp_path / "out", kind)) == by_id(data)


@pytest.mark.parametrize(("kind", "masks"), BOXES)
def test_boxes_alone_come_back_without_masks(kind: Any, masks: Any, tmp_path: Path) -> None:
    export({"validation": table()}, tmp_path / "out", kind, masks)
    back = by_id(read_back(tmp_path / "out", kind, "validation"))
    want = by_id(table())
    for row in want.values():
        for each in row["objects"]:
            each["mask"] = None
    assert back == want


@pytest.mark.parametrize("kind", ["coco", "yolo", "webdataset", "labelme", "cvat"])
def test_the_same_rows_give_the_same_bytes_and_a_second_run_changes_nothing(kind: Any, tmp_path: Path) -> None:
    splits = {"train": table(), "test": table([boxed()])}
    first = export(splits, tmp_path / "one", kind)
    again = export(splits, tmp_path / "two", kind)
    assert first == again
    for path in (tmp_path / "one").rglob("*"):
        other = tmp_path / "two" / path.relative_to(tmp_path / "one")
        assert path.is_dir() or file_sha256(path) == file_sha256(other)
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "one").rglob("*")}
    assert export(splits, tmp_path / "one", kind) == first
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "one").rglob("*")} == before


def test_a_failure_in_the_middle_leaves_nothing_behind_and_the_next_run_completes(tmp_path: Path) -> None:
    damaged = rows()
    damaged[2]["image"] = {"bytes": None, "path": str(tmp_path / "gone.jpg")}
    out = tmp_path / "out"
    with pytest.raises((OSError, RuntimeError)):
        export({"test": table(damaged)}, out, "coco")
    assert not out.exists()
    export({"test": table()}, out, "coco")
    assert json.loads((out / "export.json").read_text())["files"]["n"] == 4
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_other_things_in_the_folder_are_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("x")
    with pytest.raises(UsageError, match="other files"):
        export({"test": table()}, tmp_path, "coco")
    export({"test": table()}, tmp_path / "out", "coco")
    with pytest.raises(UsageError, match="an export of other data"):
        export({"test": table([boxed()])}, tmp_path / "out", "coco")


def test_another_dataset_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="columns of synrailobs"):
        export({"test": table().remove_columns("objects")}, tmp_path / "out", "coco")


@pytest.mark.parametrize(("kind", "masks"), [("yolo", "rle"), ("webdataset", "polygons")])
def test_what_a_format_cannot_hold_is_refused(kind: Any, masks: Any, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--masks"):
        export({"test": table()}, tmp_path / "out", kind, masks)
    assert not (tmp_path / "out").exists()


@pytest.mark.shared
@pytest.mark.parametrize(("kind", "masks"), [("coco", "polygons"), ("cvat", "rle")])
def test_real_photographs_with_outlines_of_others_go_round(kind: Any, masks: Any, shared: Path, tmp_path: Path) -> None:
    found = survey(Source("yolo", shared / "rail/objects_coco", classes={"car": "vehicle", "*": "-"}))
    assert len(found.found.sheets) == 37
    made = [make_row(sheet, found.terms) for sheet in found.found.sheets[::4]]
    assert {problem.reason for each in made for problem in each.problems} == set()
    data = table([each.row for each in made])
    export({"test": data}, tmp_path / "out", kind, masks)
    assert by_id(read_back(tmp_path / "out", kind)) == by_id(data)
