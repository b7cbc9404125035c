"""Mistakes that concern a whole set end before a row is made."""

import json
from pathlib import Path
from typing import Any

import pytest
from rail_pictures import picture

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.formats.survey import Source, survey


def coco(folder: Path, **more: Any) -> Path:
    images = [
        {"id": n, "file_name": f"{name}.jpg", "width": 96, "height": 64, **more} for n, name in ((1, "a"), (2, "b"))
    ]
    marks = [{"id": 1, "image_id": 1, "category_id": 3, "bbox": [1, 2, 30, 40]}]
    for number, image in enumerate(images):
        picture(folder / image["file_name"], number)
    content = {"images": images, "annotations": marks, "categories": [{"id": 3, "name": "cube"}]}
    (folder / "labels.json").write_text(json.dumps(content))
    return folder


def test_unknown_classes_and_words_are_named_with_what_to_write(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"'cube' \(1 objects\)"):
        survey(Source("coco", coco(tmp_path)))
    coco(tmp_path, weather="drizzle")
    with pytest.raises(UsageError, match="--word-map 'drizzle=sunny'"):
        survey(Source("coco", tmp_path, classes={"cube": "unseen"}))
    found = survey(Source("coco", tmp_path, classes={"cube": "unseen", "ball": "-"}, words={"drizzle": "rainy"}))
    assert found.terms.classes == {"cube": "unseen"}
    assert "ball" in found.found.notes[0]


def test_pictures_that_no_label_names_and_ids_of_two_pictures_are_told(tmp_path: Path) -> None:
    picture(coco(tmp_path) / "c.jpg")
    found = survey(Source("coco", tmp_path, classes={"cube": "-"}))
    assert [(problem.what, problem.reason) for problem in found.found.problems] == [
        ("c.jpg", "the label file does not name this picture")]  # fmt: skip
    assert "1 objects of classes mapped to - are left out" in found.found.notes
    found = survey(Source("coco", coco(tmp_path, row_id="same"), classes={"cube": "-"}))
    assert found.found.sheets == []
    assert [problem.reason for problem in found.found.problems[:2]] == ["the id same stands at several pictures"] * 2


def test_the_digest_changes_with_labels_words_and_pictures(tmp_path: Path) -> None:
    source = Source("coco", coco(tmp_path), classes={"cube": "unseen"})
    first = survey(source).inputs
    assert survey(source).inputs == first
    assert survey(Source("coco", tmp_path, classes={"cube": "rock"})).inputs != first
    picture(tmp_path / "a.jpg", 9)
    second = survey(source).inputs
    coco(tmp_path, weather="rainy")
    assert len({first, second, survey(source).inputs}) == 3


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"format": "yolo", "box_format": "xyxy"}, "with COCO only"),
        ({"format": "coco", "columns": {"t": "time"}}, "--table FILE"),
    ],
)
def test_options_that_do_nothing_are_refused(more: dict[str, Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=said):
        survey(Source(data=coco(tmp_path), **more))
