"""Detection accuracy by COCO's rules on flat arrays: twelve statistics, by class, by slice, with intervals.

>>> one = Objects(images=[0, 1], labels=["person", "rock"], boxes=[[10, 10, 50, 90], [0, 0, 40, 40]])
>>> found = Detections(images=[0], labels=["person"], scores=[0.9], boxes=[[10, 10, 50, 90]])
>>> result = evaluate_detections(one, found, n_images=2)
>>> result["map"], result["per_class"]["rock"]["map"], result["map_large"]
(0.5, 0.0, None)
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from triptych.core.errors import UsageError
from triptych.metrics.detection_map.coco import CLASS_FIGURES, STATISTICS, Accumulated, accumulate, rounded
from triptych.metrics.detection_map.inputs import (
    Detections,
    Evaluation,
    Objects,
    Truth,
    coded_detections,
    coded_objects,
    images_of,
)
from triptych.metrics.detection_map.labels import Label
from triptych.metrics.detection_map.rows import Row, detections_of, references_of, texts, unpacked
from triptych.metrics.detection_map.slicing import Slice, Wanted, slices_of

if TYPE_CHECKING:  # compiled code: imported where slices or intervals are asked for
    from triptych.metrics.detection_map.resampling import Figures, Sample

FIRST_SLICE = 4  # views: four area ranges, then slices


def evaluate_detections(
    objects: Objects,
    detections: Detections,
    *,
    n_images: int | None = None,
    image_ids: Sequence[Any] | None = None,
    image_columns: Mapping[str, Sequence[Any]] | None = None,
    box_format: str = "xyxy",
    labels: Sequence[Label] | None = None,
    slices: Wanted = None,
    bootstrap: int = 0,
    baseline: Detections | None = None,
    curves: bool = False,
    seed: int = 0,
) -> dict[str, Any]:
    """COCO's statistics of one system, or of two on the same images; the card explains every key of the result.

    Images are positions 0 .. n_images - 1, or `image_ids`; `image_columns` hold one value an image, for slices, and
    `width` and `height` there help to find a wrong box format. `labels` lists all classes where the detector knows
    more than the objects show. `slices` are names of columns, or names with edges. `bootstrap` is the number of
    resamples of the images (0 = no intervals). `baseline` is another system: `difference` = this minus that.
    Raises `UsageError` where the data are not what they are said to be.
    """
    _check_numbers(bootstrap, seed)
    columns = dict(image_columns or {})
    images = images_of(n_images, image_ids, columns)
    truth, known = coded_objects(objects, images, box_format, labels)
    found = [coded_detections(detections, images, box_format, known)]
    if baseline is not None:
        found.append(coded_detections(baseline, images, box_format, known, "baseline"))
    systems = [Evaluation(truth, one, known, images.n) for one in found]
    parts = slices_of(slices, objects.columns, columns)
    coco = [accumulate(system) for system in systems]
    samples = _samples(systems, parts) if known and (parts or bootstrap) else []
    drawn = [one.resampled(bootstrap, seed) for one in samples] if bootstrap and images.n > 1 else []
    result = _overall(coco[0], drawn[0] if drawn else None, bootstrap)
    result["per_class"] = _per_class(coco[0], known, truth, drawn[0] if drawn else None, bootstrap)
    result["slices"] = _slices(samples[0] if samples else None, parts, truth, drawn[0] if drawn else None, bootstrap)
    if baseline is not None:
        result["difference"] = _difference(coco, drawn, bootstrap)
    if curves:
        result["curves"] = coco[0].curves(known)
    return result | {
        "n": images.n,
        "n_objects": int((~truth.crowd).sum()),
        "n_predictions": len(found[0].score),
        "n_unscored": 0,
        "reproducible": True,
        "box_format": box_format,
    }


def evaluate_rows(
    predictions: Sequence[Row | None],
    references: Sequence[Row | None],
    baseline: Sequence[Row | None] | None = None,
    **settings: Any,
) -> dict[str, Any]:
    """The same for rows of one image each, as `evaluate` takes them; `settings` are those of `evaluate_detections`."""
    truth = references_of(references)
    found, n_unscored = detections_of(predictions, truth, "predictions")
    if baseline is not None:
        settings["baseline"] = detections_of(unpacked(texts(baseline, "baseline")), truth, "baseline")[0]
    result = evaluate_detections(
        truth.objects, found, n_images=truth.n_images, image_columns=truth.image_columns, **settings
    )
    return result | {"n_unscored": n_unscored}


def _check_numbers(bootstrap: int, seed: int) -> None:
    for name, value in (("bootstrap", bootstrap), ("seed", seed)):
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise UsageError(f"{name} as a whole number of at least 0", repr(value), "leave it out")


def _samples(systems: list[Evaluation], parts: list[Slice]) -> "list[Sample]":
    from triptych.metrics.detection_map.resampling import sample

    return [sample(system, parts) for system in systems]


def _overall(coco: Accumulated, drawn: "Figures | None", bootstrap: int) -> dict[str, Any]:
    values = coco.statistics()
    draws = {name: drawn.of(view, figure) for name, (view, figure) in STATISTICS.items()} if drawn else {}
    return _with_intervals(values, draws, bootstrap)


def _per_class(
    coco: Accumulated, labels: tuple[Label, ...], truth: Truth, drawn: "Figures | None", bootstrap: int
) -> dict[Label, dict[str, Any]]:
    counts = np.bincount(truth.label[~truth.crowd], minlength=len(labels)).tolist()
    result = {}
    for code, label in enumerate(labels):
        values = {name: coco.figure(0, name, code) for name in CLASS_FIGURES}
        draws = {name: drawn.of_class(code, name) for name in CLASS_FIGURES} if drawn else {}
        result[label] = _with_intervals(values, draws, bootstrap) | {"n": counts[code]}
    return result


def _slices(
    sample: "Sample | None", parts: list[Slice], truth: Truth, drawn: "Figures | None", bootstrap: int
) -> dict[str, dict[Any, dict[str, Any]]]:
    observed = sample.observed() if sample and parts else None
    result: dict[str, dict[Any, dict[str, Any]]] = {part.column: {} for part in parts}
    for place, part in enumerate(parts, FIRST_SLICE):
        values = {name: _defined(observed.of(place, name)[0]) if observed else None for name in CLASS_FIGURES}
        draws = {name: drawn.of(place, name) for name in CLASS_FIGURES} if drawn else {}
        result[part.column][part.value] = _with_intervals(values, draws, bootstrap) | _counts(part, truth)
    return result


def _counts(part: Slice, truth: Truth) -> dict[str, int]:
    """Images and counted objects of a slice; of a slice of objects, the images that hold one of them."""
    inside = part.objects if part.objects is not None else part.images[truth.image]  # type: ignore[index]
    counted = inside & ~truth.crowd
    n_images = np.unique(truth.image[counted]).size if part.images is None else part.images.sum()
    return {"n_images": int(n_images), "n_objects": int(counted.sum())}


def _difference(coco: list[Accumulated], drawn: "list[Figures]", bootstrap: int) -> dict[str, Any]:
    ours, theirs = (one.statistics() for one in coco)
    values = {
        name: None if value is None or theirs[name] is None else value - theirs[name]  # type: ignore[operator]
        for name, value in ours.items()
    }
    paired = drawn[0].minus(drawn[1]) if drawn else None
    draws = {name: paired.of(view, figure) for name, (view, figure) in STATISTICS.items()} if paired else {}
    return _with_intervals(values, draws, bootstrap)


def _with_intervals(
    values: Mapping[str, float | None], draws: Mapping[str, np.ndarray[Any, Any]], bootstrap: int
) -> dict[str, Any]:
    """Figures, each followed by its interval where there is a bootstrap; an undefined figure has none."""
    if not bootstrap:
        return dict(values)
    from triptych.metrics.detection_map.resampling import interval

    result: dict[str, Any] = {}
    for name, value in values.items():
        result[name] = value
        result[f"{name}_ci"] = interval(draws[name]) if value is not None and name in draws else [None, None]
    return result


def _defined(value: float) -> float | None:
    return None if np.isnan(value) else rounded(value)
