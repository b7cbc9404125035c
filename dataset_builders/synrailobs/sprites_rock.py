"""Drawn rocks: facets of random half spaces, roughened by noise and lit per pixel."""

import cv2
import numpy as np
from numpy.typing import NDArray

from triptych.dataset_builders.synrailobs.sprites_canvas import RGB, Canvas, Image, shade_heights

ROCKS = ("boulder", "boulder", "angular block", "slab", "rock pile", "debris")

# Colour of the stone, of its speckles, and how strong the speckles are.
STONES: dict[str, tuple[RGB, RGB, float]] = {
    "granite": ((150, 145, 140), (96, 90, 88), 0.5),
    "basalt": ((92, 92, 95), (64, 63, 64), 0.35),
    "sandstone": ((184, 158, 122), (150, 112, 78), 0.45),
    "limestone": ((186, 180, 166), (142, 134, 120), 0.35),
    "slate": ((116, 122, 128), (84, 88, 96), 0.4),
    "red sandstone": ((160, 112, 88), (124, 80, 62), 0.45),
}
MOSS: RGB = (92, 104, 52)
BOUNDS = np.array(
    [[1, 0, 0.2], [-1, 0, 0.2], [1, 0, -0.2], [-1, 0, -0.2], [0, 1, 0.3], [0, 1, -0.3], [0, 0, 1], [0, 0, -1]]
)


def draw_rock(rng: np.random.Generator, kind: str, scale: float) -> Canvas:
    """A boulder, block, slab or heap, 0.3 to 2 m wide; `scale` in pixels per metre."""
    name = list(STONES)[int(rng.integers(len(STONES)))]
    moss = float(rng.choice([0.0, 0.0, 0.35, 0.6]))
    if kind in ("rock pile", "debris"):
        return _heap(rng, kind, scale, name, moss)
    flat = {"boulder": (0.65, 0.95), "angular block": (0.6, 1.0), "slab": (0.25, 0.4)}[kind]
    width = float(rng.uniform(0.4, 1.8))
    height = width * float(rng.uniform(*flat))
    canvas = Canvas((-0.6 * width, -0.05, 0.6 * width, 1.2 * height), scale, rng)
    planes = 70 if kind == "boulder" else 22
    _stone(canvas, rng, (0.0, 0.34 * height), (0.5 * width, 0.66 * height), planes, name, moss)
    return canvas


def _heap(rng: np.random.Generator, kind: str, scale: float, name: str, moss: float) -> Canvas:
    """Stones that lie in front of and on each other, the far and high ones first."""
    width = float(rng.uniform(0.9, 1.9))
    size = width * (0.2 if kind == "rock pile" else 0.12)
    canvas = Canvas((-0.75 * width, -0.05, 0.75 * width, 0.75 * width), scale, rng)
    count = 11 if kind == "rock pile" else 16
    top = 0.36 if kind == "rock pile" else 0.16
    spots = []
    for _ in range(count):
        x = float(rng.uniform(-0.42, 0.42))
        y = float(rng.uniform(0, top)) * (1 - (2.1 * x) ** 2)
        spots.append((x * width, max(y, 0.0) * width))
    # A wide stone behind the others leaves no gaps between them.
    _stone(canvas, rng, (0.0, 0.35 * top * width), (0.36 * width, 0.5 * top * width), 40, name, moss)
    for x, y in sorted(spots, key=lambda spot: -spot[1]):
        half = size * float(rng.uniform(0.6, 1.25))
        tall = half * float(rng.uniform(0.5, 0.85))
        _stone(canvas, rng, (x, y + 0.55 * tall), (half, tall), int(rng.integers(14, 40)), name, moss)
    return canvas


def _stone(
    canvas: Canvas,
    rng: np.random.Generator,
    centre: tuple[float, float],
    half: tuple[float, float],
    planes: int,
    name: str,
    moss: float,
) -> None:
    """Paints one stone: the nearest of the planes at each pixel is its surface, cut off at the ground."""
    normals, reach = _planes(rng, planes)
    tone = rng.uniform(-0.05, 0.05, len(reach))
    place, x, y = _around(canvas, centre, half)
    deep = 0.5 * (half[0] + half[1])
    rough = 0.035 * canvas.noise(0.22 * half[0])[place] + 0.003 / deep * canvas.grain[place]
    depth, facet, part = _surface(x, y, normals, reach, rough)
    shade, _ = shade_heights((depth * deep * canvas.scale).astype(np.float32), 0.0)
    colour = _skin(canvas, place, name, tone[facet], moss * np.clip(2.2 * (shade - 0.95), 0, 1))
    lift = np.clip(canvas.heights()[place[0]] / (0.9 * half[1]), 0, 1)
    lit = colour * (shade * (0.72 + 0.28 * lift))[:, :, None]
    canvas.rgb[place] = lit * part[:, :, None] + canvas.rgb[place] * (1 - part[:, :, None])
    canvas.alpha[place] = part + canvas.alpha[place] * (1 - part)


