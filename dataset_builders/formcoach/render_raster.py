"""Triangles to pixels: projection, light, depth buffer and floor shadow of one frame, compiled with numba.

Drawn at twice the size and averaged down. Colours are RGB from 0 to 255; positions are metres in the world.
"""

from typing import Any, Final

import numba
import numpy as np
from numpy.typing import NDArray

from triptych.dataset_builders.formcoach.camera import Camera

SCALE: Final = 2
"""Samples across a pixel."""
GRID: Final = 96
"""Cells across the floor's shadow map."""
CELL: Final = 0.04
"""Width of such a cell, metres."""

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]


def lens(camera: Camera) -> NDArray[np.float64]:
    """The camera as one array for the compiled code: R, T, f, c, k, p."""
    return np.concatenate([np.ravel(np.asarray(camera[key], np.float64)) for key in ("R", "T", "f", "c", "k", "p")])


@numba.njit(cache=True)  # type: ignore[untyped-decorator]  # numba has no types
def to_pixels(points: Floats, lens: Any, out: Floats) -> None:
    """World points (V, 3) -> `out` (V, 3): column and row on the enlarged picture, and one over the depth."""
    r, t = lens[:9], lens[9:12]
    f0, f1, c0, c1, k0, k1, k2, p1, p0 = lens[12:21]
    for i in range(points.shape[0]):
        x, y, z = points[i, 0] - t[0], points[i, 1] - t[1], points[i, 2] - t[2]
        depth = r[6] * x + r[7] * y + r[8] * z
        u = (r[0] * x + r[1] * y + r[2] * z) / depth
        v = (r[3] * x + r[4] * y + r[5] * z) / depth
        r2 = u * u + v * v
        bend = 1.0 + r2 * (k0 + r2 * (k1 + r2 * k2)) + u * p0 + v * p1
        out[i, 0] = (f0 * (u * bend + r2 * p0) + c0 + 0.5) * SCALE - 0.5
        out[i, 1] = (f1 * (v * bend + r2 * p1) + c1 + 0.5) * SCALE - 0.5
        out[i, 2] = 1.0 / depth


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def light(points: Floats, normals: Floats, colours: Floats, gloss: Floats, lens: Any, out: Floats) -> None:
    """Lit colours (V, 3): soft light from above, a lamp, darker outlines so that limbs stand off the trunk."""
    for i in range(points.shape[0]):
        nx, ny, nz = normals[i, 0], normals[i, 1], normals[i, 2]
        x, y, z = lens[9] - points[i, 0], lens[10] - points[i, 1], lens[11] - points[i, 2]
        scale = 1.0 / np.sqrt(x * x + y * y + z * z)
        facing = max(0.0, (nx * x + ny * y + nz * z) * scale)
        # The lamp stands above the camera and to its left, whatever the view.
        lx = x * scale * 0.62 - lens[0] * 0.45
        ly = y * scale * 0.62 - lens[1] * 0.45
        lz = z * scale * 0.62 + 0.72
        inverse = 1.0 / np.sqrt(lx * lx + ly * ly + lz * lz)
        lamp = max(0.0, (nx * lx + ny * ly + nz * lz) * inverse)
        rim = 0.60 + 0.40 * min(1.0, facing * 1.7)
        level = (0.44 + 0.13 * nz + 0.58 * lamp) * rim
        shine = gloss[i] * lamp**24 * 255.0
        for channel in range(3):
            out[i, channel] = min(255.0, colours[i, channel] * level + shine)


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def fill(pixels: Floats, colours: Floats, faces: Any, depth: Floats, image: Bytes) -> None:
    """Draw triangles (F, 3) that face the camera into `image` where they are nearer than `depth` (one over metres)."""
    height, width = depth.shape
    for f in range(faces.shape[0]):
        a, b, c = faces[f]
        ax, ay, bx, by, cx, cy = pixels[a, 0], pixels[a, 1], pixels[b, 0], pixels[b, 1], pixels[c, 0], pixels[c, 1]
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        if area <= 1e-6:
            continue
        left, right = max(0, int(np.ceil(min(ax, bx, cx)))), min(width - 1, int(np.floor(max(ax, bx, cx))))
        top, bottom = max(0, int(np.ceil(min(ay, by, cy)))), min(height - 1, int(np.floor(max(ay, by, cy))))
        step_a, step_b = (by - cy) / area, (cy - ay) / area
        for row in range(top, bottom + 1):
            wa = ((cx - bx) * (row - by) - (cy - by) * (left - bx)) / area - step_a
            wb = ((ax - cx) * (row - cy) - (ay - cy) * (left - cx)) / area - step_b
            for column in range(left, right + 1):
                wa += step_a
                wb += step_b
                wc = 1.0 - wa - wb
                if wa < -1e-6 or wb < -1e-6 or wc < -1e-6:
                    continue
                near = wa * pixels[a, 2] + wb * pixels[b, 2] + wc * pixels[c, 2]
                if near <= depth[row, column]:
                    continue
                depth[row, column] = near
                for channel in range(3):
                    value = wa * colours[a, channel] + wb * colours[b, channel] + wc * colours[c, channel]
                    image[row, column, channel] = np.uint8(value + 0.5)


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def _blur(grid: Floats, spare: Floats, radius: int) -> None:
    """A box filter along both axes, in place."""
    size = grid.shape[0]
    width = 2 * radius + 1
    for _ in range(2):  # columns, then rows: each pass leaves its result transposed
        for i in range(size):
            total = np.float32(0.0)
            for j in range(-radius, size + radius):
                ahead, behind = j + radius, j - radius - 1
                if ahead < size:
                    total += grid[i, ahead]
                if behind >= 0:
                    total -= grid[i, behind]
                if 0 <= j < size:
                    spare[j, i] = total / width
        grid[:, :] = spare


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def shadow(points: Floats, weights: Floats, origin: Floats, floor: Floats, image: Bytes) -> None:
    """Darken the floor below the figure: sharp and dark where it touches, wide and faint below what is high.

    `floor` (H, W, 2) is the floor's place (m) seen in each pixel, NaN elsewhere; `origin` (2,) the map's corner.
    """
    near, soft = np.zeros((GRID, GRID), np.float32), np.zeros((GRID, GRID), np.float32)
    spare = np.empty((GRID, GRID), np.float32)
    for i in range(points.shape[0]):
        x, y = int((points[i, 0] - origin[0]) / CELL), int((points[i, 1] - origin[1]) / CELL)
        if 0 <= x < GRID and 0 <= y < GRID:
            height = max(0.0, points[i, 2])
            near[x, y] += weights[i] * 130.0 * np.exp(-height / 0.06)
            soft[x, y] += weights[i] * 260.0 * np.exp(-height / 0.9)
    _blur(near, spare, 1)
    for _ in range(3):
        _blur(soft, spare, 3)
    for row in range(floor.shape[0]):
        for column in range(floor.shape[1]):
            gx = (floor[row, column, 0] - origin[0]) / CELL - 0.5
            gy = (floor[row, column, 1] - origin[1]) / CELL - 0.5
            if not (0.0 <= gx < GRID - 1.001 and 0.0 <= gy < GRID - 1.001):
                continue
            x, y = int(gx), int(gy)
            dark = _sample(near, x, y, gx - x, gy - y) + _sample(soft, x, y, gx - x, gy - y)
            if dark < 0.01:
                continue
            keep = 1.0 / (1.0 + dark)
            for i in range(row * SCALE, row * SCALE + SCALE):
                for j in range(column * SCALE, column * SCALE + SCALE):
                    for channel in range(3):
                        image[i, j, channel] = np.uint8(image[i, j, channel] * keep)


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def _sample(grid: Floats, x: int, y: int, u: float, v: float) -> float:
    """Bilinear value."""
    low = grid[x, y] * (1.0 - u) + grid[x + 1, y] * u
    high = grid[x, y + 1] * (1.0 - u) + grid[x + 1, y + 1] * u
    return low * (1.0 - v) + high * v  # type: ignore[no-any-return]


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def shrink(image: Bytes, out: Bytes) -> None:
    """The mean of each pixel's samples."""
    for row in range(out.shape[0]):
        for column in range(out.shape[1]):
            for channel in range(3):
                total = 0
                for i in range(SCALE):
                    for j in range(SCALE):
                        total += image[row * SCALE + i, column * SCALE + j, channel]
                out[row, column, channel] = np.uint8((total + SCALE * SCALE // 2) // (SCALE * SCALE))


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def draw(
    points: Floats, normals: Floats, colours: Floats, gloss: Floats, weights: Floats, faces: Any,
    lens: Any, background: Bytes, floor: Floats, out: Bytes,
) -> None:  # fmt: skip
    """Frames of a moving mesh: points, normals (T, V, 3) before `background` -> `out` (T, H, W, 3)."""
    count = points.shape[1]
    pixels, lit = np.empty((count, 3), np.float32), np.empty((count, 3), np.float32)
    depth = np.empty(background.shape[:2], np.float32)
    origin = np.empty(2, np.float32)
    for axis in range(2):
        origin[axis] = points[0, :, axis].mean() - GRID * CELL / 2
    for t in range(points.shape[0]):
        image = background.copy()
        depth[:] = 0.0
        to_pixels(points[t], lens, pixels)
        light(points[t], normals[t], colours, gloss, lens, lit)
        shadow(points[t], weights, origin, floor, image)
        fill(pixels, lit, faces, depth, image)
        shrink(image, out[t])
