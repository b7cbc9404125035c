"""Drawn road vehicles in side, front and rear view, in their real dimensions."""

from dataclasses import dataclass

import cv2
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
from triptych.dataset_builders.synrailobs.sprites_vehicle_ends import ENDS, draw_end
from triptych.dataset_builders.synrailobs.sprites_vehicle_parts import (
    BLACK,
    GLASS_HIGH,
    GLASS_LOW,
    dusty,
    paint_colour,
    wheel,
)
from triptych.dataset_builders.synrailobs.sprites_vehicle_work import draw_box_truck, draw_tractor

Outline = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Side:
    """A car seen from its right side, front to the right: all in metres, x from the middle, y from the ground."""

    body: Outline
    cabin: Outline
    windows: tuple[Outline, ...]
    wheels: tuple[float, float]
    radius: float
    doors: tuple[float, ...]
    belt: float


SIDES: dict[str, Side] = {
    "sedan": Side(
        (
            (-2.28, 0.34),
            (-2.33, 0.66),
            (-2.27, 0.97),
            (-1.5, 1.03),
            (0.95, 0.96),
            (1.9, 0.86),
            (2.24, 0.7),
            (2.31, 0.34),
        ),
        ((-1.72, 0.98), (-1.02, 1.4), (-0.45, 1.46), (0.15, 1.42), (1.1, 0.94)),
        (
            ((-1.42, 1.02), (-0.96, 1.33), (-0.38, 1.38), (-0.38, 1.0)),
            ((-0.3, 1.0), (-0.3, 1.38), (0.1, 1.35), (0.72, 0.98)),
        ),
        (-1.36, 1.4),
        0.33,
        (-1.02, -0.34, 0.66),
        0.9,
    ),
    "hatchback": Side(
        ((-1.96, 0.34), (-2.0, 0.7), (-1.92, 1.02), (-1.2, 1.04), (0.8, 0.98), (1.6, 0.88), (1.93, 0.7), (1.98, 0.34)),
        ((-1.93, 0.98), (-1.62, 1.4), (-1.0, 1.5), (0.0, 1.47), (0.98, 0.95)),
        (
            ((-1.58, 1.06), (-1.36, 1.37), (-0.48, 1.41), (-0.48, 1.02)),
            ((-0.4, 1.02), (-0.4, 1.41), (-0.02, 1.39), (0.62, 1.0)),
        ),
        (-1.22, 1.28),
        0.32,
        (-1.02, -0.44, 0.58),
        0.92,
    ),
    "van": Side(
        ((-2.6, 0.38), (-2.62, 1.1), (-1.4, 1.2), (1.3, 1.18), (2.15, 1.02), (2.5, 0.8), (2.58, 0.38)),
        ((-2.61, 1.0), (-2.56, 1.9), (-2.3, 2.0), (0.7, 2.0), (1.05, 1.92), (1.75, 1.1)),
        (((0.12, 1.22), (0.12, 1.78), (0.82, 1.78), (1.36, 1.22)),),
        (-1.55, 1.62),
        0.35,
        (-1.1, 0.02, 1.1),
        1.1,
    ),
    "pickup": Side(
        ((-2.62, 0.5), (-2.64, 1.12), (-0.9, 1.12), (0.9, 1.1), (2.1, 1.06), (2.52, 0.92), (2.6, 0.5)),
        ((-0.92, 1.08), (-0.84, 1.7), (-0.55, 1.78), (0.25, 1.76), (0.98, 1.08)),
        (
            ((-0.76, 1.14), (-0.7, 1.64), (-0.14, 1.67), (-0.14, 1.14)),
            ((-0.06, 1.14), (-0.06, 1.67), (0.2, 1.66), (0.7, 1.14)),
        ),
        (-1.6, 1.62),
        0.4,
        (-0.92, -0.1, 0.78),
        1.0,
    ),
}
VEHICLES = (*(f"{name} side" for name in SIDES), "sedan side", "box truck side", "tractor side", *ENDS)


def draw_vehicle(rng: np.random.Generator, kind: str, scale: float) -> Canvas:
    """A car, van, pickup, box truck or tractor; `scale` in pixels per metre."""
    name, view = kind.rsplit(" ", 1)
    mirror = bool(rng.integers(2))
    if view != "side":
        return draw_end(rng, kind, scale)
    if name == "tractor":
        return draw_tractor(rng, scale, mirror)
    if name == "box truck":
        return draw_box_truck(rng, scale, mirror)
    return _draw_side(rng, name, scale, mirror)