def _planes(rng: np.random.Generator, count: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Unit normals (N, 3) and distances (N,) of the planes of one stone of about unit radius."""
    normals = rng.normal(size=(count, 3))
    # Slanted outer planes bound the stone on every side, also where few random ones face.
    normals = np.concatenate([normals, BOUNDS + rng.normal(0, 0.15, BOUNDS.shape)])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return normals, np.concatenate([rng.uniform(0.78, 1.0, count), rng.uniform(0.9, 1.0, len(BOUNDS))])


def _around(
    canvas: Canvas, centre: tuple[float, float], half: tuple[float, float]
) -> tuple[tuple[slice, slice], Image, Image]:
    """The part of the canvas about a stone, and its columns and rows in units of the half axes."""
    spot = np.array([[centre[0] - 1.15 * half[0], centre[1] + 1.15 * half[1]], [centre[0] + 1.15 * half[0], -0.02]])
    (left, top), (right, bottom) = np.round(canvas.pixels(spot)).astype(int)
    place = (slice(max(top, 0), min(bottom, canvas.height)), slice(max(left, 0), min(right, canvas.width)))
    middle = canvas.pixels(np.array([centre]))[0]
    x = (np.arange(place[1].start, place[1].stop) + 0.5 - middle[0]) / (half[0] * canvas.scale)
    y = (middle[1] - np.arange(place[0].start, place[0].stop) - 0.5) / (half[1] * canvas.scale)
    return place, x.astype(np.float32), y.astype(np.float32)


def _surface(
    x: Image, y: Image, normals: NDArray[np.float64], reach: NDArray[np.float64], rough: Image
) -> tuple[Image, NDArray[np.intp], Image]:
    """Depth towards the viewer in unit coordinates, the facet that is seen, and the coverage; each (H, W)."""
    depth = np.full((len(y), len(x)), np.inf, np.float32)
    back = np.full_like(depth, -np.inf)
    facet = np.zeros(depth.shape, np.intp)
    for i, ((a, b, c), d) in enumerate(zip(normals, reach, strict=True)):
        if abs(c) < 0.05:
            continue
        plane = ((d - b * y)[:, None] - (a * x)[None, :] + rough) / c
        if c > 0:
            facet[plane < depth] = i
            depth = np.minimum(depth, plane.astype(np.float32))
        else:
            back = np.maximum(back, plane.astype(np.float32))
    # The thickness falls through zero at the outline; over its slope it is the distance to the outline in pixels.
    thick = cv2.GaussianBlur(np.clip(depth - back, -4, 4), (0, 0), 0.6)
    slope = np.hypot(cv2.Sobel(thick, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(thick, cv2.CV_32F, 0, 1, scale=0.125))
    cover = np.clip(thick / np.maximum(slope, 1e-4) + 0.5, 0, 1)
    return np.clip(depth, -2, 2).astype(np.float32), facet, cover.astype(np.float32)


def _skin(
    canvas: Canvas, place: tuple[slice, slice], name: str, tone: NDArray[np.float64], moss: NDArray[np.float32]
) -> Image:
    stone, speckle, strength = STONES[name]
    blotch = canvas.noise(0.12)[place]
    share = strength * np.clip(0.35 + 0.9 * canvas.grain[place] + 0.5 * blotch, 0, 1)
    colour = canvas.mix(stone, speckle, share) * (1 + tone + 0.06 * blotch)[:, :, None]
    spots = np.clip(0.4 + 1.2 * blotch + 1.1 * canvas.grain[place], 0, 1)
    green = np.clip(1.6 * moss * spots, 0, 0.85)[:, :, None]
    return np.asarray(colour * (1 - green) + np.asarray(MOSS, np.float32) * green, np.float32)
