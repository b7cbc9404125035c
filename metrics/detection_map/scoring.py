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
    from triptych.metrics.detection_map.resampling import Figures, FloatArray, Sample

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
    samples = _samples(systems, parts) if parts or bootstrap else []
    drawn = [one.resampled(bootstrap, seed) if bootstrap else None for one in samples] or [None, None]
    result = _overall(coco[0].statistics(), drawn[0])
    result["per_class"] = _per_class(coco[0], known, truth, drawn[0])
    result["slices"] = _slices(samples[0].observed(), parts, truth, drawn[0]) if parts else {}
    if baseline is not None:
        result["difference"] = _difference(coco, drawn)
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
    truth = references_of(references, settings.get("slices") or ())
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


def _overall(values: Mapping[str, float | None], drawn: "Figures | None") -> dict[str, Any]:
    draws = {name: drawn.of(view, figure) for name, (view, figure) in STATISTICS.items()} if drawn else None
    return _with_intervals(values, draws)


def _per_class(
    coco: Accumulated, labels: tuple[Label, ...], truth: Truth, drawn: "Figures | None"
) -> dict[Label, dict[str, Any]]:
    counts = np.bincount(truth.label[~truth.crowd], minlength=len(labels)).tolist()
    result = {}
    for code, label in enumerate(labels):
        values = {name: coco.figure(0, name, code) for name in CLASS_FIGURES}
        draws = {name: drawn.of_class(code, name) for name in CLASS_FIGURES} if drawn else None
        result[label] = _with_intervals(values, draws) | {"n": counts[code]}
    return result


def _slices(
    observed: "Figures", parts: list[Slice], truth: Truth, drawn: "Figures | None"
) -> dict[str, dict[Any, dict[str, Any]]]:
    result: dict[str, dict[Any, dict[str, Any]]] = {part.column: {} for part in parts}
    for place, part in enumerate(parts, FIRST_SLICE):
        values = {name: _defined(observed.of(place, name)[0]) for name in CLASS_FIGURES}
        draws = {name: drawn.of(place, name) for name in CLASS_FIGURES} if drawn else None
        result[part.column][part.value] = _with_intervals(values, draws) | _counts(part, truth)
    return result


def _counts(part: Slice, truth: Truth) -> dict[str, int]:
    """Images and counted objects of a slice; of a slice of objects, the images that hold one of them."""
    inside = part.objects if part.objects is not None else part.images[truth.image]  # type: ignore[index]
    counted = inside & ~truth.crowd
    n_images = np.unique(truth.image[counted]).size if part.images is None else part.images.sum()
    return {"n_images": int(n_images), "n_objects": int(counted.sum())}


def _difference(coco: list[Accumulated], drawn: "list[Figures | None]") -> dict[str, Any]:
    ours, theirs = (one.statistics() for one in coco)
    values = {name: _minus(value, theirs[name]) for name, value in ours.items()}
    first, second = drawn
    return _overall(values, first.minus(second) if first and second else None)


def _minus(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else rounded(one - other)


def _with_intervals(
    values: Mapping[str, float | None], draws: "Mapping[str, FloatArray] | None"
) -> dict[str, float | list[float | None] | None]:
    """Figures, each followed by its interval where there are resamples; an undefined figure has no limits."""
    if draws is None:
        return dict(values)
    from triptych.metrics.detection_map.resampling import interval

    result: dict[str, float | list[float | None] | None] = {}
    for name, value in values.items():
        result[name] = value
        result[f"{name}_ci"] = [None, None] if value is None else interval(draws[name])
    return result


def _defined(value: float) -> float | None:
    return None if np.isnan(value) else rounded(value)
