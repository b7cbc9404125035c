"""The baseline behind the signature of all detectors."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from triptych.models.detection.baseline import Detector, by_class, detect
from triptych.models.detection.detected import Detected, Pixels, detected


@dataclass(frozen=True)
class CentreDetector:
    """A trained baseline, with the least score that is given."""

    detector: Detector
    threshold: float

    def __call__(self, images: Sequence[Pixels]) -> list[Detected]:
        """What the baseline sees in pictures of any sizes: one batch if they are of one size."""
        if len({image.shape for image in images}) > 1:
            return [one for image in images for one in self([image])]
        found = [by_class(one) for one in detect(self.detector, images)] if len(images) else []
        return [self._above(one, image.shape[:2]) for one, image in zip(found, images, strict=True)]

    def _above(self, one: dict[str, Any], size: tuple[int, int]) -> Detected:
        count = sum(score >= self.threshold for score in one["scores"])  # they fall
        return detected(one["boxes"][:count], one["scores"][:count], one["labels"][:count], size)
