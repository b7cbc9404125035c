"""Rows of `synrailobs` as small crops with targets, in an order and with changes that the seed alone decides."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from triptych.models.detection.centre_network import STRIDE, Targets

Pixels = NDArray[np.uint8]
FloatArray = NDArray[np.float32]

_RANDOM_PLACE = 0.3  # share of the crops that are taken anywhere; the others show an object
_LEAST_VISIBLE = 0.3  # an object cut further than this by the crop is not taught
_NEAR_CENTRE = 0.4  # the box is learned where the target is at least this


@dataclass(frozen=True)
class Sample:
    """One picture at the network's size: `image` (h, w, 3) RGB, `boxes` (k, 4) xyxy in its pixels, `classes` (k,)."""

    image: Pixels
    boxes: FloatArray
    classes: NDArray[np.int64]


def samples(rows: Iterable[Mapping[str, Any]], size: tuple[int, int]) -> list[Sample]:
    """Rows with `image` and `objects` (`bbox` xywh, `category`), reduced to `size` (width, height)."""
    return [_sample(row, size) for row in rows]


def _sample(row: Mapping[str, Any], size: tuple[int, int]) -> Sample:
    image = np.asarray(row["image"].convert("RGB"))
    xywh = np.array([one["bbox"] for one in row["objects"]], dtype=np.float32).reshape(-1, 4)
    corners = np.concatenate([xywh[:, :2], xywh[:, :2] + xywh[:, 2:]], axis=1)
    scale_x, scale_y = size[0] / image.shape[1], size[1] / image.shape[0]
    boxes = corners * np.array([scale_x, scale_y, scale_x, scale_y], np.float32)
    return Sample(resized(image, size), boxes, np.array([one["category"] for one in row["objects"]], dtype=np.int64))


def resized(image: Pixels, size: tuple[int, int]) -> Pixels:
    """An RGB picture at `size` (width, height), without letterbox: each axis has a scale of its own."""
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def batch(
    pictures: Sequence[Sample], crop: tuple[int, int], count: int, rng: np.random.Generator, augment: bool
) -> tuple[torch.Tensor, Targets]:
    """`count` crops of `crop` (width, height) as images (count, 3, h, w) from 0 to 1, and what to say of them."""
    chosen = rng.integers(len(pictures), size=count)
    cut = [cropped(pictures[place], crop, rng, augment) for place in chosen]
    learned = [targets(one.boxes, one.classes, crop) for one in cut]
    images = torch.from_numpy(np.stack([one.image for one in cut])).permute(0, 3, 1, 2).float() / 255.0
    wanted = Targets(*(torch.from_numpy(np.stack(part)) for part in zip(*learned, strict=True)))
    return images.contiguous(memory_format=torch.channels_last), wanted


def cropped(sample: Sample, crop: tuple[int, int], rng: np.random.Generator, augment: bool) -> Sample:
    """A crop that lies inside the picture, mostly on an object; changed in scale, side and light where `augment`."""
    scale = float(np.exp(rng.uniform(-0.3, 0.3))) if augment and rng.random() < 0.5 else 1.0
    height, width = sample.image.shape[:2]
    scale = max(scale, crop[0] / width, crop[1] / height)
    span = np.array(crop) / scale
    corner = _corner(sample, span, np.array([width, height]) - span, rng)
    if scale == 1.0:
        corner = np.round(corner)  # pixels as they are, as in prediction
    matrix = np.array([[scale, 0.0, -scale * corner[0]], [0.0, scale, -scale * corner[1]]])
    image = np.asarray(cv2.warpAffine(sample.image, matrix, crop, borderMode=cv2.BORDER_REPLICATE), np.uint8)
    boxes, classes = _inside((sample.boxes - np.tile(corner, 2)) * scale, sample.classes, crop)
    if augment and rng.random() < 0.5:
        image, boxes = image[:, ::-1], boxes[:, [2, 1, 0, 3]] * [-1, 1, -1, 1] + np.array([crop[0], 0, crop[0], 0])
    return Sample(_relit(image, rng) if augment else image, boxes.astype(np.float32), classes)


def _corner(sample: Sample, span: Any, free: Any, rng: np.random.Generator) -> Any:
    """Upper left corner of the crop, so that a chosen object's middle lies in it."""
    if not len(sample.boxes) or rng.random() < _RANDOM_PLACE:
        return rng.uniform(0, 1, 2) * np.maximum(free, 0)
    box = sample.boxes[rng.integers(len(sample.boxes))]
    middle = (box[:2] + box[2:]) / 2
    return np.clip(middle - rng.uniform(0.1, 0.9, 2) * span, 0, np.maximum(free, 0))


def _inside(boxes: Any, classes: NDArray[np.int64], crop: tuple[int, int]) -> tuple[Any, NDArray[np.int64]]:
    cut = np.clip(boxes, 0, [*crop, *crop])
    area, left = ((b[:, 2] - b[:, 0]) * (b[:, 3] - b[:, 1]) for b in (boxes, cut))
    kept = left > _LEAST_VISIBLE * area
    return cut[kept], classes[kept]


def _relit(image: Pixels, rng: np.random.Generator) -> Pixels:
    """Another light: gain, gamma, a tint, and in every other crop sensor noise."""
    gain, gamma, tint = rng.uniform(0.6, 1.4), np.exp(rng.uniform(-0.4, 0.4)), rng.uniform(0.92, 1.08, 3)
    levels = (np.arange(256) / 255.0) ** gamma * 255.0 * gain
    table = np.clip(levels[:, None] * tint, 0, 255).astype(np.uint8)[None]
    lit = np.asarray(cv2.LUT(np.ascontiguousarray(image), table), np.uint8)
    if rng.random() < 0.5:
        return lit
    noise = rng.integers(-9, 10, (*lit.shape[:2], 1), dtype=np.int16)
    return np.asarray(np.clip(lit + noise, 0, 255), np.uint8)


def targets(
    boxes: FloatArray, classes: NDArray[np.int64], size: tuple[int, int]
) -> tuple[FloatArray, FloatArray, NDArray[np.int64]]:
    """Heat (h, w), sides (4, h, w) and classes (h, w) of `Targets` for a picture of `size` (width, height).

    Heat is 1 in the cell of an object's centre and falls off as a Gaussian of the box's size. Where it is high the box
    and its class are learned; of boxes that overlap there, the smallest.
    """
    width, height = size[0] // STRIDE, size[1] // STRIDE
    heat, kinds = np.zeros((height, width), np.float32), np.zeros((height, width), np.int64)
    sides = np.zeros((4, height, width), np.float32)
    x, y = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
    cells = np.asarray(boxes, np.float32) / STRIDE
    for place in np.argsort(-(cells[:, 2] - cells[:, 0]) * (cells[:, 3] - cells[:, 1])):
        left, top, right, bottom = cells[place]
        column = min(int((left + right) / 2), width - 1)
        row = min(int((top + bottom) / 2), height - 1)
        spread_x, spread_y = max((right - left) / 7, 0.6), max((bottom - top) / 7, 0.6)
        bell = np.exp(-(((x - column - 0.5) / spread_x) ** 2 + ((y - row - 0.5) / spread_y) ** 2) / 2)
        np.maximum(heat, bell, out=heat, casting="same_kind")
        distances = np.stack([x - left, y - top, right - x, bottom - y])
        near = (bell >= _NEAR_CENTRE) & (distances.min(0) > 0)
        sides[:, near], kinds[near] = distances[:, near], classes[place]
    return heat, sides, kinds
