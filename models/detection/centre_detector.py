"""The baseline behind the signature of all detectors."""

from collections.abc import Sequence
from dataclasses import dataclass

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
        kept = [[place for place, score in enumerate(one["scores"]) if score >= self.threshold] for one in found]
        return [
            detected(
                *([one[part][place] for place in places] for part in ("boxes", "scores", "labels")), image.shape[:2]
            )
            for one, places, image in zip(found, kept, images, strict=True)
        ]
