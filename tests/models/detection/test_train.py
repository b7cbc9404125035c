"""Every library's detectors really train, are written whole, load again and see; small and on two cores."""

import json
import socket

import numpy as np
import pytest
import torch
from tiny_detectors import pixels_of, row, tiny_rt_detr

from triptych.core.errors import UsageError
from triptych.core.runs import file_sha256
from triptych.dataset_builders.synrailobs.schema import CATEGORIES
from triptych.models.detection.load import load_detector
from triptych.models.detection.parameters import parameters
from triptych.models.detection.torchvision_training import faster_rcnn, network
from triptych.models.detection.train import TrainSettings, library_of, train_detector

ROWS = [row(number) for number in range(8)]
DETECTORS = ["yolov5n", "yolo26n", "fasterrcnn-mobilenet", "rtdetr"]


def settings_of(detector, tmp_path_factory, **changes):
    weights = str(tiny_rt_detr(tmp_path_factory.mktemp("start"))) if detector == "rtdetr" else None
    return TrainSettings(detector, **{"epochs": 2, "image_size": 64, "batch": 4, "weights": weights, **changes})


@pytest.fixture(scope="module", params=DETECTORS)
def trained(request, tmp_path_factory):
    """The settings and the folder of a finished run, made in an empty working folder without a network."""
    settings, out = settings_of(request.param, tmp_path_factory), tmp_path_factory.mktemp("out")
    asked = []
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("here"))
        patch.setattr(socket, "getaddrinfo", lambda *names, **_: asked.append(names) or [])
        assert train_detector(ROWS, out, settings, seed=1, device="cpu") == out
        detect = load_detector(out, threshold=0.0001)
        detect([pixels_of(20)])
        left = list(out.parent.glob("here*/*"))
    assert not asked, "nothing is fetched or sent"
    assert not left, "nothing is written into the working folder"
    return settings, out, detect


def test_the_run_tells_what_was_trained(trained):
    settings, out, detect = trained
    facts = json.loads((out / "run.json").read_text())
    assert (facts["system"], facts["n"], facts["seed"]) == (settings.detector, 8, 1)
    assert facts["settings"] == vars(settings)
    assert facts["library"] == library_of(settings.detector)
    assert facts["sha256"] == file_sha256(out / facts["weights"])
    assert len(facts["losses"]) == 2
    assert np.isfinite(facts["losses"]).all()
    assert facts["parameters"] == parameters(detect)
    assert facts["versions"]["torch"]
    names = {path.name for path in out.iterdir()}
    assert names == {"run.json", facts["weights"]} | (
        {"config.json", "preprocessor_config.json"} if settings.detector == "rtdetr" else set()
    ), "no checkpoint or working file stays"


def test_it_sees_with_our_classes(trained):
    _, _, detect = trained
    one, two = detect([pixels_of(20), np.zeros((70, 200, 3), np.uint8)])
    assert set(detect.names) - {"background"} == set(CATEGORIES)
    assert set(one.labels) | set(two.labels) <= set(CATEGORIES)
    assert one.boxes.shape == (len(one.scores), 4)
    assert (two.boxes <= [200, 70, 200, 70]).all()
    assert (np.diff(one.scores) <= 0).all()


def test_a_finished_run_is_left_alone_and_no_other_takes_its_place(trained):
    settings, out, _ = trained
    before = {path.name: path.stat().st_mtime_ns for path in out.iterdir()}
    train_detector(ROWS, out, settings, seed=1, device="cpu")
    assert before == {path.name: path.stat().st_mtime_ns for path in out.iterdir()}
    with pytest.raises(UsageError, match="choose another --out"):
        train_detector(ROWS, out, settings, seed=2, device="cpu")
    with pytest.raises(UsageError, match="choose another --out"):
        train_detector(ROWS[:7], out, settings, seed=1, device="cpu")


def test_a_run_that_stopped_ends_as_one_that_did_not(tmp_path_factory):
    settings = settings_of("rtdetr", tmp_path_factory)
    whole, broken = tmp_path_factory.mktemp("whole"), tmp_path_factory.mktemp("broken")
    train_detector(ROWS, whole, settings, device="cpu")
    fragile = [{**one, "image": Fragile(one["image"])} for one in ROWS]
    with pytest.raises(KeyboardInterrupt):
        train_detector(fragile, broken, settings, device="cpu")
    assert (broken / "checkpoint.pt").is_file()
    assert not (broken / "run.json").exists()
    with pytest.raises(UsageError, match="choose another --out"):
        train_detector(ROWS, broken, settings, seed=3, device="cpu")
    train_detector(ROWS, broken, settings, device="cpu")
    assert file_sha256(whole / "model.safetensors") == file_sha256(broken / "model.safetensors")


class Fragile:
    """A picture that can be read twice: for the digest and in the first epoch."""

    def __init__(self, image):
        self.image, self.reads = image, 0

    def convert(self, mode):
        self.reads += 1
        if self.reads > 2:
            raise KeyboardInterrupt
        return self.image.convert(mode)


def test_weights_are_where_training_starts(tmp_path):
    """All that fits: of weights for COCO's 91 classes everything but the last layers."""
    state = network("fasterrcnn-mobilenet", 64, classes=91).state_dict()
    torch.save(state, tmp_path / "coco.pth")
    settings = TrainSettings("fasterrcnn-mobilenet", weights=str(tmp_path / "coco.pth"))
    own = faster_rcnn(settings).network.state_dict()
    different = {name.split(".")[2] for name, value in own.items() if not torch.equal(value, state[name])}
    assert different == {"cls_score", "bbox_pred"}


def test_mistakes_are_told(tmp_path):
    with pytest.raises(UsageError, match="yolov5n to yolov5x"):
        train_detector(ROWS, tmp_path, TrainSettings("nanodet"))
    with pytest.raises(UsageError, match="a detector"):
        train_detector(ROWS, tmp_path, TrainSettings("yolo26n-seg"))
    with pytest.raises(UsageError, match="at least one row"):
        train_detector([], tmp_path, TrainSettings("yolov5n"))
    with pytest.raises(UsageError, match="--image-size above 0"):
        TrainSettings("yolov5n", image_size=0)
    (tmp_path / "weights.pth").write_bytes(b"none")
    wrong = TrainSettings("fasterrcnn-mobilenet", weights=str(tmp_path / "weights.pth"))
    with pytest.raises(UsageError, match="a state dict"):
        train_detector(ROWS, tmp_path / "out", wrong)
    with pytest.raises(UsageError, match="transformers in --weights"):
        train_detector(ROWS, tmp_path / "out2", TrainSettings("rtdetr", weights=str(tmp_path)))


def test_the_defaults_are_the_papers():
    settings = TrainSettings("yolov5s")
    assert (settings.image_size, settings.batch, settings.learning_rate, settings.epochs) == (640, 32, 1e-3, 50)
