"""Procedural textures for objects of no known class (the paper's zero-shot obstacles)."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from triptych.core.errors import UsageError

Pattern = NDArray[np.float32]
Grid = tuple[Pattern, Pattern]


def texture(kind: str, rng: np.random.Generator, height: int, width: int) -> NDArray[np.uint8]:
    """A pattern (height, width, 3) uint8 RGB in three random colours, with 5 to 14 repeats along the longer side.

    `kind` is one of `TEXTURES`, else `UsageError`; the same `rng` state gives the same pattern at any size.
    """
    if kind not in TEXTURES:
        raise UsageError(f"a texture of {', '.join(TEXTURES)}", repr(kind), "use one of these names")
    side = max(height, width)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) / side
    angle = float(rng.uniform(0, np.pi))
    turned = (
        (np.cos(angle) * x + np.sin(angle) * y).astype(np.float32),
        (np.cos(angle) * y - np.sin(angle) * x).astype(np.float32),
    )
    first, second, third = _colours(rng)
    value = np.clip(TEXTURES[kind](rng, turned), 0, 1)[:, :, None]
    low = first + (second - first) * np.minimum(2 * value, 1)
    colour = low + (third - low) * np.maximum(2 * value - 1, 0)
    wear = 1 + 0.08 * noise(rng, turned, 5)[:, :, None] + 0.05 * noise(rng, turned, 40)[:, :, None]
    return np.asarray(np.clip(colour * wear, 0, 255), np.uint8)


def _colours(rng: np.random.Generator) -> NDArray[np.float32]:
    """Three colours (3, 3): a hue, its middle tone and a contrasting one, none of them fluorescent."""
    hue = float(rng.uniform(0, 360))
    hues = np.array([hue, hue + rng.uniform(-30, 30), hue + rng.uniform(120, 240)]) % 360
    hls = np.stack([hues, rng.permutation([0.24, 0.5, 0.74]) + rng.uniform(-0.05, 0.05, 3), rng.uniform(0.08, 0.5, 3)])
    return np.asarray(255 * cv2.cvtColor(hls.T[None].astype(np.float32), cv2.COLOR_HLS2RGB)[0], np.float32)


def noise(rng: np.random.Generator, grid: Grid, cells: float) -> Pattern:
    """Smooth noise in -1 to 1 with `cells` bumps along the longer side."""
    count = int(3 * cells) + 4
    lattice = rng.uniform(-1, 1, (count, count)).astype(np.float32)
    x, y = ((axis + 1) * cells for axis in grid)
    found = cv2.remap(lattice, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
    return np.asarray(found, np.float32)


def _edge(value: Pattern, sharp: float = 6.0) -> Pattern:
    return np.asarray(np.clip(0.5 + sharp * value, 0, 1), np.float32)


def _stripes(rng: np.random.Generator, grid: Grid) -> Pattern:
    return _edge(np.sin(grid[0] * float(rng.uniform(25, 60))))


def _checks(rng: np.random.Generator, grid: Grid) -> Pattern:
    rate = float(rng.uniform(14, 35))
    return _edge(np.sin(grid[0] * rate) * np.sin(grid[1] * rate), 10)


def _dots(rng: np.random.Generator, grid: Grid) -> Pattern:
    rate = float(rng.uniform(5, 10))
    x, y = (axis * rate - np.round(axis * rate) for axis in grid)
    return _edge(float(rng.uniform(0.25, 0.36)) - np.hypot(x, y), 14)


def _zigzag(rng: np.random.Generator, grid: Grid) -> Pattern:
    rate = float(rng.uniform(4, 8))
    bend = np.abs(grid[0] * rate - np.round(grid[0] * rate))
    return _edge(np.sin(2 * np.pi * (grid[1] * rate + 1.2 * bend)))


def _woven(rng: np.random.Generator, grid: Grid) -> Pattern:
    rate = float(rng.uniform(7, 14))
    x, y = (axis * rate for axis in grid)
    over = (np.floor(x) + np.floor(y)) % 2
    strand = np.where(over > 0, np.sin(np.pi * (x % 1)), np.sin(np.pi * (y % 1)))
    return np.asarray(0.12 + 0.5 * over * strand + 0.38 * strand, np.float32)


def _knitted(rng: np.random.Generator, grid: Grid) -> Pattern:
    rate = float(rng.uniform(8, 14))
    x, y = grid[0] * rate, grid[1] * rate
    lean = np.abs(x % 1 - 0.5)
    loop = np.abs(np.sin(np.pi * (y + 1.3 * lean)))
    return np.asarray(0.15 + 0.7 * loop * np.clip(8 * np.minimum(lean + 0.06, 0.55 - lean), 0, 1), np.float32)


def _marbled(rng: np.random.Generator, grid: Grid) -> Pattern:
    swirl = 2.4 * noise(rng, grid, 3) + 1.2 * noise(rng, grid, 7) + 0.5 * noise(rng, grid, 16)
    return np.asarray(np.abs(np.sin(grid[0] * float(rng.uniform(8, 16)) + swirl)) ** 0.6, np.float32)


def _wood(rng: np.random.Generator, grid: Grid) -> Pattern:
    bend = 0.08 * noise(rng, grid, 2) + 0.02 * noise(rng, grid, 6)
    ring = np.hypot(grid[0] + bend - float(rng.uniform(-0.4, 0.4)), 0.18 * (grid[1] + bend))
    fibre = noise(rng, (grid[0] * 12 % 2, grid[1]), 8)
    return np.asarray(((ring * float(rng.uniform(12, 22))) % 1) * 0.7 + 0.12 * fibre + 0.15, np.float32)


def _cells(rng: np.random.Generator, grid: Grid, rate: float) -> tuple[Pattern, Pattern]:
    """Distance to the nearest and to the second nearest of random spots, one in each cell of a grid; in cells."""
    x, y = (axis * np.float32(rate) for axis in grid)
    column, row = np.floor(x).astype(int), np.floor(y).astype(int)
    jitter = rng.uniform(0, 1, (2, 32, 32)).astype(np.float32)
    first = np.full(x.shape, 9, np.float32)
    second = first.copy()
    for i in (-1, 0, 1):
        for j in (-1, 0, 1):
            spot = jitter[:, (row + i) % 32, (column + j) % 32]
            far = np.hypot(column + j + spot[0] - x, row + i + spot[1] - y).astype(np.float32)
            second = np.minimum(second, np.maximum(first, far))
            first = np.minimum(first, far)
    return first, second


def _cracked(rng: np.random.Generator, grid: Grid) -> Pattern:
    first, second = _cells(rng, grid, float(rng.uniform(5, 9)))
    return np.asarray(np.clip((second - first) * 6, 0, 1) * (0.6 + 0.25 * noise(rng, grid, 4)), np.float32)


def _bubbles(rng: np.random.Generator, grid: Grid) -> Pattern:
    first, _ = _cells(rng, grid, float(rng.uniform(6, 10)))
    return np.asarray(np.clip(1.1 - 1.5 * first, 0, 1), np.float32)


def _speckled(rng: np.random.Generator, grid: Grid) -> Pattern:
    return _edge(noise(rng, grid, 22) - 0.15, 5) * 0.6 + _edge(noise(rng, grid, 12) - 0.35, 5) * 0.4


TEXTURES: dict[str, Callable[[np.random.Generator, Grid], Pattern]] = {
    "stripes": _stripes,
    "checks": _checks,
    "dots": _dots,
    "zigzag": _zigzag,
    "woven": _woven,
    "knitted": _knitted,
    "marbled": _marbled,
    "wood": _wood,
    "cracked": _cracked,
    "bubbles": _bubbles,
    "speckled": _speckled,
}
