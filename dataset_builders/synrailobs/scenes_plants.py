"""Trees and bushes as pictures with alpha, drawn leaf by leaf and branch by branch, lit from above left."""

from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from triptych.dataset_builders.synrailobs.seeds import generator

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]

SIZE: Final = 480
VARIANTS: Final = 4
HEIGHTS_M: Final = {
    "broadleaf": (6.0, 12.0),
    "conifer": (8.0, 16.0),
    "bare": (5.0, 11.0),
    "bush": (0.9, 2.3),
    "tuft": (0.25, 0.75),
}
"""Smallest and largest height in metres of each kind."""
_GREENS: Final = ((70, 88, 44), (84, 96, 50), (58, 78, 46), (98, 100, 54))
_PINES: Final = ((38, 62, 44), (46, 70, 46), (34, 56, 46), (50, 66, 42))
_BARK: Final = (74, 62, 52)


class _Canvas:
    """A picture with alpha, at first empty with `colour` under it, so that soft edges bleed no other colour."""

    def __init__(self, colour: tuple[int, int, int]) -> None:
        self.rgba = np.full((SIZE, SIZE, 4), (*colour, 0), np.uint8)

    def blob(self, at: Floats, radius: float, colour: Floats) -> None:
        """A round leaf."""
        ink = (*colour.tolist(), 255)
        cv2.circle(self.rgba, (int(at[0] * 8), int(at[1] * 8)), int(radius * 8), ink, -1, cv2.LINE_AA, 3)

    def line(self, start: Floats, end: Floats, width: float, colour: Floats) -> None:
        """A straight branch or blade."""
        ends = (int(start[0] * 8), int(start[1] * 8)), (int(end[0] * 8), int(end[1] * 8))
        ink = (*colour.tolist(), 255)
        cv2.line(self.rgba, ends[0], ends[1], ink, max(round(width), 1), cv2.LINE_AA, 3)

    def done(self) -> Bytes:
        """RGBA without empty margins at the sides and above; the foot stands on the last row."""
        columns, rows = np.flatnonzero(self.rgba[..., 3].any(0)), np.flatnonzero(self.rgba[..., 3].any(1))
        return np.ascontiguousarray(self.rgba[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


@cache
def plant(kind: str, variant: int, snow: bool) -> Bytes:
    """RGBA (h, w, 4) of one of `VARIANTS` plants of a kind; `snow` lies on what faces up."""
    rng = generator("plant", kind, variant, snow)
    draw = {"broadleaf": _broadleaf, "conifer": _conifer, "bare": _bare, "bush": _bush, "tuft": _tuft}[kind]
    return draw(rng, variant, snow)


def _step(right: float, down: float) -> Floats:
    return np.asarray([right, down], float)


def _broadleaf(rng: np.random.Generator, variant: int, snow: bool) -> Bytes:
    base = np.asarray(_GREENS[variant], float)
    canvas = _Canvas(_GREENS[variant])
    middle, bark = SIZE / 2, np.asarray(_BARK)
    foot = np.asarray([middle, SIZE - 2.0])
    spread = rng.normal(0, 1, (26, 2)).clip(-1.7, 1.7) * [0.15, 0.13 + 0.02 * variant]
    hubs = SIZE * (np.asarray([0.5, 0.40 + 0.02 * variant]) + spread)
    top = np.asarray([middle + rng.normal(0, 8), SIZE * 0.45])
    for shift, width, shade in ((0, 13, 0.7), (-3, 5, 1.15)):
        canvas.line(foot + _step(shift, 0), top + _step(shift, 0), width, bark * shade)
    for hub in hubs[:12]:
        canvas.line(foot - [0, rng.uniform(0.25, 0.45) * SIZE], hub, rng.uniform(2, 5), bark * rng.uniform(0.55, 0.9))
    _leaves(canvas, hubs, rng.uniform(0.05, 0.12, len(hubs)) * SIZE, base, rng, 7500, snow)
    return canvas.done()


def _bush(rng: np.random.Generator, variant: int, snow: bool) -> Bytes:
    base = np.asarray(_GREENS[(variant + 1) % VARIANTS], float) * 0.85
    canvas = _Canvas(_GREENS[variant])
    hubs = np.stack(
        [SIZE * (0.5 + rng.normal(0, 0.17, 18).clip(-0.3, 0.3)), SIZE * (1.01 - np.abs(rng.normal(0.05, 0.11, 18)))], 1
    )
    for _ in range(40):
        root = np.asarray([SIZE * (0.5 + rng.normal(0, 0.12)), SIZE - 2.0])
        tip = root + _step(rng.normal(0, 0.10) * SIZE, -rng.uniform(0.05, 0.17) * SIZE)
        canvas.line(root, tip, 1.6, np.asarray(_BARK) * rng.uniform(0.6, 1.0))
    _leaves(canvas, hubs, rng.uniform(0.05, 0.12, len(hubs)) * SIZE, base, rng, 5200, snow)
    return canvas.done()


def _tuft(rng: np.random.Generator, variant: int, snow: bool) -> Bytes:
    """Long grass: a fan of blades, dry ones between green ones."""
    canvas = _Canvas((104, 106, 58))
    for _ in range(150):
        root = np.asarray([SIZE * (0.5 + rng.normal(0, 0.16)), SIZE - 2.0])
        lean = (root[0] / SIZE - 0.5) * 1.1 + rng.normal(0, 0.22)
        length = SIZE * rng.uniform(0.12, 0.42)
        tint = np.asarray([150, 134, 88] if snow or rng.random() < 0.35 + 0.1 * variant else [92, 108, 50], float)
        bend = root + _step(lean * length * 0.4, -length * 0.6)
        tip = bend + _step(lean * length * 0.7, -length * 0.4)
        shade = rng.uniform(0.55, 1.15)
        canvas.line(root, bend, 3.2, (tint * shade * 0.8).clip(0, 255))
        canvas.line(bend, tip, 1.8, (tint * shade).clip(0, 255))
    return canvas.done()


def _leaves(
    canvas: _Canvas, hubs: Floats, sizes: Floats, base: Floats, rng: np.random.Generator, count: int, snow: bool
) -> None:
    """Leaves on round clusters: dark ones inside first, then smaller ones, bright where they face the light."""
    owner = rng.integers(len(hubs), size=count)
    direction = rng.normal(size=(count, 3))
    direction /= np.linalg.norm(direction, axis=1, keepdims=True)
    reach = rng.uniform(0.35, 1.0, count) ** 0.6 + rng.exponential(0.07, count)
    at = hubs[owner] + direction[:, :2] * (sizes[owner] * reach)[:, None] * [1.15, 0.95]
    light = direction @ np.asarray([-0.50, -0.70, 0.50]) * 0.5 + 0.5
    overall = np.clip((hubs[:, 1].max() - at[:, 1]) / (np.ptp(hubs[:, 1]) + 1), 0, 1)
    bright = (0.28 + 0.78 * light * (0.40 + 0.60 * overall)) * rng.uniform(0.72, 1.28, count)
    white = (direction[:, 1] < -0.35) & (rng.random(count) < 0.85) & snow
    hue = rng.normal(0, 7, (len(hubs), 3))[owner] + rng.normal(0, 5, (count, 3))
    green = (base + hue) * (bright * 1.28)[:, None]
    pale = np.asarray([222.0, 227, 234]) * np.minimum(bright + 0.25, 1)[:, None]
    colours = np.where(white[:, None], pale, green).clip(0, 255)
    inner = reach < 0.74
    sizes_px = np.where(inner, rng.uniform(4, 8, count), rng.uniform(1.2, 3.0, count))
    at = np.clip(at, 4, SIZE - 4)
    for index in np.argsort(reach + 0.5 * direction[:, 2]):
        canvas.blob(at[index], float(sizes_px[index]), colours[index])


def _conifer(rng: np.random.Generator, variant: int, snow: bool) -> Bytes:
    base = np.asarray(_PINES[variant], float)
    canvas = _Canvas(_PINES[variant])
    middle, spread = SIZE / 2, rng.uniform(0.20, 0.28) * SIZE
    canvas.line(np.asarray([middle, SIZE - 2.0]), np.asarray([middle, 30.0]), 6, np.asarray(_BARK) * 0.7)
    count = 2600
    rise = np.sort(rng.uniform(0.0, 0.95, count) ** 0.75)[::-1]
    whorl = 0.80 + 0.20 * np.cos(rise * 2 * np.pi * 13)
    for share, full in zip(rise, whorl, strict=True):
        side = rng.uniform(-1, 1)
        length = spread * share**0.85 * full * rng.uniform(0.55, 1.05)
        root = np.asarray([middle + side * length * 0.25, 8 + share * (SIZE - 24)])
        tip = np.asarray([middle + side * length, root[1] + abs(side) * length * 0.42 + rng.normal(0, 2)])
        lit = (0.55 + 0.34 * (0.5 - 0.5 * side) + 0.25 * abs(side)) * rng.uniform(0.75, 1.2)
        canvas.line(root, tip, rng.uniform(1.4, 3.0), (base * lit).clip(0, 255))
        if snow and rng.random() < 0.42:
            part = root + (tip - root) * 0.35
            canvas.line(
                part - [0, 1.5],
                tip - [0, 2.0],
                rng.uniform(1.6, 3.0),
                np.asarray([218.0, 224, 232]) * min(lit + 0.25, 1),
            )
    return canvas.done()


def _bare(rng: np.random.Generator, variant: int, snow: bool) -> Bytes:
    canvas = _Canvas(_BARK)
    stems = [(np.asarray([SIZE / 2, SIZE - 2.0]), -np.pi / 2 + rng.normal(0, 0.05), SIZE * 0.27, 8.0)]
    while stems:
        start, angle, length, width = stems.pop()
        end = start + length * np.asarray([np.cos(angle), np.sin(angle)])
        canvas.line(start, end, width, np.asarray(_BARK) * rng.uniform(0.75, 1.15))
        if snow and abs(np.cos(angle)) > 0.3:
            canvas.line(
                start - [0, width / 2], end - [0, width / 2], max(width * 0.5, 1), np.asarray([225.0, 229, 235])
            )
        if length < 9:
            continue
        for _ in range(int(rng.integers(2, 5))):
            share = rng.uniform(0.62, 1.0)
            turn = angle + rng.normal(0, 0.50)
            stems.append(
                (start + (end - start) * share, turn, length * rng.uniform(0.55, 0.78), max(width * 0.62, 0.7))
            )
    return canvas.done()
