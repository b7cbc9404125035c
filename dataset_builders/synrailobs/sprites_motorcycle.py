"""Drawn motorcycles and scooters in side and front view, standing or fallen."""

import numpy as np

from triptych.dataset_builders.synrailobs.sprites_canvas import (
    RGB,
    Canvas,
    capsule,
    ellipse,
    rectangle,
    rounded,
    spline,
)
from triptych.dataset_builders.synrailobs.sprites_vehicle_parts import BLACK, TYRE, paint_colour, wheel

MOTORCYCLES = (
    *("sport", "cruiser", "scooter", "moped") * 2,
    "sport front",
    "scooter front",
    "fallen cruiser",
    "fallen sport",
)
STEEL: RGB = (166, 168, 172)
ENGINE: RGB = (96, 98, 102)


def draw_motorcycle(rng: np.random.Generator, kind: str, scale: float) -> Canvas:
    """A motorcycle about 2 m long; `scale` in pixels per metre."""
    colour, mirror = paint_colour(rng), bool(rng.integers(2))
    if kind.endswith("front"):
        return _front(rng, scale, colour, kind.startswith("scooter"))
    canvas = Canvas((-1.3, -0.05, 1.3, 1.4), scale, rng, mirror)
    if kind.startswith("fallen"):
        # Lying on its side it is seen from above at a slant, so heights shrink.
        canvas.warp = np.array([[1.0, 0.12], [0.02, float(rng.uniform(0.52, 0.64))]])
    name = kind.removeprefix("fallen ")
    {"sport": _sport, "cruiser": _cruiser, "scooter": _scooter, "moped": _moped}[name](canvas, rng, colour)
    return canvas


def _fork(canvas: Canvas, axle: tuple[float, float], head: tuple[float, float], bar: tuple[float, float]) -> None:
    canvas.paint([capsule(axle, head, 0.032, 0.028)], STEEL, bevel=0.03, gloss=0.3)
    canvas.paint([capsule(head, bar, 0.018)], BLACK, bevel=0.02)
    canvas.paint([capsule((bar[0] + 0.02, bar[1]), (bar[0] - 0.15, bar[1] + 0.0), 0.022)], BLACK, bevel=0.02)
    canvas.paint([capsule(bar, (bar[0] + 0.03, bar[1] + 0.14), 0.007)], BLACK, bevel=0.01)
    canvas.paint([ellipse((bar[0] + 0.02, bar[1] + 0.16), 0.06, 0.035, 15)], BLACK, bevel=0.03)


def _engine(canvas: Canvas, x: float, y: float) -> None:
    canvas.paint(
        [rounded([(x - 0.24, y - 0.12), (x - 0.24, y + 0.1), (x + 0.2, y + 0.12), (x + 0.22, y - 0.1)], 0.08)],
        ENGINE,
        bevel=0.08,
        gloss=0.2,
    )
    canvas.paint(
        [rounded([(x - 0.02, y + 0.05), (x + 0.08, y + 0.34), (x + 0.27, y + 0.28), (x + 0.18, y + 0.02)], 0.03)],
        ENGINE,
        bevel=0.05,
    )
    fins = [
        capsule((x + 0.0 + 0.016 * i, y + 0.09 + 0.042 * i), (x + 0.2 + 0.012 * i, y + 0.06 + 0.042 * i), 0.009)
        for i in range(6)
    ]
    canvas.paint(fins, STEEL, bevel=0.01)
    canvas.paint([ellipse((x - 0.06, y - 0.01), 0.095, 0.095)], STEEL, bevel=0.05, gloss=0.4, shadow=0.03)
    canvas.paint([ellipse((x - 0.06, y - 0.01), 0.045, 0.045)], ENGINE, bevel=0.03)


