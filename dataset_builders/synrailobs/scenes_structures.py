"""What people built along the line: overhead line, fences, houses, walls, signals, huts, bridges, tunnel portals."""

import itertools
from collections.abc import Sequence

import numpy as np

from triptych.dataset_builders.synrailobs.scenes_paint import Painter

MAST = (0.23, 0.24, 0.24)
WIRE = (0.05, 0.05, 0.05)
CONCRETE = (0.34, 0.33, 0.31)
PLASTER = ((0.55, 0.50, 0.40), (0.50, 0.46, 0.42), (0.42, 0.24, 0.17), (0.58, 0.57, 0.54), (0.46, 0.38, 0.25))
ROOFS = ((0.20, 0.085, 0.055), (0.12, 0.11, 0.11), (0.16, 0.10, 0.08))
SNOWY = (0.80, 0.83, 0.88)


def mast(painter: Painter, z: float, side: int) -> None:
    """A mast beside the outermost track with an arm to each axis on its side; `side` -1 left, 1 right."""
    low, high = painter.site.edges
    axis = high if side > 0 else low
    foot = axis + side * 3.15
    painter.quad(
        [(foot - 0.35, 0, z), (foot + 0.35, 0, z), (foot + 0.3, 0.45, z), (foot - 0.3, 0.45, z)],
        painter.seen(CONCRETE, foot, z, 0.3),
    )
    for top in (3.0, 7.6):
        base = 0.0 if top == 3.0 else 3.0
        face = [(foot - 0.13, base, z), (foot + 0.13, base, z), (foot + 0.13, top, z), (foot - 0.13, top, z)]
        painter.quad(face, painter.seen(MAST, foot, z, (base + top) / 2))
        edge = [(foot + 0.05, base, z), (foot + 0.13, base, z), (foot + 0.13, top, z), (foot + 0.05, top, z)]
        painter.quad(edge, painter.seen(MAST, foot, z, (base + top) / 2, 0.6))
    painter.stroke([(foot, 6.9, z), (axis - side * 0.3, 6.55, z + 0.01)], 0.09, MAST)
    painter.stroke([(foot, 5.7, z), (axis + side * 0.4, 6.5, z + 0.01)], 0.08, MAST)
    painter.stroke([(axis + side * 1.1, 5.95, z), (axis - side * 0.25, 5.45, z + 0.01)], 0.06, MAST)
    painter.stroke([(foot - side * 0.15, 6.9, z), (foot - side * 0.6, 6.85, z + 0.01)], 0.16, (0.30, 0.17, 0.12))
    painter.stroke([(foot - side * 0.15, 5.72, z), (foot - side * 0.6, 5.95, z + 0.01)], 0.16, (0.30, 0.17, 0.12))


def overhead_wires(painter: Painter, supports: Sequence[float]) -> None:
    """Contact wire at 5.3 m, the catenary that carries it, and droppers between them, over every track."""
    for axis in painter.site.centres:
        for near, far in itertools.pairwise(supports):
            z = np.linspace(near, far, 11)
            sag = 6.55 - 1.0 * (1 - ((z - (near + far) / 2) / ((far - near) / 2)) ** 2)
            painter.stroke([(axis, float(up), float(at)) for up, at in zip(sag, z, strict=True)], 0.016, WIRE)
            painter.stroke([(axis, 5.3, float(at)) for at in z], 0.016, WIRE)
            for up, at in zip(sag[1::2], z[1::2], strict=True):
                painter.stroke([(axis, 5.3, float(at)), (axis, float(up), float(at) + 0.01)], 0.008, WIRE)


