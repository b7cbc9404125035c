"""Detection accuracy by COCO's rules on flat arrays: twelve statistics, by class, by slice, with intervals.

>>> one = Objects(images=[0, 1], labels=["person", "rock"], boxes=[[10, 10, 50, 90], [0, 0, 40, 40]])
>>> found = Detections(images=[0], labels=["person"], scores=[0.9], boxes=[[10, 10, 50, 90]])
>>> result = evaluate_detections(one, found, n_images=2)
>>> result["map"], result["per_class"]["rock"]["map"], result["map_large"]
(0.5, 0.0, None)
"""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from triptych.core.errors import UsageError
from triptych.metrics.detection_map.coco import CLASS_FIGURES, STATISTICS, Accumulated, accumulate, rounded
from triptych.metrics.detection_map.groups import Resampling, group_codes
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
from triptych.metrics.detection_map.slicing import Slice, Wanted, slices_of, wanted_columns

if TYPE_CHECKING:
    from triptych.metrics.detection_map.resampling import Figures, FloatArray

SETTINGS = ("box_format", "labels", "slices", "bootstrap", "groups", "baseline", "curves", "seed")
"""Arguments of the metric beside predictions and references."""
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
    groups: Sequence[Any] | str | None = None,
    baseline: Detections | None = None,
    curves: bool = False,
    seed: int = 0,
) -> dict[str, Any]:
    """COCO's statistics of one system, or of two on the same images; the card explains every key of the result.

    Images are positions 0 .. n_images - 1, or `image_ids`; `image_columns` hold one value an image, for slices, and
    `width` and `height` there help to find a wrong box format. `labels` lists all classes where the detector knows
    more than the objects show. `slices` are names of columns, or names with edges. `bootstrap` is the number of
    resamples of the images (0 = no intervals); `groups`, one name an image or the name of an image column, says what
    images share (a background, a video), so that whole groups are drawn. `baseline` is another system: `difference` =
    this minus that.
    Raises `UsageError` where the data are not what they are said to be.
    """
    _check_numbers(bootstrap, seed)
    columns = dict(image_columns or {})
    images = images_of(n_images, image_ids, columns)
    truth, known = coded_objects(objects, images, box_format, labels)
    found = [coded_detections(detections, images, box_format, known)]
    if baseline is not None:
        found.append(coded_detections(baseline, images, box_format, known, "baseline"))
    parts = slices_of(slices, objects.columns, columns)
    by_column: dict[str, dict[Any, dict[str, Any]]] = {column: {} for column in wanted_columns(slices)}
    drawn_by = Resampling(bootstrap, seed, group_codes(groups, images.n, columns))
    ours, *other = [_system(Evaluation(truth, one, known, images.n), parts, drawn_by) for one in found]
    result = _overall(ours.coco.statistics(), ours.drawn)
    result["per_class"] = _per_class(ours, known, truth)
    result["slices"] = by_column | _slices(ours.observed, parts, truth, ours.drawn)
    if other:
        result["difference"] = _difference(ours, other[0], parts, truth)
        result["difference"]["slices"] = by_column | result["difference"]["slices"]
    if curves:
        result["curves"] = ours.coco.curves(known)
    return result | {
        "n": images.n,
        "n_objects": int((~truth.crowd).sum()),
        "n_predictions": len(found[0].score),
        "n_unscored": 0,
        "n_groups": drawn_by.n_groups,
        "reproducible": True,
        "box_format": box_format,
    }


def evaluate_rows(
    predictions: Sequence[Row | None],
    references: Sequence[Row | None],
    baseline: Sequence[Row | None] | None = None,
    **settings: Any,
) -> dict[str, Any]:
    """The same for rows of one image each, as `evaluate` takes them; `settings` are those of `SETTINGS`."""
    check_names(settings)
    truth = references_of(references, wanted_columns(settings.get("slices")))
    found, n_unscored = detections_of(predictions, truth, "predictions")
    if baseline is not None:
        settings["baseline"] = detections_of(unpacked(texts(baseline, "baseline")), truth, "baseline")[0]
    result = evaluate_detections(
        truth.objects, found, n_images=truth.n_images, image_columns=truth.image_columns, **settings
    )
    return result | {"n_unscored": n_unscored}


def check_names(settings: Iterable[str]) -> None:
    """Raise `UsageError` for an argument that the metric does not have."""
    for name in settings:
        if name not in SETTINGS:
            near = difflib.get_close_matches(name, SETTINGS, 1)
            fix = f"did you mean {near[0]}?" if near else "correct or remove it"
            raise UsageError(f"arguments among predictions, references, {', '.join(SETTINGS)}", repr(name), fix)


def _check_numbers(bootstrap: int, seed: int) -> None:
    for name, value in (("bootstrap", bootstrap), ("seed", seed)):
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise UsageError(f"{name} as a whole number of at least 0", repr(value), "leave it out")


@dataclass(frozen=True)
class _System:
    """The figures of one system: COCO's, and of the resampling what was asked for."""

    coco: Accumulated
    observed: "Figures | None"
    """With the slices; None without slices."""
    drawn: "Figures | None"
    """Of the resamples; None without a bootstrap."""


def _system(data: Evaluation, parts: list[Slice], drawn_by: Resampling) -> _System:
    coco = accumulate(data)
    if not parts and not drawn_by.resamples:
        return _System(coco, None, None)
    from triptych.metrics.detection_map.resampling import sample  # compiled code, seconds at its first import

    matched = sample(data, parts, drawn_by.groups)
    observed = matched.observed() if parts else None
    resamples = drawn_by.resamples
    return _System(coco, observed, matched.resampled(resamples, drawn_by.seed) if resamples else None)


def _overall(values: Mapping[str, float | None], drawn: "Figures | None") -> dict[str, Any]:
    draws = {name: drawn.of(view, figure) for name, (view, figure) in STATISTICS.items()} if drawn else None
    return _with_intervals(values, draws)


def _per_class(system: _System, labels: tuple[Label, ...], truth: Truth) -> dict[Label, dict[str, Any]]:
    counts = np.bincount(truth.label[~truth.crowd], minlength=len(labels)).tolist()
    result, drawn = {}, system.drawn
    for code, label in enumerate(labels):
        values = {name: system.coco.figure(0, name, code) for name in CLASS_FIGURES}
        draws = {name: drawn.of_class(code, name) for name in CLASS_FIGURES} if drawn else None
        result[label] = _with_intervals(values, draws) | {"n": counts[code]}
    return result


def _slices(
    observed: "Figures | None", parts: list[Slice], truth: Truth, drawn: "Figures | None"
) -> dict[str, dict[Any, dict[str, Any]]]:
    result: dict[str, dict[Any, dict[str, Any]]] = {part.column: {} for part in parts}
    if observed is None:
        return result
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


def _difference(ours: _System, theirs: _System, parts: list[Slice], truth: Truth) -> dict[str, Any]:
    """Paired: both systems' resamples are of the same images."""
    drawn = ours.drawn.minus(theirs.drawn) if ours.drawn and theirs.drawn else None
    others = theirs.coco.statistics()
    values = {name: _minus(value, others[name]) for name, value in ours.coco.statistics().items()}
    observed = ours.observed.minus(theirs.observed) if ours.observed and theirs.observed else None
    return _overall(values, drawn) | {"slices": _slices(observed, parts, truth, drawn)}


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
