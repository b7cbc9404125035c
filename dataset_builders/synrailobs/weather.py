"""What falls between camera and scene: rain and snow as a layer of its own, laid over obstacles too.

The layer is a function of the frame's number, so that it also falls in a video (10 frames a second).
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from triptych.dataset_builders.synrailobs.paper import IMAGE_SIZE
from triptych.dataset_builders.synrailobs.plan import Background
from triptych.dataset_builders.synrailobs.scenes_light import LAMP, Light
from triptych.dataset_builders.synrailobs.seeds import generator

Bytes = NDArray[np.uint8]
_TILE: Final = (900, 1536)


@dataclass(frozen=True)
class Precipitation:
    """Tiles of alpha that repeat, each with its way in pixels a frame (down, right), and their colour."""

    tiles: tuple[Bytes, ...]
    steps: tuple[tuple[int, int], ...]
    colour: NDArray[np.float32]
    lit: NDArray[np.float32]

    def layer(self, frame: int) -> Bytes:
        """RGBA (720, 1280, 4) uint8, straight alpha, of frame 0, 1, …"""
        width, height = IMAGE_SIZE
        alpha = np.zeros((height, width), np.uint8)
        for tile, (down, right) in zip(self.tiles, self.steps, strict=True):
            moved = np.roll(tile, (frame * down, frame * right), (0, 1))[:height, :width]
            alpha = np.maximum(alpha, moved)
        shaded = np.round(alpha * self.lit).astype(np.uint8)
        rgb = np.broadcast_to(np.round(self.colour).astype(np.uint8), (height, width, 3))
        return np.dstack([rgb, shaded])


def precipitation(background: Background, light: Light) -> Precipitation | None:
    """The rain or snow of a background; None in other weather."""
    if background.weather not in ("rainy", "snowy"):
        return None
    rng = generator(background.id, "precipitation")
    snow = background.weather == "snowy"
    slant = float(rng.uniform(-0.28, 0.28))
    layers = _snow(rng, slant) if snow else _rain(rng, slant)
    steps = tuple((int(speed), int(speed * slant)) for _, speed in layers)
    colour = light.tone((0.93 if snow else 0.75) * light.horizon).astype(np.float32)
    lit = np.ones((IMAGE_SIZE[1], IMAGE_SIZE[0]), np.float32)
    if background.light == "dark":
        colour = (np.asarray(LAMP) * (225 if snow else 175)).astype(np.float32)
        lit = _beam_through(snow)
    elif snow:
        colour = np.maximum(colour, light.tone(light.ambient * 1.25).astype(np.float32))
    return Precipitation(tuple(tile for tile, _ in layers), steps, colour, lit)


def _beam_through(snow: bool) -> NDArray[np.float32]:
    """How much of the headlight meets the drops in each direction: bright ahead, little at the sides and above."""
    columns = (np.arange(IMAGE_SIZE[0]) - IMAGE_SIZE[0] / 2) / 300
    rows = (np.arange(IMAGE_SIZE[1]) - 400) / 230
    beam = np.exp(-(columns[None] ** 2) - rows[:, None] ** 2)
    return np.asarray((0.10 + 0.75 * beam) * (1.0 if snow else 0.8), np.float32)


def _rain(rng: np.random.Generator, slant: float) -> list[tuple[Bytes, int]]:
    """Streaks: many short faint ones far away, few long ones near."""
    layers = []
    for count, length, width, strength, speed in ((2600, 14, 1, 46, 217), (750, 30, 1, 70, 331), (70, 62, 2, 62, 507)):
        tile = np.zeros(_TILE, np.uint8)
        for top, left, factor in zip(*_places(rng, count), rng.uniform(0.5, 1.2, count), strict=True):
            end = int(left + slant * length * factor), int(top + length * factor)
            cv2.line(tile, (int(left), int(top)), end, int(strength * factor), width, cv2.LINE_AA)
        layers.append((cv2.GaussianBlur(tile, (0, 0), 0.5 + 0.25 * width), speed))
    return layers


def _snow(rng: np.random.Generator, slant: float) -> list[tuple[Bytes, int]]:
    """Flakes: many small ones, some larger, few large blurred ones close to the lens."""
    layers = []
    for count, radius, strength, speed in ((3800, 1.0, 190, 37), (900, 1.9, 210, 71), (130, 3.6, 165, 131)):
        tile = np.zeros(_TILE, np.uint8)
        for top, left, factor in zip(*_places(rng, count), rng.uniform(0.55, 1.35, count), strict=True):
            at, size = (int(left * 8), int(top * 8)), (int(radius * factor * 8), int(radius * factor * 8 * 1.35))
            cv2.ellipse(tile, at, size, -slant * 60, 0, 360, int(strength * min(factor, 1)), -1, cv2.LINE_AA, 3)
        layers.append((cv2.GaussianBlur(tile, (0, 0), 0.35 + 0.42 * radius), speed))
    return layers


def _places(rng: np.random.Generator, count: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Rows and columns that keep off the tile's border, so that nothing is cut where the tile repeats."""
    return rng.uniform(8, _TILE[0] - 72, count), rng.uniform(24, _TILE[1] - 24, count)


def laid_over(picture: Bytes, layer: Bytes) -> Bytes:
    """The picture with an RGBA layer of the same size on it."""
    alpha = cv2.merge([layer[..., 3]] * 3)
    kept = cv2.multiply(picture, 255 - alpha, scale=1 / 255)
    return np.asarray(cv2.add(kept, cv2.multiply(layer[..., :3], alpha, scale=1 / 255)), np.uint8)
