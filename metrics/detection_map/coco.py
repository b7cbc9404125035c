"""COCO's twelve statistics, the figures of each class and the precision-recall curves, computed by hotcoco.

Source: the evaluation of T.-Y. Lin et al., Microsoft COCO: Common Objects in Context (2014).
"""

from dataclasses import dataclass
from typing import Any

import hotcoco
import numpy as np
from numpy.typing import NDArray

from triptych.metrics.detection_map.inputs import Evaluation
from triptych.metrics.detection_map.labels import Label

AREA_RANGES = ((0.0, 1e10), (0.0, 32.0**2), (32.0**2, 96.0**2), (96.0**2, 1e10))
"""All, small, medium, large; square pixels, both ends included."""
STATISTICS = {
    "map": (0, "map"), "map_50": (0, "map_50"), "map_75": (0, "map_75"),
    "map_small": (1, "map"), "map_medium": (2, "map"), "map_large": (3, "map"),
    "mar_1": (0, "mar_1"), "mar_10": (0, "mar_10"), "mar_100": (0, "mar_100"),
    "mar_small": (1, "mar_100"), "mar_medium": (2, "mar_100"), "mar_large": (3, "mar_100"),
}  # fmt: skip
"""For each statistic the place of its area range and the figure in it."""
CLASS_FIGURES = ("map", "map_50", "map_75", "mar_100")

_THRESHOLDS = {"map": slice(None), "map_50": slice(0, 1), "map_75": slice(5, 6)}
_MAX_DETECTIONS = {"mar_1": 0, "mar_10": 1, "mar_100": 2}


@dataclass(frozen=True)
class Accumulated:
    """hotcoco's arrays; -1 where a class has no object that counts."""

    precision: NDArray[np.float64]
    """(thresholds, recalls, classes, area ranges, limits of detections)"""
    recall: NDArray[np.float64]
    """(thresholds, classes, area ranges, limits of detections)"""
    scores: NDArray[np.float64]
    """As `precision`: the score from which that recall is reached."""

    def figure(self, area: int, name: str, label: int | slice = slice(None)) -> float | None:
        """One figure of an area range, of one class or over all; None where no object counts."""
        if name in _THRESHOLDS:
            values = self.precision[_THRESHOLDS[name], :, label, area, 2]
        else:
            values = self.recall[:, label, area, _MAX_DETECTIONS[name]]
        defined = values[values > -1]
        return rounded(defined.mean()) if defined.size else None

    def statistics(self) -> dict[str, float | None]:
        """The twelve statistics."""
        return {name: self.figure(area, figure) for name, (area, figure) in STATISTICS.items()}

    def curves(self, labels: tuple[Label, ...]) -> dict[str, Any]:
        """Precision at 101 recalls and the scores that reach them (None where none does), at IoU 0.5, by class."""
        by_class = {}
        for code, label in enumerate(labels):
            precision, scores = self.precision[0, :, code, 0, 2], self.scores[0, :, code, 0, 2]
            if precision[0] > -1:
                reached = [
                    score if value > 0 else None for value, score in zip(precision, scores.tolist(), strict=True)
                ]
                by_class[label] = {"precision": precision.tolist(), "scores": reached}
        return {"iou": 0.5, "recall": np.linspace(0.0, 1.0, 101).tolist(), "per_class": by_class}


def rounded(value: float) -> float:
    """Without the 2e-16 that COCO's division leaves: perfect detections have 1.0."""
    return round(float(value), 12)


def accumulate(data: Evaluation) -> Accumulated:
    """Run hotcoco. Ids begin at 1 there: with 0 some evaluators take a match for none."""
    objects, found = data.objects, data.detections
    truth = hotcoco.COCO.from_arrays(
        [{"id": image + 1} for image in range(data.n_images)],
        [{"id": code + 1, "name": str(label)} for code, label in enumerate(data.labels)],
        objects.image + 1,
        objects.label + 1,
        objects.box,
        area=objects.area,
        iscrowd=objects.crowd.astype(np.int64),
    )
    rows = np.column_stack([found.image + 1, found.box, found.score, found.label + 1])
    evaluation = hotcoco.COCOeval(truth, truth.load_res(rows), "bbox")
    evaluation.evaluate()
    evaluation.accumulate()
    arrays: dict[str, Any] = evaluation.eval  # type: ignore[assignment]  # None only before accumulate()
    return Accumulated(arrays["precision"], arrays["recall"], arrays["scores"])
