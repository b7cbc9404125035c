"""Side views of the drawn motorcycles, front to the right: x from the middle, y from the ground, metres."""

import numpy as np

from triptych.dataset_builders.synrailobs.sprites_canvas import RGB, Canvas, capsule, ellipse, rounded, spline
from triptych.dataset_builders.synrailobs.sprites_motorcycle_parts import ENGINE, STEEL, engine, fork
from triptych.dataset_builders.synrailobs.sprites_vehicle_parts import BLACK, wheel

TAIL_LAMP: RGB = (180, 26, 22)


def sport(canvas: Canvas, rng: np.random.Generator, colour: RGB) -> None:
    """A sports motorcycle with a full fairing."""
    for x in (-0.7, 0.7):
        wheel(canvas, x, 0.31, rng, (90, 92, 96))
    canvas.paint([capsule((-0.7, 0.31), (-0.1, 0.45), 0.045)], ENGINE, bevel=0.05)
    engine(canvas, 0.0, 0.4)
    fork(canvas, (0.7, 0.31), (0.46, 0.84), (0.36, 0.95))
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
    _fairing(canvas, colour)
    canvas.paint([ellipse((-0.94, 0.95), 0.05, 0.03)], TAIL_LAMP, bevel=0.02)


def _fairing(canvas: Canvas, colour: RGB) -> None:
    """The front of a sports motorcycle: fairing, screen, lamp and mudguard."""
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


def cruiser(canvas: Canvas, rng: np.random.Generator, colour: RGB) -> None:
    """A cruiser with a long fork and a low seat."""
    wheel(canvas, -0.78, 0.32, rng)
    wheel(canvas, 0.86, 0.34, rng)
    frame = [
        capsule((-0.78, 0.32), (-0.3, 0.55), 0.03),
        capsule((-0.3, 0.24), (0.36, 0.26), 0.03),
        capsule((0.36, 0.26), (0.52, 0.86), 0.03),
    ]
    canvas.paint(frame, BLACK, bevel=0.03)
    engine(canvas, -0.02, 0.38)
    engine(canvas, -0.14, 0.38)
    canvas.paint(
        [capsule((0.2, 0.3), (-0.4, 0.24), 0.035), capsule((-0.4, 0.24), (-1.02, 0.26), 0.055)],
        STEEL,
        bevel=0.05,
        gloss=0.6,
        shadow=0.04,
    )
    _low_seat(canvas, colour)
    fork(canvas, (0.86, 0.34), (0.56, 0.9), (0.34, 1.12))
    canvas.paint([ellipse((0.68, 0.86), 0.1, 0.095)], STEEL, bevel=0.08, gloss=0.6, shadow=0.03)
    canvas.paint([ellipse((0.75, 0.86), 0.035, 0.085)], (236, 236, 226), bevel=0.03)
    mudguard = [(0.5, 0.5), (0.62, 0.68), (0.86, 0.75), (1.1, 0.66), (0.88, 0.7), (0.66, 0.62)]
    canvas.paint([spline(mudguard)], colour, bevel=0.05, gloss=0.5)
    canvas.paint([ellipse((-1.08, 0.62), 0.04, 0.03)], TAIL_LAMP, bevel=0.02)


def _low_seat(canvas: Canvas, colour: RGB) -> None:
    """Rear mudguard, seat and tank of a cruiser."""
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


def scooter(canvas: Canvas, rng: np.random.Generator, colour: RGB) -> None:
    """A scooter with a step-through frame and a leg shield."""
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
    fork(canvas, (0.64, 0.23), (0.46, 0.86), (0.34, 1.04))
    shield = [(0.28, 0.3), (0.4, 0.3), (0.56, 0.42), (0.56, 0.7), (0.5, 0.98), (0.36, 1.02), (0.34, 0.74), (0.38, 0.5)]
    canvas.paint([spline(shield)], colour, bevel=0.08, gloss=0.6, grain=0.02, shadow=0.04)
    canvas.paint(
        [spline([(0.42, 0.34), (0.5, 0.46), (0.68, 0.5), (0.86, 0.4), (0.9, 0.28), (0.72, 0.4), (0.56, 0.38)])],
        colour,
        bevel=0.06,
        gloss=0.5,
    )
    canvas.paint([ellipse((0.53, 0.86), 0.04, 0.06)], (236, 236, 226), bevel=0.03, gloss=0.5)
    canvas.paint([ellipse((-0.93, 0.68), 0.04, 0.045)], TAIL_LAMP, bevel=0.03)
    canvas.paint([capsule((-0.4, 0.24), (-0.86, 0.3), 0.035, 0.05)], STEEL, bevel=0.04, gloss=0.4, shadow=0.03)


def moped(canvas: Canvas, rng: np.random.Generator, colour: RGB) -> None:
    """A light moped with a bare frame."""
    wheel(canvas, -0.6, 0.27, rng)
    wheel(canvas, 0.62, 0.27, rng)
    frame = [
        capsule((-0.6, 0.27), (-0.12, 0.34), 0.025),
        capsule((-0.5, 0.7), (-0.12, 0.34), 0.03),
        capsule((-0.1, 0.36), (0.4, 0.78), 0.05),
    ]
    canvas.paint(frame, colour, bevel=0.04, gloss=0.4)
    engine(canvas, 0.0, 0.3)
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
    fork(canvas, (0.62, 0.27), (0.42, 0.86), (0.3, 1.04))
    canvas.paint([ellipse((0.53, 0.84), 0.085, 0.08)], STEEL, bevel=0.07, gloss=0.5)
    canvas.paint([ellipse((0.59, 0.84), 0.03, 0.07)], (236, 236, 226), bevel=0.03)
    canvas.paint(
        [spline([(0.36, 0.46), (0.5, 0.58), (0.72, 0.58), (0.9, 0.44), (0.66, 0.53)])], colour, bevel=0.05, gloss=0.4
    )
    canvas.paint([capsule((-0.2, 0.3), (-0.26, 0.02), 0.018)], BLACK, bevel=0.02)
