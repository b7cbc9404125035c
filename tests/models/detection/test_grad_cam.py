"""Heat of a detection: the probe sees what the detector sees, and its gradient leads back to the picture."""

import numpy as np
import pytest
import torch
from tiny_detectors import pixels_of, row, tiny_rt_detr

from triptych.core.errors import UsageError
from triptych.models.detection.confidence import overlaps
from triptych.models.detection.grad_cam import _of_box, heat, overlay
from triptych.models.detection.load import load_detector
from triptych.models.detection.probes import probe
from triptych.models.detection.train import TrainSettings, train_detector

SQUARE = np.ascontiguousarray(pixels_of(3)[16:80, 16:80])


@pytest.fixture(scope="module", params=["yolov5n", "yolo26n", "rtdetr", "fasterrcnn-mobilenet"])
def detector(request, tmp_path_factory):
    """One of each library, hardly trained or not at all."""
    folder = tmp_path_factory.mktemp("detector")
    if request.param == "rtdetr":
        return load_detector(tiny_rt_detr(folder), 0.0)
    settings = TrainSettings(request.param, epochs=1, image_size=64, batch=4)
    return load_detector(train_detector([row(number) for number in range(4)], folder, settings, device="cpu"), 0.0001)


def test_the_probe_has_the_detectors_own_boxes_and_scores(detector):
    found = detector([SQUARE])[0]
    assert len(found.scores)
    made = probe(detector, SQUARE)
    with torch.no_grad():
        candidates = made.network(made.tensor)[0].numpy()
    assert made.names
    assert candidates.shape[1] == 4 + len(made.names)
    boxes = np.clip(candidates[:, :4] * 64 / made.shown[0], 0, 64)
    scores = candidates[overlaps(boxes, found.boxes[0]) > 0.95, 4 + made.names.index(found.labels[0])]
    assert np.abs(scores - found.scores[0]).min() < 1e-3


def test_heat_has_the_pictures_size_and_lies_between_0_and_1(detector):
    image = pixels_of(3)
    seen = detector([image])[0]
    for of in (seen.labels[0], seen.boxes[0]):
        warmth = heat(detector, image, of)
        assert warmth.shape == (96, 160)
        assert warmth.min() >= 0
        assert warmth.max() in (0, pytest.approx(1))
    with pytest.raises(UsageError, match="a class among"):
        heat(detector, image, "dragon")


def test_the_box_asks_its_surest_candidate():
    found = torch.tensor([[0, 0, 10, 10, 0.2, 0.1], [0, 0, 9, 10, 0.1, 0.4], [50, 50, 60, 60, 0.9, 0.9]])
    assert _of_box(found, np.array([0.0, 0, 10, 10], np.float32)) == pytest.approx(0.4)
    assert _of_box(found, np.array([55.0, 55, 65, 65], np.float32)) == pytest.approx(0.9), "the nearest where none fits"


def test_an_overlay_is_red_where_it_is_warm():
    grey, warmth = np.full((40, 60, 3), 128, np.uint8), np.zeros((40, 60), np.float32)
    warmth[:, 30:] = 1
    shown = overlay(grey, warmth, [5, 5, 20, 20])
    assert shown.shape == (40, 60, 3)
    assert shown[20, 45, 0] > shown[20, 45, 2]
    assert shown[30, 10, 2] > shown[30, 10, 0]
    assert (shown[5, 5:20] == 255).all(), "the box"


def test_others_cannot_be_derived():
    with pytest.raises(UsageError, match="a detector of ultralytics, torchvision or transformers"):
        heat(lambda images: [], SQUARE, [0, 0, 5, 5])
