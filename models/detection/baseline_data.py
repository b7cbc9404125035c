"""Rows of `synrailobs` as small crops with targets, in an order and with changes that the seed alone decides.

A thing is as many pixels large as it is near. The network learns things of one size only, 12 to 72 pixels: crops are
zoomed so that theirs are, and pictures are looked at in several sizes (B. Singh, L. Davis, An Analysis of Scale
Invariance in Object Detection (SNIP), 2018). So the few examples of all distances teach the same.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from triptych.models.detection.centre_network import STRIDE, Targets

Pixels = NDArray[np.uint8]
FloatArray = NDArray[np.float32]

LEVELS: Final = 4
"""A picture is looked at in its own size, and at 1/2, 1/4 and 1/8 of it."""
SMALLEST, LARGEST = 12.0, 72.0
"""Longer side, in pixels of a level, of the things that are learned and looked for there."""
_WANTED = 14.0, 68.0  # longer side to which a crop zooms its thing
_LARGEST_ZOOM, _SMALLEST_ZOOM = 1.25, 0.14
_RANDOM_PLACE = 0.45  # share of the crops that are taken anywhere; the others show an object
_LEAST_VISIBLE = 0.5  # an object cut further than this by the crop is not taught
_NEAR_CENTRE = 0.4  # the box is learned where the target is at least this


@dataclass(frozen=True)
class Sample:
    """One picture: `levels` (see `pyramid`), `boxes` (k, 4) xyxy in pixels of the first one, `classes` (k,)."""

    levels: tuple[Pixels, ...]
    boxes: FloatArray
    classes: NDArray[np.int64]


@dataclass(frozen=True)
class Crop:
    """`image` (h, w, 3) with `boxes` (k, 4) xyxy in its pixels, `classes` (k,), and which boxes are `taught` (k,)."""

    image: Pixels
    boxes: FloatArray
    classes: NDArray[np.int64]
    taught: NDArray[np.bool_]


def samples(rows: Iterable[Mapping[str, Any]]) -> list[Sample]:
    """Rows with `image` and `objects` (`bbox` xywh, `category`)."""
    return [_sample(row) for row in rows]


def _sample(row: Mapping[str, Any]) -> Sample:
    xywh = np.array([one["bbox"] for one in row["objects"]], dtype=np.float32).reshape(-1, 4)
    boxes = np.concatenate([xywh[:, :2], xywh[:, :2] + xywh[:, 2:]], axis=1)
    classes = np.array([one["category"] for one in row["objects"]], dtype=np.int64)
    return Sample(pyramid(np.asarray(row["image"].convert("RGB"))), boxes, classes)


def pyramid(image: Pixels) -> tuple[Pixels, ...]:
    """An RGB picture (h, w, 3) and its reductions to 1/2, 1/4 and 1/8 (sizes rounded up)."""
    height, width = image.shape[:2]
    sizes = [(-(-width // 2**level), -(-height // 2**level)) for level in range(1, LEVELS)]
    return image, *(np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8) for size in sizes)


def batch(pictures: Sequence[Sample], crop: int, count: int, rng: np.random.Generator) -> tuple[torch.Tensor, Targets]:
    """`count` square crops, as images (count, 3, crop, crop) from 0 to 1, and what to say of them."""
    cut = [cropped(pictures[place], crop, rng) for place in rng.integers(len(pictures), size=count)]
    learned = zip(*(targets(one) for one in cut), strict=True)
    images = torch.from_numpy(np.stack([one.image for one in cut])).permute(0, 3, 1, 2).float() / 255.0
    wanted = Targets(*(torch.from_numpy(np.stack(part)) for part in learned))
    return images.contiguous(memory_format=torch.channels_last), wanted


def cropped(sample: Sample, crop: int, rng: np.random.Generator) -> Crop:
    """A crop inside the picture, mostly on an object and zoomed to its size, changed in side and light."""
    chosen = None
    if len(sample.boxes) and rng.random() >= _RANDOM_PLACE:
        chosen = sample.boxes[rng.integers(len(sample.boxes))]
    zoom = _zoom(chosen, rng)
    height, width = sample.levels[0].shape[:2]
    zoom = max(zoom, crop / min(height, width))
    corner = _corner(chosen, crop / zoom, np.array([width, height]), rng)
    level = min(max(int(-np.log2(zoom)), 0), LEVELS - 1)
    rest, shift = zoom * 2**level, -zoom * corner
    matrix = np.array([[rest, 0.0, shift[0]], [0.0, rest, shift[1]]])
    image = np.asarray(cv2.warpAffine(sample.levels[level], matrix, (crop, crop), borderMode=cv2.BORDER_REPLICATE))
    cut = _cut((sample.boxes - np.tile(corner, 2)) * zoom, sample.classes, image, zoom)
    return _changed(cut, rng)


def _zoom(box: FloatArray | None, rng: np.random.Generator) -> float:
    if box is None:
        return float(np.exp(rng.uniform(np.log(_SMALLEST_ZOOM), np.log(_LARGEST_ZOOM))))
    wanted = float(np.exp(rng.uniform(*np.log(_WANTED))))
    return float(np.clip(wanted / max(box[2] - box[0], box[3] - box[1]), _SMALLEST_ZOOM, _LARGEST_ZOOM))


def _corner(box: FloatArray | None, span: float, size: Any, rng: np.random.Generator) -> Any:
    """Upper left corner of the crop, in the picture's pixels; the middle of `box` lies in the crop."""
    free = np.maximum(size - span, 0)
    if box is None:
        return rng.uniform(0, 1, 2) * free
    return np.clip((box[:2] + box[2:]) / 2 - rng.uniform(0.2, 0.8, 2) * span, 0, free)


