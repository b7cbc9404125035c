"""Detectors as functions that can be derived: a picture's tensor to boxes with a score for every class.

What the libraries give out is cut off from the gradient or sorted away; here every candidate stays.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from triptych.core.errors import UsageError
from triptych.models.detection.detected import Detect, Pixels
from triptych.models.detection.torchvision_detectors import TorchvisionDetector
from triptych.models.detection.transformers_detectors import TransformersDetector
from triptych.models.detection.ultralytics_detectors import UltralyticsDetector
from triptych.models.detection.ultralytics_library import ultralytics

_STRIDE, _GREY = 32, 114


@dataclass(frozen=True)
class Probe:
    """`network` takes `tensor` (1, 3, h, w) to (1, n, 4 + classes): xyxy in pixels of the tensor, and scores 0 to 1.

    The picture fills the upper left `shown` (height, width) of the tensor. `layers` give the maps that detections are
    made from; `names` are of the classes.
    """

    network: nn.Module
    layers: list[nn.Module]
    tensor: Tensor
    shown: tuple[int, int]
    names: list[str]


class Candidates(nn.Module):
    """A model whose output is turned into candidates (1, n, 4 + classes)."""

    def __init__(self, model: nn.Module, candidates: Callable[[Any, Tensor], Tensor]) -> None:
        super().__init__()
        self.model, self.candidates = model, candidates

    def forward(self, tensor: Tensor) -> Tensor:
        """The candidates of one picture."""
        return self.candidates(self.model, tensor)


def probe(detector: Detect, image: Pixels) -> Probe:
    """The detector as a probe of one picture (H, W, 3); raises `UsageError` for one that cannot be derived here."""
    if isinstance(detector, UltralyticsDetector):
        return _ultralytics(detector, image)
    if isinstance(detector, TorchvisionDetector):
        return _torchvision(detector, image)
    if isinstance(detector, TransformersDetector):
        return _transformers(detector, image)
    raise UsageError("a detector of ultralytics, torchvision or transformers", type(detector).__name__, "load another")


def _ultralytics(detector: UltralyticsDetector, image: Pixels) -> Probe:
    # Anew, since predicting fuses layers and leaves tensors that cannot be derived.
    model = ultralytics().YOLO(str(detector.weights)).model.float().eval().to(detector.device)
    side = int(model.args.get("imgsz", 640))
    height, width = image.shape[:2]
    shown = round(height * side / max(height, width)), round(width * side / max(height, width))
    resized = cv2.resize(image, shown[::-1], interpolation=cv2.INTER_LINEAR)
    padded = np.full([-(-length // _STRIDE) * _STRIDE for length in shown] + [3], _GREY, np.uint8)
    padded[: shown[0], : shown[1]] = resized
    head = model.model[-1]
    read = _rt_detr_boxes if type(head).__name__ == "RTDETRDecoder" else _yolo_boxes
    layers = [model.model[place] for place in head.f]
    return Probe(Candidates(model, read), layers, _tensor(padded, detector.device), shown, detector.names)


def _yolo_boxes(model: Any, tensor: Tensor) -> Tensor:
    output = model(tensor)[0]
    if model.model[-1].end2end:  # (1, n, 6): xyxy, score, class
        scores = output[..., 4:5] * functional.one_hot(output[..., 5].long(), len(model.names))
        return torch.cat([output[..., :4], scores], dim=2)
    output = output.permute(0, 2, 1)
    return torch.cat([_corners(output[..., :4]), output[..., 4:]], dim=2)


def _rt_detr_boxes(model: Any, tensor: Tensor) -> Tensor:
    boxes, scores = model(tensor)[1][:2]
    return torch.cat([_corners(boxes[-1]) * _sides(tensor), scores[-1].sigmoid()], dim=2)


def _torchvision(detector: TorchvisionDetector, image: Pixels) -> Probe:
    classes = len(detector.names)

    def read(model: Any, tensor: Tensor) -> Tensor:
        found = model([tensor[0]])[0]
        scores = found["scores"][:, None] * functional.one_hot(found["labels"], classes)
        return torch.cat([found["boxes"], scores], dim=1)[None]

    layers = list(detector.model.backbone.fpn.layer_blocks)
    tensor = detector.inputs([image])[0][None]
    return Probe(Candidates(detector.model, read), layers, tensor.requires_grad_(True), image.shape[:2], detector.names)


def _transformers(detector: TransformersDetector, image: Pixels) -> Probe:
    def read(model: Any, tensor: Tensor) -> Tensor:
        output = model(pixel_values=tensor)
        no_object = output.logits.shape[-1] > len(detector.names)  # DETR has a softmax with one class more
        scores = output.logits.softmax(-1)[..., :-1] if no_object else output.logits.sigmoid()
        return torch.cat([_corners(output.pred_boxes) * _sides(tensor), scores], dim=2)

    inner = detector.model.model
    layers = list(getattr(inner, "encoder_input_proj", None) or [getattr(inner, "input_projection", None)])
    if layers[0] is None:
        raise UsageError("a detector of the DETR kind", type(detector.model).__name__, "name another model")
    tensor = detector.inputs([image])["pixel_values"]
    shown = int(tensor.shape[2]), int(tensor.shape[3])
    return Probe(Candidates(detector.model, read), layers, tensor.requires_grad_(True), shown, detector.names)


def _tensor(image: Pixels, device: str) -> Tensor:
    return (torch.tensor(image, device=device).permute(2, 0, 1).float() / 255.0)[None].requires_grad_(True)


def _corners(boxes: Tensor) -> Tensor:
    """Centre, width and height as corners."""
    centre, half = boxes[..., :2], boxes[..., 2:] / 2
    return torch.cat([centre - half, centre + half], dim=-1)


def _sides(tensor: Tensor) -> Tensor:
    height, width = tensor.shape[2:]
    return torch.tensor([width, height, width, height], device=tensor.device)
