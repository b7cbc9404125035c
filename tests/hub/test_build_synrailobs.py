"""`triptych build synrailobs` with a user's pictures, as a user types it."""

import json
from pathlib import Path

import cv2
import datasets
import numpy as np
import pytest
from photo_parts import cutouts, write_tracks

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.schema import CATEGORIES
from triptych.hub.build_synrailobs import composite_settings
from triptych.hub.cli import main
from triptych.hub.commands.synrailobs import BuildSynrailobs


@pytest.fixture(scope="module")
def tracks(tmp_path_factory):
    folder = write_tracks(tmp_path_factory.mktemp("tracks") / "pictures", 3)
    (folder / "broken.jpg").write_bytes(b"\xff\xd8 no picture")
    return folder


@pytest.fixture(scope="module")
def objects(tmp_path_factory):
    """Pictures of one drawn obstacle each on grass, labelled with YOLO polygons by COCO's names."""
    folder = tmp_path_factory.mktemp("objects")
    numbers = {"person": 0, "vehicle": 2, "motorcycle": 3}
    for each in cutouts(each=4, categories=tuple(numbers)):
        rgba = cv2.resize(each.rgba, (each.rgba.shape[1] * 2, each.rgba.shape[0] * 2))
        height, width = rgba.shape[:2]
        picture = np.full((height + 80, width + 80, 3), (90, 140, 70), np.uint8)
        share = rgba[..., 3:] / 255
        place = picture[40 : 40 + height, 40 : 40 + width]
        place[:] = place * (1 - share) + rgba[..., :3] * share
        cv2.imwrite(str(folder / f"{each.id}.png"), picture[..., ::-1])
        outlines, _ = cv2.findContours(
            (rgba[..., 3] >= 128).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_TC89_L1
        )
        outline = (max(outlines, key=cv2.contourArea)[:, 0] + 40.5) / (picture.shape[1], picture.shape[0])
        words = " ".join(f"{value:.5f}" for value in outline.ravel())
        (folder / f"{each.id}.txt").write_text(f"{numbers[each.category]} {words}\n")
    return folder


def test_composites_of_own_pictures_and_objects(tracks, objects, tmp_path, capsys):
    out = tmp_path / "photos"
    command = ["build", "synrailobs", "--backgrounds", tracks, "--objects", objects, "--class-names", "coco80"]
    assert (
        main([*map(str, command), "--limit", "30", "--textured", "6", "--licence", "CC0-1.0", "--out", str(out)]) == 0
    )
    said = capsys.readouterr().out
    assert "left out: broken.jpg: " in said
    assert "no animal, rock among the obstacles" in said
    assert "30 pictures, " in said
    assert f"look at {out / 'contact_sheet.png'}" in said
    rows = datasets.load_dataset(str(out), cache_dir=str(tmp_path / "cache"))
    assert sum(len(rows[split]) for split in rows) == 30
    names = {CATEGORIES[each["category"]] for split in rows for row in rows[split] for each in row["objects"]}
    assert {"person", "vehicle", "motorcycle"} <= names <= {"person", "vehicle", "motorcycle", "unseen"}
    assert {"CC0-1.0", "CC0-1.0 + Apache-2.0"} >= set(rows["train"]["licence"])
    report = json.loads((out / "report.json").read_text())
    assert str(tracks) not in json.dumps(report)


def test_without_objects_they_are_drawn_and_that_is_said(tracks, tmp_path, capsys):
    out = tmp_path / "photos"
    command = ["build", "synrailobs", "--backgrounds", str(tracks), "--limit", "6", "--size", "640x352"]
    assert main([*command, "--harmonise", "reinhard", "--out", str(out)]) == 0
    assert "obstacles of categories without pictures are drawn" in capsys.readouterr().out
    rows = datasets.load_dataset(str(out), cache_dir=str(tmp_path / "cache"), split="train")
    assert rows[0]["image"].size == (640, 352)
    assert rows[0]["parameters"]["look"]["harmonise"] == "reinhard"


def test_the_gallery_is_a_dataset_and_objects_for_the_next_build(tracks, objects, tmp_path, capsys):
    gallery = tmp_path / "gallery"
    command = ["build", "synrailobs", "--config", "obstacles", "--objects", str(objects), "--class-names", "coco80"]
    assert main([*command, "--textured", "4", "--out", str(gallery)]) == 0
    assert f'load_dataset("{gallery.resolve()}")' in capsys.readouterr().out
    rows = datasets.load_dataset(str(gallery), cache_dir=str(tmp_path / "cache"), split="train")
    assert rows[0]["image"].mode == "RGBA"
    assert not (gallery / ".building").exists()
    again = ["build", "synrailobs", "--backgrounds", str(tracks), "--objects", str(gallery), "--limit", "4"]
    assert main([*again, "--out", str(tmp_path / "photos")]) == 0


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"size": "1280"}, "WIDTHxHEIGHT"),
        ({"size": "1270x720"}, "divisible by 16"),
        ({"measured": "640:10"}, "ROW:METRES"),
        ({"field_of_view": 0.0}, "5 to 150"),
        ({"backgrounds": Path("nowhere")}, "nowhere"),
        ({"shards": 0}, "shards"),
    ],
)
def test_wrong_options_are_refused(tracks, wrong, words):
    with pytest.raises(UsageError, match=words):
        composite_settings(BuildSynrailobs(**{"backgrounds": tracks, **wrong}))


def test_photos_need_backgrounds_and_obstacles_their_pictures(tmp_path, capsys):
    assert main(["build", "synrailobs", "--config", "photos", "--out", str(tmp_path / "a")]) == 2
    assert main(["build", "synrailobs", "--config", "obstacles", "--out", str(tmp_path / "b")]) == 2
    assert "--objects DIR" in capsys.readouterr().err


def test_harmonise_names_a_way_or_a_file(tracks, tmp_path, capsys):
    command = [
        "build",
        "synrailobs",
        "--backgrounds",
        str(tracks),
        "--harmonise",
        "magic",
        "--out",
        str(tmp_path / "a"),
    ]
    assert main(command) == 2
    assert "filters, lut, reinhard, none" in capsys.readouterr().err


def test_weights_are_loaded_where_the_composites_are_made(tracks, tmp_path, capsys):
    (tmp_path / "harmonizer.pth").write_bytes(b"no weights")
    command = ["build", "synrailobs", "--backgrounds", str(tracks), "--harmonise", str(tmp_path / "harmonizer.pth")]
    assert main([*command, "--limit", "3", "--out", str(tmp_path / "a")]) == 2
    assert "state dict of Harmonizer" in capsys.readouterr().err


def test_two_measured_rows_are_read(tracks):
    settings = composite_settings(BuildSynrailobs(backgrounds=tracks, measured="640:10, 420.5:40"))
    assert settings.layout.camera.measured == ((640.0, 10.0), (420.5, 40.0))