def fence(painter: Painter, lateral: float, kind: int, first: float, last: float) -> None:
    """Wooden posts with wires (kind 0), steel mesh (1) or a noise wall of panels (2) along the line."""
    step, height = ((3.0, 1.3), (2.5, 1.9), (4.0, 2.8))[kind]
    places = np.arange(first, last, step)[::-1]
    for z in places:
        far = float(z + step)
        if kind == 2:
            shade = 0.9 + 0.18 * ((int(z / step) * 7919) % 5) / 5
            face = [(lateral, 0, far), (lateral, 0, z), (lateral, height, z), (lateral, height, far)]
            painter.quad(face, painter.seen((0.27, 0.30, 0.26), lateral, z, 1.5, shade))
            painter.quad(
                [(lateral, 0, far), (lateral, 0, z), (lateral, 0.5, z), (lateral, 0.5, far)],
                painter.seen(CONCRETE, lateral, z, 0.3, shade),
            )
        post = ((0.16, 0.12, 0.085), (0.20, 0.23, 0.21), (0.22, 0.22, 0.22))[kind]
        painter.stroke([(lateral, 0, z), (lateral, height, z + 0.01)], (0.10, 0.06, 0.18)[kind], post)
        for up in ((0.4, 0.8, 1.15), (0.5, 1.0, 1.5, 1.85), (height,))[kind]:
            painter.stroke([(lateral, up, z), (lateral, up, far)], (0.012, 0.03, 0.09)[kind], (0.15, 0.16, 0.15))


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


def signal(painter: Painter, side: int, z: float, red: bool) -> None:
    """A colour-light signal on a mast with a number plate."""
    low, high = painter.site.edges
    foot = (high + 2.6) if side > 0 else (low - 2.6)
    painter.stroke([(foot, 0, z), (foot, 5.0, z + 0.01)], 0.16, (0.28, 0.28, 0.28))
    painter.quad(
        [(foot - 0.36, 3.5, z), (foot + 0.36, 3.5, z), (foot + 0.36, 5.4, z), (foot - 0.36, 5.4, z)],
        painter.seen((0.02, 0.02, 0.02), foot, z, 4.5),
    )
    painter.quad(
        [(foot - 0.2, 2.5, z), (foot + 0.2, 2.5, z), (foot + 0.2, 3.2, z), (foot - 0.2, 3.2, z)],
        painter.seen((0.75, 0.75, 0.75), foot, z, 2.8),
    )
    painter.lamp(foot, 5.0 if not red else 4.0, z, (1.0, 0.16, 0.10) if red else (0.25, 1.0, 0.55), 0.13)


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
    """A road bridge across the line: abutments, deck, railing."""
    low, high = painter.site.edges
    for side, edge in ((-1, low - 5.2), (1, high + 5.2)):
        outer = edge + side * 40
        painter.quad(
            [(edge, 0, z + 9), (edge, 0, z), (edge, 6.1, z), (edge, 6.1, z + 9)],
            painter.seen(CONCRETE, edge, z, 3, 0.5),
        )
        painter.quad(
            [(edge, 0, z), (edge + side * 1.5, 0, z), (edge + side * 1.5, 7.2, z), (edge, 7.2, z)],
            painter.seen(CONCRETE, edge, z, 3),
        )
        bank = SNOWY if snow else painter.site.verge
        painter.quad(
            [(edge + side * 1.5, 0, z), (outer, 0, z), (outer, 5.0, z), (edge + side * 1.5, 7.0, z)],
            painter.seen(bank, edge, z, 3, 0.9),
        )
    painter.quad(
        [(low - 5.2, 6.1, z + 9), (high + 5.2, 6.1, z + 9), (high + 5.2, 6.1, z), (low - 5.2, 6.1, z)],
        painter.seen(CONCRETE, 0, z, 6, 0.25),
    )
    painter.quad(
        [(low - 30, 6.1, z), (high + 30, 6.1, z), (high + 30, 7.3, z), (low - 30, 7.3, z)],
        painter.seen(CONCRETE, 0, z, 6, 1.05),
    )
    if snow:
        painter.stroke([(low - 30, 7.32, z), (high + 30, 7.32, z + 0.01)], 0.14, SNOWY)
    for up in (7.8, 8.3):
        painter.stroke([(low - 30, up, z), (high + 30, up, z + 0.01)], 0.05, MAST)
    for lateral in np.arange(low - 30, high + 30, 2.0):
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
