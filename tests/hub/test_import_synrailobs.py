"""`triptych import synrailobs`: a user's own test set, scored in the slices of Tables 3 to 6."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import simplejpeg
from rail_pictures import picture

from triptych.core.errors import RunError, UsageError
from triptych.hub.builders import load_rows
from triptych.hub.commands.synrailobs import ScoreSynrailobs
from triptych.hub.commands.synrailobs_formats import ImportSynrailobs
from triptych.hub.score_synrailobs import score_file

TABLE = """picture,weather,light,track_type,metres,video_id,t,event
v1_0.jpg,rain,day,ballasted,10,v1,0.0,1
v1_1.jpg,sunny,night,ballasted,40,v1,0.1,1
v2_0.jpg,,,,,v2,0.0,0
"""


def site(folder: Path) -> Path:
    """Three frames of two videos, with a broken one beside; boxes only."""
    (folder / "labels").mkdir(parents=True)
    labels = {"v1_0": "0 0.5 0.5 0.25 0.5\n", "v1_1": "1 0.5 0.5 0.25 0.5\n0 0.2 0.2 0.1 0.1\n", "v2_0": "", "cut": ""}
    for number, (name, text) in enumerate(labels.items()):
        picture(folder / f"images/{name}.jpg", number)
        (folder / f"labels/{name}.txt").write_text(text)
    cut = folder / "images/cut.jpg"
    cut.write_bytes(cut.read_bytes()[:900])
    (folder / "classes.txt").write_text("pedestrian\nsteel board\n")
    (folder.parent / "about.csv").write_text(TABLE)
    return folder


def command(tmp_path: Path, **more: Any) -> ImportSynrailobs:
    given: dict[str, Any] = {
        "format": "yolo",
        "data": tmp_path / "mine",
        "out": tmp_path / "out",
        "table": tmp_path / "about.csv",
        "column_map": "file_name=picture,distance_m=metres",
        "class_map": "pedestrian=person,steel board=unseen",
        "word_map": "rain=rainy,night=dark",
        "source": "site",
    }
    return ImportSynrailobs(**{**given, **more})


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the set in `mine` and what became of it in `out`."""
    folder = tmp_path_factory.mktemp("imported")
    site(folder / "mine")
    command(folder).run()
    return folder


def test_a_users_test_set_becomes_a_dataset(imported: Path) -> None:
    out = imported / "out"
    rows = {row["id"]: row for row in load_rows("synrailobs", str(out), "test")}
    assert sorted(rows) == ["v1_0", "v1_1", "v2_0"]
    board, person = rows["v1_1"]["objects"]
    assert (board["source"], board["seen"], board["mask"], board["distance_m"]) == ("site/steel board", False, None, 40)
    assert board["bbox"] == [36, 16, 24, 32]
    assert person["seen"]
    assert (rows["v2_0"]["objects"], rows["v2_0"]["weather"], rows["v2_0"]["background_id"]) == ([], None, "v2")
    assert rows["v1_0"]["parameters"] == {"video_id": "v1", "t": 0.0}
    assert (out / "events.csv").read_text() == "video_id,label\nv1,1\nv2,0\n"
    told = json.loads((out / "report.json").read_text())
    assert (told["pictures"], told["pictures_without_objects"], told["objects"]) == (3, 1, 3)
    assert told["by_category"] == {"person": 2, "unseen": 1}
    assert told["light"] == {"day": 1, "dark": 1, "None": 1}
    (problem,) = told["left_out_or_changed"]
    assert problem["what"] == "cut"
    assert "license: other" in (out / "README.md").read_text()


def test_it_is_scored_in_the_papers_slices_without_masks_and_with_unknown_weather(
    imported: Path, tmp_path: Path
) -> None:
    boxes = [
        {"id": "v1_0", "boxes": [[36, 16, 60, 48]], "scores": [0.9], "labels": ["person"]},
        {"id": "v1_1", "boxes": [[36, 16, 60, 48]], "scores": [0.9], "labels": ["unseen"]},
        {"id": "v2_0", "boxes": [], "scores": [], "labels": []},
    ]
    (tmp_path / "boxes.jsonl").write_text("\n".join(map(json.dumps, boxes)))
    settings = ScoreSynrailobs(predictions=tmp_path / "boxes.jsonl", data=str(imported / "out"), bootstrap=0)
    slices = score_file(settings, tmp_path / "score")["slices"]
    assert {name: part["n_images"] for name, part in slices["condition"].items()} == {"Dark": 1, "Rainy": 1}
    assert slices["distance_m"]["0-15"]["map_50"] == 1
    assert slices["seen"]["unseen"]["map_50"] == 1
    assert slices["seen"]["seen"]["n_objects"] == 2
    assert slices["track_type"]["ballasted"]["n_images"] == 2


