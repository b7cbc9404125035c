"""Drawn working vehicles: a box truck and a farm tractor from the side."""

import numpy as np

from triptych.dataset_builders.synrailobs.sprites_canvas import (
    RGB,
    Canvas,
    capsule,
    dimmed,
    ellipse,
    rectangle,
    rounded,
)
from triptych.dataset_builders.synrailobs.sprites_vehicle_parts import (
    BLACK,
    GLASS_HIGH,
    GLASS_LOW,
    TYRE,
    paint_colour,
    wheel,
)

TRACTORS: tuple[RGB, ...] = ((40, 104, 52), (176, 40, 32), (48, 84, 146), (196, 112, 36))


def draw_box_truck(rng: np.random.Generator, scale: float, mirror: bool) -> Canvas:
    """A cab with a box body, 6.6 m long."""
    colour, shade = paint_colour(rng), float(rng.uniform(178, 224))
    canvas = Canvas((-3.45, -0.05, 3.45, 3.15), scale, rng, mirror)
    canvas.paint([rectangle(-3.2, 0.45, 3.0, 0.8)], (40, 40, 43), bevel=0.06)
    canvas.paint([rectangle(-3.3, 0.82, 1.45, 3.05, 0.04)], (shade, shade, 0.98 * shade), bevel=0.06, grain=0.03)
    canvas.paint(
        [capsule((x, 0.9), (x, 2.98), 0.008) for x in np.arange(-2.9, 1.4, 0.42)], BLACK, opacity=0.13, grain=0
    )
    stripe = paint_colour(rng)
    canvas.paint([rectangle(-3.28, 1.5, 1.43, 1.9)], stripe, bevel=0.01, opacity=0.75)
    canvas.paint([rectangle(-3.3, 0.8, 1.45, 0.92)], (96, 98, 100), bevel=0.04)
    cab = [(1.55, 0.5), (1.55, 2.3), (1.8, 2.42), (2.65, 2.38), (3.12, 1.4), (3.25, 1.2), (3.28, 0.5)]
    arch = [ellipse((2.35, 0.47), 0.53, 0.53), ellipse((-1.9, 0.47), 0.5, 0.5)]
    skin = canvas.gradient(0.5, dimmed(colour, 0.66), 1.3, colour)
    canvas.paint([rounded(cab, 0.16)], skin, bevel=0.13, gloss=0.45, grain=0.015, cut=arch)
    pane = [(1.82, 1.42), (1.82, 2.16), (2.56, 2.14), (2.92, 1.42)]
    canvas.paint([rounded(pane, 0.08)], canvas.gradient(1.4, GLASS_LOW, 2.2, GLASS_HIGH), bevel=0.02, grain=0)
    canvas.paint(
        [capsule((1.72, 0.75), (1.72, 2.25), 0.01), capsule((1.74, 1.3), (2.95, 1.3), 0.01)], BLACK, opacity=0.5
    )
    canvas.paint([capsule((1.82, 1.18), (2.0, 1.18), 0.02)], BLACK, bevel=0.02)
    canvas.paint([capsule((2.98, 1.62), (2.98, 1.95), 0.07)], BLACK, bevel=0.06, shadow=0.06)
    canvas.paint([rectangle(3.04, 0.78, 3.24, 0.96, 0.04)], (226, 228, 228), bevel=0.04, gloss=0.6)
    canvas.paint([rectangle(2.86, 0.42, 3.32, 0.62, 0.05)], (56, 56, 58), bevel=0.06)
    canvas.paint([rectangle(-3.32, 0.66, -3.2, 0.84)], (170, 26, 24), bevel=0.03)
    canvas.paint([rectangle(-0.9, 0.42, 0.9, 0.66, 0.04)], (92, 94, 98), bevel=0.1)
    for x in (-1.9, 2.35):
        wheel(canvas, x, 0.46, rng, (150, 150, 152))
    return canvas


