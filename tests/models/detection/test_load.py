"""Detectors of each library by name, and clear words where there is none."""

import json

import numpy as np
import pytest
import torch
from tiny_detectors import pixels_of, tiny_rt_detr
from torchvision import models

from triptych.core.errors import UsageError
from triptych.models.detection.load import load_detector

KIND = "fasterrcnn_mobilenet_v3_large_320_fpn"


@pytest.fixture(scope="module")
def rt_detr(tmp_path_factory):
    return tiny_rt_detr(tmp_path_factory.mktemp("rtdetr"))


@pytest.fixture(scope="module")
def torchvision_file(tmp_path_factory):
    file = tmp_path_factory.mktemp("torchvision") / "weights.pth"
    with torch.random.fork_rng():
        torch.manual_seed(1)
        torch.save(models.get_model(KIND, weights=None, weights_backbone=None).state_dict(), file)
    return file


def test_a_folder_of_transformers_sees_pictures_of_any_sizes(rt_detr):
    detect = load_detector(rt_detr, threshold=0.0)
    small, large = pixels_of(0), np.zeros((200, 70, 3), np.uint8)
    one, two = detect([small, large])
    assert one.boxes.shape == (len(one.scores), 4) == (len(one.labels), 4)
    assert set(one.labels) <= {"person", "car", "traffic light"}
    assert (one.boxes <= [160, 96, 160, 96]).all()
    assert (two.boxes <= [70, 200, 70, 200]).all()
    np.testing.assert_allclose(detect([small])[0].scores, one.scores, atol=1e-5)
    assert detect([]) == []


def test_the_threshold_is_the_least_score(rt_detr):
    everything = load_detector(rt_detr, threshold=0.0)([pixels_of(0)])[0]
    middle = float(np.median(everything.scores))
    some = load_detector(rt_detr, threshold=middle)([pixels_of(0)])[0]
    assert 0 < len(some.scores) < len(everything.scores)
    assert some.scores.min() >= middle


def test_torchvision_with_a_file_of_weights(torchvision_file):
    detect = load_detector(f"torchvision:{KIND}={torchvision_file}", threshold=0.0)
    found = detect([pixels_of(0), np.zeros((50, 200, 3), np.uint8)])
    assert len(found) == 2
    assert detect.names[:2] == ["__background__", "person"]
    assert detect([]) == []


@pytest.mark.parametrize(
    ("name", "words"),
    [("nothing", "name one of them"), ("some/model", "an object detection model of transformers"),
     ("torchvision:vgg", "fasterrcnn_resnet50_fpn"), (f"torchvision:{KIND}=missing.pth", "missing.pth")],
)  # fmt: skip
def test_unknown_names_are_told(name, words):
    with pytest.raises(UsageError, match=words):
        load_detector(name)


def test_wrong_files_thresholds_and_devices_are_told(tmp_path):
    (tmp_path / "weights.pt").write_bytes(b"no weights")
    with pytest.raises(UsageError, match="weights of ultralytics"):
        load_detector(tmp_path / "weights.pt")
    (tmp_path / "run.json").write_text(json.dumps({"system": "refusal-classifier"}))
    with pytest.raises(UsageError, match="a run of refusal-classifier"):
        load_detector(tmp_path)
    with pytest.raises(UsageError, match="a threshold from 0 to 1"):
        load_detector("x", threshold=30)
    with pytest.raises(UsageError, match="a device that is here"):
        load_detector("x", device="abacus")
