"""COCO statistics of a large detection run against the usual evaluators, and what intervals and `evaluate` add.

    python benchmarks/detection_map.py

One process with one thread: 5,000 images, 35,000 boxes, 150,000 detections, 8 classes. The array function (with its
checks and figures by class) is compared with hotcoco called directly, faster-coco-eval and pycocotools, which must
give the same twelve numbers; fast ones run in turn several times and the best counts, pycocotools runs once. Evaluators
that take lists of dicts get them ready-made. Then: seconds of 1,000 bootstrap resamples of all twelve statistics and
of mAP alone, and seconds that the `evaluate` form adds to the array function. Prints one ratio a peer (peer / ours,
for hotcoco ours / hotcoco).
"""

# ruff: noqa: E402  # the number of threads is read at import
import os

for name in ("OMP_NUM_THREADS", "RAYON_NUM_THREADS", "NUMBA_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[name] = "1"

import contextlib
import io
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from triptych.metrics.detection_map.coco import STATISTICS
from triptych.metrics.detection_map.scoring import Detections, Objects, evaluate_detections

IMAGES, BOXES, DETECTIONS, CLASSES = 5_000, 35_000, 150_000, 8
RESAMPLES, PAIRS = 1_000, 15
METRIC = Path(__file__).parents[1] / "metrics" / "detection_map" / "detection_map.py"


@dataclass(frozen=True)
class Data:
    """Flat arrays, boxes xywh."""

    objects: Objects
    detections: Detections

    def columns(self, side: Objects | Detections) -> tuple[Any, Any, Any]:
        """Image, label and box, ids from 1."""
        return np.asarray(side.images) + 1, np.asarray(side.labels) + 1, np.asarray(side.boxes)

    def annotations(self, side: Objects | Detections) -> list[dict[str, Any]]:
        """Dicts as COCO's files hold them."""
        scores = np.asarray(side.scores).tolist() if isinstance(side, Detections) else [None] * len(side.boxes)
        rows = zip(*(column.tolist() for column in self.columns(side)), scores, strict=True)
        return [
            {"id": number, "image_id": image, "category_id": label, "bbox": box, "area": box[2] * box[3], "iscrowd": 0}
            | ({} if score is None else {"score": score})
            for number, (image, label, box, score) in enumerate(rows, 1)
        ]

    def header(self) -> dict[str, Any]:
        """Images and categories as COCO's files hold them."""
        return {
            "images": [{"id": image + 1, "width": 1280, "height": 720} for image in range(IMAGES)],
            "categories": [{"id": label + 1, "name": str(label)} for label in range(CLASSES)],
        }


def generated() -> Data:
    """Nine of ten objects found with some error, the rest of the detections scattered; all scores differ."""
    rng = np.random.default_rng(0)
    image, label = rng.integers(IMAGES, size=BOXES), rng.integers(CLASSES, size=BOXES)
    size = np.exp(rng.uniform(np.log(8), np.log(300), (BOXES, 2)))
    box = np.hstack([rng.uniform(0, 1000, (BOXES, 2)), size])
    hit = rng.permutation(BOXES)[: int(0.9 * BOXES)]
    n_far = DETECTIONS - hit.size
    near = box[hit] + rng.normal(0, 0.08, (hit.size, 4)) * np.tile(size[hit], 2)
    far = np.hstack([rng.uniform(0, 1000, (n_far, 2)), np.exp(rng.uniform(np.log(8), np.log(300), (n_far, 2)))])
    boxes = np.vstack([near, far])
    boxes[:, 2:] = np.maximum(boxes[:, 2:], 1)
    images = np.concatenate([image[hit], rng.integers(IMAGES, size=n_far)])
    labels = np.concatenate([label[hit], rng.integers(CLASSES, size=n_far)])
    likely = np.concatenate([rng.beta(5, 2, hit.size), rng.beta(1.5, 5, n_far)])
    scores = (np.argsort(np.argsort(likely)) + 1) / (DETECTIONS + 1)
    order = rng.permutation(DETECTIONS)
    return Data(Objects(image, label, box), Detections(images[order], labels[order], scores[order], boxes[order]))


def ours(data: Data, **settings: Any) -> dict[str, Any]:
    """The array function."""
    return evaluate_detections(data.objects, data.detections, n_images=IMAGES, box_format="xywh", **settings)


def hotcoco_directly(data: Data) -> Any:
    """The shortest script with hotcoco."""
    import hotcoco

    images, labels, boxes = data.columns(data.objects)
    truth = hotcoco.COCO.from_arrays(**data.header(), image_ids=images, category_ids=labels, boxes=boxes)
    images, labels, boxes = data.columns(data.detections)
    found = truth.load_res(np.column_stack([images, boxes, data.detections.scores, labels]))
    return _twelve(hotcoco.COCOeval(truth, found, "bbox"))


def evaluator_like_pycocotools(coco: Any, cocoeval: Any, dataset: dict[str, Any], rows: list[dict[str, Any]]) -> Any:
    """The usual script with pycocotools or what imitates it."""
    truth = coco()
    truth.dataset = dataset
    truth.createIndex()
    return _twelve(cocoeval(truth, truth.loadRes(rows), "bbox"))


def _twelve(evaluation: Any) -> Any:
    evaluation.evaluate()
    evaluation.accumulate()
    evaluation.summarize()
    return np.asarray(evaluation.stats)[:12]


def timed(run: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds and result, without what evaluators print."""
    with contextlib.redirect_stdout(io.StringIO()):
        start = time.perf_counter()
        result = run()
        return time.perf_counter() - start, result


def best_of_pairs(data: Data, peers: dict[str, Callable[[], Any]], pairs: int) -> tuple[float, dict[str, float]]:
    """Best seconds of ours and of each peer, run in turn; the twelve numbers must be equal."""
    mine, theirs = [], {name: [] for name in peers}
    for _ in range(pairs):
        seconds, result = timed(lambda: ours(data))
        mine.append(seconds)
        for name, run in peers.items():
            seconds, twelve = timed(run)
            theirs[name].append(seconds)
            assert np.allclose([result[key] for key in STATISTICS], twelve, rtol=0, atol=1e-9), (name, twelve)
    return min(mine), {name: min(values) for name, values in theirs.items()}


def compare(data: Data) -> float:
    """Print the ratios to the peers; returns our best seconds."""
    import faster_coco_eval
    import pycocotools.coco
    import pycocotools.cocoeval

    dataset = {**data.header(), "annotations": data.annotations(data.objects)}
    rows = data.annotations(data.detections)
    slow = {
        "faster-coco-eval": (2, faster_coco_eval.COCO, faster_coco_eval.COCOeval_faster),
        "pycocotools": (1, pycocotools.coco.COCO, pycocotools.cocoeval.COCOeval),
    }
    best, seconds = best_of_pairs(data, {"hotcoco": lambda: hotcoco_directly(data)}, PAIRS)
    for name, (pairs, coco, cocoeval) in slow.items():
        peer = {name: lambda coco=coco, cocoeval=cocoeval: evaluator_like_pycocotools(coco, cocoeval, dataset, rows)}
        again, theirs = best_of_pairs(data, peer, pairs)
        best, seconds = min(best, again), seconds | theirs
    print(f"array function: {best:.3f} s, with all checks and figures by class")
    for name, peer_seconds in seconds.items():
        ratio = f"ours / {name} = {best / peer_seconds:.2f}"
        ratio = ratio if name == "hotcoco" else f"{name} / ours = {peer_seconds / best:.1f}"
        print(f"{name}: {peer_seconds:.3f} s, {ratio}")
    return best


def intervals(data: Data, best: float) -> None:
    """Print the seconds of resamples, matching included, without those of the figures themselves."""
    ours(data, bootstrap=2)  # compiles, or reads what was compiled before
    twelve = min(timed(lambda: ours(data, bootstrap=RESAMPLES))[0] for _ in range(2)) - best
    print(f"{RESAMPLES} resamples of all twelve statistics: {twelve:.2f} s")
    alone = min(timed(lambda: map_alone(data))[0] for _ in range(2))
    print(f"{RESAMPLES} resamples of mAP alone: {alone:.2f} s")


def map_alone(data: Data) -> tuple[float, float]:
    """The interval of mAP: objects of all sizes only."""
    from triptych.core.intervals import percentile_interval, resampled_counts
    from triptych.metrics.detection_map.inputs import Evaluation, coded_detections, coded_objects, images_of
    from triptych.metrics.detection_map.tables import table

    images = images_of(IMAGES, None, {})
    truth, labels = coded_objects(data.objects, images, "xywh", None)
    found = coded_detections(data.detections, images, "xywh", labels)
    nothing = (np.zeros((1, len(side.image)), dtype=np.bool_) for side in (truth, found))
    matched = table(Evaluation(truth, found, labels, IMAGES), *nothing)
    weights = resampled_counts(np.ones(IMAGES), RESAMPLES, np.random.default_rng(0))
    interval = percentile_interval(matched.figures(weights, 1)[0][:, 0, 0])
    return interval.low, interval.high


def evaluate_form(data: Data, best: float) -> None:
    """Print what `evaluate` and its rows of Python lists add."""
    import evaluate

    metric = evaluate.load(str(METRIC))
    predictions, references = as_rows(data.detections), as_rows(data.objects)
    runs = [
        timed(lambda: metric.compute(predictions=predictions, references=references, box_format="xywh"))
        for _ in range(3)
    ]
    assert runs[0][1]["map"] == ours(data)["map"]
    print(f"evaluate form: {min(seconds for seconds, _ in runs) - best:.2f} s of its own")


def as_rows(side: Objects | Detections) -> list[dict[str, Any]]:
    """One dict of lists an image."""
    image = np.asarray(side.images)
    order = np.argsort(image, kind="stable")
    cuts = np.searchsorted(image[order], np.arange(1, IMAGES))
    names = ("boxes", "labels", "scores") if isinstance(side, Detections) else ("boxes", "labels")
    columns = {name: np.split(np.asarray(getattr(side, name))[order], cuts) for name in names}
    return [{name: column[row].tolist() for name, column in columns.items()} for row in range(IMAGES)]


def main() -> None:
    """Run all comparisons on the same data."""
    data = generated()
    print(f"{IMAGES} images, {BOXES} boxes, {DETECTIONS} detections, {CLASSES} classes; one thread")
    best = compare(data)
    intervals(data, best)
    evaluate_form(data, best)


if __name__ == "__main__":
    main()
