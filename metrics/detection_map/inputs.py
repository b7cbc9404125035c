"""Flat arrays of objects and detections, checked and coded: the form in which everything is computed.

One object: image 3, label "person", box [10, 20, 30, 60], iscrowd 0; one detection: the same with a score of 0.87.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from triptych.core.boxes import to_xywh
from triptych.core.errors import UsageError
from triptych.metrics.detection_map.labels import Label, classes, codes, label_column

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]

MOST_PIXELS = 10_000_000
"""Coordinates beyond this are no pixels of an image."""


@dataclass(frozen=True)
class Objects:
    """The ground truth: G objects in flat columns."""

    images: ArrayLike
    """(G,) the image of each: 0 .. n_images - 1, or one of `image_ids`."""
    labels: ArrayLike
    """(G,) the class of each, all integers or all strings."""
    boxes: ArrayLike
    """(G, 4) pixels, in the box format named."""
    iscrowd: ArrayLike | None = None
    """(G,) 1 where the box holds a crowd, which may be matched any number of times and is never counted; None = 0."""
    area: ArrayLike | None = None
    """(G,) square pixels, for the area ranges; None = those of the box."""
    columns: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """(G,) further columns by name, for slices; None or NaN where an object has no value."""


@dataclass(frozen=True)
class Detections:
    """The predictions of one system: D detections in flat columns."""

    images: ArrayLike
    """(D,) the image of each: 0 .. n_images - 1, or one of `image_ids`."""
    labels: ArrayLike
    """(D,) the class of each, of the kind (integers or strings) of the objects' labels."""
    scores: ArrayLike
    """(D,) confidence, 0 .. 1."""
    boxes: ArrayLike
    """(D, 4) pixels, in the box format named."""


@dataclass(frozen=True)
class Truth:
    """Objects, coded."""

    image: IntArray
    label: IntArray
    """Position in `labels`."""
    box: FloatArray
    """(G, 4) xywh."""
    crowd: NDArray[np.bool_]
    area: FloatArray


@dataclass(frozen=True)
class Found:
    """Detections, coded."""

    image: IntArray
    label: IntArray
    box: FloatArray
    """(D, 4) xywh."""
    score: FloatArray


@dataclass(frozen=True)
class Evaluation:
    """All that one evaluation of one system needs."""

    objects: Truth
    detections: Found
    labels: tuple[Label, ...]
    n_images: int


@dataclass(frozen=True)
class Images:
    """The images evaluated: how many, what they are called, how large they are."""

    n: int
    ids: IntArray | tuple[Any, ...] | None
    sizes: FloatArray | None
    """(n, 2) width and height in pixels where known."""

    def places(self, images: ArrayLike, name: str) -> IntArray:
        """Positions of `images` among the images; raises `UsageError` for an unknown one."""
        if self.ids is not None:
            return self._places_of_ids(images, name)
        places = np.asarray(images)
        if places.ndim != 1 or (places.size and places.dtype.kind not in "iu"):
            got = f"shape {places.shape}, {places.dtype}"
            raise UsageError(f"image positions of {name}: whole numbers (n,)", got, "or pass image_ids")
        if places.size and (places.min() < 0 or places.max() >= self.n):
            strange = places[(places < 0) | (places >= self.n)][0]
            raise UsageError(f"images 0 .. {self.n - 1}", f"image {strange} in {name}", "pass n_images or image_ids")
        return places.astype(np.int64, copy=False)

    def _places_of_ids(self, images: ArrayLike, name: str) -> IntArray:
        position = {image: code for code, image in enumerate(self.ids or ())}
        wanted = np.asarray(images).tolist() if not isinstance(images, list) else images
        try:
            unknown = [image for image in dict.fromkeys(wanted) if image not in position]
        except TypeError as error:
            raise UsageError(f"image ids of {name} that are texts or numbers", str(error), "name every image") from None
        if unknown:
            got = f"{len(unknown)} unknown in {name}, such as {unknown[0]!r}"
            raise UsageError("image ids that the references have", got, "drop them or check that the ids are the same")
        return np.array([position[image] for image in wanted], dtype=np.int64)


def images_of(n_images: int | None, image_ids: Sequence[Any] | None, columns: Mapping[str, Sequence[Any]]) -> Images:
    """The images, from their number or their ids; widths and heights from columns of these names."""
    if (n_images is None) == (image_ids is None):
        raise UsageError("n_images or image_ids", "both or neither", "give one: images without objects count too")
    ids = None if image_ids is None else tuple(image_ids.tolist() if hasattr(image_ids, "tolist") else image_ids)
    n = len(ids) if ids is not None else n_images
    if not isinstance(n, int) or isinstance(n, bool) or n < 1:
        raise UsageError("at least one image", repr(n), "give the images' number or ids")
    if ids is not None and (strange := [image for image in ids if not isinstance(image, Hashable)]):
        raise UsageError("image ids that are texts or numbers", repr(strange[0])[:80], "name every image")
    if ids is not None and len(set(ids)) < n:
        double = next(image for image in ids if ids.count(image) > 1)
        raise UsageError("image ids that occur once", f"{double!r} twice or more", "merge or rename its rows")
    for name, column in columns.items():
        if len(column) != n:
            raise UsageError(f"{n} values in the image column {name!r}", str(len(column)), "give one value an image")
    return Images(n, ids, _sizes(columns))