def _cut(boxes: Any, classes: NDArray[np.int64], image: Pixels, zoom: float) -> Crop:
    """What of the boxes lies in the crop; taught are those of the right size that are mostly inside."""
    inside = np.clip(boxes, 0, image.shape[0])
    areas, left = ((b[:, 2] - b[:, 0]) * (b[:, 3] - b[:, 1]) for b in (boxes, inside))
    longer = np.maximum(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1])
    # Things that no level shows in the right size are looked for in the nearest one.
    fits = ((longer >= SMALLEST) | (zoom >= 1.0)) & ((longer <= LARGEST) | (zoom <= 1.5 * _SMALLEST_ZOOM))
    there = left > 0
    taught = fits & (left >= _LEAST_VISIBLE * areas)
    return Crop(image, inside[there].astype(np.float32), classes[there], taught[there])


def _changed(cut: Crop, rng: np.random.Generator) -> Crop:
    """In every other crop the sides are swapped, in all the light is another."""
    if rng.random() < 0.5:
        return Crop(_relit(cut.image, rng), cut.boxes, cut.classes, cut.taught)
    boxes = cut.boxes.copy()
    boxes[:, [0, 2]] = cut.image.shape[1] - cut.boxes[:, [2, 0]]
    return Crop(_relit(cut.image[:, ::-1], rng), boxes, cut.classes, cut.taught)


def _relit(image: Pixels, rng: np.random.Generator) -> Pixels:
    """Another light: gain, gamma, a tint, haze in some crops and sensor noise in every other one."""
    gain, gamma, tint = rng.uniform(0.55, 1.45), np.exp(rng.uniform(-0.45, 0.45)), rng.uniform(0.88, 1.12, 3)
    levels = (np.arange(256) / 255.0) ** gamma * 255.0 * gain
    haze = rng.uniform(0.0, 0.5) if rng.random() < 0.4 else 0.0
    levels = levels * (1.0 - haze) + haze * rng.uniform(60.0, 200.0)
    table = np.clip(levels[:, None] * tint, 0, 255).astype(np.uint8)[None]
    lit = np.asarray(cv2.LUT(np.ascontiguousarray(image), table), np.uint8)
    if rng.random() < 0.5:
        return lit
    noise = rng.integers(-6, 7, (*lit.shape[:2], 1), dtype=np.int16)
    return np.asarray(np.clip(lit + noise, 0, 255), np.uint8)


def targets(cut: Crop) -> tuple[FloatArray, FloatArray, NDArray[np.int64], FloatArray]:
    """Heat (h, w), sides (4, h, w), classes (h, w) and counted (h, w) of `Targets` for a crop.

    Heat is 1 in the cell of an object's centre and falls off as a Gaussian of the box's size. Where it is high the box
    and its class are learned; of boxes that overlap there, the smallest. What lies in a box that is not taught does not
    count.
    """
    height, width = (length // STRIDE for length in cut.image.shape[:2])
    heat, kinds = np.zeros((height, width), np.float32), np.zeros((height, width), np.int64)
    sides, counted = np.zeros((4, height, width), np.float32), np.ones((height, width), np.float32)
    x, y = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
    cells = cut.boxes / STRIDE
    for left, top, right, bottom in cells[~cut.taught]:
        counted[int(top) : int(np.ceil(bottom)), int(left) : int(np.ceil(right))] = 0.0
    for place in np.argsort(-(cells[:, 2] - cells[:, 0]) * (cells[:, 3] - cells[:, 1])):
        if not cut.taught[place]:
            continue
        left, top, right, bottom = cells[place]
        column, row = min(int((left + right) / 2), width - 1), min(int((top + bottom) / 2), height - 1)
        spread_x, spread_y = max((right - left) / 7, 0.6), max((bottom - top) / 7, 0.6)
        bell = np.exp(-(((x - column - 0.5) / spread_x) ** 2 + ((y - row - 0.5) / spread_y) ** 2) / 2)
        np.maximum(heat, bell, out=heat, casting="same_kind")
        distances = np.stack([x - left, y - top, right - x, bottom - y])
        near = (bell >= _NEAR_CENTRE) & (distances.min(0) > 0)
        sides[:, near], kinds[near] = distances[:, near], cut.classes[place]
    return heat, sides, kinds, np.maximum(counted, heat > 0.1).astype(np.float32)
