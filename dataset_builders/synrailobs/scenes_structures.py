"""What people built along the line: overhead line, fences, noise walls, signals."""

import itertools
from collections.abc import Sequence

import numpy as np

from triptych.dataset_builders.synrailobs.scenes_paint import Painter

MAST = (0.23, 0.24, 0.24)
WIRE = (0.05, 0.05, 0.05)
CONCRETE = (0.34, 0.33, 0.31)


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
