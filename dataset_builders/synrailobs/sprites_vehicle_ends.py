"""Drawn vehicles seen from the front and from the rear."""

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
    dusty,
    paint_colour,
)

# Half width, height, height of the belt line, half width of the roof, ground clearance; metres.
SHAPES: dict[str, tuple[float, float, float, float, float]] = {
    "sedan": (0.9, 1.46, 0.95, 0.58, 0.2),
    "hatchback": (0.87, 1.5, 0.97, 0.6, 0.2),
    "van": (0.98, 2.0, 1.15, 0.84, 0.24),
    "pickup": (0.93, 1.78, 1.1, 0.68, 0.32),
    "box truck": (1.05, 2.35, 1.25, 0.96, 0.4),
}
ENDS = ("sedan front", "sedan rear", "hatchback front", "hatchback rear", "van front", "pickup front", "box truck rear")


def draw_end(rng: np.random.Generator, kind: str, scale: float) -> Canvas:
    """The front or rear of a vehicle; `scale` in pixels per metre."""
    name, view = kind.rsplit(" ", 1)
    half, height, belt, _, low = SHAPES[name]
    colour = paint_colour(rng)
    top = 3.1 if name == "box truck" else height
    canvas = Canvas((-half - 0.3, -0.05, half + 0.3, top + 0.1), scale, rng)
    for x in (-half + 0.02, half - 0.24):
        canvas.paint([rectangle(x, 0, x + 0.22, 0.6, 0.05)], TYRE, bevel=0.06)
    canvas.paint([rectangle(-half + 0.1, low, half - 0.1, low + 0.3)], BLACK, bevel=0.03)
    if name == "box truck":
        _doors(canvas, half, low, top, rng)
        return canvas
    _body(canvas, rng, SHAPES[name], colour)
    if view == "front":
        _front(canvas, half, belt, low, colour)
    else:
        _rear(canvas, half, belt, low)
    return canvas


def _body(
    canvas: Canvas, rng: np.random.Generator, shape: tuple[float, float, float, float, float], colour: RGB
) -> None:
    """Cabin with its pane and, before it, the body below the belt line."""
    half, height, belt, roof, low = shape
    upper = [(half - 0.05, belt - 0.1), (roof, height - 0.03), (0.0, height)]
    canvas.paint([rounded(_symmetric(upper), 0.14)], colour, bevel=0.12, gloss=0.35, grain=0.015)
    _screen(canvas, half, height, belt, roof)
    skin = dusty(canvas, canvas.gradient(low, dimmed(colour, 0.66), belt, colour), belt, rng)
    lower = [(half - 0.04, low + 0.04), (half, 0.62), (half - 0.06, belt)]
    canvas.paint([rounded(_symmetric(lower), 0.16)], skin, bevel=0.15, gloss=0.5, grain=0.015, shadow=0.06)


