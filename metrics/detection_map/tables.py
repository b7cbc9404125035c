"""The outcome of matching, laid out so that COCO's figures of any resample of the images are one compiled pass.

A resample is a whole number for each image: how often it was drawn. Average precision needs of each detection only its
place by score, its image, and at which IoU thresholds it is right or ignored; nothing is matched again.
"""

from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from triptych.metrics.detection_map.inputs import Evaluation
from triptych.metrics.detection_map.matching import ALL_BITS, IOU_THRESHOLDS, match

FIGURES = ("map", "map_50", "map_75", "mar_1", "mar_10", "mar_100")
_BIT_OF_75 = 5  # of the IoU thresholds
RECALLS = np.linspace(0.0, 1.0, 101)

FloatArray = NDArray[np.float64]
Mask = NDArray[np.bool_]


class Table(NamedTuple):
    """Outcomes of V views of K classes; "segment" is view * K + class, "row" a detection within its segment.

    A named tuple, because compiled code takes it whole.
    """

    n_classes: int
    row_start: NDArray[np.int64]
    """(V * K + 1,) where each segment's rows begin; in a segment they stand by falling score."""
    row_image: NDArray[np.int32]
    row_hits: NDArray[np.uint8]
    """(rows, 3) at how many thresholds it is right, among the best 1, 10, 100 of its image and class."""
    event_start: NDArray[np.int64]
    """(V * K * thresholds + 1,) where the events of each segment and threshold begin."""
    event_row: NDArray[np.int32]
    """The row, counted from its segment's first, that is right or ignored at this threshold."""
    event_right: NDArray[np.uint8]
    """1 = right, 0 = ignored. Rows without an event are wrong."""
    object_start: NDArray[np.int64]
    """(V * K + 1,) where each segment's objects begin."""
    object_image: NDArray[np.int32]

    def figures(self, weights: NDArray[Any], n_views: int) -> tuple[FloatArray, FloatArray]:
        """Figures (R, views, 6) of the first views, and of each class in the first view (R, K, 6).

        `weights` (R, I): how often each image counts in each of R resamples. The order is that of `FIGURES`; NaN where
        no object counts.
        """
        figures: FloatArray = _figures(np.ascontiguousarray(weights, dtype=np.int32), n_views, self, RECALLS)
        # A figure of a view is the mean over the classes that have an object that counts.
        defined = ~np.isnan(figures)
        count = defined.sum(axis=2)
        mean = np.divide(np.nansum(figures, axis=2), count, out=np.full(count.shape, np.nan), where=count > 0)
        return mean, figures[:, 0]


class _Scratch(NamedTuple):
    """Room for one segment."""

    drawn: NDArray[np.int64]
    weight: NDArray[np.int64]
    right: NDArray[np.int64]
    precision: FloatArray
    needed: NDArray[np.int64]


def table(data: Evaluation, ignored: Mask, outside: Mask) -> Table:
    """Match once for all views: `ignored` (V, objects) do not count, `outside` (V, detections) only where matched."""
    n_classes = len(data.labels)
    kept, rank, right, unscored = match(data, ignored, outside)
    label = data.detections.label[kept]
    order = np.lexsort((-data.detections.score[kept], label))  # stable: ties stay by image, as in COCO
    class_start = np.searchsorted(label[order], np.arange(n_classes + 1))
    image = data.detections.image[kept][order].astype(np.int32)
    row_start, row_image, row_hits, event_start, event_row, event_right = _rows(
        class_start, image, rank[order], right[:, order], unscored[:, order], ALL_BITS, IOU_THRESHOLDS.size
    )
    counted = [np.flatnonzero(~(view | data.objects.crowd)) for view in ignored]
    by_class = [objects[np.argsort(data.objects.label[objects], kind="stable")] for objects in counted]
    sizes = np.concatenate([np.bincount(data.objects.label[objects], minlength=n_classes) for objects in by_class])
    images = data.objects.image[np.concatenate(by_class)].astype(np.int32)
    start = np.concatenate([[0], np.cumsum(sizes)])
    return Table(n_classes, row_start, row_image, row_hits, event_start, event_row, event_right, start, images)


