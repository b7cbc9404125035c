"""YOLO and RT-DETR of ultralytics, from a file of weights."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from triptych.core.errors import UsageError
from triptych.models.detection.detected import Detected, Pixels, detected
from triptych.models.detection.ultralytics_library import ultralytics


@dataclass(frozen=True)
class UltralyticsDetector:
    """`model` as ultralytics loads it; `weights` is its file. Looks at pictures in the size of its training."""

    model: Any
    weights: Path
    threshold: float
    device: str

    @property
    def names(self) -> list[str]:
        """The model's class names, in the order of its scores."""
        return [str(name) for name in self.model.names.values()]

    def __call__(self, images: Sequence[Pixels]) -> list[Detected]:
        """What the model sees in pictures of any sizes, one batch."""
        if not len(images):
            return []
        # Blue first is how ultralytics takes arrays.
        blue_first = [np.ascontiguousarray(image[..., ::-1]) for image in images]
        found = self.model.predict(blue_first, conf=self.threshold, device=self.device, verbose=False, save=False)
        return [self._boxes(one.boxes, image.shape[:2]) for one, image in zip(found, images, strict=True)]

    def _boxes(self, boxes: Any, size: tuple[int, int]) -> Detected:
        names = self.names
        return detected(boxes.xyxy.cpu(), boxes.conf.cpu(), [names[int(one)] for one in boxes.cls], size)


def load_ultralytics(weights: Path, threshold: float, device: str) -> UltralyticsDetector:
    """From a file of weights, which like any pickle should come from somebody that you trust.

    Raises `UsageError` for a file that is no detector of ultralytics.
    """
    library = ultralytics()
    try:
        model = library.YOLO(str(weights))
    except Exception as error:  # anything can be in the file, and so anything is raised
        reason = (str(error).strip() or type(error).__name__).split("\n")[0]
        raise UsageError(f"weights of ultralytics in {weights}", reason, "name a .pt file of a detector") from error
    if model.task != "detect":
        raise UsageError("a detector", f"{weights} is for the task {model.task}", "name weights of a detector")
    return UltralyticsDetector(model, weights, threshold, device)
