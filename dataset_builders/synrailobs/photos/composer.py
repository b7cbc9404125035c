"""Obstacles into a photograph: shadow, blur, noise and light of the place, then the JPEG and the labels.

    composed = compose(prepare(background), placements, Look(), np.random.default_rng(7))
    composed.jpeg, composed.labels[0].bbox

All work is done on the pixels that obstacles touch, and only the touched pieces of the JPEG are encoded again.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from triptych.dataset_builders.synrailobs.compositing import MIN_VISIBILITY
from triptych.dataset_builders.synrailobs.labels import Mask
from triptych.dataset_builders.synrailobs.photos.ground import Ground
from triptych.dataset_builders.synrailobs.photos.harmonise import Regressor, harmonised
from triptych.dataset_builders.synrailobs.photos.painting import FIELD, paint
from triptych.dataset_builders.synrailobs.photos.parts import Placement
from triptych.dataset_builders.synrailobs.photos.rle import extent, outlined
from triptych.dataset_builders.synrailobs.photos.shadows import cast, contact_shadow
from triptych.dataset_builders.synrailobs.photos.standing import Standing, stand
from triptych.dataset_builders.synrailobs.photos.strips import Rect
from triptych.dataset_builders.synrailobs.photos.visible import visible_parts
from triptych.dataset_builders.synrailobs.placement import MIN_HEIGHT_PX


@dataclass(frozen=True)
class Look:
    """How obstacles are made to belong.

    shadow: soft contact shadow, as strong as the ground's light. blur, noise: those of the background's row.
    harmonise: filters | lut | reinhard | none, or the path of Harmonizer's weights (then `compose` needs `regressor`).
    """

    shadow: bool = True
    blur: bool = True
    noise: bool = True
    harmonise: str = "filters"


@dataclass(frozen=True)
class Placed:
    """A label: tight `bbox` (x, y, width, height) and `area` of the visible pixels, `mask` as COCO's compressed RLE.

    `visibility` is their share of the whole silhouette, `filters` what was done to the colours, by name.
    """

    placement: Placement
    bbox: tuple[float, float, float, float]
    area: int
    mask: dict[str, Any]
    visibility: float
    filters: dict[str, float]


@dataclass(frozen=True)
class Composed:
    """A composite's JPEG file and its labels, far ones first."""

    jpeg: bytes
    labels: list[Placed]


@dataclass(frozen=True)
class _Seen:
    """A standing obstacle and what is visible of it."""

    thing: Standing
    visible: Mask
    box: tuple[int, int, int, int]
    area: int
    share: float


def compose(
    ground: Ground,
    placements: Sequence[Placement],
    look: Look,
    rng: np.random.Generator,
    regressor: Regressor | None = None,
) -> Composed:
    """The ground with obstacles at their places.

    Those that would stay lower than 8 visible pixels, or less than 0.35 visible behind nearer ones and the frame's
    edge, are neither pasted nor labelled. `regressor` is the network of `models.obstacles.harmonizer.load_harmonizer`.
    """
    ordered = sorted(placements, key=lambda placement: -placement.distance_m)
    standing = (stand(placement, _blur(ground, placement, look)) for placement in ordered)
    kept = _worth_labelling([thing for thing in standing if thing is not None], ground.size)
    if not kept:
        return Composed(ground.strips.whole(), [])
    touched: list[Rect] = []
    with _clean_afterwards(ground, touched):
        filters = [_paste(ground, seen.thing, look, rng, regressor, touched) for seen in kept]
        jpeg = ground.strips.replaced(ground.canvas, touched)
    return Composed(jpeg, [_label(seen, done, ground.size) for seen, done in zip(kept, filters, strict=True)])


def _worth_labelling(things: list[Standing], size: tuple[int, int]) -> list[_Seen]:
    """Take out hidden things, the worst first, until all that are left show enough of themselves."""
    while True:
        parts = visible_parts([thing.stamp for thing in things], size)
        seen = [_seen(thing, part) for thing, part in zip(things, parts, strict=True)]
        shares = [each.share if each.box[1] - each.box[0] >= MIN_HEIGHT_PX else 0.0 for each in seen]
        if not shares or min(shares) >= MIN_VISIBILITY:
            return seen
        worst = int(np.argmin(shares))
        things = things[:worst] + things[worst + 1 :]


def _seen(thing: Standing, visible: Mask) -> _Seen:
    top, bottom, left, right, area = extent(visible)
    return _Seen(thing, visible, (top, bottom + 1, left, right + 1), area, area / np.count_nonzero(thing.mask))


def _paste(
    ground: Ground,
    thing: Standing,
    look: Look,
    rng: np.random.Generator,
    regressor: Regressor | None,
    touched: list[Rect],
) -> dict[str, float]:
    place = thing.left, thing.top
    if look.shadow:
        shadow = contact_shadow(thing, ground.frame, ground.eye_m)
        touched.append(shadow.rect(ground.size))
        cast(ground.canvas, shadow)
    rgb, done = harmonised(thing.rgb, thing.alpha, place, ground.frame, look.harmonise, regressor)
    noise = _at(ground.noise, thing.ground) if look.noise else 0.0
    down, right = rng.integers(FIELD, size=2).tolist()
    touched.append(paint(ground.canvas, rgb, thing.alpha, place, noise, (down, right)))
    return done


def _label(seen: _Seen, filters: dict[str, float], size: tuple[int, int]) -> Placed:
    top, bottom, left, right = seen.box
    column, row = seen.thing.left + left, seen.thing.top + top
    mask = outlined(seen.visible[top:bottom, left:right], column, row, size)
    box = float(column), float(row), float(right - left), float(bottom - top)
    return Placed(seen.thing.placement, box, seen.area, mask, seen.share, filters)


def _blur(ground: Ground, placement: Placement, look: Look) -> float:
    return _at(ground.blur, placement.row) if look.blur else 0.0


def _at(by_row: np.ndarray[Any, np.dtype[np.float64]], row: float) -> float:
    return float(by_row[min(max(int(row) - 1, 0), len(by_row) - 1)])


@contextmanager
def _clean_afterwards(ground: Ground, touched: list[Rect]) -> Iterator[None]:
    """Whatever happens, the canvas is clean for the next composite."""
    try:
        yield
    finally:
        for top, bottom, left, right in touched:
            ground.canvas[top:bottom, left:right] = ground.frame[top:bottom, left:right]
