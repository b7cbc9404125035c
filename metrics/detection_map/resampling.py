"""Figures of slices, and bootstrap intervals of all figures over resampled images.

A resample draws as many images as there are, with replacement, or as many whole groups of images (of one background, of
one video); every system and every slice sees the same draws, so that differences of two systems are paired.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from triptych.core.intervals import percentile_interval, resampled_counts
from triptych.metrics.detection_map.coco import AREA_RANGES, rounded
from triptych.metrics.detection_map.inputs import Evaluation
from triptych.metrics.detection_map.slicing import Slice
from triptych.metrics.detection_map.tables import FIGURES, Table, table

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]

# Weights held at once, which bounds memory at about 100 MB.
WEIGHTS_AT_ONCE = 10_000_000


@dataclass(frozen=True)
class Figures:
    """The six `FIGURES` of R resamples; NaN where undefined."""

    views: FloatArray
    """(R, 4 + slices, 6): the area ranges, then the slices."""
    classes: FloatArray
    """(R, K, 6): of each class, all areas."""

    def of(self, view: int, name: str) -> FloatArray:
        """(R,) one figure of an area range (0 .. 3) or a slice (from 4)."""
        return self.views[:, view, FIGURES.index(name)]

    def of_class(self, label: int, name: str) -> FloatArray:
        """(R,) one figure of one class."""
        return self.classes[:, label, FIGURES.index(name)]

    def minus(self, other: "Figures") -> "Figures":
        """Paired differences."""
        return Figures(self.views - other.views, self.classes - other.classes)


@dataclass(frozen=True)
class Sample:
    """One system's matches, with the slices to be read from them."""

    table: Table
    slices: Sequence[Slice]
    n_images: int
    groups: IntArray | None = None
    """(images,) the group of each, from 0 on; None = each image by itself."""

    def observed(self) -> Figures:
        """The figures of the images as they are; R = 1."""
        return self._figures(np.ones((1, self.n_images), dtype=np.int64))

    def resampled(self, resamples: int, seed: int) -> Figures:
        """The figures of `resamples` resamples; of none where there is one image or group only."""
        groups = np.arange(self.n_images) if self.groups is None else self.groups
        wanted = resamples if np.any(groups != groups[0]) else 0
        parts = [self._figures(weights) for weights in _draws(groups, wanted, seed)]
        return Figures(np.concatenate([p.views for p in parts]), np.concatenate([p.classes for p in parts]))

    def _figures(self, weights: NDArray[np.int64]) -> Figures:
        n_views = len(AREA_RANGES) + sum(part.objects is not None for part in self.slices)
        views, classes = self.table.figures(weights, n_views)
        columns = [views[:, view] for view in range(len(AREA_RANGES))]
        of_objects = iter(range(len(AREA_RANGES), n_views))
        for part in self.slices:
            if part.images is None:
                columns.append(views[:, next(of_objects)])
            else:
                columns.append(self.table.figures(weights * part.images, 1)[0][:, 0])
        return Figures(np.stack(columns, axis=1), classes)


def sample(data: Evaluation, slices: Sequence[Slice], groups: IntArray | None = None) -> Sample:
    """Match the detections for all area ranges and slices of objects; slices of images need no matching."""
    area, box = data.objects.area, data.detections.box
    found = box[:, 2] * box[:, 3]
    ignored = [(area < low) | (area > high) for low, high in AREA_RANGES]
    outside = [(found < low) | (found > high) for low, high in AREA_RANGES]
    for part in slices:
        if part.objects is not None:
            ignored.append(~part.objects)
            outside.append(np.zeros(len(found), dtype=np.bool_))
    crowd = data.objects.crowd
    return Sample(table(data, np.array(ignored) | crowd, np.array(outside)), slices, data.n_images, groups)


def interval(values: FloatArray) -> list[float | None]:
    """The central 95 % of (R,) resampled values; no interval where more than half of them are undefined."""
    found = percentile_interval(values)
    if 2 * found.dropped >= found.resamples:
        return [None, None]
    return [rounded(found.low), rounded(found.high)]


def _draws(groups: IntArray, resamples: int, seed: int) -> Iterator[NDArray[np.int64]]:
    """How often each image is drawn, (some resamples, images) at a time; at least one batch.

    Images of one group are always drawn together.
    """
    rng = np.random.default_rng(seed)
    units = np.ones(int(groups.max()) + 1)
    batch = max(1, WEIGHTS_AT_ONCE // groups.size)
    for start in range(0, max(resamples, 1), batch):
        yield resampled_counts(units, min(batch, resamples - start), rng)[:, groups]