def _symmetric(right: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """A closed outline from its right half, given upwards."""
    left = [(-x, y) for x, y in right if x > 0]
    return [*left, *reversed(right)]


def _screen(canvas: Canvas, half: float, height: float, belt: float, roof: float) -> None:
    sky = canvas.gradient(belt, GLASS_LOW, height, GLASS_HIGH)
    pane = [
        (-half + 0.17, belt + 0.02),
        (-roof + 0.05, height - 0.11),
        (roof - 0.05, height - 0.11),
        (half - 0.17, belt + 0.02),
    ]
    canvas.paint([rounded(pane, 0.1)], sky, bevel=0.02, grain=0)
    for x in (-0.3 * half, 0.3 * half):
        seat = [capsule((x, belt), (x, belt + 0.55 * (height - belt)), 0.13, 0.09)]
        canvas.paint(seat, (30, 32, 36), bevel=0.06, opacity=0.55, inside=True)
    glint = [
        (-0.3 * half, belt + 0.05),
        (-0.05 * half, height - 0.13),
        (0.2 * half, height - 0.13),
        (-0.08 * half, belt + 0.05),
    ]
    canvas.paint([np.array(glint)], (226, 234, 240), bevel=0.01, grain=0, opacity=0.25)
    for way in (-1, 1):
        canvas.paint([ellipse((way * (half + 0.07), belt + 0.06), 0.11, 0.07)], BLACK, bevel=0.05)


def _plate(canvas: Canvas, y: float) -> None:
    canvas.paint([rectangle(-0.26, y, 0.26, y + 0.115, 0.01)], (226, 226, 220), bevel=0.01, shadow=0.03)
    canvas.paint(
        [rectangle(-0.2 + 0.075 * i, y + 0.03, -0.155 + 0.075 * i, y + 0.085) for i in range(6)], BLACK, grain=0
    )


def _front(canvas: Canvas, half: float, belt: float, low: float, colour: RGB) -> None:
    ridge = [capsule((way * 0.45 * half, belt - 0.02), (way * 0.36 * half, belt - 0.2), 0.012) for way in (-1, 1)]
    canvas.paint(ridge, BLACK, opacity=0.25, grain=0)
    y = belt - 0.3
    canvas.paint(
        [rounded([(-0.55 * half, y), (-0.5 * half, y - 0.16), (0.5 * half, y - 0.16), (0.55 * half, y)], 0.05)], BLACK
    )
    canvas.paint(
        [capsule((-0.46 * half, y - 0.04 * i), (0.46 * half, y - 0.04 * i), 0.007) for i in (1, 2, 3)], (150, 150, 152)
    )
    canvas.paint([ellipse((0, y - 0.07), 0.06, 0.06)], (190, 192, 196), gloss=0.5)
    for way in (-1, 1):
        lamp = [
            (way * 0.6 * half, y - 0.02),
            (way * 0.92 * half, y + 0.08),
            (way * 0.95 * half, y - 0.08),
            (way * 0.64 * half, y - 0.13),
        ]
        canvas.paint([rounded(lamp, 0.06)], (222, 226, 230), bevel=0.04, gloss=0.7, shadow=0.03)
        canvas.paint([ellipse((way * 0.77 * half, y - 0.03), 0.05, 0.05)], (120, 126, 132), bevel=0.03, gloss=0.6)
        canvas.paint([ellipse((way * 0.7 * half, low + 0.18), 0.06, 0.05)], (206, 206, 196), bevel=0.03)
    canvas.paint([rectangle(-0.6 * half, low + 0.06, 0.6 * half, low + 0.2, 0.05)], (32, 32, 34), bevel=0.03)
    _plate(canvas, low + 0.2)


def _rear(canvas: Canvas, half: float, belt: float, low: float) -> None:
    canvas.paint([capsule((-0.78 * half, low + 0.34), (0.78 * half, low + 0.34), 0.01)], BLACK, opacity=0.5, grain=0)
    for way in (-1, 1):
        lamp = [
            (way * 0.56 * half, belt - 0.12),
            (way * 0.95 * half, belt - 0.06),
            (way * 0.97 * half, belt - 0.26),
            (way * 0.6 * half, belt - 0.25),
        ]
        canvas.paint([rounded(lamp, 0.05)], (172, 22, 20), bevel=0.05, gloss=0.6, shadow=0.03)
        canvas.paint(
            [
                rectangle(
                    min(way * 0.62 * half, way * 0.72 * half),
                    belt - 0.24,
                    max(way * 0.62 * half, way * 0.72 * half),
                    belt - 0.18,
                )
            ],
            (226, 206, 190),
        )
    canvas.paint([rectangle(-0.7 * half, low + 0.04, 0.7 * half, low + 0.16, 0.04)], (36, 36, 38), bevel=0.04)
    canvas.paint([ellipse((0.5 * half, low + 0.02), 0.05, 0.035)], (110, 110, 112), gloss=0.4)
    _plate(canvas, belt - 0.3)


def _doors(canvas: Canvas, half: float, low: float, top: float, rng: np.random.Generator) -> None:
    """The box of a truck from behind: two doors with bars, lamps and a guard."""
    shade = float(rng.uniform(180, 222))
    side = (shade, shade, 0.97 * shade)
    canvas.paint([rectangle(-half, low + 0.45, half, top, 0.04)], side, bevel=0.05)
    canvas.paint([capsule((0, low + 0.5), (0, top - 0.05), 0.01)], BLACK, opacity=0.7, grain=0)
    for x in (-0.5 * half, -0.14 * half, 0.14 * half, 0.5 * half):
        canvas.paint([capsule((x, low + 0.5), (x, top - 0.06), 0.018)], (150, 152, 154), bevel=0.02, shadow=0.04)
    canvas.paint([rectangle(-half, low + 0.28, half, low + 0.46, 0.02)], (60, 60, 62), bevel=0.03)
    for way in (-1, 1):
        left = way * 0.8 * half - 0.14
        canvas.paint([rectangle(left, low + 0.31, left + 0.28, low + 0.43, 0.02)], (176, 26, 22), bevel=0.03, gloss=0.5)
    canvas.paint([rectangle(-0.8 * half, low + 0.02, 0.8 * half, low + 0.12, 0.02)], (200, 60, 40), bevel=0.03)
    _plate(canvas, low + 0.31)
