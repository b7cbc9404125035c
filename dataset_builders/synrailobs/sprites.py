"""Drawn obstacles with transparent surroundings: persons, animals, vehicles, motorcycles, rocks and unseen objects."""

import zlib
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.sprites_animal import ANIMALS, draw_animal
from triptych.dataset_builders.synrailobs.sprites_canvas import Canvas, Image
from triptych.dataset_builders.synrailobs.sprites_motorcycle import MOTORCYCLES, draw_motorcycle
from triptych.dataset_builders.synrailobs.sprites_person import PERSONS, draw_person
from triptych.dataset_builders.synrailobs.sprites_rock import ROCKS, draw_rock
from triptych.dataset_builders.synrailobs.sprites_unseen import UNSEEN, draw_unseen
from triptych.dataset_builders.synrailobs.sprites_vehicle import VEHICLES, draw_vehicle

Drawing = Callable[[np.random.Generator, str, float], Canvas]

DRAWINGS: dict[str, Drawing] = {
    "person": draw_person,
    "animal": draw_animal,
    "vehicle": draw_vehicle,
    "motorcycle": draw_motorcycle,
    "rock": draw_rock,
    "unseen": draw_unseen,
}
# Kinds that can be drawn, by category. A repeated kind is drawn more often.
KINDS: dict[str, tuple[str, ...]] = {
    "person": PERSONS,
    "animal": ANIMALS,
    "vehicle": VEHICLES,
    "motorcycle": MOTORCYCLES,
    "rock": ROCKS,
    "unseen": UNSEEN,
}
# Below this many pixels a metre an object is drawn larger and reduced, so that its details still count.
FINEST = {"person": 120.0, "animal": 120.0, "vehicle": 60.0, "motorcycle": 120.0, "rock": 120.0, "unseen": 120.0}
OPAQUE = 128


@dataclass(frozen=True)
class Sprite:
    """One drawn object.

    `rgba` (H, W, 4) uint8 has straight alpha and is cut so that alpha >= 128 touches all four edges; colours go on
    under alpha 0. `size_m` is the width and height of `rgba` in metres.
    """

    rgba: NDArray[np.uint8]
    category: str
    kind: str
    size_m: tuple[float, float]
    source: str


def draw_sprite(category: str, seed: int, pixels_per_metre: float) -> Sprite:
    """Draws the object number `seed` of a category; the same object at any scale.

    Raises `UsageError` for an unknown category or a scale that is not above 0.
    """
    if category not in DRAWINGS:
        raise UsageError(f"a category of {', '.join(DRAWINGS)}", repr(category), "use one of these names")
    if not (np.isfinite(pixels_per_metre) and pixels_per_metre > 0):
        raise UsageError("a scale above 0 pixels per metre", repr(pixels_per_metre), "pass for example 60.0")
    rng = np.random.default_rng([seed, zlib.crc32(category.encode())])
    kinds = KINDS[category]
    kind = kinds[int(rng.integers(len(kinds)))]
    reduction = max(1, int(np.ceil(FINEST[category] / pixels_per_metre)))
    canvas = DRAWINGS[category](rng, kind, pixels_per_metre * reduction)
    rgba = _straight(canvas, reduction)
    size = (rgba.shape[1] / pixels_per_metre, rgba.shape[0] / pixels_per_metre)
    return Sprite(rgba, category, kind, size, f"drawn/{category}/{kind.replace(' ', '-')}")


def _straight(canvas: Canvas, reduction: int) -> NDArray[np.uint8]:
    """The canvas reduced by a whole factor, cut to what is visible, with straight alpha and colours carried on."""
    rgb, alpha = _reduced(canvas.rgb, reduction), _reduced(canvas.alpha, reduction)
    # A thing much thinner than a pixel still leaves its mark.
    strength = 1 / max(float(alpha.max()), 1e-6) if alpha.max() < 0.55 else 1.0
    visible = np.round(255 * strength * alpha) >= OPAQUE
    (rows,), (columns,) = np.nonzero(visible.any(axis=1)), np.nonzero(visible.any(axis=0))
    place = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
    rgb, alpha = rgb[place], alpha[place]
    colour = carried_on(rgb / np.maximum(alpha, 1e-6)[:, :, None], strength * alpha >= 0.25)
    rgba = np.empty((*alpha.shape, 4), np.uint8)
    rgba[:, :, :3] = np.clip(np.round(colour), 0, 255)
    rgba[:, :, 3] = np.clip(np.round(255 * strength * alpha), 0, 255)
    return rgba


def _reduced(image: Image, reduction: int) -> Image:
    """Means over squares of `reduction` pixels; the rest at the edges is filled up with nothing."""
    if reduction == 1:
        return image
    rows, columns = (-(-side // reduction) for side in image.shape[:2])
    below, right = rows * reduction - image.shape[0], columns * reduction - image.shape[1]
    whole = cv2.copyMakeBorder(image, 0, below, 0, right, cv2.BORDER_CONSTANT, value=0)
    return np.asarray(cv2.resize(whole, (columns, rows), interpolation=cv2.INTER_AREA), np.float32)


def carried_on(colour: Image, solid: NDArray[np.bool_]) -> Image:
    """Colours (H, W, 3) with those outside `solid` taken from the nearest pixel inside, so that blending leaves no rim.

    Changes and returns `colour`.
    """
    _, labels = cv2.distanceTransformWithLabels(
        (~solid).astype(np.uint8), cv2.DIST_L2, 3, labelType=cv2.DIST_LABEL_PIXEL
    )
    nearest = np.zeros((int(labels.max()) + 1, 3), np.float32)
    nearest[labels[solid]] = colour[solid]
    colour[~solid] = nearest[labels[~solid]]
    return colour
