"""Obstacles into scenes: shadow, light, air, alpha blend, each only in the region that it touches; then the labels.

place = scene(background)
image, labels = compose(place, [obstacle(place, "person", 7, 0.2, 25.0)], frame=0)
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from triptych.dataset_builders.synrailobs.labels import Mask, Stamp, overlap, visibilities, visible_masks
from triptych.dataset_builders.synrailobs.placement import MIN_HEIGHT_PX, Obstacle, stamp
from triptych.dataset_builders.synrailobs.scenes import Scene
from triptych.dataset_builders.synrailobs.scenes_paint import blend

Bytes = NDArray[np.uint8]

MIN_VISIBILITY: Final = 0.35
CONTACT: Final = {"day": 0.50, "dusk": 0.50, "dark": 0.62}
"""Darkest part of the soft shadow under an obstacle, by light."""


@dataclass(frozen=True)
class Label:
    """An obstacle in the picture: its visible pixels (720, 1280) and their share of its whole silhouette."""

    obstacle: Obstacle
    mask: Mask
    visibility: float


def compose(scene: Scene, obstacles: list[Obstacle], frame: int) -> tuple[Bytes, list[Label]]:
    """The picture (720, 1280, 3) of frame 0, 1, … with the obstacles, and a label for each one in it, far ones first.

    Obstacles that would stay lower than 8 visible pixels, or less than 0.35 visible, are neither pasted nor labelled.
    """
    ordered = sorted(obstacles, key=lambda thing: -thing.distance_m)
    kept, masks = _worth_labelling(scene, ordered)
    picture = scene.clean.copy()
    for thing in kept:
        _paste(scene, picture, thing)
    stamps = [stamp(scene, thing) for thing in kept]
    labels = [Label(*each) for each in zip(kept, masks, visibilities(stamps, masks), strict=True)]
    return scene.finished(picture, frame), labels


def _worth_labelling(scene: Scene, things: list[Obstacle]) -> tuple[list[Obstacle], list[Mask]]:
    """Take out hidden things, the worst first, until all that are left show enough of themselves."""
    while True:
        stamps = [stamp(scene, thing) for thing in things]
        masks = visible_masks(stamps)
        shares = [
            share if np.count_nonzero(mask.any(axis=1)) >= MIN_HEIGHT_PX else 0.0
            for share, mask in zip(visibilities(stamps, masks), masks, strict=True)
        ]
        if not shares or min(shares) >= MIN_VISIBILITY:
            return things, masks
        worst = int(np.argmin(shares))
        things = things[:worst] + things[worst + 1 :]


def _paste(scene: Scene, picture: Bytes, thing: Obstacle) -> None:
    rgba, silhouette = thing.sprite.rgba, stamp(scene, thing)
    _contact_shadow(scene, picture, thing, silhouette)
    _sun_shadow(scene, picture, thing, silhouette)
    lit = scene.in_air(np.ascontiguousarray(rgba[..., :3]), thing.lateral_m, thing.distance_m, thing.sprite.size_m[1])
    frame, part = overlap(silhouette)
    blend(picture[frame], lit[part], rgba[..., 3][part])


def _contact_shadow(scene: Scene, picture: Bytes, thing: Obstacle, silhouette: Stamp) -> None:
    """A soft ellipse where the thing meets the ground, as wide as its foot."""
    rows = len(silhouette.mask)
    foot = np.flatnonzero(silhouette.mask[-max(rows // 7, 1) :].any(axis=0))
    half, middle = (foot[-1] - foot[0] + 1) / 2, (foot[0] + foot[-1] + 1) / 2
    depth = max(_flatness(scene, thing) * min(half, 0.5 * scene.camera.scale_at(thing.distance_m)), 1.0)
    reach = int(1.5 * half + 3), int(2 * depth + 3)
    top, left = silhouette.top + rows - reach[1], silhouette.left + int(middle) - reach[0]
    y, x = np.ogrid[: 2 * reach[1], : 2 * reach[0]]
    away = np.hypot((x - reach[0]) / (1.15 * half + 1), (y - reach[1] + 0.3 * depth) / (1.3 * depth + 0.7))
    _darken(scene, picture, thing, np.clip(1.25 - away, 0, 1) * CONTACT[scene.background.light], top, left)


def _flatness(scene: Scene, thing: Obstacle) -> float:
    """How much a length on the ground along the track is foreshortened."""
    return scene.camera.height_m / float(np.hypot(scene.camera.height_m, thing.distance_m))


def _sun_shadow(scene: Scene, picture: Bytes, thing: Obstacle, silhouette: Stamp) -> None:
    """In the sun, the silhouette laid on the ground, to the right and away from the camera."""
    if not scene.light.sun.any():
        return
    long = 0.75 if scene.background.light == "day" else 1.8
    rows, columns = silhouette.mask.shape
    rise = 0.45 * long * _flatness(scene, thing)
    height, width = max(int(rise * rows) + 3, 4), columns + int(long * rows) + 4
    # x' = x + long (base - y), y' = base' - rise (base - y)
    move = np.asarray([[1, -long, long * rows], [0, rise, height - 2 - rise * rows]])
    mask = silhouette.mask.astype(np.float32)
    shadow = cv2.warpAffine(mask, move, (width, height), flags=cv2.INTER_AREA)
    shadow = cv2.GaussianBlur(shadow, (0, 0), 0.6 + 0.012 * scene.camera.scale_at(thing.distance_m))
    strength = 0.58 if scene.background.light == "day" else 0.35
    _darken(scene, picture, thing, shadow * strength, silhouette.top + rows - height + 2, silhouette.left)


def _darken(scene: Scene, picture: Bytes, thing: Obstacle, shade: NDArray[np.floating], top: int, left: int) -> None:
    """Take `shade` (h, w) in [0, 1] of the ground's own light away; less is to take where air hides the ground."""
    area, part = overlap(Stamp(np.ones(shade.shape, bool), left, top))
    through = float(np.exp(-1.5 * thing.distance_m / scene.light.visibility_m))
    kept = (1 - shade[part].astype(np.float32) * np.float32(through))[..., None]
    picture[area] = np.round(picture[area] * kept).astype(np.uint8)
