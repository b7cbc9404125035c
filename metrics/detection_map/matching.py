"""Matching of detections to objects by COCO's rules, compiled; once for all area ranges and slices.

A *view* says which objects count: all of them, those of an area range, those of one slice. Objects outside the view
are ignored, not removed: a detection that matches one is neither right nor wrong. For each view and each detection one
bit per IoU threshold says whether it is right and one whether it is ignored.

Source of the rules: T.-Y. Lin et al., Microsoft COCO: Common Objects in Context (2014), and its evaluation code.
"""

import numba
import numpy as np
from numpy.typing import NDArray

from triptych.metrics.detection_map.inputs import Evaluation

IOU_THRESHOLDS = np.linspace(0.5, 0.95, 10)
MAX_DETECTIONS = 100
ALL_BITS = (1 << IOU_THRESHOLDS.size) - 1

Bits = NDArray[np.uint16]


def match(
    data: Evaluation, ignored: NDArray[np.bool_], outside: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], NDArray[np.int64], Bits, Bits]:
    """Match the detections of each image and class to its objects, best score first, at most 100 of them.

    `ignored` (views, objects) and `outside` (views, detections) say which objects do not count and which detections
    are ignored where they match nothing. Returns the (d,) detections kept, by image, class and falling score, their
    (d,) ranks within image and class, and (views, d) bits of the IoU thresholds: right, ignored.
    """
    n_groups = data.n_images * len(data.labels)
    groups_of = [side.image * len(data.labels) + side.label for side in (data.detections, data.objects)]
    by_score = np.lexsort((-data.detections.score, groups_of[0]))
    by_group = np.argsort(groups_of[1], kind="stable")
    starts = [np.searchsorted(np.sort(group), np.arange(n_groups + 1)) for group in groups_of]
    rank = np.arange(by_score.size) - starts[0][groups_of[0][by_score]]
    kept = by_score[rank < MAX_DETECTIONS]
    starts[0] = np.searchsorted(groups_of[0][kept], np.arange(n_groups + 1))
    right, unscored = _match_groups(
        starts[0],
        starts[1],
        data.detections.box[kept],
        data.objects.box[by_group],
        data.objects.crowd[by_group],
        ignored[:, by_group],
        outside[:, kept],
        IOU_THRESHOLDS,
    )
    return kept, rank[rank < MAX_DETECTIONS], right, unscored


@numba.njit(cache=True)  # type: ignore[untyped-decorator]  # numba has no types
def overlap(detection: NDArray[np.float64], target: NDArray[np.float64], crowd: bool) -> float:
    """IoU of two boxes xywh (4,); for a crowd the intersection over the detection's area."""
    x, y, w, h = detection
    a, b, c, d = target
    width = min(x + w, a + c) - max(x, a)
    height = min(y + h, b + d) - max(y, b)
    if width <= 0 or height <= 0:
        return 0.0
    shared = width * height
    return float(shared / (w * h if crowd else w * h + c * d - shared))


@numba.njit(cache=True)
def _match_groups(dt_start, gt_start, dt_box, gt_box, crowd, ignored, outside, thresholds):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    n_views, n_bits = ignored.shape[0], thresholds.size
    right = np.zeros((n_views, dt_box.shape[0]), np.uint16)
    unscored = np.zeros((n_views, dt_box.shape[0]), np.uint16)
    for group in range(dt_start.size - 1):
        first, last = dt_start[group], dt_start[group + 1]
        low, high = gt_start[group], gt_start[group + 1]
        if first == last:
            continue
        iou = np.empty((last - first, high - low))
        for d in range(last - first):
            for g in range(high - low):
                iou[d, g] = overlap(dt_box[first + d], gt_box[low + g], crowd[low + g])
        for view in range(n_views):
            order = _counted_first(ignored[view, low:high])
            for bit in range(n_bits):
                _match_one(
                    iou, order, thresholds[bit], 1 << bit, crowd[low:high], ignored[view, low:high],
                    outside[view, first:last], right[view, first:last], unscored[view, first:last],
                )  # fmt: skip
    return right, unscored


@numba.njit(cache=True)
def _counted_first(ignored):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Positions of the objects that count, then of the ignored ones, as COCO goes through them."""
    order = np.empty(ignored.size, np.int64)
    at = 0
    for wanted in (False, True):
        for g in range(ignored.size):
            if ignored[g] == wanted:
                order[at] = g
                at += 1
    return order


@numba.njit(cache=True)
def _match_one(iou, order, threshold, bit, crowd, ignored, outside, right, unscored):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Greedy matching of one image and class at one threshold; sets `bit` in `right` or `unscored`."""
    taken = np.zeros(order.size, np.bool_)
    for d in range(iou.shape[0]):
        best, match = min(threshold, 1 - 1e-10), -1
        for g in order:
            if taken[g] and not crowd[g]:
                continue
            if match >= 0 and not ignored[match] and ignored[g]:
                break  # an object that counts is taken before any ignored one
            if iou[d, g] >= best:
                best, match = iou[d, g], g
        if match >= 0:
            taken[match] = True
        if ignored[match] if match >= 0 else outside[d]:
            unscored[d] |= bit
        elif match >= 0:
            right[d] |= bit
