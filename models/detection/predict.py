"""Boxes of any detector for rows of `synrailobs`, keyed by id."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Final

import numpy as np

from triptych.models.detection.class_names import to_categories
from triptych.models.detection.detected import Detect, Detected

LEAST_SCORE: Final = 0.01
"""Threshold for a mean average precision, which wants the doubtful detections too."""
MOST: Final = 100
"""Detections of one picture that COCO's evaluation looks at."""


def predict(
    detect: Detect, rows: Iterable[Mapping[str, Any]], batch: int = 8, dropped: Counter[str] | None = None
) -> Iterator[dict[str, Any]]:
    """Rows {id, boxes (xyxy pixels), scores, labels} for rows with `id` and `image`; labels are our categories.

    Detections of other classes, such as a traffic light, are left out and counted by name in `dropped`.
    """
    waiting = iter(rows)
    while some := list(islice(waiting, batch)):
        found = detect([np.array(row["image"].convert("RGB")) for row in some])
        for row, one in zip(some, found, strict=True):
            kept, others = to_categories(one)
            if dropped is not None:
                dropped.update(others)
            yield {"id": row["id"], **_listed(kept)}


def _listed(one: Detected) -> dict[str, Any]:
    boxes, scores = one.boxes[:MOST].tolist(), one.scores[:MOST].tolist()
    return {"boxes": boxes, "scores": scores, "labels": one.labels[:MOST]}
