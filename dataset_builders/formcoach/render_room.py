"""The room behind a clip: floor, walls, window, mirror, mat, seen by the same camera as the person."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from triptych.dataset_builders.formcoach.camera import SIZE, Camera, azimuth, rays
from triptych.dataset_builders.formcoach.render_raster import SCALE, Bytes, Floats

Array = NDArray[np.floating[Any]]

_WALLS: Final = ((214, 210, 202), (190, 202, 212), (220, 204, 186), (182, 198, 188), (202, 196, 212), (228, 226, 222))
_FLOORS: Final = ((182, 140, 100), (156, 116, 82), (202, 170, 132), (124, 128, 134), (104, 110, 118), (170, 164, 154))
_MATS: Final = ((72, 112, 150), (120, 92, 140), (70, 128, 108), (150, 92, 90), (88, 92, 104))
_WHITE: Final = (240, 240, 236)
_SKIRTING_M: Final = 0.11
_CEILING_M: Final = 2.75


@dataclass(frozen=True)
class Backdrop:
    """`image` (SCALE * SIZE, SCALE * SIZE, 3); `floor` (SIZE, SIZE, 2): the place x, y in metres, NaN off it."""

    image: Bytes
    floor: Floats


@dataclass(frozen=True)
class _Room:
    """Sizes in metres in the room's own axes: u to the right along the back wall, v from the camera to that wall."""

    u: Array
    v: Array
    back: float
    side: float
    middle: Array


def room(seed: int, camera: Camera, middle: tuple[float, float], mat: bool) -> Backdrop:
    """The room of that seed, its back wall across the camera's view, about `middle` (x, y), where the `mat` lies."""
    rng = np.random.default_rng([seed, 0x2003])
    turn = np.radians(azimuth(camera) + rng.uniform(-14.0, 14.0))
    frame = _Room(
        np.array([-np.cos(turn), np.sin(turn), 0.0]), np.array([-np.sin(turn), -np.cos(turn), 0.0]),
        float(rng.uniform(1.6, 2.3)), float(rng.uniform(2.2, 3.2)), np.array([*middle, 0.0]),
    )  # fmt: skip
    world, places, nearest = _hits(frame, camera)
    surfaces = (_floor(rng, world, places, frame, mat), _wall(rng, places[..., 0], places[..., 2], True),
                _wall(rng, places[..., 1], places[..., 2], False), np.full(places.shape, 234.0))  # fmt: skip
    image = np.choose(nearest[..., None], surfaces) * _shade(places, nearest, frame)[..., None]
    image = image + rng.normal(0.0, 1.0, image.shape[:2])[..., None]
    floor = np.where((nearest == 0)[..., None], world[..., :2], np.nan)
    blocks = floor.reshape(SIZE, SCALE, SIZE, SCALE, 2).mean(axis=(1, 3))
    return Backdrop(np.clip(image, 0, 255).astype(np.uint8), blocks.astype(np.float32))


def _hits(frame: _Room, camera: Camera) -> tuple[Array, Array, NDArray[np.intp]]:
    """Where each sample's ray first meets the room: world place, place in the room's axes, which surface.

    Surfaces: 0 floor, 1 back wall, 2 side walls, 3 ceiling.
    """
    grid = (np.arange(SIZE * SCALE) + 0.5) / SCALE - 0.5
    directions = rays(np.stack(np.meshgrid(grid, grid), axis=-1), camera).astype(np.float32)
    axes = np.stack([frame.u, frame.v, np.array([0.0, 0.0, 1.0])]).astype(np.float32)
    centre = np.asarray(camera["T"], np.float32)
    start, ray = axes @ (centre - frame.middle.astype(np.float32)), directions @ axes.T
    walls = ((2, 0.0, -1), (1, frame.back, 1), (0, None, 0), (2, _CEILING_M, 1))
    reach = np.full((*ray.shape[:2], 4), np.inf, np.float32)
    for number, (axis, place, sign) in enumerate(walls):
        with np.errstate(divide="ignore"):
            if place is None:
                reach[..., number] = (np.sign(ray[..., 0]) * frame.side - start[0]) / ray[..., 0]
            else:
                reach[..., number] = np.where(ray[..., axis] * sign > 0, (place - start[axis]) / ray[..., axis], np.inf)
    nearest = reach.argmin(axis=-1)
    distance = np.take_along_axis(reach, nearest[..., None], -1)
    return centre + distance * directions, start + distance * ray, nearest


