"""Buildings beside and over the line: houses, relay huts, road bridges, tunnel portals."""

import numpy as np

from triptych.dataset_builders.synrailobs.scenes_paint import Painter
from triptych.dataset_builders.synrailobs.scenes_structures import CONCRETE, MAST

PLASTER = ((0.55, 0.50, 0.40), (0.50, 0.46, 0.42), (0.42, 0.24, 0.17), (0.58, 0.57, 0.54), (0.46, 0.38, 0.25))
ROOFS = ((0.20, 0.085, 0.055), (0.12, 0.11, 0.11), (0.16, 0.10, 0.08))
SNOWY = (0.80, 0.83, 0.88)


def house(painter: Painter, side: int, z: float, rng: np.random.Generator, snow: bool, lights: float) -> None:
    """A house with a gable roof or a flat-roofed block beside the line, windows in rows, some of them lit."""
    tall = rng.random() < 0.35
    width, depth = rng.uniform(8, 13), rng.uniform(9, 16) * (1.6 if tall else 1)
    eaves = float(rng.uniform(9, 19)) if tall else float(rng.uniform(3.2, 6.2))
    near = side * rng.uniform(12, 24)
    far = near + side * width
    wall = PLASTER[rng.integers(len(PLASTER))]
    back = z + depth
    painter.quad(
        [(near, 0, back), (near, 0, z), (near, eaves, z), (near, eaves, back)],
        painter.seen(wall, near, z, 3, 0.78 if side < 0 else 0.62),
    )
    painter.quad([(near, 0, z), (far, 0, z), (far, eaves, z), (near, eaves, z)], painter.seen(wall, near, z, 3))
    roof = SNOWY if snow else ROOFS[rng.integers(len(ROOFS))]
    middle, ridge = (near + far) / 2, eaves + (0.4 if tall else width * 0.34)
    if tall:
        painter.quad(
            [
                (near, eaves, back),
                (near, eaves, z),
                (far, eaves, z),
                (far, ridge, z),
                (near, ridge, z),
                (near, ridge, back),
            ],
            painter.seen(roof, near, z, 5, 0.8),
        )
    else:
        painter.quad([(near, eaves, z), (far, eaves, z), (middle, ridge, z)], painter.seen(wall, near, z, 5, 0.95))
        over = near - side * 0.5
        painter.quad(
            [
                (over, eaves - 0.2, back),
                (over, eaves - 0.2, z - 0.4),
                (middle, ridge + 0.1, z - 0.4),
                (middle, ridge + 0.1, back),
            ],
            painter.seen(roof, near, z, 5, 0.9),
        )
        painter.stroke([(middle, ridge + 0.1, z - 0.4), (far + side * 0.5, eaves - 0.2, z - 0.39)], 0.25, roof)
    _windows(painter, near, far, z, back, eaves, rng, lights)


def _windows(
    painter: Painter,
    near: float,
    far: float,
    z: float,
    back: float,
    eaves: float,
    rng: np.random.Generator,
    lights: float,
) -> None:
    for up in np.arange(0.9, eaves - 1.6, 2.9):
        for along in np.arange(1.2, abs(far - near) - 1.6, 2.6):
            left = near + np.sign(far - near) * along
            right = left + np.sign(far - near) * 1.1
            corners = [(left, up, z), (right, up, z), (right, up + 1.4, z), (left, up + 1.4, z)]
            painter.quad(corners, _window_colour(painter, near, z, rng, lights))
        for along in np.arange(z + 1.5, back - 2, 3.0):
            corners = [
                (near, up, along + 1.3),
                (near, up, along),
                (near, up + 1.4, along),
                (near, up + 1.4, along + 1.3),
            ]
            painter.quad(corners, _window_colour(painter, near, z, rng, lights))


def _window_colour(painter: Painter, lateral: float, z: float, rng: np.random.Generator, lights: float) -> list[int]:
    if rng.random() < lights:
        glow = painter.light.faded(np.asarray([0.75, 0.50, 0.20], np.float32) * rng.uniform(0.3, 0.9), z)
        return [int(value) for value in painter.light.tone(glow)]
    return painter.seen(np.asarray([0.10, 0.12, 0.14]), lateral, z, 3)


