"""Composites on photographs as a dataset: whole, balanced, honest about what was left out, the same bytes each time."""

import json
import shutil
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import cv2
import datasets
import numpy as np
import pytest
from photo_parts import write_tracks

from triptych.core.errors import RunError, UsageError
from triptych.core.runs import file_sha256
from triptych.dataset_builders.synrailobs.labels import decode, tight_box
from triptych.dataset_builders.synrailobs.photos import build as module
from triptych.dataset_builders.synrailobs.photos.background_settings import BackgroundSettings
from triptych.dataset_builders.synrailobs.photos.build import build_composites
from triptych.dataset_builders.synrailobs.photos.layout import Layout
from triptych.dataset_builders.synrailobs.photos.settings import CompositeSettings
from triptych.dataset_builders.synrailobs.photos.view import Camera
from triptych.dataset_builders.synrailobs.schema import CATEGORIES, FEATURES, SPLITS

ROWS = 48


def bad_pictures(folder: Path) -> None:
    """Inputs that no row can be made of."""
    whole = (folder / "track-0.jpg").read_bytes()
    (folder / "empty.jpg").write_bytes(b"")
    (folder / "corrupt.jpg").write_bytes(b"\xff\xd8" + b"no picture" * 100)
    (folder / "cut-off.jpg").write_bytes(whole[: len(whole) // 2])
    cv2.imwrite(str(folder / "pixel.png"), np.zeros((1, 1, 3), np.uint8))
    cv2.imwrite(str(folder / "sky.png"), np.full((720, 1280, 3), 200, np.uint8))
    cv2.imwrite(str(folder / "upside-down.png"), cv2.imread(str(folder / "track-1.jpg"))[::-1])


@pytest.fixture(scope="module")
def tracks(tmp_path_factory):
    folder = write_tracks(tmp_path_factory.mktemp("tracks") / "mixed", 4)
    bad_pictures(folder)
    (folder / "metadata.csv").write_text(
        "file_name,weather,light,licence,redistributable\n"
        "track-0.jpg,sunny,day,CC0-1.0,true\ntrack-1.jpg,sunny,day,CC-BY-4.0,true\n"
    )
    return folder


@pytest.fixture(scope="module")
def settings(tracks):
    return CompositeSettings(BackgroundSettings(tracks, licence="private"), rows=ROWS, shards=6)


@pytest.fixture(scope="module")
def built(settings, tmp_path_factory):
    out = tmp_path_factory.mktemp("built") / "photos"
    made = build_composites(settings, out)
    assert made.rows == ROWS
    return out


@pytest.fixture(scope="module")
def rows(built, tmp_path_factory):
    found = datasets.load_dataset(str(built), cache_dir=str(tmp_path_factory.mktemp("cache")))
    assert list(found) == list(SPLITS)
    assert found["train"].features == FEATURES
    return [row for split in SPLITS for row in found[split]]


def told(folder):
    return json.loads((folder / "report.json").read_text())


def test_every_picture_decodes_and_no_label_is_a_phantom(rows):
    assert len(rows) == ROWS
    for row in rows:
        assert row["image"].size == (row["width"], row["height"]) == (1280, 720)
        row["image"].load()
        for each in row["objects"]:
            mask = decode(each["mask"])
            assert mask.shape == (720, 1280)
            assert mask.sum() == each["area"] > 0
            assert tight_box(mask) == each["bbox"]
            assert each["bbox"][3] >= 8
            assert 0.35 <= each["visibility"] <= 1
            assert 0 < each["distance_m"] < 75
            assert each["seen"] == (each["category"] != CATEGORIES.index("unseen"))


def test_labels_lie_where_pixels_have_changed(rows, settings, tmp_path):
    """Every obstacle differs from the clean picture of the same background, which a negative of it shows."""
    clean = {row["background_id"]: np.asarray(row["image"]) for row in rows if not row["objects"]}
    seen = 0
    for row in rows:
        if row["background_id"] in clean:
            changed = np.abs(np.asarray(row["image"]).astype(int) - clean[row["background_id"]]).max(axis=2) > 8
            for each in row["objects"]:
                seen += 1
                assert changed[decode(each["mask"])].mean() > 0.3
            if not row["objects"]:
                assert not changed.any()
    assert seen > 20


def test_ids_are_unique_and_a_sixth_is_clean(rows, built):
    assert len({row["id"] for row in rows}) == ROWS
    assert len({each["id"] for row in rows for each in row["objects"]}) == sum(len(row["objects"]) for row in rows)
    asked = [row["parameters"]["asked"] for row in rows]
    assert asked.count(0) == pytest.approx(ROWS / 6, abs=3)
    report = told(built)
    assert report["rows"] == ROWS
    for split, each in report["splits"].items():
        mine = [row for row in rows if row["id"].startswith(split)]
        assert each["rows"] == len(mine)
        assert each["obstacles"] == sum(len(row["objects"]) for row in mine) == sum(each["by_category"].values())
        assert each["clean"] == sum(not row["objects"] for row in mine)


def test_nothing_is_in_two_splits(rows):
    backgrounds, sources = defaultdict(set), defaultdict(set)
    for row in rows:
        split = row["id"].split("-")[0]
        backgrounds[row["parameters"]["background"]["group"]].add(split)
        for each in row["objects"]:
            sources[each["source"]].add(split)
    for seen in (backgrounds, sources):
        assert all(len(each) == 1 for each in seen.values())
    assert len(backgrounds) == 4


def test_each_bad_input_is_named_with_its_reason(built):
    left_out = {each["what"]: each["reason"] for each in told(built)["left_out"]}
    assert left_out.keys() == {"empty.jpg", "corrupt.jpg", "cut-off.jpg", "pixel.png", "sky.png", "upside-down.png"}
    assert all(left_out.values())


def test_licences_are_joined_and_private_parts_make_private_rows(rows):
    licences = {"track-0.jpg": "CC0-1.0", "track-1.jpg": "CC-BY-4.0"}
    for row in rows:
        own = licences.get(row["source"], "private")
        assert row["licence"] == (f"{own} + Apache-2.0" if row["objects"] else own)
        assert row["redistributable"] == (own != "private")
        assert (row["weather"] == 0) == (own != "private")


def test_provenance_is_whole(rows):
    for row in rows:
        said = row["parameters"]
        assert said["seed"] == 0
        assert said["code"].startswith("triptych ")
        assert said["background"]["id"] == row["background_id"]
        assert said["camera"]["assumed"] == ["horizontal field of view 60 degrees", "height from the rails"]
        assert 1.5 < said["camera"]["height_m"] < 7
        assert len(said["obstacles"]) == len(row["objects"])
        for place, each in zip(said["obstacles"], row["objects"], strict=True):
            assert place["cutout"].startswith("drawn-")
            assert place["distance_m"] == pytest.approx(each["distance_m"], abs=0.01)
            assert place["filters"]
            assert "rgba" not in place


def test_card_sheet_and_manifest(built):
    card = (built / "README.md").read_text()
    assert "data/train-*" in card
    assert "| sunny | day |" in card
    assert "| person |" in card
    sheet = cv2.imread(str(built / "contact_sheet.png"))
    assert sheet.shape == (4 * 360, 3 * 640, 3)
    manifest = json.loads((built / "build.json").read_text())
    files = {f"data/{path.name}" for path in (built / "data").iterdir()}
    assert manifest["files"].keys() == files
    assert len(files) > 5
    assert sorted(path.name for path in built.iterdir()) == [
        "README.md",
        "build.json",
        "contact_sheet.png",
        "data",
        "report.json",
    ]


def test_the_same_again_leaves_all_as_it_is(built, settings):
    before = {path: path.stat().st_mtime_ns for path in built.rglob("*")}
    assert build_composites(settings, built).rows == 0
    assert {path: path.stat().st_mtime_ns for path in built.rglob("*")} == before


def test_other_settings_do_not_overwrite(built, settings):
    with pytest.raises(UsageError, match="choose another --out"):
        build_composites(replace(settings, seed=1), built)


def hashes(folder):
    return {path.name: file_sha256(path) for path in (folder / "data").iterdir()}


def test_what_a_stopped_build_finished_is_not_made_again(built, settings, tmp_path, monkeypatch):
    out, whole = tmp_path / "photos", module.write_shard
    made = []

    def stops_after_three(task):
        if len(made) == 3:
            raise KeyboardInterrupt
        made.append(task.name)
        return whole(task)

    monkeypatch.setattr(module, "write_shard", stops_after_three)
    with pytest.raises(KeyboardInterrupt):
        build_composites(settings, out)
    assert not (out / "build.json").exists()
    kept = {path.name: path.stat().st_mtime_ns for path in (out / ".building").rglob("*.parquet")}
    assert sorted(kept) == sorted(made)
    monkeypatch.setattr(module, "write_shard", whole)
    again = build_composites(settings, out)
    assert 0 < again.rows < ROWS
    assert {name: (out / "data" / name).stat().st_mtime_ns for name in kept} == kept
    assert hashes(out) == hashes(built)


def test_killed_between_the_last_renames_no_shard_is_made_again(built, settings, tmp_path, monkeypatch):
    out = tmp_path / "photos"
    publish = module._publish

    def dies_before_the_manifest(work, kept, place):
        publish(work, kept, place)
        (place / "build.json").rename(work / "build.json")
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "_publish", dies_before_the_manifest)
    with pytest.raises(KeyboardInterrupt):
        build_composites(settings, out)
    monkeypatch.setattr(module, "_publish", publish)
    assert build_composites(settings, out).rows == 0
    assert hashes(out) == hashes(built)


def test_without_any_track_the_reasons_are_told(tmp_path):
    shutil.rmtree(tmp_path / "sky", ignore_errors=True)
    (tmp_path / "sky").mkdir()
    cv2.imwrite(str(tmp_path / "sky" / "a.png"), np.full((720, 1280, 3), 200, np.uint8))
    with pytest.raises(RunError, match=r"no background is left.*a\.png"):
        build_composites(CompositeSettings(BackgroundSettings(tmp_path / "sky")), tmp_path / "out")


def test_a_camera_that_does_not_fit_leaves_backgrounds_out(settings, tmp_path):
    camera = Camera(measured=((100.0, 10.0), (50.0, 30.0)))
    with pytest.raises(RunError, match="measured rows do not fit"):
        build_composites(replace(settings, layout=Layout(camera=camera)), tmp_path / "out")