def test_the_labels_of_its_videos_serve_event_accuracy(imported: Path, tmp_path: Path) -> None:
    frames = ["video_id,t,score", "v1,0.0,0.9", "v1,0.1,0.8", "v2,0.0,0.1", "v2,0.1,0.2"]
    (tmp_path / "frames.csv").write_text("\n".join(frames))
    settings = ScoreSynrailobs(
        predictions=tmp_path / "frames.csv", references=imported / "out/events.csv", seconds=0.2, fps=10
    )
    assert score_file(settings, tmp_path / "score")["accuracy"] == 1.0


def test_the_same_command_again_changes_nothing_and_another_one_is_refused(
    imported: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path: path.stat().st_mtime_ns for path in (imported / "out").rglob("*.parquet")}
    command(imported).run()
    assert "load_dataset" in capsys.readouterr().out
    assert {path: path.stat().st_mtime_ns for path in (imported / "out").rglob("*.parquet")} == before
    with pytest.raises(UsageError, match="choose another --out"):
        command(imported, class_map="pedestrian=person,steel board=rock").run()


def test_the_papers_release_with_its_loose_boxes_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "release"
    picture(folder / "images/a.jpg")
    for place in ("labels", "masks"):
        (folder / place).mkdir()
    mask = np.zeros((64, 96, 3), np.uint8)
    mask[16:48, 32:64] = 255
    (folder / "masks/a.jpg").write_bytes(simplejpeg.encode_jpeg(mask, quality=75))
    (folder / "labels/a.txt").write_text("0 0.5 0.5 0.6666667 1.0\n")  # 64 x 64 pixels round 32 x 32
    ImportSynrailobs(format="released", data=folder, out=tmp_path / "out", class_map="0=rock").run()
    said = capsys.readouterr().out
    assert "1 pictures, 1 objects, 1 of them with a mask" in said
    assert "the masks cover 25% of them (median); 1 of 1 were drawn tight" in said
    (row,) = load_rows("synrailobs", str(tmp_path / "out"), "test")
    assert row["objects"][0]["bbox"] == [32, 16, 32, 32]
    assert row["parameters"]["given_boxes"] == [[16, 0, 64, 64]]


def test_nothing_usable_is_an_error_with_the_reasons(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture(tmp_path / "mine/images/a.jpg")
    with pytest.raises(RunError, match="no picture"):
        ImportSynrailobs(format="yolo", data=tmp_path / "mine", out=tmp_path / "out").run()
    assert "left out: images/a.jpg: no label file" in capsys.readouterr().out


@pytest.mark.parametrize(("bad", "left"), [("ab", ["c", "d"]), ("abcd", [])])
def test_damaged_pictures_are_told_also_where_they_are_all_that_a_process_gets(
    bad: str, left: list[str], tmp_path: Path
) -> None:
    (tmp_path / "mine").mkdir()
    for number, name in enumerate("abcd"):
        file = picture(tmp_path / f"mine/{name}.jpg", number)
        file.write_bytes(file.read_bytes()[: 900 if name in bad else None])
        (tmp_path / f"mine/{name}.txt").write_text("0 .5 .5 .1 .1")
    options = ImportSynrailobs(
        format="yolo", data=tmp_path / "mine", out=tmp_path / "out", class_map="0=rock", num_proc=2
    )
    if not left:
        with pytest.raises(RunError, match="no picture of this input can be used; for example a: "):
            options.run()
        return
    options.run()
    assert list(load_rows("synrailobs", str(tmp_path / "out"), "test")["id"]) == left
    told = json.loads((tmp_path / "out/report.json").read_text())
    assert [problem["what"] for problem in told["left_out_or_changed"]] == ["a", "b"]


def test_classes_without_a_category_are_named_before_anything_is_written(tmp_path: Path) -> None:
    site(tmp_path / "mine")
    with pytest.raises(UsageError, match="'pedestrian'[^$]*--class-map"):
        command(tmp_path, class_map=None).run()
    assert not (tmp_path / "out").exists()