def draw_tractor(rng: np.random.Generator, scale: float, mirror: bool) -> Canvas:
    """A farm tractor, 4 m long, with a cab."""
    colour = TRACTORS[int(rng.integers(len(TRACTORS)))]
    rim = (206, 176, 60) if colour[1] > 90 else (206, 204, 196)
    canvas = Canvas((-2.3, -0.05, 2.3, 2.95), scale, rng, mirror)
    canvas.paint([rectangle(-1.2, 0.65, 1.5, 1.05, 0.08)], (58, 58, 60), bevel=0.12)
    canvas.paint([capsule((0.62, 1.4), (0.62, 2.45), 0.045)], (74, 72, 70), bevel=0.045)
    _cab(canvas, colour)
    hood = [(0.0, 0.95), (0.0, 1.62), (1.4, 1.5), (1.78, 1.38), (1.84, 0.85), (1.2, 0.8)]
    canvas.paint([rounded(hood, 0.12)], colour, bevel=0.18, gloss=0.35, grain=0.02, shadow=0.08)
    canvas.paint([rectangle(0.55, 1.05, 1.3, 1.3, 0.04)], (40, 40, 42), bevel=0.03)
    canvas.paint([capsule((x, 1.08), (x, 1.27), 0.012) for x in np.arange(0.6, 1.3, 0.08)], (86, 86, 86), bevel=0.01)
    canvas.paint([ellipse((1.72, 1.22), 0.06, 0.09)], (228, 228, 220), bevel=0.05, gloss=0.6)
    _lugged(canvas, -0.95, 0.86, rim, 22)
    fender = rounded(
        [
            (-1.75, 1.35),
            (-1.5, 1.82),
            (-0.95, 1.96),
            (-0.4, 1.82),
            (-0.12, 1.35),
            (-0.5, 1.62),
            (-0.95, 1.76),
            (-1.4, 1.62),
        ],
        0.1,
    )
    canvas.paint([fender], colour, bevel=0.06, gloss=0.3, shadow=0.1)
    _lugged(canvas, 1.35, 0.52, rim, 18)
    return canvas


def _cab(canvas: Canvas, colour: RGB) -> None:
    frame = [(-1.45, 1.3), (-1.38, 2.6), (-0.15, 2.6), (0.12, 1.5), (-0.1, 1.0), (-0.9, 1.0)]
    canvas.paint([rounded(frame, 0.08)], BLACK, bevel=0.05)
    glass = canvas.gradient(1.2, (70, 84, 92), 2.6, (156, 176, 188))
    canvas.paint([rounded([(-1.34, 1.5), (-1.3, 2.52), (-0.82, 2.52), (-0.8, 1.5)], 0.05)], glass, bevel=0.02, grain=0)
    canvas.paint(
        [rounded([(-0.72, 1.2), (-0.74, 2.52), (-0.22, 2.52), (0.02, 1.5), (-0.15, 1.2)], 0.05)], glass, bevel=0.02
    )
    canvas.paint([capsule((-1.0, 1.5), (-1.08, 2.05), 0.09)], (40, 40, 42), bevel=0.06)
    canvas.paint(
        [rounded([(-1.52, 2.58), (-1.48, 2.78), (-0.1, 2.8), (0.02, 2.6)], 0.08)], colour, bevel=0.1, gloss=0.3
    )


def _lugged(canvas: Canvas, x: float, radius: float, rim: RGB, lugs: int) -> None:
    """A farm tyre with lugs about a plain dish."""
    turn = np.radians(360 * np.arange(lugs) / lugs)
    blocks = [
        capsule(
            (x + 0.84 * radius * np.cos(a), radius + 0.84 * radius * np.sin(a)),
            (x + 0.965 * radius * np.cos(a + 0.06), radius + 0.965 * radius * np.sin(a + 0.06)),
            0.035 * radius + 0.01,
        )
        for a in turn
    ]
    canvas.paint([ellipse((x, radius), 0.93 * radius, 0.93 * radius)], TYRE, bevel=0.2 * radius, shadow=0.1)
    canvas.paint(blocks, (56, 55, 54), bevel=0.03)
    canvas.paint([ellipse((x, radius), 0.56 * radius, 0.56 * radius)], rim, bevel=0.08 * radius, gloss=0.2)
    canvas.paint([ellipse((x, radius), 0.42 * radius, 0.42 * radius)], rim, bevel=0.05 * radius, light=0.72)
    canvas.paint([ellipse((x, radius), 0.16 * radius, 0.16 * radius)], rim, bevel=0.06 * radius, shadow=0.05)
