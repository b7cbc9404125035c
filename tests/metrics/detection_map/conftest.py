"""Generated detection data and pycocotools as the reference, with the ignore rule of slices."""

import contextlib
import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

from triptych.metrics.detection_map.coco import STATISTICS
from triptych.metrics.detection_map.inputs import Detections, Objects

N_CLASSES, MISSING = 4, 3  # the last class has detections and no object


@dataclass(frozen=True)
class Case:
    """One generated data set; boxes are xywh."""

    objects: Objects
    detections: Detections
    n_images: int

    def rows(self, side: str) -> list[dict[str, Any]]:
        """One dict an image, as `evaluate` takes them."""
        flat = self.objects if side == "references" else self.detections
        names = ("boxes", "labels", "iscrowd", "area") if side == "references" else ("boxes", "labels", "scores")
        found = []
        for image in range(self.n_images):
            inside = np.asarray(flat.images) == image
            found.append({name: np.asarray(getattr(flat, name))[inside].tolist() for name in names})
            if side == "references":
                found[-1] |= {name: np.asarray(c)[inside].tolist() for name, c in self.objects.columns.items()}
        return found


def _generated(seed: int, n_images: int = 14, grid: bool = False, ties: bool = False) -> Case:
    """Objects of all sizes with crowds; images 0 and 5 have no object; one image has over 100 detections a class.

    `grid` makes coordinates small whole numbers, so that IoUs tie and equal thresholds; `ties` makes scores tie.
    """
    rng = np.random.default_rng(seed)
    n = 5 * n_images
    image = rng.choice([i for i in range(n_images) if i not in (0, 5)], size=n)
    size = np.exp(rng.uniform(np.log(8), np.log(220), (n, 2)))
    box = np.hstack([rng.uniform(0, 300, (n, 2)), size])
    label = rng.integers(MISSING, size=n)
    near = np.tile(box, (3, 1)) + rng.normal(0, 0.12, (3 * n, 4)) * np.tile(size, (3, 2))
    far = np.hstack([rng.uniform(0, 300, (n, 2)), np.exp(rng.uniform(np.log(8), np.log(220), (n, 2)))])
    many = np.hstack([rng.uniform(0, 300, (130, 2)), np.exp(rng.uniform(np.log(30), np.log(200), (130, 2)))])
    boxes = np.vstack([near, far, many])
    boxes[:, 2:] = np.maximum(boxes[:, 2:], 2)
    labels = np.concatenate([np.tile(label, 3), rng.integers(N_CLASSES, size=n), np.full(130, 1)])
    images = np.concatenate([np.tile(image, 3), rng.integers(n_images, size=n), np.full(130, 2)])
    scores = rng.permutation(len(boxes)) / (len(boxes) + 1)
    if grid:
        box, boxes = np.maximum(np.round(box / 16), 1), np.maximum(np.round(boxes / 16), 1)
    if ties:
        scores = np.round(scores, 2)
    wanted = rng.permutation(len(boxes))
    objects = Objects(
        images=image, labels=label, boxes=box, iscrowd=(rng.random(n) < 0.1).astype(int),
        area=box[:, 2] * box[:, 3] * rng.uniform(0.6, 1, n),
        columns={
            "distance_m": np.where(rng.random(n) < 0.1, np.nan, rng.uniform(0, 80, n)),
            "seen": rng.random(n) < 0.7,
        },
    )  # fmt: skip
    return Case(objects, Detections(images[wanted], labels[wanted], scores[wanted], boxes[wanted]), n_images)


def _pycocotools(case: Case, images: Any = None, ignored: Any = None) -> dict[str, float | None]:
    """The twelve statistics of the images listed (with repetitions); `ignored` (G,) objects do not count."""
    images = range(case.n_images) if images is None else images
    ignored = np.zeros(len(case.objects.boxes), bool) if ignored is None else ignored
    truth, found = COCO(), COCO()
    annotations, detections = [], []
    for number, image in enumerate(images):
        for g in np.flatnonzero(np.asarray(case.objects.images) == image):
            annotations.append({
                "id": len(annotations) + 1, "image_id": number + 1, "category_id": int(case.objects.labels[g]) + 1,
                "bbox": case.objects.boxes[g].tolist(), "area": float(case.objects.area[g]),
                "iscrowd": int(case.objects.iscrowd[g]), "outside": bool(ignored[g]),
            })  # fmt: skip
        for d in np.flatnonzero(np.asarray(case.detections.images) == image):
            x, y, w, h = case.detections.boxes[d].tolist()
            detections.append({
                "id": len(detections) + 1, "image_id": number + 1, "category_id": int(case.detections.labels[d]) + 1,
                "bbox": [x, y, w, h], "area": w * h, "score": float(case.detections.scores[d]), "iscrowd": 0,
            })  # fmt: skip
    header = {
        "images": [{"id": number + 1} for number in range(len(images))],
        "categories": [{"id": label + 1} for label in range(N_CLASSES)],
    }
    with contextlib.redirect_stdout(io.StringIO()):
        for coco, rows in ((truth, annotations), (found, detections)):
            coco.dataset = {**header, "annotations": rows}
            coco.createIndex()
        evaluation = _WithIgnored(truth, found, "bbox")
        evaluation.evaluate()
        evaluation.accumulate()
        evaluation.summarize()
    return {name: None if value == -1 else value for name, value in zip(STATISTICS, evaluation.stats, strict=True)}


class _WithIgnored(COCOeval):
    """pycocotools sets `ignore` of every object from iscrowd; here the objects outside a slice are ignored too."""

    def _prepare(self) -> None:
        super()._prepare()
        for objects in self._gts.values():
            for one in objects:
                one["ignore"] = one["ignore"] or one["outside"]


@pytest.fixture
def generated() -> Callable[..., Case]:
    return _generated


@pytest.fixture
def pycocotools() -> Callable[..., dict[str, float | None]]:
    return _pycocotools
