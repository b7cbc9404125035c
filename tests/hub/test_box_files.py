import json
from pathlib import Path

import pandas as pd
import pytest

from triptych.core.errors import UsageError
from triptych.hub.box_files import read_boxes

CATEGORIES = ("person", "rock")
ROWS = [
    {"id": "a", "boxes": [[1, 2, 3, 4], [5, 6, 9, 9]], "scores": [0.9, 0.5], "labels": ["person", 1]},
    {"id": "b", "boxes": [], "scores": [], "labels": []},
    {"id": "c", "boxes": [[0, 0, 5, 5]], "scores": [0.1], "labels": ["rock"]},
]
COCO = [
    {"image_id": "a", "category_id": 0, "bbox": [1, 2, 2, 2], "score": 0.9},
    {"image_id": "a", "category_id": 1, "bbox": [5, 6, 4, 3], "score": 0.5},
]


def written(path: Path, rows: list[dict[str, object]]) -> Path:
    if path.suffix == ".jsonl":
        path.write_text("\n".join(map(json.dumps, rows)))
    elif path.suffix == ".json":
        path.write_text(json.dumps(rows))
    else:
        cells = pd.DataFrame([{k: json.dumps(v) if isinstance(v, list) else v for k, v in row.items()} for row in rows])
        cells.to_csv(path, index=False)
    return path


@pytest.mark.parametrize("kind", ["jsonl", "json", "csv"])
def test_rows_of_boxes_in_any_file(kind: str, tmp_path: Path) -> None:
    found = read_boxes(written(tmp_path / f"boxes.{kind}", ROWS), CATEGORIES)
    assert (found.kind, found.usual_format) == ("rows of boxes", "xyxy")
    assert found.pictures["a"].boxes == [[1, 2, 3, 4], [5, 6, 9, 9]]
    assert found.pictures["a"].labels == ["person", "rock"]
    assert found.pictures["b"].boxes == []
    assert found.pictures["c"].boxes == [[0, 0, 5, 5]]  # a list of one stays a list


def test_a_parquet_run_folder(tmp_path: Path) -> None:
    rows = [{**row, "labels": [CATEGORIES[label] if isinstance(label, int) else label for label in row["labels"]]}
            for row in ROWS]  # fmt: skip
    pd.DataFrame(rows).to_parquet(tmp_path / "predictions.parquet")
    assert read_boxes(tmp_path, CATEGORIES).pictures["a"].scores == [0.9, 0.5]


def test_coco_results(tmp_path: Path) -> None:
    found = read_boxes(written(tmp_path / "results.json", COCO), CATEGORIES)
    assert (found.kind, found.usual_format) == ("COCO results", "xywh")
    assert found.pictures["a"].boxes == [[1, 2, 2, 2], [5, 6, 4, 3]]
    assert found.pictures["a"].labels == ["person", "rock"]


def test_one_picture_and_pictures_by_id(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text(json.dumps(ROWS[0]))
    assert read_boxes(tmp_path / "one.json", CATEGORIES).pictures["a"].labels == ["person", "rock"]
    by_id = {row["id"]: {key: row[key] for key in ("boxes", "scores", "labels")} for row in ROWS}
    (tmp_path / "all.json").write_text(json.dumps(by_id))
    assert list(read_boxes(tmp_path / "all.json", CATEGORIES).pictures) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"boxes": [None, [1, 2, 3, 4]]}, "boxes of four numbers"),
        ({"boxes": [1, 2], "labels": [0, 1]}, "boxes of four numbers"),
        ({"scores": ["high", 0.5]}, "a number as score"),
        ({"labels": ["person", "²"]}, "'²' in picture a"),
        ({"labels": ["person", "tree"]}, "'tree' in picture a"),
        ({"labels": ["person", 7]}, "0 person, 1 rock"),
        ({"scores": [0.9]}, "2 boxes, 1 scores"),
        ({"boxes": "no JSON"}, "lists as JSON"),
        ({"boxes": 3}, "a list in boxes"),
    ],
)
def test_what_is_wrong_is_named(change: dict[str, object], message: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=message):
        read_boxes(written(tmp_path / "boxes.jsonl", [{**ROWS[0], **change}]), CATEGORIES)


def test_a_picture_in_two_rows(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="a stands in two"):
        read_boxes(written(tmp_path / "boxes.jsonl", [ROWS[0], ROWS[0]]), CATEGORIES)


def test_other_columns_and_a_score_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="rows of id, boxes, scores, labels"):
        read_boxes(written(tmp_path / "x.jsonl", [{"id": "a", "text": "hello"}]), CATEGORIES)
    with pytest.raises(UsageError, match="a number as score"):
        read_boxes(written(tmp_path / "y.jsonl", [{**COCO[0], "score": "high"}]), CATEGORIES)


def test_a_row_without_its_id(tmp_path: Path) -> None:
    for first in (ROWS[0], COCO[0]):
        path = written(tmp_path / "x.jsonl", [first, {k: v for k, v in first.items() if k not in ("id", "image_id")}])
        with pytest.raises(UsageError, match="in every row"):
            read_boxes(path, CATEGORIES)
