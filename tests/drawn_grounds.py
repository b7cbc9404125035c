"""Grounds from drawn scenes and cut-outs from drawn sprites, for tests of composites on photographs."""

import cv2
import numpy as np
from PIL import Image

from triptych.dataset_builders.synrailobs.photos.composer import Look, compose
from triptych.dataset_builders.synrailobs.photos.ground import prepare
from triptych.dataset_builders.synrailobs.photos.parts import Background, Cutout, Placement
from triptych.dataset_builders.synrailobs.rails import Rails
from triptych.dataset_builders.synrailobs.scale import pixels_per_metre, row_of_scale
from triptych.dataset_builders.synrailobs.sprites import draw_sprite


def drawn_ground(scene, folder, size=(1280, 720), quality=90):
    """A drawn scene as the photograph of a background, resized."""
    file = folder / f"{scene.background.id}-{size[0]}x{size[1]}.png"
    Image.fromarray(cv2.resize(scene.clean, size, interpolation=cv2.INTER_AREA)).save(file)
    across, down = size[0] / 1280, size[1] / 720
    rails = scene.rails
    rails = Rails(rails.rows * down, rails.left * across, rails.right * across, 1.0, rails.apart_m)
    return prepare(Background(scene.background.id, file, rails, "drawn", "drawn", "CC0-1.0", True), quality)


def drawn_cutout(category="person", seed=3):
    """A drawn sprite, large enough for all places."""
    sprite = draw_sprite(category, seed, 120.0)
    return Cutout(f"{category}-{seed}", sprite.rgba, category, sprite.source, "CC0-1.0", True)


def plain_cutout(width, height, colour=(200, 30, 30)):
    """An opaque rectangle."""
    rgba = np.full((height, width, 4), 255, np.uint8)
    rgba[..., :3] = colour
    return Cutout("plain", rgba, "unseen", "plain", "CC0-1.0", True)


def standing_at(ground, cutout, scale, height_m, lateral_m=0.0, **more):
    """A placement on the track where a metre measures `scale` pixels."""
    rails = ground.rails
    row = row_of_scale(rails, scale)
    middle = (np.interp(row, rails.rows, rails.left) + np.interp(row, rails.rows, rails.right)) / 2
    metre = pixels_per_metre(rails, row)
    column = float(middle + lateral_m * metre)
    return Placement(cutout, column, float(row), height_m * metre, height_m, 1100 / metre, lateral_m, **more)


def composed_file(ground, placement, seed):
    """The JPEG of a composite; another process can import this."""
    return compose(ground, [placement], Look(), np.random.default_rng(seed)).jpeg
