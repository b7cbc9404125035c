"""Boxes in the formats that people use, checked and brought to the one that COCO uses.

    >>> to_xywh([[10, 20, 30, 60]], "xyxy").tolist()
    [[10.0, 20.0, 20.0, 40.0]]

A box that cannot be what its format says is an error that names the format which the data seem to have.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from triptych.core.errors import UsageError

FORMATS = ("xyxy", "xywh", "cxcywh")
"""Two corners; corner, width and height; centre, width and height. All in pixels."""

# Shares of the boxes that must contradict a format before another one is named: single bad boxes are just bad boxes.
_INVERTED_SHARE, _OUTSIDE_SHARE = 0.2, 0.05
# Fewer boxes than this are no evidence where the named format is possible but unlikely.
_ENOUGH_BOXES = 10

FloatArray = NDArray[np.float64]


def to_xywh(
    boxes: ArrayLike, box_format: str, name: str = "boxes", image_sizes: NDArray[np.float64] | None = None
) -> FloatArray:
    """Boxes (n, 4) in `box_format` (pixels) as float64 (n, 4): left, top, width, height.

    `name` says in messages whose boxes they are; `image_sizes` (n, 2), the width and height of each box's image, helps
    to find a wrong format. Raises `UsageError` for another shape, NaN, infinity, a negative width or height,
    normalised coordinates, and data that contradict `box_format`.
    """
    if box_format not in FORMATS:
        raise UsageError(f"a box format among {', '.join(FORMATS)}", repr(box_format), "choose one of them")
    array = _numbers(boxes, name)
    _refuse_normalised(array, name)
    _CHECKS[box_format](array, name)
    xywh = _CONVERSIONS[box_format](array)
    negative = np.flatnonzero((xywh[:, 2] < 0) | (xywh[:, 3] < 0))
    if negative.size:
        got = f"box {negative[0]} of {name}: {array[negative[0]].tolist()} ({negative.size} of {len(array)} like it)"
        raise UsageError(f"boxes {box_format} of no negative width or height", got, "swap the corners or drop the box")
    if image_sizes is not None and box_format != "xyxy":
        _refuse_sticking_out(xywh, array, box_format, image_sizes, name)
    return xywh


def _numbers(boxes: ArrayLike, name: str) -> FloatArray:
    try:
        array = np.asarray(boxes, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise UsageError(f"{name} as numbers (n, 4)", str(error), "give four numbers a box") from None
    if array.size == 0:
        return np.zeros((0, 4))
    if array.ndim != 2 or array.shape[1] != 4:
        raise UsageError(f"{name} of shape (n, 4)", f"shape {array.shape}", "give four numbers a box")
    if not np.isfinite(array).all():
        row = int(np.flatnonzero(~np.isfinite(array).all(axis=1))[0])
        raise UsageError(f"finite {name}", f"box {row}: {array[row].tolist()}", "drop or mend the box")
    return array


def _refuse_normalised(array: FloatArray, name: str) -> None:
    if array.size and array.min() >= 0 and array.max() <= 1 and ((array > 0) & (array < 1)).any():
        got = f"{name} all between 0 and 1, such as {array[0].tolist()}: they seem to be normalised"
        raise UsageError(
            "boxes in pixels", got, "multiply x and width by the image's width, y and height by its height"
        )


def _other_format(box_format: str, array: FloatArray, name: str, why: str, seems: str) -> UsageError:
    got = f"{name} such as {array[0].tolist()}: {why}; they seem to be {seems}"
    return UsageError(f"boxes in the format {box_format}", got, f'pass box_format="{seems.split(" ")[0]}", or convert')


def _check_xyxy(array: FloatArray, name: str) -> None:
    inverted = (array[:, 2] < array[:, 0]) | (array[:, 3] < array[:, 1])
    if not inverted.any() or inverted.mean() < _INVERTED_SHARE or array[:, 2:].min() < 0:
        return
    seems = "xywh" if _outside_as_centres(array).any() else "xywh (or cxcywh)"
    why = f"x2 < x1 or y2 < y1 in {inverted.sum()} of {len(array)}"
    raise _other_format("xyxy", array[inverted], name, why, seems)


def _check_xywh(array: FloatArray, name: str) -> None:
    """Corners read as widths: no box is narrower than its distance from the edge, yet the data reach twice as far."""
    x, y, w, h = array.T
    if len(array) < _ENOUGH_BOXES or (w < x).any() or (h < y).any():
        return
    if (x + w).max() > 1.8 * w.max() and (y + h).max() > 1.8 * h.max():
        raise _other_format("xywh", array, name, "no width is below x and no height below y", "xyxy")


def _check_cxcywh(array: FloatArray, name: str) -> None:
    outside = _outside_as_centres(array)
    if outside.any() and outside.mean() >= _OUTSIDE_SHARE:
        seems = "xywh" if ((array[:, 2] < array[:, 0]) | (array[:, 3] < array[:, 1])).any() else "xyxy"
        why = f"{outside.sum()} of {len(array)} would begin far outside the image"
        raise _other_format("cxcywh", array[outside], name, why, seems)


def _outside_as_centres(array: FloatArray) -> NDArray[np.bool_]:
    """Which boxes, read as centre and size, begin further outside the image than a clipped object can."""
    outside: NDArray[np.bool_] = (array[:, 2:] > 0) & (array[:, :2] < 0.25 * array[:, 2:])
    return np.asarray(outside.any(axis=1))


def _refuse_sticking_out(
    xywh: FloatArray, array: FloatArray, box_format: str, image_sizes: FloatArray, name: str
) -> None:
    outside = (xywh[:, :2] + xywh[:, 2:] > 1.1 * image_sizes).any(axis=1)
    if outside.any() and outside.mean() >= _INVERTED_SHARE and (array[:, :2] <= array[:, 2:]).all():
        why = f"{outside.sum()} of {len(array)} would end outside their image"
        raise _other_format(box_format, array[outside], name, why, "xyxy")


def _xyxy_to_xywh(boxes: FloatArray) -> FloatArray:
    return np.column_stack([boxes[:, :2], boxes[:, 2:] - boxes[:, :2]])


def _cxcywh_to_xywh(boxes: FloatArray) -> FloatArray:
    return np.column_stack([boxes[:, :2] - boxes[:, 2:] / 2, boxes[:, 2:]])


_CHECKS: dict[str, Callable[[FloatArray, str], None]] = {
    "xyxy": _check_xyxy,
    "xywh": _check_xywh,
    "cxcywh": _check_cxcywh,
}
_CONVERSIONS: dict[str, Callable[[FloatArray], FloatArray]] = {
    "xyxy": _xyxy_to_xywh,
    "xywh": lambda boxes: boxes,
    "cxcywh": _cxcywh_to_xywh,
}