@numba.njit(cache=True)
def _rows(class_start, image, rank, right, unscored, all_bits, n_bits):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Rows and events of every segment; a detection ignored at all thresholds is no row."""
    n_views, n_classes = right.shape[0], class_start.size - 1
    n_rows, n_events = 0, 0
    for view in range(n_views):
        for d in range(image.size):
            if unscored[view, d] != all_bits:
                n_rows += 1
                n_events += _bits(right[view, d]) + _bits(unscored[view, d])
    row_start = np.zeros(n_views * n_classes + 1, np.int64)
    event_start = np.zeros(n_views * n_classes * n_bits + 1, np.int64)
    row_image, row_hits = np.empty(n_rows, np.int32), np.zeros((n_rows, 3), np.uint8)
    event_row, event_right = np.empty(n_events, np.int32), np.empty(n_events, np.uint8)
    row, event = 0, 0
    for segment in range(n_views * n_classes):
        view, label = segment // n_classes, segment % n_classes
        for d in range(class_start[label], class_start[label + 1]):
            if unscored[view, d] != all_bits:
                row_image[row] = image[d]
                hits = _bits(right[view, d])
                for place in range(3):
                    if rank[d] < 10**place:
                        row_hits[row, place] = hits
                row += 1
        row_start[segment + 1] = row
        for bit in range(n_bits):
            at = 0
            for d in range(class_start[label], class_start[label + 1]):
                if unscored[view, d] != all_bits:
                    if (right[view, d] | unscored[view, d]) >> bit & 1:
                        event_row[event], event_right[event] = at, right[view, d] >> bit & 1
                        event += 1
                    at += 1
            event_start[segment * n_bits + bit + 1] = event
    return row_start, row_image, row_hits, event_start, event_row, event_right


@numba.njit(cache=True)
def _bits(value):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    count = 0
    while value:
        count += value & 1
        value >>= 1
    return count


@numba.njit(cache=True)
def _figures(weights, n_views, table, recalls):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """(R, views, K, 6) figures of each class, NaN where no object counts."""
    figures = np.full((weights.shape[0], n_views, table.n_classes, 6), np.nan)
    longest = 0
    for segment in range(table.row_start.size - 1):
        longest = max(longest, table.row_start[segment + 1] - table.row_start[segment])
    scratch = _Scratch(
        np.empty(longest, np.int64), np.empty(longest, np.int64), np.empty(longest, np.int64), np.empty(longest),
        np.empty(recalls.size, np.int64),
    )  # fmt: skip
    for resample in range(weights.shape[0]):
        for view in range(n_views):
            for label in range(table.n_classes):
                segment = view * table.n_classes + label
                _segment(weights[resample], segment, table, recalls, scratch, figures[resample, view, label])
    return figures


@numba.njit(cache=True)
def _segment(weights, segment, table, recalls, scratch, figures):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Write the six `figures` of one view and class; leave them where no object counts."""
    n_objects = np.int64(0)
    for g in range(table.object_start[segment], table.object_start[segment + 1]):
        n_objects += weights[table.object_image[g]]
    if n_objects == 0:
        return
    n_bits = (table.event_start.size - 1) // (table.row_start.size - 1)
    first, last = table.row_start[segment], table.row_start[segment + 1]
    hits_1, hits_10, hits_100, drawn = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    for row in range(first, last):
        w = np.int64(weights[table.row_image[row]])
        drawn += w
        scratch.drawn[row - first], scratch.weight[row - first] = drawn, w
        hits_1 += w * table.row_hits[row, 0]
        hits_10 += w * table.row_hits[row, 1]
        hits_100 += w * table.row_hits[row, 2]
    for place, hits in enumerate((hits_1, hits_10, hits_100)):
        figures[3 + place] = hits / (n_bits * n_objects)
    _needed(n_objects, recalls, scratch.needed)
    figures[0] = 0
    for bit in range(n_bits):
        low, high = table.event_start[segment * n_bits + bit], table.event_start[segment * n_bits + bit + 1]
        ap = _average_precision(table.event_row[low:high], table.event_right[low:high], scratch)
        figures[0] += ap / n_bits
        if bit == 0:
            figures[1] = ap
        elif bit == _BIT_OF_75:
            figures[2] = ap


@numba.njit(cache=True)
def _needed(n_objects, recalls, needed):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """The fewest right detections that reach each recall, by the very division that COCO's search uses."""
    for r in range(recalls.size):
        least = max(0, int(np.ceil(recalls[r] * n_objects)) - 1)
        while least / n_objects < recalls[r]:
            least += 1
        needed[r] = least


@numba.njit(cache=True)
def _average_precision(event_row, event_right, scratch):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Mean over the recalls of the highest precision at that recall or beyond, 0 where it is never reached.

    precision at an event = right so far / (detections so far - ignored so far)
    """
    hits, skipped = 0, 0
    for event in range(event_row.size):
        row = event_row[event]
        w, is_right = scratch.weight[row], np.int64(event_right[event])
        hits += w * is_right
        skipped += w * (1 - is_right)
        scratch.right[event] = hits
        scratch.precision[event] = hits / (scratch.drawn[row] - skipped + 2.220446049250313e-16)
    best, total = 0.0, 0.0
    recall = scratch.needed.size - 1
    while recall >= 0 and scratch.needed[recall] > hits:
        recall -= 1
    for event in range(event_row.size - 1, -1, -1):
        best = max(best, scratch.precision[event])
        before = scratch.right[event - 1] if event else -1
        while recall >= 0 and scratch.needed[recall] > before:
            total += best
            recall -= 1
    return total / scratch.needed.size