def _draw_side(rng: np.random.Generator, name: str, scale: float, mirror: bool) -> Canvas:
    side, colour = SIDES[name], paint_colour(rng)
    half = max(abs(x) for x, _ in side.body) + 0.05
    top = max(y for _, y in side.cabin) + 0.05
    stretch = np.clip(rng.normal(1, 0.025, 2), 0.95, 1.06)
    canvas = Canvas((-1.06 * half, -0.05, 1.06 * half, 1.06 * top), scale, rng, mirror)
    canvas.warp = np.diag(stretch)
    bottom = side.body[0][1]
    canvas.paint([rectangle(side.wheels[0] - 0.3, 0.24, side.wheels[1] + 0.3, 0.6)], (24, 24, 26), bevel=0.05)
    arches = [ellipse((x, side.radius + 0.03), side.radius + 0.07, side.radius + 0.07) for x in side.wheels]
    canvas.paint(arches, (20, 20, 22), bevel=0.02, grain=0)
    skin = dusty(canvas, canvas.gradient(bottom, dimmed(colour, 0.62), side.belt, colour), side.belt, rng)
    canvas.paint([rounded(side.cabin, 0.16)], colour, bevel=0.12, gloss=0.35, grain=0.015)
    canvas.paint([rounded(side.body, 0.22)], skin, bevel=0.13, gloss=0.5, grain=0.015, cut=arches)
    _glass(canvas, side)
    _trim(canvas, side, colour, bottom)
    _lamps(canvas, side)
    for x in side.wheels:
        wheel(canvas, x, side.radius, rng)
    return canvas


def _glass(canvas: Canvas, side: Side) -> None:
    low = min(y for window in side.windows for _, y in window)
    high = max(y for window in side.windows for _, y in window)
    sky = canvas.gradient(low, GLASS_LOW, high, GLASS_HIGH)
    for window in side.windows:
        canvas.paint([rounded(_grown(window, 1.05), 0.07)], BLACK, bevel=0.01, grain=0)
        canvas.paint([rounded(window, 0.06)], sky, bevel=0.01, grain=0)
        middle = np.mean([x for x, _ in window])
        glint = [(middle - 0.06, low), (middle + 0.12, high), (middle + 0.26, high), (middle + 0.08, low)]
        pane = np.asarray(rounded(_grown(window, 0.97), 0.05), np.float32)
        _, seen = cv2.intersectConvexConvex(pane, np.asarray(glint, np.float32))
        if seen is not None:
            canvas.paint([seen[:, 0].astype(np.float64)], (226, 234, 240), bevel=0.01, grain=0, opacity=0.3)


def _grown(outline: Outline, factor: float) -> list[tuple[float, float]]:
    middle = np.mean(outline, axis=0)
    return [(float(x), float(y)) for x, y in middle + factor * (np.asarray(outline) - middle)]


def _trim(canvas: Canvas, side: Side, colour: RGB, bottom: float) -> None:
    """Door gaps, handles, sill, the crease of the flank and the mirror."""
    for x in side.doors:
        canvas.paint([capsule((x, bottom + 0.08), (x - 0.03, side.belt + 0.04), 0.008)], BLACK, opacity=0.55, grain=0)
    for x in side.doors[:-1]:
        canvas.paint([capsule((x + 0.14, side.belt - 0.08), (x + 0.3, side.belt - 0.08), 0.018)], colour, shadow=0.05)
    crease = [capsule((side.body[1][0] + 0.2, side.belt - 0.2), (side.body[-1][0] - 0.4, side.belt - 0.24), 0.012)]
    canvas.paint(crease, BLACK, opacity=0.22, grain=0)
    sill = rectangle(side.wheels[0] + 0.42, bottom - 0.06, side.wheels[1] - 0.42, bottom + 0.05, 0.02)
    canvas.paint([sill], (44, 44, 46), bevel=0.04)
    mirror_x = side.windows[-1][-1][0] - 0.1
    canvas.paint([ellipse((mirror_x, side.belt + 0.13), 0.1, 0.065)], colour, bevel=0.06, shadow=0.05, gloss=0.3)


def _lamps(canvas: Canvas, side: Side) -> None:
    front, rear = side.body[-2], side.body[1]
    lamp = rounded(
        [(front[0] - 0.3, front[1] + 0.1), (front[0] + 0.0, front[1] + 0.02), (front[0] - 0.02, front[1] - 0.1)], 0.05
    )
    canvas.paint([lamp], (226, 230, 232), bevel=0.03, gloss=0.6, inside=True)
    tail = rectangle(rear[0] + 0.0, rear[1] + 0.06, rear[0] + 0.22, rear[1] + 0.24, 0.05)
    canvas.paint([tail], (168, 24, 22), bevel=0.04, gloss=0.5, inside=True)
    for x, way in ((side.body[-1][0], -1), (side.body[0][0], 1)):
        bumper = rectangle(min(x, x + 0.42 * way), side.body[0][1], max(x, x + 0.42 * way), side.body[0][1] + 0.1, 0.03)
        canvas.paint([bumper], (52, 52, 54), bevel=0.04, inside=True)
