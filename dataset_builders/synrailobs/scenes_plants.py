"""Trees and bushes as pictures with alpha, drawn leaf by leaf and branch by branch, lit from above left."""

from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from triptych.dataset_builders.synrailobs.seeds import generator

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]

SIZE: Final = 360
VARIANTS: Final = 4
HEIGHTS_M: Final = {"broadleaf": (6.0, 12.0), "conifer": (8.0, 16.0), "bare": (5.0, 11.0), "bush": (1.2, 3.0)}
"""Smallest and largest height in metres of each kind."""
_GREENS: Final = ((62, 92, 40), (78, 98, 46), (52, 80, 44), (96, 104, 52))
_PINES: Final = ((38, 62, 44), (46, 70, 46), (34, 56, 46), (50, 66, 42))
_BARK: Final = (74, 62, 52)


class _Canvas:
    """A picture and its alpha, drawn with the same strokes."""

    def __init__(self, colour: tuple[int, int, int]) -> None:
        self.rgb = np.full((SIZE, SIZE, 3), colour, np.uint8)
        self.alpha = np.zeros((SIZE, SIZE), np.uint8)

    def blob(self, at: Floats, radius: float, colour: Floats) -> None:
        centre, size = (int(at[0] * 8), int(at[1] * 8)), int(radius * 8)
        cv2.circle(self.rgb, centre, size, colour.tolist(), -1, cv2.LINE_AA, 3)
        cv2.circle(self.alpha, centre, size, 255, -1, cv2.LINE_AA, 3)

    def line(self, start: Floats, end: Floats, width: float, colour: Floats) -> None:
        first, last = (tuple(int(value * 8) for value in point) for point in (start, end))
        thick = max(round(width), 1)
        cv2.line(self.rgb, first, last, colour.tolist(), thick, cv2.LINE_AA, 3)
        cv2.line(self.alpha, first, last, 255 if width >= 1 else int(255 * width), thick, cv2.LINE_AA, 3)

    def done(self) -> Bytes:
        """RGBA without empty margins at the sides and above; the foot stands on the last row."""
        columns, rows = np.flatnonzero(self.alpha.any(0)), np.flatnonzero(self.alpha.any(1))
        whole = np.dstack([self.rgb, self.alpha])
        return np.ascontiguousarray(whole[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


@cache
def plant(kind: str, variant: int, snow: bool) -> Bytes:
    """RGBA (h, w, 4) of one of `VARIANTS` plants of a kind; `snow` lies on what faces up."""
    rng = generator("plant", kind, variant, snow)
    draw = {"broadleaf": _broadleaf, "conifer": _conifer, "bare": _bare, "bush": _bush}[kind]
    return draw(rng, variant, snow)


def _broadleaf(rng: np.random.Generator, variant: int, snow: bool) -> Bytes:
    base = np.asarray(_GREENS[variant], float)
    canvas = _Canvas(_GREENS[variant])
    middle = SIZE / 2
    top = np.asarray([middle + rng.normal(0, 6), SIZE * 0.42])
    canvas.line(np.asarray([middle, SIZE - 2.0]), top, 11, np.asarray(_BARK) * 0.8)
    canvas.line(np.asarray([middle - 3, SIZE - 2.0]), top - [3, 0], 4, np.asarray(_BARK) * 1.2)
    hubs = np.stack([middle + rng.normal(0, 58, 13), SIZE * 0.40 + rng.normal(0, 46, 13)], 1)
    for hub in hubs[:7]:
        canvas.line(np.asarray([middle, SIZE * 0.70]), hub, 3, np.asarray(_BARK) * 0.7)
    _leaves(canvas, hubs, rng.uniform(34, 56, len(hubs)), base, rng, 3400, snow)
    return canvas.done()


def _bush(rng: np.random.Generator, variant: int, snow: bool) -> Bytes:
    base = np.asarray(_GREENS[(variant + 1) % VARIANTS], float) * 0.9
    canvas = _Canvas(_GREENS[variant])
    hubs = np.stack([SIZE / 2 + rng.normal(0, 70, 10), SIZE - 60 - np.abs(rng.normal(0, 36, 10))], 1)
    _leaves(canvas, hubs, rng.uniform(30, 58, len(hubs)), base, rng, 2600, snow)
    return canvas.done()


def _leaves(
    canvas: _Canvas, hubs: Floats, sizes: Floats, base: Floats, rng: np.random.Generator, count: int, snow: bool
) -> None:
    """Leaves on round clusters: dark ones inside first, then smaller ones, bright where they face the light."""
    owner = rng.integers(len(hubs), size=count)
    direction = rng.normal(size=(count, 3))
    direction /= np.linalg.norm(direction, axis=1, keepdims=True)
    reach = rng.uniform(0.45, 1.08, count)
    at = hubs[owner] + direction[:, :2] * (sizes[owner] * reach)[:, None]
    light = direction @ np.asarray([-0.50, -0.70, 0.50]) * 0.5 + 0.5
    overall = np.clip((hubs[:, 1].max() + 40 - at[:, 1]) / (np.ptp(hubs[:, 1]) + 90), 0, 1)
    bright = (0.36 + 0.62 * light * (0.45 + 0.55 * overall)) * rng.uniform(0.78, 1.22, count)
    white = (direction[:, 1] < -0.35) & (rng.random(count) < 0.85) & snow
    order = np.argsort(reach + 0.35 * direction[:, 2])
    for index in order:
        early = reach[index] < 0.72
        tint = base + rng.normal(0, 5, 3)
        colour = (
            np.asarray([222.0, 227, 234]) * min(bright[index] + 0.25, 1)
            if white[index]
            else tint * bright[index] * 1.35
        )
        canvas.blob(
            np.clip(at[index], 4, SIZE - 5), rng.uniform(5, 9) if early else rng.uniform(2.0, 4.4), colour.clip(0, 255)
        )


def _conifer(rng: np.random.Generator, variant: int, snow: bool) -> Bytes:
    base = np.asarray(_PINES[variant], float)
    canvas = _Canvas(_PINES[variant])
    middle, spread = SIZE / 2, rng.uniform(0.20, 0.28) * SIZE
    canvas.line(np.asarray([middle, SIZE - 2.0]), np.asarray([middle, 12.0]), 6, np.asarray(_BARK) * 0.7)
    count = 1500
    rise = np.sort(rng.uniform(0.03, 0.95, count) ** 0.75)[::-1]
    whorl = 0.80 + 0.20 * np.cos(rise * 2 * np.pi * 13)
    for share, full in zip(rise, whorl, strict=True):
        side = rng.uniform(-1, 1)
        length = spread * share**0.85 * full * rng.uniform(0.55, 1.05)
        root = np.asarray([middle + side * length * 0.25, 8 + share * (SIZE - 24)])
        tip = np.asarray([middle + side * length, root[1] + abs(side) * length * 0.42 + rng.normal(0, 2)])
        lit = (0.55 + 0.34 * (0.5 - 0.5 * side) + 0.25 * abs(side)) * rng.uniform(0.75, 1.2)
        canvas.line(root, tip, rng.uniform(1.6, 3.2), (base * lit).clip(0, 255))
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
