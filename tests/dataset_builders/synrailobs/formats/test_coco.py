"""COCO: pycocotools takes the export unchanged; what is wrong in a file of others is named."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval
from rail_pictures import picture, table

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.formats.coco import read_coco
from triptych.dataset_builders.synrailobs.formats.writing import export

GOOD: dict[str, Any] = {
    "images": [{"id": 7, "file_name": "a.jpg", "width": 96, "height": 64}],
    "categories": [{"id": 1, "name": "person"}],
    "annotations": [{"id": 1, "image_id": 7, "category_id": 1, "bbox": [1, 2, 30, 40]}],
}


def written(folder: Path, **changes: Any) -> Path:
    picture(folder / "a.jpg")
    picture(folder / "b.jpg", 1)
    (folder / "labels.json").write_text(json.dumps({**GOOD, **changes}))
    return folder


@pytest.mark.parametrize("masks", ["rle", "polygons"])
def test_pycocotools_evaluates_the_export_unchanged(masks: Any, tmp_path: Path) -> None:
    export({"test": table()}, tmp_path / "out", "coco", masks)
    truth = COCO(str(tmp_path / "out/annotations/instances_test.json"))
    annotations = list(truth.anns.values())
    assert [annotation["id"] for annotation in annotations] == [1, 2, 3, 4]
    assert sorted(truth.imgs) == [1, 2, 3]
    assert all(annotation["area"] == truth.annToMask(annotation).sum() for annotation in annotations)
    assert {annotation["iscrowd"] for annotation in annotations} == {0}
    keys = ("image_id", "category_id", "bbox")
    found = [
        {**{key: each[key] for key in keys}, "segmentation": truth.annToRLE(each), "score": 0.5} for each in annotations
    ]
    for kind in ("bbox", "segm"):
        scored = COCOeval(truth, truth.loadRes([dict(each) for each in found]), kind)
        scored.evaluate()
        scored.accumulate()
        scored.summarize()
        assert scored.stats[0] == 1.0


def test_what_coco_has_no_field_for_stands_under_its_own_name(tmp_path: Path) -> None:
    export({"test": table()}, tmp_path / "out", "coco")
    content = json.loads((tmp_path / "out/annotations/instances_test.json").read_text())
    first, image = content["annotations"][0], content["images"][0]
    assert (first["object_id"], first["seen"], first["visibility"]) == ("a-0", True, 0.75)
    assert first["distance_m"] == pytest.approx(21.4)
    assert (image["file_name"], image["row_id"], image["weather"], image["light"]) == (
        "place_a_1.jpg",
        "place/a.1",
        "rainy",
        "dusk",
    )
    assert [category["id"] for category in content["categories"]] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"image_id": 8}, "image_id 8 is none"),
        ({"category_id": 3}, "category_id 3 is none of the categories: 1 person"),
        ({"bbox": [1, 2, 3]}, "a bbox of 3 numbers"),
        ({"bbox": [1, 2, float("nan"), 3]}, "NaN"),
        ({"bbox": ["x", 2, 3, 3]}, "no numbers"),
        ({"bbox": None}, "neither bbox nor segmentation"),
        ({"iscrowd": 1}, "crowd"),
    ],
)
def test_a_bad_annotation_is_left_out_and_the_others_stay(change: dict[str, Any], said: str, tmp_path: Path) -> None:
    good = GOOD["annotations"][0]
    found = read_coco(written(tmp_path, annotations=[{**good, "id": 5, **change}, good]), "test")
    assert [len(sheet.marks) for sheet in found.sheets] == [1]
    (problem,) = found.problems
    assert problem.what == "labels.json annotation 5"
    assert said in problem.reason


def test_ids_from_0_and_ids_twice_are_told(tmp_path: Path) -> None:
    good = GOOD["annotations"][0]
    found = read_coco(written(tmp_path, annotations=[{**good, "id": 0}, {**good, "id": 0}]), "test")
    assert len(found.sheets[0].marks) == 2
    assert "id 0" in found.notes[0]
    assert "1 annotation ids stand at two objects" in found.notes[1]


def test_a_picture_twice_and_one_that_is_missing_are_left_out(tmp_path: Path) -> None:
    images = [{"id": 1, "file_name": "a.jpg"}, {"id": 1, "file_name": "b.jpg"}, {"id": 2, "file_name": "gone.jpg"}]
    found = read_coco(written(tmp_path, images=images, annotations=[]), "test")
    assert found.sheets == []
    assert [(problem.what, problem.reason.split()[-3:]) for problem in found.problems][2] == (
        "gone.jpg",
        ["no", "such", "picture"],
    )


def test_boxes_of_two_corners_are_noticed_and_can_be_named(tmp_path: Path) -> None:
    images = [{"id": n, "file_name": name, "width": 96, "height": 64} for n, name in ((1, "a.jpg"), (2, "b.jpg"))]
    corners = [{"id": n, "image_id": 1, "category_id": 1, "bbox": [50, 40, 90, 60]} for n in range(1, 4)]
    folder = written(tmp_path, images=images, annotations=corners)
    with pytest.raises(UsageError, match="xyxy[^$]*--box-format"):
        read_coco(folder, "test")
    found = read_coco(folder, "test", box_format="xyxy")
    assert found.sheets[0].marks[0].box == (50, 40, 40, 20)
    assert found.sheets[1].marks == ()  # a clean negative


def test_shares_instead_of_pixels_are_noticed(tmp_path: Path) -> None:
    shares = [{**GOOD["annotations"][0], "bbox": [0.1, 0.2, 0.3, 0.4]}]
    with pytest.raises(UsageError, match="normalised"):
        read_coco(written(tmp_path, annotations=shares), "test")


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"images": 1, "annotations": [], "categories": []}', "null", "[{]"]
)
def test_what_is_no_coco_file_is_refused(content: str, tmp_path: Path) -> None:
    written(tmp_path)
    (tmp_path / "labels.json").write_text(content)
    with pytest.raises(UsageError, match="a COCO file"):
        read_coco(tmp_path, "test")


def test_of_several_files_the_right_one_has_to_be_named(tmp_path: Path) -> None:
    folder = written(tmp_path)
    (folder / "other.json").write_text("{}")
    with pytest.raises(UsageError, match="--annotations FILE"):
        read_coco(folder, "test")
    assert len(read_coco(folder, "test", folder / "labels.json").sheets) == 1
    with pytest.raises(UsageError, match="is none"):
        read_coco(folder / "nowhere", "test")


scalars = st.none() | st.booleans() | st.integers(-5, 200) | st.floats() | st.text(max_size=4)
nested = st.dictionaries(st.text(max_size=4), scalars, max_size=3)
values = st.recursive(scalars | nested, lambda inner: st.lists(inner, max_size=5), max_leaves=6)
annotation = st.fixed_dictionaries(
    {}, optional=dict.fromkeys(("id", "image_id", "category_id", "bbox", "segmentation", "iscrowd", "area"), values)
)


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(annotation, max_size=3),
    st.lists(st.fixed_dictionaries({}, optional={"id": values, "file_name": values}), max_size=2),
)
def test_any_json_ends_in_pictures_or_in_a_message(
    tmp_path: Path, annotations: list[dict[str, Any]], images: list[dict[str, Any]]
) -> None:
    if not (tmp_path / "a.jpg").exists():
        picture(tmp_path / "a.jpg")
    content = {
        **GOOD,
        "annotations": [*annotations, {**GOOD["annotations"][0], **(annotations[0] if annotations else {})}],
    }
    (tmp_path / "labels.json").write_text(json.dumps({**content, "images": [*GOOD["images"], *images]}))
    try:
        found = read_coco(tmp_path, "test")
    except UsageError:
        return
    assert all(sheet.file.is_file() for sheet in found.sheets)