def hut(painter: Painter, side: int, z: float, snow: bool) -> None:
    """A relay hut of sheet metal with a door, beside the path."""
    low, high = painter.site.edges
    near = high + 4.6 if side > 0 else low - 4.6
    far = near + side * 3.0
    painter.quad(
        [(near, 0, z + 4), (near, 0, z), (near, 2.6, z), (near, 2.6, z + 4)],
        painter.seen((0.30, 0.33, 0.31), near, z, 1.3, 0.7),
    )
    painter.quad(
        [(near, 0, z), (far, 0, z), (far, 2.6, z), (near, 2.6, z)], painter.seen((0.34, 0.37, 0.35), near, z, 1.3)
    )
    door = near + side * 0.9
    painter.quad(
        [(door, 0, z), (door + side, 0, z), (door + side, 2.05, z), (door, 2.05, z)],
        painter.seen((0.14, 0.19, 0.20), near, z, 1.0),
    )
    roof = SNOWY if snow else (0.17, 0.17, 0.17)
    painter.quad(
        [
            (near - side * 0.2, 2.6, z - 0.2),
            (far + side * 0.2, 2.6, z - 0.2),
            (far + side * 0.2, 2.85, z - 0.2),
            (near - side * 0.2, 2.85, z - 0.2),
        ],
        painter.seen(roof, near, z, 2.6),
    )


def bridge(painter: Painter, z: float, snow: bool) -> None:
    """A road bridge across the line: piers, deck, railing."""
    low, high = painter.site.edges
    left, right = low - 62, high + 62
    for side, edge in ((-1, low - 5.2), (1, high + 5.2)):
        for place in edge + side * np.asarray([52.0, 39.0, 26.0, 13.0, 0.0]):
            far = place + side * 1.4
            wall = [(place, 0, z + 9), (place, 0, z), (place, 6.1, z), (place, 6.1, z + 9)]
            painter.quad(wall, painter.seen(CONCRETE, place, z, 3, 0.5))
            face = [(place, 0, z), (far, 0, z), (far, 6.1, z), (place, 6.1, z)]
            painter.quad(face, painter.seen(CONCRETE, place, z, 3, 0.9))
    under = [(left, 6.1, z + 9), (right, 6.1, z + 9), (right, 6.1, z), (left, 6.1, z)]
    painter.quad(under, painter.seen(CONCRETE, 0, z, 6, 0.25))
    painter.quad([(left, 6.1, z), (right, 6.1, z), (right, 7.3, z), (left, 7.3, z)], painter.seen(CONCRETE, 0, z, 6))
    if snow:
        painter.stroke([(left, 7.32, z), (right, 7.32, z + 0.01)], 0.14, SNOWY)
    for up in (7.8, 8.3):
        painter.stroke([(left, up, z), (right, up, z + 0.01)], 0.05, MAST)
    for lateral in np.arange(left, right, 2.0):
        painter.stroke([(lateral, 7.3, z), (lateral, 8.3, z + 0.01)], 0.05, MAST)


def tunnel(painter: Painter, z: float, snow: bool, rng: np.random.Generator) -> None:
    """A wooded hill with a masonry portal."""
    low, high = painter.site.edges
    middle, half = (low + high) / 2, (high - low) / 2 + 3.4
    hill = np.linspace(-1, 1, 40)
    tops = 24 * (1 - hill**2) ** 0.8 + 1.2 * np.sin(hill * 9 + rng.uniform(0, 6))
    outline = [(middle + 85 * float(a), max(float(b), 0), z + 6) for a, b in zip(hill, tops, strict=True)]
    cover = np.asarray(painter.site.verge) * 0.75
    painter.quad(outline, painter.seen(0.5 * cover + 0.5 * np.asarray(SNOWY) if snow else cover, 0, z + 6, 8, 0.9))
    painter.quad(
        [
            (middle - half - 4, 0, z),
            (middle + half + 4, 0, z),
            (middle + half + 3, 9.4, z),
            (middle - half - 3, 9.4, z),
        ],
        painter.seen((0.26, 0.245, 0.22), 0, z, 4),
    )
    painter.quad(
        [
            (middle - half - 3.4, 9.2, z - 0.2),
            (middle + half + 3.4, 9.2, z - 0.2),
            (middle + half + 3.4, 9.8, z - 0.2),
            (middle - half - 3.4, 9.8, z - 0.2),
        ],
        painter.seen(SNOWY if snow else (0.33, 0.31, 0.28), 0, z, 8),
    )
    turn = np.linspace(0, np.pi, 24)
    for grow, albedo in ((0.5, (0.36, 0.34, 0.30)), (0.0, (0.006, 0.006, 0.006))):
        arch = [
            (middle + (half + grow) * float(np.cos(a)), 3.2 + (4.2 + grow) * float(np.sin(a)), z - 0.3) for a in turn
        ]
        foot = [(middle - half - grow, 0.0, z - 0.3), (middle + half + grow, 0.0, z - 0.3)]
        painter.quad([*arch, *foot], painter.seen(albedo, 0, z, 3))
