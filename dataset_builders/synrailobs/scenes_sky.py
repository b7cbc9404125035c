"""Skies: a gradient, clouds seen in perspective, glow where the sun has set, stars."""

from typing import Final

import cv2
import numpy as np

from triptych.dataset_builders.synrailobs.paper import IMAGE_SIZE
from triptych.dataset_builders.synrailobs.plan import Background
from triptych.dataset_builders.synrailobs.scenes_light import Floats, Light
from triptych.dataset_builders.synrailobs.scenes_materials import fractal
from triptych.dataset_builders.synrailobs.seeds import generator

COVER: Final = {"sunny": -0.75, "rainy": 0.55, "snowy": 0.9, "foggy": 1.6}
"""Larger, more of the sky is clouded."""
STRENGTH: Final = {"sunny": 0.92, "rainy": 0.75, "snowy": 0.42, "foggy": 0.10}
"""How much the clouds hide the gradient behind them."""
_MARGIN: Final = 24


def sky(background: Background, light: Light, horizon_row: float) -> Floats:
    """Linear colours (rows, 1280, 3) from the top of the picture to a little below the horizon."""
    rng = generator(background.id, "sky")
    width, rows = IMAGE_SIZE[0], int(horizon_row) + _MARGIN
    rise = np.clip((horizon_row - np.arange(rows, dtype=np.float32)) / horizon_row, 0, 1)
    share = (rise**0.62)[:, None, None]
    painted = light.horizon * (1 - share) + light.zenith * share + np.zeros((rows, width, 1), np.float32)
    if background.light == "dusk":
        painted = painted + _glow(background, light, rise, rng)
    if background.light == "dark" and background.weather == "sunny":
        _add_stars(painted, rng)
    return _clouded(painted, background, light, rise, rng)


def _glow(background: Background, light: Light, rise: Floats, rng: np.random.Generator) -> Floats:
    """The sun just under the horizon; clouds and fog leave little of it."""
    clear = {"sunny": 0.75, "rainy": 0.10, "snowy": 0.22, "foggy": 0.10}[background.weather]
    columns = np.arange(IMAGE_SIZE[0], dtype=np.float32)
    centre, spread = rng.uniform(250, 1030), rng.uniform(260, 420)
    across = np.exp(-(((columns - centre) / spread) ** 2))[None, :, None]
    up = np.exp(-rise / 0.16)[:, None, None]
    return np.asarray(clear * across * up * np.asarray([1.0, 0.52, 0.16], np.float32), np.float32)


def _add_stars(painted: Floats, rng: np.random.Generator) -> None:
    count = 160
    rows, columns = (rng.random(count) ** 1.3 * (len(painted) - 90)).astype(int), rng.integers(0, IMAGE_SIZE[0], count)
    painted[rows, columns] += (rng.random((count, 1)) ** 3 * 0.35).astype(np.float32)


def _clouded(painted: Floats, background: Background, light: Light, rise: Floats, rng: np.random.Generator) -> Floats:
    """Clouds on a level ceiling: their pattern shrinks towards the horizon."""
    tile = fractal(512, rng, 1.45)
    columns = np.arange(IMAGE_SIZE[0], dtype=np.float32)[None] - IMAGE_SIZE[0] / 2
    height = np.maximum(rise * 420, 2)[:, None] + 60
    u = np.mod(columns / height * 84 + rng.uniform(0, 512), 512).astype(np.float32)
    v = np.mod(23000 / height + 0 * columns + rng.uniform(0, 512), 512).astype(np.float32)
    pattern = cv2.remap(tile, u, v, cv2.INTER_LINEAR, None, cv2.BORDER_WRAP)
    lit_side = cv2.remap(tile, u, np.mod(v + 9, 512).astype(np.float32), cv2.INTER_LINEAR, None, cv2.BORDER_WRAP)
    density = np.clip((pattern + COVER[background.weather]) / 0.9, 0, 1) ** 1.2
    density *= np.clip(rise / 0.10, 0.12, 1)[:, None] * STRENGTH[background.weather]
    relief = np.clip(0.5 + 0.35 * (pattern - lit_side) + 0.16 * (0.8 - pattern), 0.12, 1.1)
    colour = _cloud_colour(background, light, relief, rise)
    return np.asarray(painted + density[..., None] * (colour - painted), np.float32)


def _cloud_colour(background: Background, light: Light, relief: Floats, rise: Floats) -> Floats:
    """Bright above, grey below; at dusk lit from the horizon."""
    if background.weather == "sunny" and background.light == "day":
        dark, bright = np.asarray([0.50, 0.55, 0.63]), np.asarray([1.02, 1.0, 0.97])
    elif background.weather == "sunny" and background.light == "dusk":
        near = np.exp(-rise / 0.35)[:, None, None]
        bright = near * np.asarray([1.0, 0.34, 0.16]) + (1 - near) * np.asarray([0.42, 0.20, 0.24])
        dark = np.asarray([0.12, 0.10, 0.18])
    else:
        base = 0.55 * light.horizon + 0.45 * light.zenith
        dark, bright = base * 0.70, base * 1.30
    return np.asarray(dark + (bright - dark) * relief[..., None], np.float32)
