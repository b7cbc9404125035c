"""Forks and engines that the drawn motorcycles share."""

from triptych.dataset_builders.synrailobs.sprites_canvas import RGB, Canvas, capsule, ellipse, rounded
from triptych.dataset_builders.synrailobs.sprites_vehicle_parts import BLACK

STEEL: RGB = (166, 168, 172)
ENGINE: RGB = (96, 98, 102)


def fork(canvas: Canvas, axle: tuple[float, float], head: tuple[float, float], bar: tuple[float, float]) -> None:
    """A front fork from the axle to the steering head, with handlebar, lever and mirror; metres."""
    canvas.paint([capsule(axle, head, 0.032, 0.028)], STEEL, bevel=0.03, gloss=0.3)
    canvas.paint([capsule(head, bar, 0.018)], BLACK, bevel=0.02)
    canvas.paint([capsule((bar[0] + 0.02, bar[1]), (bar[0] - 0.15, bar[1] + 0.0), 0.022)], BLACK, bevel=0.02)
    canvas.paint([capsule(bar, (bar[0] + 0.03, bar[1] + 0.14), 0.007)], BLACK, bevel=0.01)
    canvas.paint([ellipse((bar[0] + 0.02, bar[1] + 0.16), 0.06, 0.035, 15)], BLACK, bevel=0.03)


def engine(canvas: Canvas, x: float, y: float) -> None:
    """A crankcase at a place in metres with a finned cylinder."""
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