def coded_objects(
    objects: Objects, images: Images, box_format: str, labels: Sequence[Label] | None
) -> tuple[Truth, tuple[Label, ...]]:
    """Check and code the ground truth; the classes are `labels`, or those that occur, sorted."""
    name = "references"
    image = images.places(objects.images, name)
    box = _box(objects.boxes, box_format, f"{name}' boxes", _sizes_at(images, image))
    values = label_column(objects.labels, name)
    known = classes(values, labels)
    same_length(name, images=len(image), labels=len(values), boxes=len(box))
    for column, cells in objects.columns.items():
        same_length(f"{name}' {column}", objects=len(image), values=len(cells))
    truth = Truth(image, codes(values, known, name), box, _crowd(objects.iscrowd, box), _area(objects.area, box))
    return truth, known


def coded_detections(
    detections: Detections, images: Images, box_format: str, labels: tuple[Label, ...], name: str = "predictions"
) -> Found:
    """Check and code the detections of one system."""
    image = images.places(detections.images, name)
    box = _box(detections.boxes, box_format, f"{name}' boxes", _sizes_at(images, image))
    score = _numbers(detections.scores, f"scores of {name}").reshape(-1)
    values = label_column(detections.labels, name)
    same_length(name, images=len(image), labels=len(values), boxes=len(box), scores=len(score))
    if score.size and not (score.min() >= 0 and score.max() <= 1):  # also where one is NaN
        row = int(np.flatnonzero(~((score >= 0) & (score <= 1)))[0])
        raise UsageError(f"scores of {name} between 0 and 1", f"{score[row]} in row {row}", "pass probabilities")
    return Found(image, codes(values, labels, name), box, score)


def same_length(name: str, **lengths: int) -> None:
    """Raise `UsageError` unless all columns of `name` are as long as each other."""
    if len(set(lengths.values())) > 1:
        got = ", ".join(f"{length} {column}" for column, length in lengths.items())
        raise UsageError(f"columns of {name} of one length", got, "give one value of each for every box")


def _numbers(values: ArrayLike, what: str) -> FloatArray:
    try:
        return np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise UsageError(f"{what} as numbers", str(error), "give one number each") from None


def _box(boxes: ArrayLike, box_format: str, name: str, sizes: FloatArray | None) -> FloatArray:
    """(n, 4) xywh; boxes larger or further away than any image are refused: their areas and overlaps mean nothing."""
    try:
        with np.errstate(over="ignore", invalid="ignore"):
            box = to_xywh(boxes, box_format, name, sizes)
    except OverflowError as error:  # a whole number beyond all floats
        raise UsageError(f"{name} as numbers (n, 4)", str(error), "give pixels") from None
    if (absurd := np.flatnonzero((np.abs(box) > MOST_PIXELS).any(axis=1))).size:
        got = f"box {absurd[0]}: {np.asarray(boxes, dtype=np.float64)[absurd[0]].tolist()}"
        raise UsageError(f"{name} within {MOST_PIXELS:,} pixels", got, "drop or mend the box")
    return box


def _crowd(iscrowd: ArrayLike | None, box: FloatArray) -> NDArray[np.bool_]:
    if iscrowd is None:
        return np.zeros(len(box), dtype=np.bool_)
    flags = np.asarray(iscrowd)
    same_length("references", boxes=len(box), iscrowd=flags.size)
    if flags.size and not np.isin(flags, (0, 1)).all():
        raise UsageError("iscrowd of 0 or 1", repr(flags.tolist())[:80], "use 1 for a box that holds a crowd")
    return flags.astype(np.bool_).reshape(-1)


def _area(area: ArrayLike | None, box: FloatArray) -> FloatArray:
    if area is None:
        return np.asarray(box[:, 2] * box[:, 3])
    values = _numbers(area, "areas").reshape(-1)
    same_length("references", boxes=len(box), area=values.size)
    if values.size and not (np.isfinite(values) & (values >= 0)).all():
        row = int(np.flatnonzero(~(np.isfinite(values) & (values >= 0)))[0])
        raise UsageError("areas of at least 0", f"{values[row]} of object {row}", "leave `area` out to use the boxes'")
    return values


def _sizes(columns: Mapping[str, Sequence[Any]]) -> FloatArray | None:
    if not {"width", "height"} <= columns.keys():
        return None
    names = ("width", "height")
    cells = [[np.nan if cell is None else cell for cell in columns[name]] for name in names]
    return np.column_stack([_numbers(column, f"{name} of images") for name, column in zip(names, cells, strict=True)])


def _sizes_at(images: Images, image: IntArray) -> FloatArray | None:
    return None if images.sizes is None else images.sizes[image]
