"""Detectors of transformers (DETR, RT-DETR, YOLOS and their kin), by Hub name or folder."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from triptych.core.errors import UsageError
from triptych.models.detection.detected import Detected, Pixels, detected


@dataclass(frozen=True)
class TransformersDetector:
    """`model` as AutoModelForObjectDetection gives it, in evaluation, with its image processor."""

    model: Any
    processor: Any
    threshold: float

    @property
    def names(self) -> list[str]:
        """The model's class names, in the order of its logits."""
        return [str(self.model.config.id2label[place]) for place in range(len(self.model.config.id2label))]

    def __call__(self, images: Sequence[Pixels]) -> list[Detected]:
        """What the model sees in pictures of any sizes, one batch."""
        if not len(images):
            return []
        sizes = [image.shape[:2] for image in images]
        with torch.inference_mode():
            output = self.model(**self.inputs(images))
        found = self.processor.post_process_object_detection(output, threshold=self.threshold, target_sizes=sizes)
        names = self.names
        return [
            detected(one["boxes"].cpu(), one["scores"].cpu(), [names[int(label)] for label in one["labels"]], size)
            for one, size in zip(found, sizes, strict=True)
        ]

    def inputs(self, images: Sequence[Pixels]) -> Any:
        """The pictures as the model takes them, on its device."""
        writable = [np.require(image, requirements="W") for image in images]  # torch warns of others
        # Said outright: a picture three pixels high could be read as channels first.
        made = self.processor(images=writable, return_tensors="pt", input_data_format="channels_last")
        return made.to(self.model.device)


def load_transformers(name: str, threshold: float, device: str) -> TransformersDetector:
    """By Hub name or folder; raises `UsageError` where there is no object detection model of that name."""
    from transformers import AutoImageProcessor, AutoModelForObjectDetection

    try:
        model = AutoModelForObjectDetection.from_pretrained(name)
        processor = AutoImageProcessor.from_pretrained(name)
    except (OSError, ValueError) as error:
        reason = str(error).strip().split("\n")[0]
        fix = "check the name and the network; a folder needs config.json and preprocessor_config.json"
        raise UsageError(f"an object detection model of transformers at {name}", reason, fix) from error
    return TransformersDetector(model.to(device).eval(), processor, threshold)
