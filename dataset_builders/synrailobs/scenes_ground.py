"""The ground as each pixel sees it: its ray meets the plane of the railheads, and the plane is painted in metres.

Edges and repeated parts (rails, sleepers, joints) are integrated over the pixel's footprint instead of being sampled,
so that they grow fainter with distance and do not flicker.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from triptych.dataset_builders.synrailobs.paper import IMAGE_SIZE
from triptych.dataset_builders.synrailobs.plan import Background
from triptych.dataset_builders.synrailobs.scenes_light import Floats, Light
from triptych.dataset_builders.synrailobs.scenes_materials import Material, patches
from triptych.dataset_builders.synrailobs.scenes_site import FAR_M, Site


@dataclass(frozen=True)
class Plane:
    """The visible ground: one entry a row for z, width, depth (metres), one a pixel for the rest.

    `x` to the right of the camera, `lateral` to the right of the own track's axis, in metres.
    """

    site: Site
    first_row: int
    z: Floats
    width: Floats
    depth: Floats
    x: Floats
    lateral: Floats

    @cached_property
    def beside(self) -> Floats:
        """Metres from the axis of the nearest track, right positive."""
        offsets = np.stack([self.lateral - centre for centre in self.site.centres])
        nearest = np.argmin(np.abs(offsets), axis=0)
        return np.asarray(np.take_along_axis(offsets, nearest[None], 0)[0], np.float32)

    @cached_property
    def outer(self) -> Floats:
        """Metres beyond the axis of the outermost track; negative between tracks."""
        low, high = self.site.edges
        return np.asarray(np.maximum(low - self.lateral, self.lateral - high), np.float32)

    @cached_property
    def patch(self) -> Floats:
        """Large soft patches, deviation about 1."""
        return self.read(patches())

    def read(self, material: Material, turn: float = 0.0) -> Floats:
        """A material laid along the track; `turn` metres shift it to another part."""
        return material.sample(self.lateral + np.float32(turn), self.z + np.float32(turn), self.width, self.depth)

    def strip(self, value: Floats, low: float, high: float) -> Floats:
        """Share of each pixel's width inside low <= value < high, `value` being a lateral distance in metres."""
        half = self.width[:, None] / 2
        inside = np.minimum(value + half, high) - np.maximum(value - half, low)
        return np.asarray(np.clip(inside, 0, None) / (2 * half), np.float32).clip(0, 1)

    def pulses(self, period: float, start: float, length: float) -> Floats:
        """Share of each row's depth inside parts [start, start + length) of every period along the track; (rows, 1)."""
        near, far = self.z - self.depth / 2, self.z + self.depth / 2

        def filled(z: Floats) -> Floats:
            whole = np.floor((z - start) / period)
            return np.asarray(whole * length + np.minimum((z - start) - whole * period, length), np.float32)

        return np.asarray((filled(far) - filled(near)) / (far - near), np.float32)[:, None]

    def numbers(self, period: float, start: float, salt: int) -> Floats:
        """A random value in [0, 1) for the part that a row shows, 0.5 where a row shows several; (rows, 1)."""
        index = np.floor((self.z - start) / period).astype(np.int64)
        mixed = (index * 2654435761 + salt * 40503) % 4294967296
        value = ((mixed ^ (mixed >> 15)) * 2246822519 % 4294967296) / 4294967296
        fine = np.clip(self.depth / period, 0, 1)
        return np.asarray(value * (1 - fine) + 0.5 * fine, np.float32)[:, None]


def plane_of(site: Site) -> Plane:
    """The ground seen by a site's camera, from just under the horizon to the bottom row."""
    first = int(np.ceil(site.camera.horizon_row)) + 1
    rows = np.arange(first, IMAGE_SIZE[1], dtype=float)
    scale = site.camera.scale(rows)
    exact = np.asarray([site.camera.distance(row) for row in rows])
    depth = np.abs(np.gradient(exact))
    z = np.minimum(exact, FAR_M)
    x = (np.arange(IMAGE_SIZE[0]) + 0.5 - IMAGE_SIZE[0] / 2) / scale[:, None]
    lateral = x - site.centre(z)[:, None]
    parts = [np.asarray(part, np.float32) for part in (z, 1 / scale, depth, x, lateral)]
    return Plane(site, first, *parts)


def mixed(base: Floats, over: Floats | NDArray[np.float64], share: Floats) -> Floats:
    """`base` (rows, columns, 3) with `share` (rows, columns) of `over` laid on it."""
    difference = np.subtract(over, base, dtype=np.float32)
    difference *= share[..., None]
    difference += base
    return difference


def lit_ground(plane: Plane, albedo: Floats, light: Light, sunlit: Floats) -> Floats:
    """Light that the ground sends back; `sunlit` (rows, columns) is 0 in the sun's shadow."""
    return np.asarray(albedo * light.on_ground(plane.x, plane.z[:, None], sunlit), np.float32)


def wet_share(plane: Plane, background: Background) -> Floats:
    """How much of the sky the ground mirrors: puddles and a film of water, more at grazing angles; 0 when dry."""
    if background.weather != "rainy":
        return np.zeros(plane.x.shape, np.float32)
    grazing = (1 - plane.site.camera.height_m / np.hypot(plane.site.camera.height_m, plane.z)) ** 3
    smooth = 0.42 if background.track_type == "ballastless" else 0.10
    on_slab = np.clip((2.0 - np.abs(plane.beside)) / 0.15, 0, 1)
    puddle = np.clip((plane.patch - 0.7) / 0.35, 0, 1)
    film = smooth * on_slab * (0.7 + 0.3 * np.clip(plane.patch, -1, 1)) + 0.06
    path = np.clip(1 - np.abs(plane.outer - 3.0) / 0.9, 0, 1)
    return np.asarray((film + puddle * (0.55 * path + 0.25 * on_slab * (smooth > 0.2))) * grazing[:, None], np.float32)


def mirrored(plane: Plane, painted_sky: Floats) -> Floats:
    """The sky at the row as far above the horizon as each ground row is below it."""
    horizon = plane.site.camera.horizon_row
    rows = np.arange(plane.first_row, IMAGE_SIZE[1])
    above = np.clip(2 * horizon - rows, 0, len(painted_sky) - 1).astype(int)
    return np.asarray(painted_sky[above], np.float32)
