"""Faster R-CNN and other detectors of torchvision: with its COCO weights, with a file of weights, or trained here."""

import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from triptych.core.errors import UsageError
from triptych.models.detection.detected import Detected, Pixels, detected


@dataclass(frozen=True)
class TorchvisionDetector:
    """`model` in evaluation; `names` of its classes, the background first."""

    model: Any
    names: list[str]
    threshold: float

    def __call__(self, images: Sequence[Pixels]) -> list[Detected]:
        """What the model sees in pictures of any sizes, one batch."""
        if not len(images):
            return []
        with torch.inference_mode():
            found = self.model(self.inputs(images))
        return [self._above(one, image.shape[:2]) for one, image in zip(found, images, strict=True)]

    def inputs(self, images: Sequence[Pixels]) -> list[torch.Tensor]:
        """The pictures as (3, H, W), 0 to 1, on the model's device."""
        device = next(self.model.parameters()).device
        return [torch.tensor(image, device=device).permute(2, 0, 1).float() / 255.0 for image in images]

    def _above(self, one: dict[str, torch.Tensor], size: tuple[int, int]) -> Detected:
        kept = one["scores"] >= self.threshold
        labels = [self.names[int(label)] for label in one["labels"][kept]]
        return detected(one["boxes"][kept].cpu(), one["scores"][kept].cpu(), labels, size)


def load_torchvision(name: str, threshold: float, device: str) -> TorchvisionDetector:
    """`fasterrcnn_resnet50_fpn` with torchvision's COCO weights, or `fasterrcnn_resnet50_fpn=FILE` with a state dict.

    Raises `UsageError` for an unknown model, or where the weights cannot be had.
    """
    models: Any = importlib.import_module("torchvision.models")
    kind, _, file = name.partition("=")
    if kind not in models.list_models(models.detection):
        known = ", ".join(models.list_models(models.detection))
        raise UsageError(f"a detector of torchvision: {known}", kind, "for example torchvision:fasterrcnn_resnet50_fpn")
    weights = models.get_model_weights(kind).DEFAULT
    try:
        # Built for COCO's classes in either case, as the files that torchvision publishes are.
        model = models.get_model(kind, weights=None if file else weights, weights_backbone=None,
                                 num_classes=len(weights.meta["categories"]))  # fmt: skip
        if file:
            model.load_state_dict(torch.load(Path(file), map_location="cpu", weights_only=True))
    except (OSError, RuntimeError) as error:
        reason = str(error).strip().split("\n")[0]
        fix = f"check the network, or name a file of weights: torchvision:{kind}=FILE"
        raise UsageError(f"weights of {kind}", reason, fix) from error
    return TorchvisionDetector(model.to(device).eval(), list(weights.meta["categories"]), threshold)
