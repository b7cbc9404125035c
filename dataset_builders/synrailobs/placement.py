"""Where obstacles stand: in the rail area or right beside it, base on the ground, at metric scale, inside the frame."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from triptych.dataset_builders.synrailobs.labels import Stamp, overlap
from triptych.dataset_builders.synrailobs.paper import DISTANCE_BINS, IMAGE_SIZE
from triptych.dataset_builders.synrailobs.plan import Wanted
from triptych.dataset_builders.synrailobs.scenes import Scene
from triptych.dataset_builders.synrailobs.sprites import Sprite, draw_sprite

OPAQUE: Final = 128
"""Alpha from which a pixel belongs to the obstacle."""
MIN_HEIGHT_PX: Final = 8
NEAREST_M: Final = 8.0
INSIDE_SHARE: Final = 0.65
"""Share of obstacles whose middle stands between the rails."""
ATTEMPTS: Final = 24


@dataclass(frozen=True)
class Obstacle:
    """A thing to stand on the track: `lateral_m` beside the own track's axis (right positive), `distance_m` ahead.

    The sprite is drawn at the scale of that distance; `seed` and the sprite's category draw it again at another one.
    """

    sprite: Sprite
    seed: int
    lateral_m: float
    distance_m: float


def obstacle(scene: Scene, category: str, seed: int, lateral_m: float, distance_m: float) -> Obstacle:
    """The thing number `seed` of a category at a place of the scene."""
    return Obstacle(
        draw_sprite(category, seed, scene.camera.scale_at(distance_m)), seed, float(lateral_m), float(distance_m)
    )


def stamp(scene: Scene, thing: Obstacle) -> Stamp:
    """Its silhouette in the frame: the middle of its lowest row at the ground point where it stands."""
    mask = thing.sprite.rgba[..., 3] >= OPAQUE
    column, row = scene.site.place(thing.lateral_m, 0.0, thing.distance_m)
    return Stamp(mask, round(float(column) - mask.shape[1] / 2), round(float(row)) - mask.shape[0])


def place(scene: Scene, wanted: tuple[Wanted, ...], rng: np.random.Generator) -> list[Obstacle]:
    """Obstacles for what is wanted, from far to near.

    For each, things and places are drawn until one is at least 8 pixels high, mostly inside the frame and not lost in
    fog or darkness; where none of 24 is, the obstacle is left out, and so is its label.
    """
    tried = (_one(scene, each, rng) for each in wanted)
    return sorted((thing for thing in tried if thing is not None), key=lambda thing: -thing.distance_m)


def _one(scene: Scene, wanted: Wanted, rng: np.random.Generator) -> Obstacle | None:
    low, high = DISTANCE_BINS[wanted.distance_bin]
    low = max(low, NEAREST_M, scene.camera.distance(IMAGE_SIZE[1] - 3))
    for _ in range(ATTEMPTS):
        seed, distance = int(rng.integers(2**31)), float(rng.uniform(low, high))
        thing = obstacle(scene, wanted.category, seed, _lateral(scene, wanted.category, rng), distance)
        if thing.sprite.rgba.shape[0] >= MIN_HEIGHT_PX and _fits(stamp(scene, thing)) and stands_out(scene, thing):
            return thing
    return None


def stands_out(scene: Scene, thing: Obstacle) -> bool:
    """Whether a fifth of its pixels differ from what is behind them by 5 grey values and twice the noise."""
    lit = scene.in_air(thing.sprite.rgba[..., :3], thing.lateral_m, thing.distance_m, thing.sprite.size_m[1])
    silhouette = stamp(scene, thing)
    frame, part = overlap(silhouette)
    if not silhouette.mask[part].any():
        return False
    difference = cv2.absdiff(np.ascontiguousarray(lit[part]), np.ascontiguousarray(scene.clean[frame])).max(axis=2)
    return bool(np.percentile(difference[silhouette.mask[part]], 80) >= 5 + 2 * scene.light.noise)


def _lateral(scene: Scene, category: str, rng: np.random.Generator) -> float:
    """Metres beside the axis: between the rails, or outside of them within the bed and the path."""
    axis = float(rng.choice(scene.site.centres, p=[0.75, 0.25] if len(scene.site.centres) > 1 else [1.0]))
    if category == "vehicle" or rng.random() < INSIDE_SHARE:
        return axis + float(rng.uniform(-0.65, 0.65))
    return axis + float(rng.choice([-1, 1]) * rng.uniform(0.9, 2.6))


def _fits(silhouette: Stamp) -> bool:
    """Whether at least 0.8 of the width lies inside the frame."""
    left, right = silhouette.left, silhouette.left + silhouette.mask.shape[1]
    return bool(min(right, IMAGE_SIZE[0]) - max(left, 0) >= 0.8 * (right - left))
