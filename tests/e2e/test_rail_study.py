"""`triptych study synrailobs` as a user runs it: the ablation in miniature, and run again at once."""

import json
import subprocess

import pytest
from photo_parts import cutouts, write_tracks
from programs import TRIPTYCH, environment

from triptych.dataset_builders.synrailobs.photos.gallery import Gallery, write_gallery

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rail")
    write_tracks(folder / "tracks", 3)
    write_gallery(Gallery(cutouts(3, ("person", "animal", "vehicle")), [], "seen"), folder / "objects")
    return folder


def study(folder, *more: str) -> subprocess.CompletedProcess[str]:
    command = [str(TRIPTYCH), "study", "synrailobs", "--out", "study", *more]
    return subprocess.run(command, env=environment(folder / "home"), cwd=folder, capture_output=True, text=True,
                          timeout=600)  # fmt: skip


def test_an_ablation_in_miniature_goes_on_and_reports(folder):
    options = ["--ablation", "--backgrounds", "tracks", "--objects", "objects", "--composites", "12", "--epochs", "1",
               "--image-size", "64", "--batch", "4", "--bootstrap", "20"]  # fmt: skip
    first = study(folder, *options)
    assert first.returncode == 0, first.stdout + first.stderr
    assert first.stdout.count("points against none, n =") >= 4
    report = folder / "study" / "report"
    panel = json.loads((report / "results.json").read_text())["panels"][0]
    assert {table["name"] for table in panel["tables"]} == {"table-7", "classes", "figure-3"}
    for name in ("table-7.png", "table-7.svg", "table-7.tex", "figure-3.png", "figure-3.svg", "figure-3.csv"):
        assert (report / f"synrailobs-ablation-{name}").stat().st_size > 100
    trained = {path: path.stat().st_mtime_ns for path in (folder / "study").glob("*/*/run.json")}
    assert len(trained) == 10  # five detectors, five times boxes
    again = study(folder, *options)
    assert again.returncode == 0, again.stdout + again.stderr
    assert {path: path.stat().st_mtime_ns for path in trained} == trained
    assert "epoch 1" not in again.stderr


def test_an_ablation_without_objects_says_so(folder):
    done = study(folder, "--ablation", "--backgrounds", "tracks")
    assert done.returncode == 2
    assert "--objects DIR" in done.stderr
