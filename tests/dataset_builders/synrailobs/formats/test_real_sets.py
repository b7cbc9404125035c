"""A table's rows are joined to pictures and objects; what fits nothing is named."""

import json
from pathlib import Path
from typing import Any

import pytest

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.formats.real_sets import Events, join, read_attributes
from triptych.dataset_builders.synrailobs.formats.sheets import Found, Mark, Sheet

ROOT = Path("/set")


def found() -> Found:
    marks = (Mark("rock", "1", extras={"object_id": "left"}), Mark("rock", "2", extras={"distance_m": 5.0}))
    return Found([Sheet("v1/0001", ROOT / "images/v1/0001.jpg", marks), Sheet("v2/0001", ROOT / "images/v2/0001.jpg")])


def joined(*rows: dict[str, Any]) -> tuple[Found, Events]:
    one = found()
    return one, join(one, rows, ROOT)


def test_what_is_said_of_a_picture_holds_for_its_objects(tmp_path: Path) -> None:
    row = {"file_name": "images/v1/0001.jpg", "weather": "rainy", "distance_m": "40", "seen": "0"}
    one, _ = joined(row)
    first, second = one.sheets[0].marks
    assert one.sheets[0].extras == {"weather": "rainy"}
    assert (first.extras["distance_m"], first.extras["seen"]) == ("40", "0")
    assert second.extras["distance_m"] == 5.0  # the label file knows better
    assert one.problems == []


def test_an_object_is_named_by_its_id_or_its_number() -> None:
    rows = [
        {"file_name": "v1/0001.jpg", "object": name, "visibility": value} for name, value in (("left", "0.5"), ("2", 1))
    ]
    one, _ = joined(*[{**row, "file_name": "images/" + row["file_name"]} for row in rows])
    assert [mark.extras["visibility"] for mark in one.sheets[0].marks] == ["0.5", 1]
    one, _ = joined({"file_name": "v1/0001", "object": "3"}, {"file_name": "v1/0001", "object": "right"})
    assert [problem.what for problem in one.problems] == ["table row 1", "table row 2"]
    assert "neither an id nor a number from 1 to 2" in one.problems[0].reason


def test_objects_may_be_listed() -> None:
    one, _ = joined({"file_name": "v1/0001", "objects": [{"distance_m": 1}, {"distance_m": 2, "seen": False}]})
    assert [mark.extras.get("distance_m") for mark in one.sheets[0].marks] == [1, 5.0]
    one, _ = joined({"file_name": "v1/0001", "objects": [{"distance_m": 1}]})
    assert "`objects` of 1 maps for 2 marks" in one.problems[0].reason


def test_a_name_that_fits_several_pictures_or_none_is_told() -> None:
    one, _ = joined({"file_name": "0001.jpg"}, {"file_name": "v3/0001.jpg"}, {})
    assert [problem.what for problem in one.problems] == ["table row 1", "table row 2", "table row 3"]
    assert one.sheets == found().sheets


def test_videos_and_their_labels() -> None:
    one, events = joined(
        {"file_name": "v1/0001", "video_id": "v1", "t": "0.1", "event": "1.0"},
        {"file_name": "v2/0001", "video_id": "v2", "t": "0", "event": "no", "parameters": '{"camera": 2}'},
    )
    assert events.labels == {"v1": 1, "v2": 0}
    assert one.sheets[0].extras == {"parameters": {"video_id": "v1", "t": 0.1}, "background_id": "v1"}
    assert one.sheets[1].extras["parameters"] == {"camera": 2, "video_id": "v2", "t": 0.0}


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"event": 1}, "without video_id"),
        ({"event": "perhaps", "video_id": "v"}, "neither 0 nor 1"),
        ({"event": 0, "video_id": "v0"}, "the other label already"),
        ({"video_id": "v", "t": "late"}, "no number of seconds"),
    ],
)
def test_a_bad_event_is_told(row: dict[str, Any], said: str) -> None:
    one, _ = joined({"file_name": "v1/0001", "video_id": "v0", "event": 1}, {"file_name": "v2/0001", **row})
    (problem,) = one.problems
    assert said in problem.reason


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".json", ".jsonl"])
def test_tables_of_any_kind_under_other_names(suffix: str, tmp_path: Path) -> None:
    rows = [{"picture": "a.jpg", "metres": "3", "x": "1"}, {"picture": "b.jpg", "metres": "", "x": "1"}]
    mark = {".csv": ",", ".tsv": "\t"}.get(suffix, "")
    texts = {
        ".json": json.dumps(rows),
        ".jsonl": "\n".join(map(json.dumps, rows)),
        **dict.fromkeys((".csv", ".tsv"), "\n".join([mark.join(rows[0]), *(mark.join(row.values()) for row in rows)])),
    }
    (tmp_path / f"t{suffix}").write_text(texts[suffix])
    read = read_attributes(tmp_path / f"t{suffix}", {"file_name": "picture", "distance_m": "metres"})
    assert read == [{"file_name": "a.jpg", "distance_m": "3"}, {"file_name": "b.jpg"}]


@pytest.mark.parametrize(
    ("text", "columns", "said"),
    [
        ("a,b\n1,2\n", {}, "file_name"),
        ("file_name\nx\n", {"distance_m": "metres"}, "metres"),
        ("file_name\nx\n", {"colour": "b"}, "colour"),
        ("", {}, "no rows"),
    ],
)
def test_columns_that_are_not_there(text: str, columns: dict[str, str], said: str, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(text)
    with pytest.raises(UsageError, match=said):
        read_attributes(tmp_path / "t.csv", columns)
    with pytest.raises(UsageError, match="No such file"):
        read_attributes(tmp_path / "none.csv", {})
