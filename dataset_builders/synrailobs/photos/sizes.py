"""Heights in metres for cut-outs, whose width is what it is: a car seen from the side is long, not tall."""

from typing import Final

import numpy as np

from triptych.dataset_builders.synrailobs.scale import SIZES_M, draw_height_m

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


def draw_size_m(category: str, aspect: float, rng: np.random.Generator) -> float:
    """A height in metres for a cut-out with `aspect` = width / height: of `SIZES_M`, as far as its width allows."""
    if category == "person" and aspect >= LYING:
        return draw_height_m(category, rng) / aspect
    low, high = SIZES_M[category]
    narrowest, widest = _widths(aspect) if category == "vehicle" else (0.0, WIDEST_M[category])
    high = min(high, widest / aspect)
    return float(rng.uniform(min(max(low, narrowest / aspect), high), high))


def _widths(aspect: float) -> tuple[float, float]:
    """Least and greatest width of a vehicle in metres."""
    if aspect >= SIDE_ON:
        return LENGTHS_M
    return FRONTS_M["lorry" if aspect < TALL else "car"]