def _sport(canvas: Canvas, rng: np.random.Generator, colour: RGB) -> None:
    for x in (-0.7, 0.7):
        wheel(canvas, x, 0.31, rng, (90, 92, 96))
    canvas.paint([capsule((-0.7, 0.31), (-0.1, 0.45), 0.045)], ENGINE, bevel=0.05)
    _engine(canvas, 0.0, 0.4)
    _fork(canvas, (0.7, 0.31), (0.46, 0.84), (0.36, 0.95))
    canvas.paint([capsule((-0.15, 0.3), (-0.8, 0.42), 0.04, 0.07)], STEEL, bevel=0.06, gloss=0.5, shadow=0.04)
    canvas.paint(
        [spline([(-0.95, 0.98), (-0.5, 0.92), (-0.15, 0.78), (-0.3, 0.62), (-0.62, 0.74)])],
        colour,
        bevel=0.08,
        gloss=0.5,
        grain=0.02,
        shadow=0.05,
    )
    canvas.paint([spline([(-0.72, 0.98), (-0.4, 0.9), (-0.12, 0.8), (-0.16, 0.74), (-0.5, 0.84)])], BLACK, bevel=0.05)
    canvas.paint(
        [spline([(-0.14, 0.78), (0.0, 0.97), (0.26, 1.0), (0.42, 0.84), (0.2, 0.7)])],
        colour,
        bevel=0.14,
        gloss=0.6,
        grain=0.02,
        shadow=0.05,
    )
    fairing = [
        (0.18, 0.72),
        (0.3, 0.96),
        (0.52, 1.02),
        (0.72, 0.86),
        (0.62, 0.66),
        (0.4, 0.46),
        (0.1, 0.24),
        (-0.18, 0.26),
        (-0.02, 0.46),
    ]
    canvas.paint([spline(fairing)], colour, bevel=0.12, gloss=0.55, grain=0.02, shadow=0.05)
    canvas.paint([spline([(0.1, 0.5), (0.3, 0.66), (0.4, 0.6), (0.16, 0.4)])], BLACK, bevel=0.03)
    canvas.paint(
        [spline([(0.36, 0.98), (0.44, 1.16), (0.56, 1.08), (0.66, 0.92)])],
        (96, 112, 122),
        bevel=0.03,
        gloss=0.4,
        opacity=0.8,
    )
    canvas.paint(
        [spline([(0.58, 0.84), (0.7, 0.86), (0.72, 0.78), (0.62, 0.74)])], (232, 234, 232), bevel=0.03, gloss=0.6
    )
    canvas.paint(
        [spline([(0.42, 0.6), (0.6, 0.66), (0.86, 0.64), (1.0, 0.48), (0.8, 0.58)])], colour, bevel=0.05, gloss=0.4
    )
    canvas.paint([ellipse((-0.94, 0.95), 0.05, 0.03)], (180, 26, 22), bevel=0.02)


def _cruiser(canvas: Canvas, rng: np.random.Generator, colour: RGB) -> None:
    wheel(canvas, -0.78, 0.32, rng)
    wheel(canvas, 0.86, 0.34, rng)
    frame = [
        capsule((-0.78, 0.32), (-0.3, 0.55), 0.03),
        capsule((-0.3, 0.24), (0.36, 0.26), 0.03),
        capsule((0.36, 0.26), (0.52, 0.86), 0.03),
    ]
    canvas.paint(frame, BLACK, bevel=0.03)
    _engine(canvas, -0.02, 0.38)
    _engine(canvas, -0.14, 0.38)
    canvas.paint(
        [capsule((0.2, 0.3), (-0.4, 0.24), 0.035), capsule((-0.4, 0.24), (-1.02, 0.26), 0.055)],
        STEEL,
        bevel=0.05,
        gloss=0.6,
        shadow=0.04,
    )
    canvas.paint(
        [
            spline(
                [(-1.14, 0.5), (-0.98, 0.72), (-0.7, 0.78), (-0.42, 0.66), (-0.5, 0.58), (-0.78, 0.68), (-1.02, 0.56)]
            )
        ],
        colour,
        bevel=0.06,
        gloss=0.5,
    )
    canvas.paint(
        [
            spline(
                [(-0.98, 0.78), (-0.66, 0.78), (-0.3, 0.68), (-0.06, 0.72), (-0.14, 0.62), (-0.5, 0.6), (-0.72, 0.72)]
            )
        ],
        (40, 34, 32),
        bevel=0.07,
        shadow=0.04,
    )
    canvas.paint(
        [spline([(-0.14, 0.7), (0.02, 0.88), (0.3, 0.94), (0.5, 0.86), (0.3, 0.72)])],
        colour,
        bevel=0.12,
        gloss=0.7,
        grain=0.02,
        shadow=0.05,
    )
    _fork(canvas, (0.86, 0.34), (0.56, 0.9), (0.34, 1.12))
    canvas.paint([ellipse((0.68, 0.86), 0.1, 0.095)], STEEL, bevel=0.08, gloss=0.6, shadow=0.03)
    canvas.paint([ellipse((0.75, 0.86), 0.035, 0.085)], (236, 236, 226), bevel=0.03)
    canvas.paint(
        [spline([(0.5, 0.5), (0.62, 0.68), (0.86, 0.75), (1.1, 0.66), (0.88, 0.7), (0.66, 0.62)])],
        colour,
        bevel=0.05,
        gloss=0.5,
    )
    canvas.paint([ellipse((-1.08, 0.62), 0.04, 0.03)], (180, 26, 22), bevel=0.02)


