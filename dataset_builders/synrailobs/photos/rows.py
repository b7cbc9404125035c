"""A composite as a row of `schema.FEATURES`, with all that is needed to understand it and to make it again."""

from dataclasses import asdict
from pathlib import PurePath
from typing import Any, Final

import numpy as np

from triptych.dataset_builders.synrailobs.photos.composer import Composed, Look, Placed
from triptych.dataset_builders.synrailobs.photos.layout import width_over_height
from triptych.dataset_builders.synrailobs.photos.parts import Background, Cutout
from triptych.dataset_builders.synrailobs.photos.recipe import Recipe

Row = dict[str, Any]
BETWEEN: Final = " + "
"""Stands between the licences of a composite's parts: all of them hold."""


def row_id(split: str, number: int) -> str:
    """`train-000012`: the id of the row `number` of a split."""
    return f"{split}-{number:06d}"


def row(
    name: str, background: Background, composed: Composed, size: tuple[int, int], parameters: dict[str, Any]
) -> Row:
    """The row `name`; `size` is the frame's width and height, `parameters` what `provenance` says.

    Licences of background and cut-outs are joined; the row may be passed on only if every part may be.
    """
    parts: list[Background | Cutout] = [background, *(label.placement.cutout for label in composed.labels)]
    return {
        "id": name,
        "source": background.source,
        "licence": BETWEEN.join(dict.fromkeys(part.licence for part in parts)),
        "redistributable": all(part.redistributable for part in parts),
        "image": {"bytes": composed.jpeg, "path": f"{name}.jpg"},
        "width": size[0],
        "height": size[1],
        "objects": [_object(f"{name}-{number}", label) for number, label in enumerate(composed.labels)],
        "weather": background.weather,
        "light": background.light,
        "track_type": background.track_type,
        "country": background.country,
        "background_id": background.id,
        "parameters": parameters,
        "screened": background.screened,
    }


def provenance(
    seed: int, background: Background, composed: Composed, asked: int, camera: dict[str, Any], recipe: Recipe
) -> dict[str, Any]:
    """Column `parameters`: seed, parts, places, filters, look, camera with what was assumed of it, version of the code.

    `asked` is the number of obstacles wanted; fewer are there where one found no place or stayed hidden.
    """
    return {
        "seed": seed,
        "code": recipe.code,
        "background": {"id": background.id, "group": background.group},
        "camera": camera,
        "sizes": recipe.layout.sizes,
        "inside": recipe.layout.inside,
        "look": look_words(recipe.look),
        "quality": recipe.quality,
        "asked": asked,
        "obstacles": [_obstacle(label) for label in composed.labels],
    }


def look_words(look: Look) -> dict[str, Any]:
    """A look without the folder that weights lie in."""
    return {**asdict(look), "harmonise": PurePath(look.harmonise).name}


def _object(name: str, label: Placed) -> dict[str, Any]:
    placement = label.placement
    cutout = placement.cutout
    return {
        "id": name,
        "bbox": [float(value) for value in label.bbox],
        "area": int(label.area),
        "category": cutout.category,
        "mask": label.mask,
        "distance_m": placement.distance_m,
        "size_m": [placement.height_m * width_over_height(placement), placement.height_m],
        "seen": cutout.category != "unseen",
        "visibility": label.visibility,
        "source": cutout.source,
    }


def _obstacle(label: Placed) -> dict[str, Any]:
    """The cut-out and the numbers of its place, rounded to what can be seen."""
    placement = label.placement
    numbers = {key: value for key, value in vars(placement).items() if key != "cutout"}
    return {
        "cutout": placement.cutout.id,
        **{key: _rounded(value) for key, value in numbers.items()},
        "filters": {key: _rounded(value) for key, value in label.filters.items()},
    }


def _rounded(value: Any) -> Any:
    return round(float(value), 4) if isinstance(value, float | np.floating) else value