def _floor(rng: np.random.Generator, world: Array, places: Array, frame: _Room, mat: bool) -> Array:
    """Planks, tiles or carpet in the room's axes; the mat in the person's."""
    u, v = places[..., 0], places[..., 1]
    colour = np.array(_FLOORS[rng.integers(len(_FLOORS))], float)
    kind = rng.choice(["planks", "planks", "tiles", "carpet"])
    across, along = (u, v) if rng.random() < 0.5 else (v, u)
    level: Array = np.ones(u.shape)
    if kind == "planks":
        plank = np.floor(across / 0.16)
        piece = np.floor(along / 1.3 + 0.37 * plank)
        level = 0.92 + 0.16 * _hash(plank, piece)
        level = level + 0.02 * np.sin(across * 260 + 3 * np.sin(along * 5 + 9 * _hash(plank, piece)))
        level = np.where(np.abs(across / 0.16 - plank - 0.5) > 0.47, level * 0.80, level)
    elif kind == "tiles":
        seam = np.minimum(np.abs(u - np.round(u)), np.abs(v - np.round(v))) < 0.012
        level = np.where(seam, 0.78, 0.96 + 0.08 * _hash(np.floor(u * 90), np.floor(v * 90)))
    else:
        level = 0.94 + 0.10 * _hash(np.floor(u * 60), np.floor(v * 60))
    image: Array = level[..., None] * colour
    tint = np.array(_MATS[rng.integers(len(_MATS))], float)
    if mat:
        x, y = np.abs(world[..., 0] - frame.middle[0]), np.abs(world[..., 1] - frame.middle[1])
        inside, border = (x < 0.52) & (y < 1.05), (x < 0.50) & (y < 1.03)
        image = np.where(inside[..., None], np.where(border[..., None], tint, tint * 0.72), image)
    return image


def _wall(rng: np.random.Generator, along: Array, height: Array, back: bool) -> Array:
    """A painted wall with a skirting board and, on the back wall, two things that hang there."""
    colour = np.array(_WALLS[rng.integers(len(_WALLS))], float)
    image = (0.97 + 0.02 * np.clip(height, 0, 3))[..., None] * colour
    if back:
        things = rng.permutation(["window", "mirror", "poster", "bars"])
        for thing, place in zip(things[:2], (-1, 1), strict=False):
            middle = place * rng.uniform(0.55, 1.25)
            image = _hung(rng, str(thing), image, along - middle, height)
    painted: Array = np.where((height < _SKIRTING_M)[..., None], np.array(_WHITE) * 0.95, image)
    return painted


def _hung(rng: np.random.Generator, thing: str, image: Array, x: Array, z: Array) -> Array:
    """A window, a tall mirror, a poster or wall bars about x = 0 on a wall."""
    if thing == "bars":
        inside = (np.abs(x) < 0.42) & (z > 0.15) & (z < 2.3)
        bar = (np.abs(np.mod(z, 0.16) - 0.08) < 0.02) | (np.abs(np.abs(x) - 0.40) < 0.03)
        return np.where((inside & bar)[..., None], np.array((170, 128, 84)), image)
    half, low, high = {"window": (0.55, 0.95, 2.1), "mirror": (0.38, 0.25, 2.0), "poster": (0.30, 1.15, 1.95)}[thing]
    inside = (np.abs(x) < half) & (z > low) & (z < high)
    frame = inside & ((np.abs(x) > half - 0.045) | (z < low + 0.045) | (z > high - 0.045))
    share = np.clip((z - low) / (high - low), 0, 1)[..., None]
    if thing == "window":
        frame |= inside & ((np.abs(x) < 0.02) | (np.abs(z - (low + high) / 2) < 0.02))
        filling = (1 - share) * np.array((206, 222, 206)) + share * np.array((176, 208, 238))
    elif thing == "mirror":
        streak = (np.abs(np.mod(x + 0.55 * z, 0.9) - 0.4) < 0.09)[..., None]
        filling = (1 - share) * np.array((164, 172, 178)) + share * np.array((198, 208, 214)) + 12 * streak
    else:
        disc = ((x / 0.18) ** 2 + ((z - 1.62) / 0.18) ** 2 < 1)[..., None]
        ink, paper = rng.integers(60, 200, 3), np.array((236, 232, 222))
        line = ((np.abs(z - 1.32) < 0.03) & (np.abs(x) < 0.2))[..., None]
        filling = np.where(disc | line, ink, paper)
    border = np.array(_WHITE) if thing == "window" else np.array((96, 84, 74))
    return np.where(inside[..., None], np.where(frame[..., None], border, filling), image)


def _shade(places: Array, nearest: NDArray[np.intp], frame: _Room) -> Array:
    """Less light near the edges of the room, most before the middle of the back wall."""
    to_back = np.where(nearest == 1, np.inf, frame.back - places[..., 1])
    to_side = np.where(nearest == 2, np.inf, frame.side - np.abs(places[..., 0]))
    to_floor = np.where(nearest == 0, np.inf, places[..., 2])
    gap = np.minimum(np.minimum(to_back, to_side), to_floor)
    glow = np.exp(-((places[..., 0] / 3.2) ** 2) - ((places[..., 1] / 4.5) ** 2))
    level: Array = (0.84 + 0.18 * glow) * (1.0 - 0.22 * np.exp(-np.maximum(gap, 0.0) / 0.13))
    return level


def _hash(first: Array, second: Array) -> Array:
    """A number from 0 to 1 that looks random for each pair of whole numbers."""
    value = np.sin(first * 12.9898 + second * 78.233) * 43758.5453
    fraction: Array = value - np.floor(value)
    return fraction
