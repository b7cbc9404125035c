"""Drawing things that stand on the ground into the picture: pictures with alpha, faces, lines, lamps.

Colours come in linear albedo; each thing takes the light of its place and fades with its distance.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from triptych.dataset_builders.synrailobs.paper import IMAGE_SIZE
from triptych.dataset_builders.synrailobs.scenes_light import LINEAR, Floats, Light
from triptych.dataset_builders.synrailobs.scenes_site import Site

Bytes = NDArray[np.uint8]


@dataclass(frozen=True)
class Painter:
    """The picture so far, uint8 (720, 1280, 3), painted in place, nearer things later."""

    picture: Bytes
    site: Site
    light: Light

    def seen(self, albedo: ArrayLike, lateral: float, z: float, up: float = 1.0, gain: float = 1.0) -> list[int]:
        """The pixel colour of an upright face at a place."""
        x = lateral + float(self.site.centre(z))
        linear = np.asarray(albedo, np.float32) * self.light.on_upright(x, z, up) * np.float32(gain)
        return [int(value) for value in self.light.tone(self.light.faded(linear, z))]

    def quad(self, corners: Sequence[tuple[float, float, float]], colour: list[int]) -> None:
        """A filled face through corners (lateral, up, z)."""
        points = np.asarray(corners, float)
        columns, rows = self.site.place(points[:, 0], points[:, 1], points[:, 2])
        shape = np.round(np.clip(np.stack([columns, rows], 1), -4000, 4000) * 8).astype(np.int32)
        cv2.fillPoly(self.picture, [shape], colour, cv2.LINE_AA, 3)

    def stroke(self, points: Sequence[tuple[float, float, float]], width_m: float, albedo: ArrayLike) -> None:
        """A line through points (lateral, up, z), thinner and paler with distance; from the farthest point on."""
        ordered = sorted(points, key=lambda point: -point[2])
        for start, end in itertools.pairwise(ordered):
            z = (start[2] + end[2]) / 2
            width = width_m * self.site.camera.scale_at(z)
            colour = np.asarray(self.seen(albedo, start[0], z, (start[1] + end[1]) / 2), float)
            columns, rows = self.site.place(*np.asarray([start, end]).T)
            ends = np.clip(np.stack([columns, rows], 1), -3000, 3000)
            if width < 1:
                width = width**0.6  # a dark line stays visible against the sky when it is thinner than a pixel
                colour = self._behind(ends) * (1 - width) + colour * width
            first, last = (tuple(int(value * 8) for value in end) for end in ends)
            cv2.line(self.picture, first, last, [int(v) for v in colour], max(round(width), 1), cv2.LINE_AA, 3)

    def _behind(self, ends: NDArray[np.float64]) -> NDArray[np.float64]:
        column, row = np.clip(ends.mean(0), 0, np.asarray(IMAGE_SIZE) - 1).astype(int)
        return np.asarray(self.picture[row, column], float)

    def figure(self, rgba: Bytes, height_m: float, lateral: float, z: float, flip: bool = False) -> None:
        """A picture with alpha, `height_m` tall, its foot on the ground at a place."""
        scale = self.site.camera.scale_at(z)
        rows = max(round(height_m * scale), 1)
        columns = max(round(rgba.shape[1] * rows / rgba.shape[0]), 1)
        column, row = self.site.place(lateral, 0, z)
        left, top = round(float(column)) - columns // 2, round(float(row)) - rows
        if left >= IMAGE_SIZE[0] or left + columns <= 0 or rows > 1600:
            return
        small = cv2.resize(
            rgba, (columns, rows), interpolation=cv2.INTER_AREA if rows < rgba.shape[0] else cv2.INTER_LINEAR
        )
        small = small[:, ::-1] if flip else small
        first, last = max(-top, 0), min(rows, IMAGE_SIZE[1] - top)
        start, end = max(-left, 0), min(columns, IMAGE_SIZE[0] - left)
        if first >= last or start >= end:
            return
        self._grounded(
            float(column), float(row), (0.38 if height_m < 4 else 0.14) * columns, z, min(height_m / 4, 0.42)
        )
        part = small[first:last, start:end]
        ups = height_m * (1 - (np.arange(first, last) + 0.5) / rows)
        falling = self.light.on_upright(lateral + float(self.site.centre(z)), z, ups)[:, None]
        pixels = self.light.tone(self.light.faded(LINEAR[part[..., :3]] * falling, z))
        blend(self.picture[top + first : top + last, left + start : left + end], pixels, part[..., 3])

    def _grounded(self, column: float, row: float, half: float, z: float, strength: float) -> None:
        """Darken the ground where a thing of `half` pixels' half width meets it."""
        low = max(half * self.site.camera.height_m / z * 0.8, 0.8)
        reach = int(half * 1.4 + 2), int(low * 2 + 2)
        top, left = int(row) - reach[1], int(column) - reach[0]
        area = self.picture[max(top, 0) : max(top + 2 * reach[1], 0), max(left, 0) : max(left + 2 * reach[0], 0)]
        rows, columns = np.ogrid[: area.shape[0], : area.shape[1]]
        away = np.hypot((columns + max(left, 0) - column) / (half + 1), (rows + max(top, 0) - row) / (1.4 * low + 1))
        # Squared: of what is seen through air, only the ground's own share grows darker.
        through = float(np.exp(-2 * z / self.light.visibility_m))
        area[:] = (area * (1 - strength * through * np.clip(1.3 - away, 0, 1))[..., None]).astype(np.uint8)

    def lamp(self, lateral: float, up: float, z: float, colour: Sequence[float], size: float) -> None:
        """A light source with a halo of `size` metres, wider in bad air."""
        column, row = self.site.place(lateral, up, z)
        radius = max(size * self.site.camera.scale_at(z), 2.0)
        reach = int(radius * 9)
        top, left = int(row) - reach, int(column) - reach
        area = self.picture[max(top, 0) : max(top + 2 * reach, 0), max(left, 0) : max(left + 2 * reach, 0)]
        if area.size == 0:
            return
        rows, columns = np.ogrid[: area.shape[0], : area.shape[1]]
        away = np.hypot(rows + max(top, 0) - float(row), columns + max(left, 0) - float(column)) / radius
        air = 0.35 + 0.65 * float(np.exp(-z / self.light.visibility_m))
        glow = np.clip(1.6 - away, 0, 1) + 0.30 * np.exp(-away * 0.9) * (3.0 * away / 9 < 1)
        shade = np.clip(glow * air, 0, 1)[..., None]
        area[:] = (area + shade * (np.asarray(colour) * 255.0 - area)).clip(0, 255).astype(np.uint8)


