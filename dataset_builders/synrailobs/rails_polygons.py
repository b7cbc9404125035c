"""Rails from what people or models have outlined: masks and polygons of the rail area, LabelMe and COCO files.

rails_of_labelme(Path("frame.json"))
rails_of_coco(Path("instances.json"), "frame.jpg")
"""

import json
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.rails import GAUGE_M, NoRailsError, Rails

LABELS: Final = ("rail", "rails", "rail area", "rail_area", "track", "rail track", "rail_track", "railway")
"""Names that count as the area between the rails, whatever the case."""
FEWEST_ROWS: Final = 8
NARROWEST_PX: Final = 3.0


def rails_of_mask(mask: NDArray[Any], confidence: float = 1.0, apart_m: float = GAUGE_M) -> Rails:
    """Left and right edge, row by row, of the area between the rails in a mask (H, W), anything but 0 being inside.

    Only the connected part that reaches lowest counts, and in it the rows from the bottom up that it does not skip and
    whose edges lie inside the picture. `apart_m`: metres between its edges. `NoRailsError` where no such rows are.
    """
    inside = (np.asarray(mask) != 0).astype(np.uint8)
    if inside.ndim != 2:
        raise UsageError("a mask of two axes (H, W)", f"shape {inside.shape}", "take one channel or one class")
    part = _lowest_part(inside)
    rows = np.flatnonzero(part.any(axis=1))
    left, right = part.argmax(axis=1)[rows], part.shape[1] - part[:, ::-1].argmax(axis=1)[rows]
    fits = (left > 0) & (right < part.shape[1]) & (right - left >= NARROWEST_PX)
    rows, left, right = rows[fits], left[fits], right[fits]
    gaps = np.flatnonzero(np.diff(rows) > 1)
    first = int(gaps[-1]) + 1 if len(gaps) else 0
    if len(rows) - first < FEWEST_ROWS:
        raise NoRailsError(f"a rail area of {max(len(rows) - first, 0)} usable rows, {FEWEST_ROWS} needed")
    rows, left, right = rows[first:], left[first:] - 0.5, right[first:] - 0.5
    return Rails(rows.astype(np.float64), left.astype(np.float64), right.astype(np.float64), confidence, apart_m)


def rails_of_polygon(
    points: NDArray[Any], height: int, width: int, confidence: float = 1.0, apart_m: float = GAUGE_M
) -> Rails:
    """Rails from the outline (n, 2) of x, y in pixels of the area between them, clipped to the picture."""
    outline = np.asarray(points, float)
    if outline.ndim != 2 or outline.shape[1] != 2 or len(outline) < 3 or not np.isfinite(outline).all():
        raise UsageError("a polygon of at least 3 finite points (x, y)", f"shape {outline.shape}", "redraw it")
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [np.round(outline * 16).astype(np.int32)], 1, shift=4)
    return rails_of_mask(mask, confidence, apart_m)


def rails_of_labelme(path: Path, apart_m: float = GAUGE_M) -> Rails:
    """Rails of a LabelMe file with a polygon whose label is one of `LABELS`; the one that reaches lowest counts."""
    data = _json(path)
    shapes = [s for s in data.get("shapes", []) if _is_rail(s.get("label", "")) and s.get("shape_type") == "polygon"]
    if not shapes:
        raise NoRailsError(f"no polygon labelled {' / '.join(LABELS[:3])} in {path.name}")
    polygons = [np.asarray(shape["points"], float) for shape in shapes]
    lowest = max(polygons, key=lambda points: float(points[:, 1].max()))
    return rails_of_polygon(lowest, data["imageHeight"], data["imageWidth"], apart_m=apart_m)


def rails_of_coco(path: Path, file_name: str, apart_m: float = GAUGE_M) -> Rails:
    """Rails of one picture in a COCO file; a category is told by its name, see `LABELS`.

    Segmentations as polygons or uncompressed or compressed RLE; all of the picture's rail areas are joined, and the
    part that reaches lowest counts.
    """
    data = _json(path)
    pictures = [each for each in data.get("images", []) if each["file_name"] == file_name]
    if not pictures:
        raise UsageError(f"a picture named in {path.name}", file_name, "name it as the file's images do")
    picture = pictures[0]
    rails = {each["id"] for each in data.get("categories", []) if _is_rail(each["name"])}
    mask = np.zeros((picture["height"], picture["width"]), np.uint8)
    for each in data.get("annotations", []):
        if each["image_id"] == picture["id"] and each["category_id"] in rails:
            mask |= _coco_mask(each["segmentation"], *mask.shape)
    if not mask.any():
        raise NoRailsError(f"no annotation of a rail area for {file_name} in {path.name}")
    return rails_of_mask(mask, apart_m=apart_m)


def _coco_mask(segmentation: Any, height: int, width: int) -> NDArray[np.uint8]:
    from hotcoco import mask as coco

    if isinstance(segmentation, dict):
        runs = segmentation
        if isinstance(runs["counts"], list):
            runs = coco.frPyObjects(runs, height, width)
        return np.asarray(coco.decode(runs), np.uint8)
    return np.asarray(coco.decode(coco.merge(coco.frPyObjects(segmentation, height, width))), np.uint8)


def _lowest_part(inside: NDArray[np.uint8]) -> NDArray[np.bool_]:
    count, labels, stats, _ = cv2.connectedComponentsWithStats(inside)
    if count < 2:
        raise NoRailsError("an empty rail area")
    lowest = stats[1:, cv2.CC_STAT_TOP] + stats[1:, cv2.CC_STAT_HEIGHT]
    ranks = np.lexsort((stats[1:, cv2.CC_STAT_AREA], lowest))
    return np.asarray(labels == 1 + ranks[-1])


def _is_rail(name: str) -> bool:
    return name.strip().lower() in LABELS


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError) as error:
        raise UsageError("a JSON file of LabelMe or COCO", f"{path}: {error}", "export it again") from error