def _scooter(canvas: Canvas, rng: np.random.Generator, colour: RGB) -> None:
    wheel(canvas, -0.62, 0.23, rng)
    wheel(canvas, 0.64, 0.23, rng)
    canvas.paint([capsule((-0.62, 0.22), (-0.15, 0.3), 0.08)], ENGINE, bevel=0.07, gloss=0.2)
    canvas.paint([rounded([(-0.35, 0.24), (-0.35, 0.36), (0.36, 0.34), (0.4, 0.24)], 0.06)], BLACK, bevel=0.05)
    tail = [
        (-0.96, 0.66),
        (-0.84, 0.8),
        (-0.3, 0.78),
        (-0.1, 0.62),
        (-0.06, 0.34),
        (-0.34, 0.32),
        (-0.48, 0.46),
        (-0.8, 0.5),
    ]
    canvas.paint([spline(tail)], colour, bevel=0.14, gloss=0.6, grain=0.02, shadow=0.04)
    canvas.paint(
        [spline([(-0.92, 0.84), (-0.6, 0.88), (-0.2, 0.84), (-0.04, 0.78), (-0.16, 0.73), (-0.6, 0.76)])],
        (46, 38, 36),
        bevel=0.06,
        shadow=0.03,
    )
    _fork(canvas, (0.64, 0.23), (0.46, 0.86), (0.34, 1.04))
    shield = [(0.28, 0.3), (0.4, 0.3), (0.56, 0.42), (0.56, 0.7), (0.5, 0.98), (0.36, 1.02), (0.34, 0.74), (0.38, 0.5)]
    canvas.paint([spline(shield)], colour, bevel=0.08, gloss=0.6, grain=0.02, shadow=0.04)
    canvas.paint(
        [spline([(0.42, 0.34), (0.5, 0.46), (0.68, 0.5), (0.86, 0.4), (0.9, 0.28), (0.72, 0.4), (0.56, 0.38)])],
        colour,
        bevel=0.06,
        gloss=0.5,
    )
    canvas.paint([ellipse((0.53, 0.86), 0.04, 0.06)], (236, 236, 226), bevel=0.03, gloss=0.5)
    canvas.paint([ellipse((-0.93, 0.68), 0.04, 0.045)], (180, 26, 22), bevel=0.03)
    canvas.paint([capsule((-0.4, 0.24), (-0.86, 0.3), 0.035, 0.05)], STEEL, bevel=0.04, gloss=0.4, shadow=0.03)


