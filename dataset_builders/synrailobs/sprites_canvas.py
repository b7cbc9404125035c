"""A canvas in metres on which shaded parts are painted: the drawing tools that all sprites share.

Points are (x, y) in metres, x to the right and y up from the ground. Every part is an outline with a rounded relief
(a bevel from the distance to its outline), lit from above left.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Image = NDArray[np.floating[Any]]
RGB = tuple[float, float, float]
Spot = Sequence[float] | NDArray[np.float64]

SUPERSAMPLING = 4
# Unit vectors, x right, y up, z to the viewer: the light, and the half vector of the light and the viewer.
LIGHT = np.array([-0.45, 0.74, 0.5]) / np.linalg.norm([-0.45, 0.74, 0.5])
HALF = (LIGHT + np.array([0, 0, 1])) / np.linalg.norm(LIGHT + np.array([0, 0, 1]))


class Canvas:
    """Premultiplied colour and coverage of one object, `box` = (left, bottom, right, top) in metres."""

    def __init__(
        self, box: tuple[float, float, float, float], scale: float, rng: np.random.Generator, mirror: bool = False
    ) -> None:
        self.box, self.scale, self.mirror = box, scale, mirror
        self.warp = np.eye(2)
        self.width = int(np.ceil((box[2] - box[0]) * scale)) + 4
        self.height = int(np.ceil((box[3] - box[1]) * scale)) + 4
        self.rgb: Image = np.zeros((self.height, self.width, 3), np.float32)
        self.alpha: Image = np.zeros((self.height, self.width), np.float32)
        self._rng = np.random.default_rng(int(rng.integers(2**32)))
        self.grain = 0.6 * self.noise(0.03) + 0.6 * self.noise(0.011)

    @cached_property
    def dents(self) -> Image:
        """Heights of dents and folds (H, W), about -1 to 1."""
        return np.asarray(self.noise(0.075) + 0.5 * self.noise(0.035), np.float32)

    def noise(self, cell: float) -> Image:
        """Smooth noise (H, W) in about -1 to 1 with detail of `cell` metres, the same at any scale."""
        columns = int((self.box[2] - self.box[0]) / cell) + 4
        rows = int((self.box[3] - self.box[1]) / cell) + 4
        lattice = self._rng.uniform(-1, 1, (min(rows, 400), min(columns, 400))).astype(np.float32)
        return np.asarray(cv2.resize(lattice, (self.width, self.height), interpolation=cv2.INTER_CUBIC))

    def pixels(self, points: Points) -> Points:
        """Pixel coordinates (N, 2) of points in metres."""
        across, up = (np.asarray(points) @ self.warp.T).T
        across = self.box[0] + self.box[2] - across if self.mirror else across
        return np.stack([(across - self.box[0]) * self.scale + 2, (self.box[3] - up) * self.scale + 2], axis=1)

    def heights(self) -> Image:
        """The height above the ground in metres of each row, (H, 1)."""
        rows = self.box[3] - (np.arange(self.height, dtype=np.float32) - 1.5) / self.scale
        return rows[:, None].astype(np.float32)

    def across(self) -> Image:
        """The horizontal place in metres of each column, (1, W)."""
        columns = self.box[0] + (np.arange(self.width, dtype=np.float32) - 1.5) / self.scale
        return (self.box[0] + self.box[2] - columns if self.mirror else columns)[None].astype(np.float32)

    def gradient(self, bottom: float, low: RGB, top: float, high: RGB) -> Image:
        """Colours (H, W, 3) that go from `low` at height `bottom` to `high` at height `top`, in metres."""
        part = np.clip((self.heights() - bottom) / (top - bottom), 0, 1)[:, :, None]
        column = np.asarray(low, np.float32) * (1 - part) + np.asarray(high, np.float32) * part
        return np.broadcast_to(column.astype(np.float32), (self.height, self.width, 3))

    def mix(self, first: RGB, second: RGB, share: Image) -> Image:
        """Colours (H, W, 3) between two, by `share` (H, W) of the second."""
        part = np.clip(share, 0, 1)[:, :, None]
        return np.asarray(
            np.asarray(first, np.float32) * (1 - part) + np.asarray(second, np.float32) * part, np.float32
        )

    def coverage(
        self, shapes: Sequence[Points], cut: Sequence[Points] = (), margin: float = 0.0
    ) -> tuple[Image, tuple[slice, slice]] | None:
        """How much of each pixel the union of `shapes` covers, less `cut`, with its place on the canvas."""
        outlines = [self.pixels(shape) for shape in shapes]
        every = np.concatenate(outlines)
        pad = 2 + margin * self.scale
        left, top = np.maximum(np.floor(every.min(axis=0) - pad), 0).astype(int)
        right, bottom = np.minimum(np.ceil(every.max(axis=0) + pad), [self.width, self.height]).astype(int)
        if right <= left or bottom <= top:
            return None
        fine = np.zeros(((bottom - top) * SUPERSAMPLING, (right - left) * SUPERSAMPLING), np.uint8)
        for outline in outlines:
            cv2.fillPoly(fine, [_fixed(outline, left, top)], 255, cv2.LINE_8, 4)
        for shape in cut:
            cv2.fillPoly(fine, [_fixed(self.pixels(shape), left, top)], 0, cv2.LINE_8, 4)
        small = cv2.resize(fine, (right - left, bottom - top), interpolation=cv2.INTER_AREA)
        return small.astype(np.float32) / 255, (slice(top, bottom), slice(left, right))

    def paint(
        self,
        shapes: Sequence[Points],
        colour: RGB | Image,
        *,
        bevel: float = 0.05,
        gloss: float = 0.0,
        grain: float = 0.06,
        light: float = 1.0,
        opacity: float = 1.0,
        shadow: float = 0.0,
        crumple: float = 0.0,
        inside: bool = False,
        cut: Sequence[Points] = (),
    ) -> None:
        """Paints the union of `shapes` as one rounded part.

        `bevel` is the depth of the rounding and `shadow` the reach of the shadow on the parts behind,
        `crumple` the depth of dents and folds, in metres; `gloss` and `grain` are the strengths of highlight and
        material noise; `inside` keeps to what is painted already.
        """
        found = self.coverage(shapes, cut, shadow)
        if found is None:
            return
        cover, place = found
        below = self.alpha[place]
        if shadow:
            self._shade(cover, place, shadow)
        dents = crumple * self.scale * self.dents[place] if crumple else None
        shade, highlight = relief(cover, max(bevel * self.scale, 1.0), gloss, dents)
        shade = shade * light * (1 + grain * self.grain[place])
        base = np.asarray(colour, np.float32) if isinstance(colour, tuple) else colour[place]
        lit = base * shade[:, :, None] + highlight[:, :, None]
        part = cover * opacity
        added = part * below if inside else part
        self.rgb[place] = lit * added[:, :, None] + self.rgb[place] * (1 - part[:, :, None])
        self.alpha[place] = added + below * (1 - part)

    def _shade(self, cover: Image, place: tuple[slice, slice], reach: float) -> None:
        """Darkens what lies behind a part, below and to the right of it."""
        sigma = max(0.5 * reach * self.scale, 0.5)
        soft = cv2.GaussianBlur(cover, (0, 0), sigma)
        shift = np.array([[1, 0, 0.35 * sigma], [0, 1, 0.7 * sigma]], np.float32)
        soft = cv2.warpAffine(soft, shift, (cover.shape[1], cover.shape[0]))
        self.rgb[place] *= (1 - 0.42 * soft)[:, :, None]


def _fixed(outline: Points, left: Any, top: Any) -> NDArray[np.int32]:
    fine = (outline - [left, top]) * SUPERSAMPLING - 0.5
    return np.asarray(np.round(fine * 16), np.int32)


def relief(cover: Image, bevel: float, gloss: float, dents: Image | None = None) -> tuple[Image, Image]:
    """Shade (about 0.5 to 1.25) and highlight (0 to 255) of a part with a round edge of `bevel` pixels, and dents."""
    inner = _edge_distance(cover) if gloss else cv2.distanceTransform(np.uint8(cover > 0.5), cv2.DIST_L2, 3)
    part = np.clip(inner / bevel, 0, 1)
    height = bevel * np.sqrt(part * (2 - part))
    height = cv2.GaussianBlur(height, (0, 0), max(0.8, 0.16 * bevel))
    return shade_heights(height if dents is None else height + dents, gloss)


def _edge_distance(cover: Image) -> Image:
    """Distance to the outline in fractions of a pixel: steps of whole pixels would show as beads in a highlight."""
    inner, labels = cv2.distanceTransformWithLabels(
        np.uint8(cover > 0.5), cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL
    )
    outside = cover <= 0.5
    beyond = np.zeros(int(labels.max()) + 1, np.float32)
    # Over 3 pixels across the outline, the sum of the coverage says where between their centres it runs.
    beyond[labels[outside]] = 3 * cv2.blur(cover, (3, 3))[outside] - 1.5
    return np.asarray(inner + np.where(outside, 0, beyond[labels]), np.float32)


def shade_heights(height: Image, gloss: float) -> tuple[Image, Image]:
    """Shade and highlight of a surface given as heights towards the viewer, all in pixels."""
    across = cv2.Sobel(height, cv2.CV_32F, 1, 0, ksize=3, scale=0.125)
    down = cv2.Sobel(height, cv2.CV_32F, 0, 1, ksize=3, scale=0.125)
    length = np.sqrt(1 + across * across + down * down)
    facing = (LIGHT[2] - LIGHT[0] * across + LIGHT[1] * down) / length
    shade = 0.64 + 0.14 * down / length + 0.7 * np.maximum(facing, 0)
    if not gloss:
        return shade.astype(np.float32), np.zeros_like(height)
    mirror = (HALF[2] - HALF[0] * across + HALF[1] * down) / length
    return shade.astype(np.float32), (255 * gloss * np.maximum(mirror, 0) ** 24).astype(np.float32)


def capsule(start: Spot, end: Spot, radius: float, end_radius: float | None = None) -> Points:
    """Outline of a tapered limb: the hull of two circles."""
    last = radius if end_radius is None else end_radius
    turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    circle = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    return hull(np.concatenate([np.asarray(start) + radius * circle, np.asarray(end) + last * circle]))


def hull(points: Points) -> Points:
    """The convex hull of points (N, 2)."""
    return np.asarray(cv2.convexHull(np.asarray(points, np.float32))[:, 0], np.float64)


def chain(points: Sequence[Spot], radii: Sequence[float]) -> list[Points]:
    """Capsules along a line of circles."""
    return [capsule(points[i], points[i + 1], radii[i], radii[i + 1]) for i in range(len(points) - 1)]


def ellipse(centre: Spot, wide: float, high: float, angle: float = 0.0, count: int = 48) -> Points:
    """Outline of an ellipse with the half axes `wide` and `high`, turned by `angle` degrees."""
    turn = np.linspace(0, 2 * np.pi, count, endpoint=False)
    x, y = wide * np.cos(turn), high * np.sin(turn)
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    return np.stack([centre[0] + c * x - s * y, centre[1] + s * x + c * y], axis=1)


def spline(points: Sequence[Sequence[float]], steps: int = 8) -> Points:
    """Closed Catmull-Rom curve through points."""
    p = np.asarray(points, np.float64)
    before, after, beyond = np.roll(p, 1, axis=0), np.roll(p, -1, axis=0), np.roll(p, -2, axis=0)
    t = np.linspace(0, 1, steps, endpoint=False)[None, :, None]
    a, b, c, d = (x[:, None, :] for x in (before, p, after, beyond))
    curve = 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
    return np.asarray(curve.reshape(-1, 2))


def rectangle(left: float, bottom: float, right: float, top: float, corner: float = 0.0) -> Points:
    """Outline of a rectangle with round corners."""
    if corner <= 0:
        return np.array([[left, bottom], [right, bottom], [right, top], [left, top]], np.float64)
    spots = [(x, y) for x in (left + corner, right - corner) for y in (bottom + corner, top - corner)]
    return hull(np.concatenate([ellipse(spot, corner, corner, count=24) for spot in spots]))


def rounded(points: Sequence[Sequence[float]], corner: float) -> Points:
    """A closed outline with each corner cut back by up to `corner` metres and rounded."""
    p = np.asarray(points, np.float64)
    before, after = np.roll(p, 1, axis=0) - p, np.roll(p, -1, axis=0) - p
    reach_b = np.minimum(corner / np.maximum(np.linalg.norm(before, axis=1), 1e-9), 0.5)[:, None]
    reach_a = np.minimum(corner / np.maximum(np.linalg.norm(after, axis=1), 1e-9), 0.5)[:, None]
    t = np.linspace(0, 1, 6)[None, :, None]
    a, b, c = (p + before * reach_b)[:, None], p[:, None], (p + after * reach_a)[:, None]
    return np.asarray(((1 - t) ** 2 * a + 2 * t * (1 - t) * b + t**2 * c).reshape(-1, 2))


def dimmed(colour: RGB, factor: float) -> RGB:
    """The colour times a factor."""
    return colour[0] * factor, colour[1] * factor, colour[2] * factor
