"""Drawn motorcycles and scooters in side and front view, standing or fallen."""

import numpy as np

from triptych.dataset_builders.synrailobs.sprites_canvas import RGB, Canvas, capsule, ellipse, rectangle, rounded
from triptych.dataset_builders.synrailobs.sprites_motorcycle_parts import STEEL
from triptych.dataset_builders.synrailobs.sprites_motorcycle_side import cruiser, moped, scooter, sport
from triptych.dataset_builders.synrailobs.sprites_vehicle_parts import BLACK, TYRE, paint_colour

MOTORCYCLES = (
    *("sport", "cruiser", "scooter", "moped") * 2,
    "sport front",
    "scooter front",
    "fallen cruiser",
    "fallen sport",
)


def draw_motorcycle(rng: np.random.Generator, kind: str, scale: float) -> Canvas:
    """A motorcycle about 2 m long; `scale` in pixels per metre."""
    colour, mirror = paint_colour(rng), bool(rng.integers(2))
    if kind.endswith("front"):
        return _front(rng, scale, colour, kind.startswith("scooter"))
    fallen = kind.startswith("fallen")
    canvas = Canvas((-1.5, -0.5, 1.5, 1.2) if fallen else (-1.3, -0.05, 1.3, 1.4), scale, rng, mirror)
    if fallen:
        # Lying on its side it is seen from above at a slant: its heights shrink and it points anywhere.
        turn = np.radians(float(rng.uniform(-14, 14)))
        turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        canvas.warp = turned @ np.diag([0.94, float(rng.uniform(0.55, 0.66))])
    name = kind.removeprefix("fallen ")
    {"sport": sport, "cruiser": cruiser, "scooter": scooter, "moped": moped}[name](canvas, rng, colour)
    return canvas


def _front(rng: np.random.Generator, scale: float, colour: RGB, scooter: bool) -> Canvas:
    canvas = Canvas((-0.55, -0.05, 0.55, 1.4), scale, rng)
    radius = 0.24 if scooter else 0.31
    canvas.paint([rounded([(-0.2, 0.3), (-0.24, 0.75), (0.24, 0.75), (0.2, 0.3)], 0.1)], (48, 48, 50), bevel=0.1)
    canvas.paint([rectangle(-0.065, 0.0, 0.065, 2 * radius, 0.06)], TYRE, bevel=0.06)
    for way in (-1, 1):
        canvas.paint([capsule((way * 0.1, radius), (way * 0.12, 0.86), 0.03)], STEEL, bevel=0.03, gloss=0.4)
        bar = capsule((way * 0.05, 1.0), (way * 0.36, 1.02), 0.02)
        canvas.paint([bar, capsule((way * 0.28, 1.02), (way * 0.4, 1.0), 0.026)], BLACK, bevel=0.02)
        canvas.paint([capsule((way * 0.26, 1.02), (way * 0.33, 1.2), 0.009)], BLACK, bevel=0.01)
        canvas.paint([ellipse((way * 0.35, 1.23), 0.075, 0.05)], BLACK, bevel=0.03)
    low, high = radius + 0.05, 2 * radius + 0.02
    guard = rounded([(-0.1, low), (-0.1, high), (0, high + 0.05), (0.1, high), (0.1, low)], 0.06)
    canvas.paint([guard], colour, bevel=0.06, gloss=0.4, shadow=0.03)
    _front_shield(canvas, colour, scooter)
    return canvas


def _front_shield(canvas: Canvas, colour: RGB, scooter: bool) -> None:
    """Shield or fairing with screen and lamps, which hides the frame."""
    wide = 0.25 if scooter else 0.21
    low = 0.3 if scooter else 0.62
    shield = [(-0.14, low), (-wide, low + 0.28), (-0.2, 0.96), (0, 1.06), (0.2, 0.96), (wide, low + 0.28), (0.14, low)]
    canvas.paint([rounded(shield, 0.1)], colour, bevel=0.12, gloss=0.5, grain=0.02, shadow=0.05)
    screen = rounded([(-0.15, 0.98), (-0.11, 1.2), (0.11, 1.2), (0.15, 0.98)], 0.08)
    canvas.paint([screen], (92, 108, 118), bevel=0.04, opacity=0.8, gloss=0.3)
    canvas.paint([ellipse((0, 0.86), 0.11, 0.085)], (60, 60, 62), bevel=0.03)
    canvas.paint([ellipse((0, 0.86), 0.09, 0.068)], (238, 238, 230), bevel=0.05, gloss=0.6)
    for way in (-1, 1):
        canvas.paint([ellipse((way * 0.24, 0.84), 0.04, 0.03)], (222, 138, 40), bevel=0.03)
