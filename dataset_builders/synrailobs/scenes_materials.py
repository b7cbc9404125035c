"""Tileable materials of the drawn ground, seen at any distance without flicker.

A material is sampled by metres; each row of the picture reads a version of it that is averaged over the row's own
footprint, separately across and along the track, because far ground is seen at a grazing angle.
"""

from functools import cache
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from triptych.dataset_builders.synrailobs.seeds import generator

Floats = NDArray[np.floating[Any]]
LEVELS: Final = 8


class Material:
    """A tile (n, n) or (n, n, 3) of float32 that covers `metres` x `metres` of ground and repeats."""

    def __init__(self, tile: Floats, metres: float) -> None:
        self.metres = metres
        self.texel = metres / len(tile)
        self._size = len(tile)
        self._levels = [[_averaged(tile, across, along) for across in range(LEVELS)] for along in range(LEVELS)]

    def sample(self, x: Floats, z: Floats, width: Floats, depth: Floats) -> Floats:
        """The material at ground points x (rows, columns), z (rows,); width, depth (rows,) are a pixel's metres."""
        across = np.clip(np.log2(np.maximum(width / self.texel, 1)), 0, LEVELS - 1.001)
        along = np.clip(np.log2(np.maximum(depth / self.texel, 1)), 0, LEVELS - 1.001)
        steps = np.floor(along).astype(int) * LEVELS + np.floor(across).astype(int)
        u, v = ((value / self.metres).astype(np.float32) for value in (x, z.astype(np.float64) % self.metres))
        u = u - np.floor(u)
        out = np.empty((*x.shape, *self._levels[0][0].shape[2:]), np.float32)
        for step in np.unique(steps):
            first, last = np.flatnonzero(steps == step)[[0, -1]]
            rows = slice(first, last + 1)
            low = self._read(step // LEVELS, step % LEVELS, u[rows], v[rows])
            high = self._read(step // LEVELS + 1, step % LEVELS, u[rows], v[rows])
            share = (along[rows] % 1).reshape(-1, *[1] * (low.ndim - 1)).astype(np.float32)
            out[rows] = low + share * (high - low)
        return out

    def _read(self, along: int, across: int, u: Floats, v: Floats) -> Floats:
        tile = self._levels[min(along, LEVELS - 1)][across]
        rows, columns = tile.shape[:2]
        places = u * np.float32(columns), np.ascontiguousarray(np.broadcast_to(v[:, None] * np.float32(rows), u.shape))
        return np.asarray(cv2.remap(tile, *places, cv2.INTER_LINEAR, None, cv2.BORDER_WRAP), np.float32)


def _averaged(tile: Floats, across: int, along: int) -> Floats:
    size = (max(len(tile) >> across, 1), max(len(tile) >> along, 1))
    return np.asarray(cv2.resize(tile, size, interpolation=cv2.INTER_AREA), np.float32)


def fractal(size: int, rng: np.random.Generator, slope: float, stretch: float = 1.0) -> Floats:
    """Tileable noise (size, size), mean 0, deviation 1; larger `slope`, softer; `stretch` > 1 draws it out along x."""
    frequency_y, frequency_x = np.fft.fftfreq(size)[:, None], np.fft.rfftfreq(size)[None]
    radius = np.hypot(frequency_y, frequency_x * stretch)
    radius[0, 0] = np.inf
    spectrum = np.fft.rfft2(rng.standard_normal((size, size))) * radius**-slope
    noise = np.fft.irfft2(spectrum, (size, size))
    return np.asarray((noise - noise.mean()) / noise.std(), np.float32)


@cache
def ballast() -> Material:
    """Broken stones of about 5 cm, three channels: brightness around 1, warmth around 0, height in [0, 1]."""
    return Material(_stones(1024, 78, generator("ballast")), 4.2)


@cache
def gravel() -> Material:
    """The same of about 2 cm."""
    return Material(_stones(512, 64, generator("gravel")), 1.5)


def _stones(size: int, across: int, rng: np.random.Generator) -> Floats:
    """Cells around jittered points; each cell is a facet that leans to or away from the light, with dark joints."""
    labels, gap = _cells(size, across, rng)
    count = labels.max() + 1
    tone = rng.normal(1, 0.20, count).clip(0.45, 1.7).astype(np.float32)
    warmth = rng.normal(0, 1, count).astype(np.float32)
    rise = np.minimum(gap / (size / across * 0.28), 1) ** 0.6
    rough = fractal(size, rng, 0.9)
    height = cv2.GaussianBlur(rise * tone[labels] + 0.05 * rough, (0, 0), 1.0)
    light = (np.roll(height, 1, 0) - np.roll(height, -1, 0)) + (np.roll(height, 1, 1) - np.roll(height, -1, 1))
    brightness = tone[labels] * (0.42 + 0.62 * rise) * (1 - 0.75 * light) * (1 + 0.06 * rough)
    brightness = np.clip(brightness, 0.08, 2.2)
    return np.dstack([brightness / brightness.mean(), warmth[labels], rise * np.clip(tone[labels], 0, 1.4) / 1.4])


def _cells(size: int, across: int, rng: np.random.Generator) -> tuple[NDArray[np.int64], Floats]:
    """Nearest of about across**2 points for each pixel of a wrapping tile, and the distance to the cell's border."""
    step = size / across
    grid = np.stack(np.meshgrid(np.arange(across), np.arange(across), indexing="ij"), -1).reshape(-1, 2)
    points = ((grid + rng.uniform(0, 1, grid.shape)) * step).astype(int) % size
    pad = int(4 * step)
    marks = np.full((size, size), 255, np.uint8)
    marks[points[:, 0], points[:, 1]] = 0
    owner = np.zeros((size, size), np.int64)
    owner[points[:, 0], points[:, 1]] = np.arange(len(points))
    wide, owners = np.pad(marks, pad, mode="wrap"), np.pad(owner, pad, mode="wrap")
    _, nearest = cv2.distanceTransformWithLabels(wide, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    table = np.zeros(nearest.max() + 1, np.int64)
    table[nearest[wide == 0]] = owners[wide == 0]
    labels = table[nearest]
    border = (labels != np.roll(labels, 1, 0)) | (labels != np.roll(labels, 1, 1))
    gap = cv2.distanceTransform((~border).astype(np.uint8), cv2.DIST_L2, 5)
    inner = slice(pad, -pad)
    return labels[inner, inner], np.asarray(gap[inner, inner], np.float32)


@cache
def grass() -> Material:
    """Blades and clumps: brightness around 1."""
    rng = generator("grass")
    size = 512
    fine, clumps = fractal(size, rng, 0.35), fractal(size, rng, 1.3)
    tile = np.clip(1 + 0.26 * fine + 0.20 * clumps, 0.25, 2)
    return Material((tile / tile.mean()).astype(np.float32), 3.0)


@cache
def grain() -> Material:
    """Lengthwise streaks of wood or of a formed concrete face, deviation 1, drawn out across the track."""
    return Material(fractal(256, generator("grain"), 0.9, stretch=7.0), 1.2)


@cache
def speckle() -> Material:
    """Fine mottling of concrete and earth, deviation 1."""
    return Material(fractal(512, generator("speckle"), 0.6), 2.5)


@cache
def patches() -> Material:
    """Large soft patches, deviation 1: damp, dirt, drifts, puddles."""
    return Material(fractal(512, generator("patches"), 1.7), 37.0)