def blend(area: Bytes, pixels: Bytes, alpha: Bytes) -> None:
    """I = I_T M + B (1 - M) (equation 2) in place: `area` is the part of the picture that `pixels` cover."""
    share = alpha[..., None].astype(np.float32) / 255
    area[:] = np.round(area + share * (pixels.astype(np.float32) - area)).astype(np.uint8)


def sunlit_ground(
    plane_shape: tuple[int, int], first_row: int, site: Site, casters: Sequence[tuple[float, float, float]]
) -> Floats:
    """1 where the sun reaches the ground, less in the soft shadows of things at (lateral, z, height)."""
    mask = np.zeros(plane_shape, np.uint8)
    turn = np.linspace(0, 2 * np.pi, 24)
    for lateral, z, height in casters:
        reach, radius = 0.85 * height, 0.30 * height
        around = (
            lateral + reach + 1.5 * radius * np.cos(turn),
            np.maximum(z + 0.25 * height + radius * np.sin(turn), 2.5),
        )
        columns, rows = site.place(around[0], 0, around[1])
        points = np.stack([columns, rows - first_row], 1).clip(-3000, 3000)
        cv2.fillPoly(mask, [np.round(points * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
    soft = cv2.GaussianBlur(mask, (0, 0), 3.0).astype(np.float32) / 255
    near = cv2.GaussianBlur(mask, (0, 0), 11.0).astype(np.float32) / 255
    share = np.linspace(0, 1, plane_shape[0], dtype=np.float32)[:, None]
    return np.asarray(1 - 0.92 * (soft * (1 - share) + near * share), np.float32)
