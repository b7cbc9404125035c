"""What every detector here gives for a picture, whoever trained it and whatever library runs it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]


@dataclass(frozen=True)
class Detected:
    """Of one picture, by falling score: `boxes` (n, 4) float32 xyxy in its pixels, `scores` (n,), `labels` n names.

    The names are those that the model was trained with; `class_names.to_categories` makes ours of them.
    """

    boxes: NDArray[np.float32]
    scores: NDArray[np.float32]
    labels: list[str]


Detect = Callable[[Sequence[Pixels]], list[Detected]]
"""Pictures (H, W, 3) uint8 RGB, of any sizes, to what is seen in each."""


def detected(boxes: object, scores: object, labels: Sequence[str], size: tuple[int, int]) -> Detected:
    """Sorted by falling score, boxes cut to a picture of `size` (height, width), empty ones dropped."""
    height, width = size
    xyxy = np.clip(np.asarray(boxes, np.float32).reshape(-1, 4), 0, np.array([width, height] * 2, np.float32))
    confidence = np.asarray(scores, np.float32).reshape(-1)
    order = [
        place
        for place in np.argsort(-confidence, kind="stable")
        if xyxy[place, 2] > xyxy[place, 0] and xyxy[place, 3] > xyxy[place, 1]
    ]
    return Detected(xyxy[order], confidence[order], [labels[place] for place in order])
