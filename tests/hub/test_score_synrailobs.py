"""`score synrailobs` on a small dataset folder and files as users have them, through the real metrics."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import datasets
import numpy as np
import pandas as pd
import pytest
from PIL import Image

from triptych.dataset_builders.synrailobs.schema import FEATURES
from triptych.hub.cli import main
from triptych.hub.score_synrailobs import References

BOXES = {"a": [[10, 10, 30, 40], [100, 50, 20, 20]], "b": [[5, 5, 50, 50]], "c": []}
LABELS = {"a": [0, 4], "b": [5], "c": []}


def picture() -> dict[str, Any]:
    content = io.BytesIO()
    Image.fromarray(np.zeros((90, 160, 3), np.uint8)).save(content, "JPEG")
    return {"bytes": content.getvalue(), "path": None}


def row(name: str) -> dict[str, Any]:
    objects = [
        {"id": f"{name}-{place}", "bbox": box, "area": box[2] * box[3], "category": label,
         "mask": {"size": [90, 160], "counts": ""}, "distance_m": 12.0 + 40 * place, "size_m": [1.0, 1.0],
         "seen": label != 5, "visibility": 1.0, "source": "test"}
        for place, (box, label) in enumerate(zip(BOXES[name], LABELS[name], strict=True))
    ]  # fmt: skip
    return {"id": name, "source": "test", "licence": "Apache-2.0", "redistributable": True, "image": picture(),
            "width": 160, "height": 90, "objects": objects, "weather": 0, "light": 2 if name == "b" else 0,
            "track_type": 0, "country": None, "background_id": name, "parameters": {}, "screened": True}  # fmt: skip


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "rail"
    (folder / "data").mkdir(parents=True)
    rows = datasets.Dataset.from_list([row(name) for name in BOXES], features=FEATURES)
    rows.to_parquet(folder / "data" / "test-00000-of-00001.parquet")
    return folder


def perfect() -> list[dict[str, Any]]:
    names = FEATURES["objects"].feature["category"].names
    return [
        {"id": name, "boxes": [[x, y, x + w, y + h] for x, y, w, h in BOXES[name]], "scores": [0.9] * len(BOXES[name]),
         "labels": [names[label] for label in LABELS[name]]}
        for name in BOXES
    ]  # fmt: skip


def scored(data: Path, tmp_path: Path, rows: list[dict[str, Any]], *more: str) -> dict[str, Any]:
    file = tmp_path / "boxes.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)))
    command = ["score", "synrailobs", "--predictions", str(file), "--data", str(data), "--out", str(tmp_path / "out")]
    assert main([*command, "--bootstrap", "20", *more]) == 0
    return json.loads((tmp_path / "out" / "score.json").read_text())


def test_references_have_what_the_slices_need(data: Path) -> None:
    truth = References(str(data), "test")
    assert truth.ids == ["a", "b", "c"]
    assert truth.references[0]["boxes"] == BOXES["a"]
    assert truth.written_as("xyxy")[0]["boxes"] == [[10, 10, 40, 50], [100, 50, 120, 70]]
    assert truth.written_as("cxcywh")[1]["boxes"] == [[30, 30, 50, 50]]
    assert truth.references[0]["labels"] == ["person", "rock"]
    assert [one["condition"] for one in truth.references] == ["Normal", "Dark", "Normal"]
    assert truth.references[1]["seen"] == ["unseen"]


def test_perfect_boxes_in_rows_of_xyxy_or_coco_results(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = scored(data, tmp_path, perfect())
    assert (result["map"], result["n"], result["n_objects"]) == (1.0, 3, 3)
    assert result["slices"]["distance_m"]["45-60"]["map_50"] == 1.0
    shown = capsys.readouterr().out
    assert "rows of boxes, 3 boxes (xyxy) in 3 pictures" in shown
    coco = [
        {"image_id": name, "category_id": label, "bbox": box, "score": 0.9}
        for name in BOXES
        for box, label in zip(BOXES[name], LABELS[name], strict=True)
    ]
    assert scored(data, tmp_path, coco)["map"] == 1.0
    shown = capsys.readouterr().out
    assert "COCO results, 3 boxes (xywh) in 2 pictures" in shown
    assert "1 of 3 pictures have no row" in shown
    assert "category_id: 0 person, 1 animal" in shown
    assert (
        scored(data, tmp_path, [{**one, "image_id": f"pictures/{one['image_id']}.jpg"} for one in coco])["map"] == 1.0
    )
    with (tmp_path / "out" / "classes.csv").open(newline="") as file:
        assert [line[0] for line in csv.reader(file)][1:] == FEATURES["objects"].feature["category"].names


def test_a_baseline_gives_the_paired_difference(data: Path, tmp_path: Path) -> None:
    worse = [{**one, "boxes": [], "scores": [], "labels": []} if one["id"] == "b" else one for one in perfect()]
    (tmp_path / "worse.jsonl").write_text("\n".join(map(json.dumps, worse)))
    result = scored(data, tmp_path, perfect(), "--baseline", str(tmp_path / "worse.jsonl"))
    assert result["difference"]["map"] == pytest.approx(1 / 3)
    assert result["difference"]["map_ci"][0] <= 1 / 3 <= result["difference"]["map_ci"][1]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"boxes": [[40, 50, 10, 10], [100, 50, 120, 70]]}, "expected"),
        ({"boxes": [[float("nan"), 0, 1, 1], [100, 50, 120, 70]]}, "expected"),
        ({"scores": [1.5, 0.9]}, "expected"),
        ({"labels": ["tree", "rock"]}, "'tree' in picture a"),
        ({"id": "nobody"}, "nobody"),
    ],
)
def test_bad_boxes_are_one_message(
    data: Path, tmp_path: Path, change: dict[str, Any], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "boxes.jsonl"
    file.write_text(json.dumps({**perfect()[0], **change}))
    assert main(["score", "synrailobs", "--predictions", str(file), "--data", str(data), "--bootstrap", "0"]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert "Traceback" not in error


def test_frames_of_videos(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    frames = [{"video_id": name, "t": k / 10, "score": score} for name, score in (("x", 0.9), ("y", 0.1))
              for k in range(150)]  # fmt: skip
    pd.DataFrame(frames).to_csv(tmp_path / "frames.csv", index=False)
    (tmp_path / "videos.csv").write_text("video_id,label\nx,1\ny,0\nz,1\n")
    command = ["score", "synrailobs", "--predictions", str(tmp_path / "frames.csv"), "--out", str(tmp_path / "out")]
    assert main(command) == 2
    assert "--references" in capsys.readouterr().err
    assert main([*command, "--references", str(tmp_path / "videos.csv")]) == 0
    result = json.loads((tmp_path / "out" / "score.json").read_text())
    assert (result["accuracy"], result["n"], result["n_unscored"]) == (1.0, 2, 1)
    assert "no frames" in capsys.readouterr().out


def test_a_frame_without_its_score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "frames.jsonl").write_text('{"video_id": "x", "t": 0, "score": 1}\n{"video_id": "x", "t": 1}')
    (tmp_path / "videos.csv").write_text("video_id,label\nx,1\n")
    command = ["score", "synrailobs", "--predictions", str(tmp_path / "frames.jsonl")]
    assert main([*command, "--references", str(tmp_path / "videos.csv")]) == 2
    assert "row 2 without one of them" in capsys.readouterr().err


def test_a_dataset_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "boxes.jsonl"
    file.write_text(json.dumps(perfect()[0]))
    command = ["score", "synrailobs", "--predictions", str(file)]
    assert main([*command, "--data", str(tmp_path / "nothing")]) == 2
    assert "check --data" in capsys.readouterr().err
    assert main(command) == 2
    assert "triptych install" in capsys.readouterr().err