def _moped(canvas: Canvas, rng: np.random.Generator, colour: RGB) -> None:
    wheel(canvas, -0.6, 0.27, rng)
    wheel(canvas, 0.62, 0.27, rng)
    frame = [
        capsule((-0.6, 0.27), (-0.12, 0.34), 0.025),
        capsule((-0.5, 0.7), (-0.12, 0.34), 0.03),
        capsule((-0.1, 0.36), (0.4, 0.78), 0.05),
    ]
    canvas.paint(frame, colour, bevel=0.04, gloss=0.4)
    _engine(canvas, 0.0, 0.3)
    canvas.paint([capsule((-0.08, 0.22), (-0.8, 0.26), 0.03, 0.045)], STEEL, bevel=0.04, gloss=0.5)
    canvas.paint(
        [spline([(-0.9, 0.48), (-0.66, 0.62), (-0.34, 0.56), (-0.4, 0.48), (-0.66, 0.54)])],
        colour,
        bevel=0.05,
        gloss=0.4,
    )
    canvas.paint(
        [spline([(-0.76, 0.82), (-0.4, 0.84), (-0.02, 0.76), (-0.1, 0.69), (-0.5, 0.7)])],
        (40, 34, 32),
        bevel=0.06,
        shadow=0.04,
    )
    canvas.paint(
        [spline([(-0.02, 0.66), (0.1, 0.82), (0.34, 0.86), (0.4, 0.74), (0.18, 0.62)])],
        colour,
        bevel=0.09,
        gloss=0.6,
        shadow=0.04,
    )
    _fork(canvas, (0.62, 0.27), (0.42, 0.86), (0.3, 1.04))
    canvas.paint([ellipse((0.53, 0.84), 0.085, 0.08)], STEEL, bevel=0.07, gloss=0.5)
    canvas.paint([ellipse((0.59, 0.84), 0.03, 0.07)], (236, 236, 226), bevel=0.03)
    canvas.paint(
        [spline([(0.36, 0.46), (0.5, 0.58), (0.72, 0.58), (0.9, 0.44), (0.66, 0.53)])], colour, bevel=0.05, gloss=0.4
    )
    canvas.paint([capsule((-0.2, 0.3), (-0.26, 0.02), 0.018)], BLACK, bevel=0.02)


def _front(rng: np.random.Generator, scale: float, colour: RGB, scooter: bool) -> Canvas:
    canvas = Canvas((-0.55, -0.05, 0.55, 1.4), scale, rng)
    radius = 0.24 if scooter else 0.31
    canvas.paint([rounded([(-0.2, 0.3), (-0.24, 0.75), (0.24, 0.75), (0.2, 0.3)], 0.1)], (48, 48, 50), bevel=0.1)
    canvas.paint([rectangle(-0.065, 0.0, 0.065, 2 * radius, 0.06)], TYRE, bevel=0.06)
    for way in (-1, 1):
        canvas.paint([capsule((way * 0.1, radius), (way * 0.12, 0.86), 0.03)], STEEL, bevel=0.03, gloss=0.4)
        canvas.paint(
            [
                capsule((way * 0.05, 1.0), (way * 0.36, 1.02), 0.02),
                capsule((way * 0.28, 1.02), (way * 0.4, 1.0), 0.026),
            ],
            BLACK,
            bevel=0.02,
        )
        canvas.paint([capsule((way * 0.26, 1.02), (way * 0.33, 1.2), 0.009)], BLACK, bevel=0.01)
        canvas.paint([ellipse((way * 0.35, 1.23), 0.075, 0.05)], BLACK, bevel=0.03)
    canvas.paint(
        [
            rounded(
                [
                    (-0.1, radius + 0.05),
                    (-0.1, 2 * radius + 0.02),
                    (0, 2 * radius + 0.07),
                    (0.1, 2 * radius + 0.02),
                    (0.1, radius + 0.05),
                ],
                0.06,
            )
        ],
        colour,
        bevel=0.06,
        gloss=0.4,
        shadow=0.03,
    )
    wide = 0.25 if scooter else 0.21
    low = 0.3 if scooter else 0.62
    shield = [(-0.14, low), (-wide, low + 0.28), (-0.2, 0.96), (0, 1.06), (0.2, 0.96), (wide, low + 0.28), (0.14, low)]
    canvas.paint([rounded(shield, 0.1)], colour, bevel=0.12, gloss=0.5, grain=0.02, shadow=0.05)
    canvas.paint(
        [rounded([(-0.15, 0.98), (-0.11, 1.2), (0.11, 1.2), (0.15, 0.98)], 0.08)],
        (92, 108, 118),
        bevel=0.04,
        opacity=0.8,
        gloss=0.3,
    )
    canvas.paint([ellipse((0, 0.86), 0.11, 0.085)], (60, 60, 62), bevel=0.03)
    canvas.paint([ellipse((0, 0.86), 0.09, 0.068)], (238, 238, 230), bevel=0.05, gloss=0.6)
    for way in (-1, 1):
        canvas.paint([ellipse((way * 0.24, 0.84), 0.04, 0.03)], (222, 138, 40), bevel=0.03)
    return canvas
