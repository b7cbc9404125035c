"""Wheels, glass and paint that the drawn vehicles share."""

import numpy as np

from triptych.dataset_builders.synrailobs.sprites_canvas import RGB, Canvas, Image, capsule, ellipse

BLACK: RGB = (22, 22, 24)
TYRE: RGB = (44, 44, 46)
GLASS_LOW: RGB = (44, 52, 58)
GLASS_HIGH: RGB = (132, 152, 166)
DUST = np.array([128, 114, 94], np.float32)
PAINTS: tuple[RGB, ...] = (
    (208, 209, 208),
    (196, 198, 200),
    (128, 132, 136),
    (38, 39, 42),
    (84, 24, 30),
    (28, 40, 66),
    (214, 216, 218),
    (168, 172, 176),
    (98, 102, 108),
    (52, 54, 58),
    (152, 30, 32),
    (36, 66, 122),
    (70, 108, 158),
    (46, 84, 62),
    (196, 160, 70),
    (134, 112, 92),
    (188, 88, 38),
)


def paint_colour(rng: np.random.Generator) -> RGB:
    """A usual colour of car paint, with a little variation."""
    red, green, blue = (
        float(c) for c in np.clip(np.array(PAINTS[int(rng.integers(len(PAINTS)))]) + rng.normal(0, 5), 10, 228)
    )
    return red, green, blue


def dusty(canvas: Canvas, skin: Image, top: float, rng: np.random.Generator) -> Image:
    """Paint with more or less road dust, thick at the ground and none above the height `top` in metres."""
    amount = float(rng.choice([0.1, 0.3, 0.6]))
    dust = amount * np.clip(1.15 - canvas.heights() / top, 0, 1) * (0.75 + 0.35 * canvas.noise(0.25))
    return np.asarray(skin * (1 - dust)[:, :, None] + DUST * dust[:, :, None], np.float32)


def wheel(canvas: Canvas, x: float, radius: float, rng: np.random.Generator, rim: RGB = (168, 170, 174)) -> None:
    """A wheel that stands on the ground at `x`: tyre, rim, spokes and hub."""
    spokes = int(rng.integers(5, 9))
    start = float(rng.uniform(0, 360))
    centre = (x, radius)
    canvas.paint([ellipse(centre, radius, radius)], TYRE, bevel=0.16 * radius, shadow=0.06)
    canvas.paint([ellipse(centre, 0.7 * radius, 0.7 * radius)], (30, 30, 32), bevel=0.02, grain=0)
    ring = ellipse(centre, 0.66 * radius, 0.66 * radius)
    canvas.paint([ring], rim, bevel=0.06 * radius, gloss=0.3, cut=[ellipse(centre, 0.56 * radius, 0.56 * radius)])
    arms = []
    for angle in np.radians(start + 360 * np.arange(spokes) / spokes):
        end = (x + 0.6 * radius * np.cos(angle), radius + 0.6 * radius * np.sin(angle))
        arms.append(capsule(centre, end, 0.09 * radius, 0.06 * radius))
    canvas.paint(arms, rim, bevel=0.05 * radius, gloss=0.3)
    canvas.paint([ellipse(centre, 0.14 * radius, 0.14 * radius)], rim, bevel=0.08 * radius, shadow=0.02)
