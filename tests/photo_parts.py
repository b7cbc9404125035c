"""Small stand-ins for what a composite on a photograph is made of: tracks with a known camera, drawn cut-outs."""

from dataclasses import dataclass
from math import cos
from pathlib import Path

import numpy as np

from triptych.dataset_builders.synrailobs.builder import jpeg
from triptych.dataset_builders.synrailobs.camera import Camera
from triptych.dataset_builders.synrailobs.photos.parts import Cutout
from triptych.dataset_builders.synrailobs.plan import backgrounds
from triptych.dataset_builders.synrailobs.rails import GAUGE_M, Rails
from triptych.dataset_builders.synrailobs.scenes import scene
from triptych.dataset_builders.synrailobs.schema import CATEGORIES
from triptych.dataset_builders.synrailobs.sprites import draw_sprite

CAMERA = Camera(height_m=3.0, focal_px=1108.5, horizon_row=288.0)


@dataclass(frozen=True)
class Plain:
    """A frame of which only the geometry is known."""

    rails: Rails
    size: tuple[int, int] = (1280, 720)


def track(camera: Camera = CAMERA, bend: float = 0.0, farthest_row: float = 330) -> Plain:
    """The rails of a flat track under a camera; `bend` moves the axis by bend * distance^2 metres."""
    rows = np.arange(farthest_row, 720.0)
    distances = np.asarray([camera.distance(row) for row in rows])
    middle, _ = camera.project(bend * distances**2, 0.0, distances)
    half = camera.scale(rows) * GAUGE_M / 2
    return Plain(Rails(rows, middle - half, middle + half, 1.0))


def cutouts(each: int = 3, categories: tuple[str, ...] = CATEGORIES) -> list[Cutout]:
    """Drawn obstacles, each its own source."""
    return [
        Cutout(f"{name}-{seed}", draw_sprite(name, seed, 60).rgba, name, f"source/{name}/{seed}", "CC0-1.0", True)
        for name in categories
        for seed in range(each)
    ]


def by_category(things: list[Cutout]) -> dict[str, list[Cutout]]:
    """As `draw_placements` takes them."""
    return {
        name: [each for each in things if each.category == name] for name in dict.fromkeys(c.category for c in things)
    }


def flatness(camera: Camera = CAMERA) -> float:
    """Growth of pixels per metre by row."""
    return cos(camera.pitch) / camera.height_m


def write_tracks(folder: Path, number: int = 4) -> Path:
    """A folder of pictures of drawn tracks by day, each a place of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    sunny = [place for split in ("train", "test") for place in backgrounds(split) if place.light == "day"]
    for count, place in enumerate([each for each in sunny if each.weather in ("sunny", "rainy")][:number]):
        (folder / f"track-{count}.jpg").write_bytes(jpeg(scene(place).clean))
    return folder
