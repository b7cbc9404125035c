"""How large detectors are, counted from their architectures without any weights."""

from typing import Any

import torch

from triptych.models.detection.centre_detector import CentreDetector
from triptych.models.detection.detected import Detect
from triptych.models.detection.train import library_of

COCO_CLASSES = 80


def parameters(detector: Detect | str, classes: int = COCO_CLASSES) -> int:
    """Parameters of a loaded detector, or of an architecture by the name that `train` takes, for `classes` classes.

    Names are counted for COCO's 80 classes, as tables of detectors do. Raises `UsageError` for an unknown name.
    """
    model = _built(detector, classes) if isinstance(detector, str) else _network(detector)
    return sum(one.numel() for one in model.parameters())


def _network(detector: Any) -> Any:
    if isinstance(detector, CentreDetector):
        return detector.detector.network
    return getattr(detector.model, "model", detector.model)


def _built(detector: str, classes: int) -> Any:
    library = library_of(detector)
    if library == "torchvision":
        from triptych.models.detection.torchvision_training import network as faster_rcnn

        with torch.device("meta"):  # shapes alone
            return faster_rcnn(detector, 640, classes + 1)
    if library == "transformers":
        from triptych.models.detection.transformers_training import network as rt_detr

        with torch.device("meta"):
            return rt_detr({place: str(place) for place in range(classes)})
    from triptych.models.detection.ultralytics_training import network

    return network(detector, classes)
