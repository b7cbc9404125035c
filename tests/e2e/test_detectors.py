"""Detectors as users run them: trained, killed, gone on with, on two processes, then boxes, films and scores."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import av
import numpy as np
import pandas as pd
import pytest
from programs import TRIPTYCH, environment
from tiny_detectors import pixels_of, row, tiny_rt_detr

from triptych.hub.cli import main

pytestmark = pytest.mark.e2e
PICTURES = 8


@pytest.fixture(scope="module")
def work(tmp_path_factory) -> Path:
    """A folder with a dataset of eight pictures in the splits train and test, as `data`."""
    from datasets import Dataset

    from triptych.dataset_builders.synrailobs.schema import FEATURES

    folder = tmp_path_factory.mktemp("detectors")
    known = {"source": "drawn", "licence": "Apache-2.0", "redistributable": True, "width": 160, "height": 96,
             "weather": 0, "light": 0, "track_type": 0, "country": None, "parameters": {},
             "screened": True}  # fmt: skip
    thing = {"area": 750, "mask": None, "distance_m": 20.0, "size_m": [1.0, 1.0], "seen": True, "visibility": 1.0,
             "source": "drawn/block"}  # fmt: skip
    for split, first in (("train", 0), ("test", 50)):
        rows = []
        for number in range(first, first + PICTURES):
            one = row(number)
            things = [{"id": f"{number}-{place}", **each, **thing} for place, each in enumerate(one["objects"])]
            rows.append({**one, **known, "objects": things, "background_id": f"b{number}"})
        (folder / "data").mkdir(exist_ok=True)
        Dataset.from_list(rows, features=FEATURES).to_parquet(folder / "data" / f"{split}-00000-of-00001.parquet")
    return folder


def command(work: Path, *arguments: object) -> list[str]:
    return [str(TRIPTYCH), *map(str, arguments)]


def run(work: Path, *arguments: object) -> str:
    done = subprocess.run(command(work, *arguments), env=environment(work), cwd=work, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def small(detector: str, out: str, epochs: int = 2) -> list[object]:
    return ["train", "synrailobs", "--detector", detector, "--data", "data", "--out", out, "--epochs", epochs,
            "--image-size", 64, "--batch", 4, "--device", "cpu"]  # fmt: skip


def facts(folder: Path) -> dict:
    return json.loads((folder / "run.json").read_text())


def test_a_yolo_that_was_killed_goes_on_and_its_boxes_are_scored(work):
    train, checkpoint = small("yolov5n", "yolo", epochs=6), work / "yolo" / "checkpoint.pt"
    quiet = subprocess.DEVNULL
    program = subprocess.Popen(command(work, *train), env=environment(work), cwd=work, stdout=quiet, stderr=quiet)
    while program.poll() is None and not checkpoint.is_file():
        time.sleep(0.01)
    program.send_signal(signal.SIGKILL)
    program.wait()
    assert not (work / "yolo" / "run.json").exists()
    run(work, *train)
    assert len(facts(work / "yolo")["losses"]) == 6
    assert {path.name for path in (work / "yolo").iterdir()} == {"model.pt", "run.json"}
    run(work, "predict", "synrailobs", "--weights", "yolo", "--data", "data", "--threshold", 0.001)
    boxes = pd.read_parquet(work / "runs" / "boxes" / "yolo" / "predictions.parquet")
    assert list(boxes["id"]) == [f"r{number}" for number in range(50, 50 + PICTURES)]
    run(work, "score", "synrailobs", "--predictions", "runs/boxes/yolo", "--data", "data", "--bootstrap", 0)
    assert json.loads((work / "runs" / "score" / "yolo" / "score.json").read_text())["n"] == PICTURES


def test_two_processes_train_one_detector(work):
    tiny_rt_detr(work / "start")
    arguments = [*small("rtdetr", "two"), "--weights", "start"]
    launch = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node", "2", "-m",
              "triptych.hub.cli", *map(str, arguments)]  # fmt: skip
    environ = {**environment(work), "OMP_NUM_THREADS": "1"}
    done = subprocess.run(launch, env=environ, cwd=work, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    run(work, *small("rtdetr", "one"), "--weights", "start")
    two, one = facts(work / "two"), facts(work / "one")
    assert (two["processes"], one["processes"]) == (2, 1)
    assert two["key"] == one["key"], "the same run, however many processes"
    np.testing.assert_allclose(two["losses"], one["losses"], rtol=0.25)
    assert {path.name for path in (work / "two").iterdir()} == {path.name for path in (work / "one").iterdir()}


def test_boxes_of_a_foreign_detector_have_our_classes_and_frames_are_scored_as_events(work):
    tiny_rt_detr(work / "foreign")
    said = run(work, "predict", "synrailobs", "--weights", "foreign", "--data", "data", "--out", "foreign-boxes")
    labels = pd.read_parquet(work / "foreign-boxes" / "predictions.parquet")["labels"]
    assert set(np.concatenate(list(labels))) <= {"person", "vehicle"}
    assert "traffic light" in said, "what was left out is told"
    films = work / "films"
    films.mkdir()
    for name in ("a", "b"):
        write_film(films / f"{name}.mp4")
    (films / "broken.mp4").write_bytes(b"no film")
    frames = ["predict", "synrailobs", "--weights", "foreign", "--videos", "films", "--seconds", 1, "--out", "frames"]
    assert "left out: broken.mp4" in run(work, *frames)
    scores = pd.read_parquet(work / "frames" / "predictions.parquet")
    assert list(scores["video_id"].unique()) == ["a", "b"]
    np.testing.assert_allclose(scores["t"][:10], np.arange(10) / 10, atol=1e-6)
    assert scores["score"].between(0, 1).all()
    (work / "videos.csv").write_text("video_id,label\na,1\nb,0\n")
    run(work, "score", "synrailobs", "--predictions", "frames", "--references", "videos.csv", "--seconds", 1)
    assert json.loads((work / "runs" / "score" / "frames" / "score.json").read_text())["n"] == 2


def write_film(path: Path) -> None:
    """A second and a half at 20 frames a second."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("mpeg4", rate=20)
        stream.width, stream.height = 160, 96
        for number in range(30):
            container.mux(stream.encode(av.VideoFrame.from_ndarray(pixels_of(number), format="rgb24")))
        container.mux(stream.encode(None))


@pytest.mark.parametrize(
    "wrong",
    [("--detector", "centre", "--epochs", "3"), ("--detector", "yolov5n", "--steps", "3"), ("--detector", "nanodet")],
)
def test_options_of_another_detector_are_refused(wrong, work, capsys):
    assert main(["train", "synrailobs", "--data", str(work / "data"), "--out", str(work / "no"), *wrong]) == 2
    assert "fix:" in capsys.readouterr().err
    assert not (work / "no").exists()
