"""Heights in metres for cut-outs, whose width is what it is: a car seen from the side is long, not tall."""

from typing import Final

import numpy as np

from triptych.dataset_builders.synrailobs.photos.object_classes import heights_m
from triptych.dataset_builders.synrailobs.photos.parts import Cutout
from triptych.dataset_builders.synrailobs.scale import SIZES_M

WIDEST_M: Final = {
    "person": 1.0,
    "animal": 2.4,
    "motorcycle": 2.2,
    "rock": 1.3,
    "unseen": 1.8,
}
"""Greatest width in metres by category: a person's stride, a cow's length, a motorcycle's length.
What is wider for its height is lower instead."""
SIDE_ON: Final = 1.6
"""Width / height from which a vehicle is seen from the side."""
LENGTHS_M: Final = (3.4, 5.6)
"""Of vehicles seen from the side."""
TALL: Final = 1.05
"""Width / height below which a vehicle from ahead is a bus or a lorry, not a car."""
FRONTS_M: Final = {"car": (1.6, 2.1), "lorry": (2.0, 2.5)}
"""Widths of vehicles seen from ahead."""
LYING: Final = 1.5
"""Width / height from which a person lies."""


def draw_size_m(cutout: Cutout, aspect: float, rng: np.random.Generator) -> float:
    """A height in metres for a cut-out that is pasted with `aspect` = width / height.

    Of its own class's range where its id tells one (`object_classes.heights_m`: a bus, a dog), else of its category's
    in `SIZES_M`, as far as a believable width allows.
    """
    own = heights_m(cutout)
    low, high = own or SIZES_M[cutout.category]
    if cutout.category == "person" and aspect >= LYING:
        return float(rng.uniform(low, high)) / aspect
    if own and cutout.category != "person":
        return float(rng.uniform(low, high))
    narrowest, widest = _widths(aspect) if cutout.category == "vehicle" else (0.0, WIDEST_M[cutout.category])
    high = min(high, widest / aspect)
    return float(rng.uniform(min(max(low, narrowest / aspect), high), high))


def _widths(aspect: float) -> tuple[float, float]:
    """Least and greatest width of a vehicle in metres."""
    if aspect >= SIDE_ON:
        return LENGTHS_M
    return FRONTS_M["lorry" if aspect < TALL else "car"]
