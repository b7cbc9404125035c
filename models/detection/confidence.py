"""Confidence in the same obstacle before and after a change of the picture, such as harmonisation (Figure 3)."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from triptych.core.errors import UsageError
from triptych.models.detection.detected import Detect, Detected, Pixels


def paired_confidences(
    detect: Detect,
    pairs: Sequence[tuple[Pixels, Pixels]],
    boxes: Sequence[Sequence[float]] | NDArray[Any],
    least_iou: float = 0.5,
    batch: int = 8,
) -> NDArray[np.float64]:
    """(n, 2): the score of each obstacle before and after, 0 where it is not found.

    `pairs` are pictures (before, after) of the same composite, `boxes` (n, 4) xyxy the obstacle's true box in both.
    The score is the highest among detections of any class that overlap the box by `least_iou`; the detector's threshold
    should be low. Raises `UsageError` where the numbers of pairs and boxes differ.
    """
    if len(pairs) != len(boxes):
        fix = "give the true box of every pair"
        raise UsageError("a box for each pair", f"{len(pairs)} pairs and {len(boxes)} boxes", fix)
    images = [image for pair in pairs for image in pair]
    found = [one for start in range(0, len(images), batch) for one in detect(images[start : start + batch])]
    scores = [
        confidence(one, box, least_iou) for one, box in zip(found, np.repeat(np.asarray(boxes), 2, axis=0), strict=True)
    ]
    return np.array(scores, np.float64).reshape(-1, 2)


def confidence(found: Detected, box: Sequence[float] | NDArray[Any], least_iou: float = 0.5) -> float:
    """The highest score among detections that overlap `box`, xyxy, by at least `least_iou`; 0 where there is none."""
    return float(found.scores[overlaps(found.boxes, np.asarray(box)) >= least_iou].max(initial=0.0))


def overlaps(boxes: NDArray[Any], box: NDArray[Any]) -> NDArray[np.float64]:
    """Intersection over union of boxes (n, 4) with one box, all xyxy: (n,)."""
    low, high = np.maximum(boxes[:, :2], box[:2]), np.minimum(boxes[:, 2:], box[2:])
    both = np.clip(high - low, 0, None).prod(axis=1)
    areas = (boxes[:, 2:] - boxes[:, :2]).prod(axis=1) + np.prod(box[2:] - box[:2])
    return np.asarray(both / np.maximum(areas - both, 1e-9), np.float64)
