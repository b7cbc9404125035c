"""Cut-outs for who has no pictures of obstacles: the package's drawn sprites, for the categories that are missing."""

from functools import lru_cache
from pathlib import Path
from typing import Final

from triptych.dataset_builders.synrailobs.photos.gallery import read_gallery
from triptych.dataset_builders.synrailobs.photos.parts import Cutout
from triptych.dataset_builders.synrailobs.schema import CATEGORIES
from triptych.dataset_builders.synrailobs.sprites import FINEST, draw_sprite

EACH: Final = 12
"""Sprites of a category."""
LICENCE: Final = "Apache-2.0"


def cutouts_of(gallery: Path | None, drawn: bool) -> list[Cutout]:
    """The cut-outs kept in the folder `gallery`; `drawn` adds sprites of the categories that it does not have."""
    kept = read_gallery(gallery).cutouts if gallery else []
    have = {cutout.category for cutout in kept}
    return kept + ([each for each in drawn_cutouts() if each.category not in have] if drawn else [])


@lru_cache(maxsize=1)
def drawn_cutouts() -> tuple[Cutout, ...]:
    """12 sprites of each category, each a source of its own, at a scale that holds near the camera."""
    return tuple(_cutout(category, seed) for category in CATEGORIES for seed in range(EACH))


def _cutout(category: str, seed: int) -> Cutout:
    sprite = draw_sprite(category, seed, FINEST[category])
    return Cutout(
        id=f"drawn-{category}#{seed}-{sprite.kind}",
        rgba=sprite.rgba,
        category=category,
        source=f"drawn/{category}/{seed}",
        licence=LICENCE,
        redistributable=True,
    )
