"""Clothes and things carried by the drawn persons."""

from dataclasses import dataclass

import numpy as np

from triptych.dataset_builders.synrailobs.sprites_canvas import RGB, Canvas, Points, capsule, hull

SKINS: tuple[RGB, ...] = ((226, 184, 156), (206, 160, 128), (170, 122, 90), (124, 84, 60), (88, 60, 46))
HAIRS: tuple[RGB, ...] = ((42, 32, 28), (74, 52, 36), (120, 84, 50), (176, 142, 92), (146, 142, 138))
TOPS: tuple[RGB, ...] = (
    (52, 66, 98), (128, 42, 44), (70, 92, 72), (198, 194, 184), (58, 58, 62), (96, 126, 158), (172, 132, 66),
    (110, 84, 122), (84, 70, 58), (186, 108, 96), (46, 104, 108),
)  # fmt: skip
BOTTOMS: tuple[RGB, ...] = ((48, 58, 82), (44, 44, 48), (106, 94, 76), (74, 84, 104), (88, 86, 84), (62, 54, 46))
SHOES: tuple[RGB, ...] = ((36, 32, 30), (72, 50, 36), (206, 202, 196), (60, 62, 68))
HELMETS: tuple[RGB, ...] = ((232, 228, 220), (232, 182, 40), (36, 88, 156), (222, 92, 34))
VEST: RGB = (244, 112, 30)
TAPE: RGB = (214, 218, 216)
# Depth of the folds of clothes, in metres.
FOLDS = 0.004


@dataclass(frozen=True)
class Outfit:
    """Colours of one person; a worker has a vest with tape and a helmet."""

    skin: RGB
    hair: RGB
    top: RGB
    bottom: RGB
    shoes: RGB
    bag: RGB
    hands: RGB
    long_sleeves: bool
    long_hair: bool
    helmet: RGB | None
    skirt: bool


def dressed(rng: np.random.Generator, worker: bool) -> Outfit:
    """Random clothes, those of a track worker where `worker` is set."""
    skin, hair, bag = pick(rng, SKINS), pick(rng, HAIRS), pick(rng, TOPS)
    if worker:
        top = VEST if rng.random() < 0.5 else pick(rng, ((56, 66, 88),))
        bottom = VEST if rng.random() < 0.5 else pick(rng, ((50, 58, 76),))
        return Outfit(skin, hair, top, bottom, (44, 36, 32), bag, (86, 80, 72), True, False, pick(rng, HELMETS), False)
    top, bottom, shoes = pick(rng, TOPS), pick(rng, BOTTOMS), pick(rng, SHOES)
    sleeves, long_hair = bool(rng.random() < 0.65), bool(rng.random() < 0.35)
    skirt = long_hair and bool(rng.random() < 0.5)
    return Outfit(skin, hair, top, bottom, shoes, bag, skin, sleeves, long_hair, None, skirt)


def pick(rng: np.random.Generator, colours: tuple[RGB, ...]) -> RGB:
    """One of the colours, a little changed."""
    near = np.array(colours[int(rng.integers(len(colours)))]) + rng.normal(0, 5, 3)
    red, green, blue = (float(c) for c in np.clip(near, 8, 240))
    return red, green, blue


def draw_umbrella(canvas: Canvas, hand: Points, rim: float, colour: RGB) -> None:
    """An open umbrella held at `hand`, the rim of its cloth at the height `rim`; metres."""
    x, stick = float(hand[0]) - 0.03, (60, 56, 54)
    canvas.paint([capsule(hand - np.array([0, 0.06]), (x, rim + 0.3), 0.009)], stick, bevel=0.01)
    turn, along = np.linspace(0, np.pi, 24), np.linspace(0, 1, 41)
    dome = np.stack([x + 0.5 * np.cos(turn), rim + 0.26 * np.sin(turn)], axis=1)
    hem = np.stack([x - 0.5 + along, rim + 0.045 * np.abs(np.sin(5 * np.pi * along))], axis=1)
    canvas.paint([np.concatenate([dome, hem])], colour, bevel=0.2, gloss=0.15)
    for rib in (-0.3, -0.1, 0.1, 0.3):
        line = capsule((x + 0.3 * rib, rim + 0.24), (x + rib, rim + 0.02), 0.005)
        canvas.paint([line], (30, 30, 32), opacity=0.4, inside=True)


def draw_backpack(canvas: Canvas, low: Points, high: Points, size: float, colour: RGB) -> None:
    """A rucksack between two points in metres, with a pocket on its back; `size` is the height of the person."""
    canvas.paint(
        [capsule(low, high, 0.075 * size, 0.068 * size)], colour, bevel=0.06 * size, shadow=0.03, crumple=FOLDS
    )
    pocket = capsule(low + 0.1 * (high - low), low + 0.4 * (high - low), 0.045 * size)
    canvas.paint([pocket], colour, bevel=0.04 * size, light=0.9, shadow=0.015)


def draw_shovel(canvas: Canvas, hands: list[Points]) -> None:
    """A shovel held in both hands, with its blade on the ground; metres."""
    middle = 0.5 * (hands[0] + hands[1])
    way = float(np.sign(middle[0])) or 1.0
    foot = np.array([middle[0] + 0.22 * way, 0.2])
    grip = middle + 0.32 * (middle - foot) / max(float(np.linalg.norm(middle - foot)), 1e-6)
    canvas.paint([capsule(grip, foot, 0.017)], (148, 116, 76), bevel=0.02, shadow=0.02)
    blade = foot + np.array(
        [[-0.075, 0.06], [0.075, 0.06], [0.085 + 0.04 * way, -0.14], [0.04 * way, -0.2], [-0.085 + 0.04 * way, -0.14]]
    )
    canvas.paint([hull(blade)], (112, 114, 116), bevel=0.03, gloss=0.25)
