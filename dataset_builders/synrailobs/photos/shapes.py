"""Solid things of no known class: random outlines, bent surfaces, textures of photographs or drawn ones.

The paper fills outlines with textures so that detectors learn "something stands there" (section 3.3, DTD). Here the
surface has a relief that bends the texture and takes the light, or a thing would look like a sticker.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from triptych.dataset_builders.problems import BadInput, Problem
from triptych.dataset_builders.synrailobs.photos.edges import Floats, finished
from triptych.dataset_builders.synrailobs.photos.objects import Rights
from triptych.dataset_builders.synrailobs.photos.parts import Bytes, Cutout
from triptych.dataset_builders.synrailobs.photos.pictures import read_picture
from triptych.dataset_builders.synrailobs.seeds import stable_seed
from triptych.dataset_builders.synrailobs.textures import TEXTURES, texture

SIDE_PX: Final = 288
"""Of the square that a shape is drawn in."""
BLOBS: Final = 0.5
"""Share of round shapes; the others have corners."""
AMBIENT: Final = 0.45
"""Light that comes from everywhere."""
FOOT: Final = (0.1, 0.3)
"""Share of its height that a shape loses below: it rests on a face, not on a point."""


def shapes_of(file: Path, numbers: Sequence[int], seed: int, rights: Rights) -> Iterator[Cutout | Problem]:
    """Shapes number `numbers` with the texture of a picture; all have the picture as their source."""
    source = f"{file.parent.name}/{file.name}"
    try:
        picture = read_picture(file)
    except BadInput as error:
        yield Problem(source, str(error))
        return
    for number in numbers:
        rng = np.random.default_rng(stable_seed("shape", seed, number))
        rgba = draw_shape(_cropped(picture, rng), rng)
        yield Cutout(f"{file.stem}#{number}-shape", rgba, "unseen", source, rights.licence, rights.redistributable)


def drawn_shapes(seed: int, numbers: Sequence[int]) -> Iterator[Cutout]:
    """Shapes number `numbers` with drawn textures, each a source of its own: made here, so free to be passed on."""
    for number in numbers:
        rng = np.random.default_rng(stable_seed("shape", seed, number))
        kind = list(TEXTURES)[int(rng.integers(len(TEXTURES)))]
        rgba = draw_shape(texture(kind, rng, SIDE_PX, SIDE_PX), rng)
        yield Cutout(f"drawn#{number}-shape", rgba, "unseen", f"drawn/shape/{seed}-{number}", "Apache-2.0", True)


def draw_shape(surface: Bytes, rng: np.random.Generator) -> Bytes:
    """RGBA (h, w, 4) of a solid thing with the texture `surface` (SIDE_PX, SIDE_PX, 3), standing on a flat foot."""
    outline = _blob(rng) if rng.random() < BLOBS else _polygon(rng)
    fine = np.zeros((2 * SIDE_PX, 2 * SIDE_PX), np.uint8)
    cv2.fillPoly(fine, [np.round(outline * 2 * 16).astype(np.int32)], 255, cv2.LINE_AA, shift=4)
    rows = np.flatnonzero(fine.any(axis=1))
    fine[rows[-1] - int(rng.uniform(*FOOT) * len(rows)) :] = 0
    rounded = cv2.GaussianBlur(fine, (0, 0), 7)
    alpha = np.clip((cv2.resize(rounded, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA) - 127.5) / 40 + 0.5, 0, 1)
    alpha = np.asarray(alpha, np.float32)
    return finished(_lit(surface, _relief(alpha), rng), alpha)


def _blob(rng: np.random.Generator) -> NDArray[np.float64]:
    angle = np.linspace(0, 2 * np.pi, 180, endpoint=False)
    radius = np.ones_like(angle)
    for order in range(2, 7):
        radius += rng.normal(0, 0.32 / order**1.2) * np.cos(order * angle + rng.uniform(0, 2 * np.pi))
    radius = np.clip(radius, 0.35, None)
    return _fitted(np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1), rng)


def _polygon(rng: np.random.Generator) -> NDArray[np.float64]:
    count = int(rng.integers(4, 9))
    angle = np.sort((np.arange(count) + rng.uniform(-0.35, 0.35, count)) * 2 * np.pi / count)
    radius = rng.uniform(0.6, 1.0, count)
    return _fitted(np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1), rng)


def _fitted(points: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
    """The outline in the square, flat or tall by chance."""
    points = points * [1, rng.uniform(0.55, 1.35)]
    low, high = points.min(axis=0), points.max(axis=0)
    return np.asarray((points - low) / (high - low).max() * (SIDE_PX - 16) + 8, np.float64)


def _relief(alpha: Floats) -> Floats:
    depth = cv2.distanceTransform((alpha >= 0.5).astype(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
    reach = max(float(depth.max()), 1.0)
    return np.asarray(reach * np.sqrt(np.clip(1 - (1 - depth / reach) ** 2, 0, 1)), np.float32)


def _lit(surface: Bytes, relief: Floats, rng: np.random.Generator) -> Floats:
    """The texture bent over a relief (H, W), in pixels, and shaded by light from above; darker towards the ground."""
    smooth = cv2.GaussianBlur(relief, (0, 0), 5)
    slopes = [cv2.Sobel(smooth, cv2.CV_32F, *axis, scale=1 / 8) for axis in ((1, 0), (0, 1))]
    normal = np.dstack([-slopes[0], -slopes[1], np.ones_like(smooth)])
    normal /= np.linalg.norm(normal, axis=2, keepdims=True)
    light = np.array([rng.uniform(-0.6, 0.6), -0.75, 0.65])
    shade = AMBIENT + (1.15 - AMBIENT) * np.clip(normal @ (light / np.linalg.norm(light)), 0, None)
    y, x = np.mgrid[: relief.shape[0], : relief.shape[1]].astype(np.float32)
    foot = float(np.flatnonzero((relief > 0).any(axis=1))[-1])
    shade *= 1 - 0.35 * np.clip(1 - (foot - y) / (0.25 * SIDE_PX), 0, 1) ** 2
    across, down = (axis - 0.5 * smooth * normal[:, :, i] for i, axis in enumerate((x, y)))
    bent = cv2.remap(surface, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(np.clip(bent * shade[:, :, None], 0, 255), np.float32)


def _cropped(picture: Bytes, rng: np.random.Generator) -> Bytes:
    """A square of a picture, at least half of its shorter side, in the size of a shape."""
    shorter = min(picture.shape[:2])
    side = int(rng.integers(max(shorter // 2, 8), shorter + 1))
    top, left = (int(rng.integers(length - side + 1)) for length in picture.shape[:2])
    part = picture[top : top + side, left : left + side]
    how = cv2.INTER_AREA if side > SIDE_PX else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(part, (SIDE_PX, SIDE_PX), interpolation=how))
