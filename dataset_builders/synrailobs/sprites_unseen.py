"""Drawn objects of no known class: random polygons and smooth blobs with procedural textures (the paper's zero-shot
obstacles)."""

import numpy as np

from triptych.dataset_builders.synrailobs.sprites_canvas import Canvas, Points, rounded, spline
from triptych.dataset_builders.synrailobs.textures import TEXTURES, texture

UNSEEN = tuple(f"{pattern} {shape}" for pattern in TEXTURES for shape in ("polygon", "blob"))


def draw_unseen(rng: np.random.Generator, kind: str, scale: float) -> Canvas:
    """One textured object, 0.3 to 1.6 m; `scale` in pixels per metre."""
    pattern, shape = kind.split()
    width = float(rng.uniform(0.35, 1.5))
    height = min(width * float(rng.uniform(0.55, 1.5)), 1.55)
    canvas = Canvas((-0.6 * width, -0.05, 0.6 * width, 1.1 * height), scale, rng)
    outline = _polygon(rng, width, height) if shape == "polygon" else _blob(rng, width, height)
    skin = texture(pattern, rng, canvas.height, canvas.width).astype(np.float32)
    bevel = (0.08 if shape == "polygon" else 0.42) * min(width, height)
    depth = np.clip(0.72 + 0.5 * canvas.heights() / height, 0, 1.06)
    canvas.paint([outline], skin * depth[:, :, None], bevel=bevel, grain=0.05, gloss=float(rng.choice([0.0, 0.15])))
    return canvas


def _polygon(rng: np.random.Generator, width: float, height: float) -> Points:
    """Star-shaped about its middle, of 4 to 9 corners, resting on the ground."""
    count = int(rng.integers(4, 10))
    turn = 2 * np.pi * (np.arange(count) + rng.uniform(-0.3, 0.3, count)) / count
    reach = rng.uniform(0.55, 1.0, count)
    return _rest(rounded(np.stack([reach * np.cos(turn), reach * np.sin(turn)], axis=1).tolist(), 0.05), width, height)


def _blob(rng: np.random.Generator, width: float, height: float) -> Points:
    count = int(rng.integers(6, 11))
    turn = 2 * np.pi * (np.arange(count) + rng.uniform(-0.2, 0.2, count)) / count
    reach = rng.uniform(0.65, 1.0, count)
    return _rest(spline(np.stack([reach * np.cos(turn), reach * np.sin(turn)], axis=1).tolist()), width, height)


def _rest(outline: Points, width: float, height: float) -> Points:
    """The outline at its width and height, with a flat foot so that it does not stand on a tip."""
    foot = outline[:, 1].min() + 0.14 * (outline[:, 1].max() - outline[:, 1].min())
    outline = np.stack([outline[:, 0], np.maximum(outline[:, 1], foot)], axis=1)
    low, high = outline.min(axis=0), outline.max(axis=0)
    share = (outline - low) / (high - low)
    return np.stack([(share[:, 0] - 0.5) * width, share[:, 1] * height], axis=1)
