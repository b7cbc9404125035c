"""Metric scale from the rails: standard gauge is 1.435 m, whatever the camera.

Everything stands on the plane of the railheads. `pitch` is the camera's angle below the horizontal in radians, 0 for a
camera whose horizon lies in the middle row.
"""

from math import cos, tan
from typing import Final

import numpy as np

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs import rails as _rails
from triptych.dataset_builders.synrailobs.paper import ALPHA, BETA, DISTANCE_BINS
from triptych.dataset_builders.synrailobs.rails import Rails

GAUGE_M: Final = _rails.GAUGE_M

SIZES_M: Final = {
    "person": (1.50, 1.95),
    "animal": (0.50, 2.10),
    "vehicle": (1.40, 3.20),
    "motorcycle": (1.00, 1.40),
    "rock": (0.20, 1.00),
    "unseen": (0.20, 1.50),
}
"""Lowest and greatest height in metres by category, our choice of what is met on tracks.

person: adults. animal: from a dog at the shoulder to a moose. vehicle: from cars to small lorries. motorcycle: with
mirrors, without a rider. rock, unseen: from what a train would feel to what a person could not roll away.
"""


def pixels_per_metre(rails: Rails, row: float) -> float:
    """Scale at a pixel row: the distance of the rails in pixels / in metres; NaN above and below the known rows."""
    apart = np.interp(row, rails.rows, rails.right - rails.left, left=np.nan, right=np.nan)
    return float(apart) / rails.apart_m


def row_of_scale(rails: Rails, scale: float) -> float:
    """The row where a metre measures `scale` pixels; NaN where no known row has it."""
    scales = np.maximum.accumulate(rails.right - rails.left) / rails.apart_m  # found rails waver by a pixel
    return float(np.interp(scale, scales, rails.rows, left=np.nan, right=np.nan))


def height_px(rails: Rails, row: float, height_m: float) -> float:
    """Pixels that something `height_m` metres tall covers where it stands at a row; NaN outside the known rows."""
    return height_m * pixels_per_metre(rails, row)


def draw_height_m(category: str, rng: np.random.Generator) -> float:
    """A height in metres from a category's range in `SIZES_M`, all equally likely."""
    if category not in SIZES_M:
        raise UsageError(f"a category of {', '.join(SIZES_M)}", category, "map your classes to these names")
    return float(rng.uniform(*SIZES_M[category]))


def paper_law_px(row: float, alpha: float, beta: float) -> float:
    """Equation 1 of the paper, W = alpha w + beta: a sprite's width in pixels at row w, whatever it shows.

    alpha in [0.4, 0.6], beta in [30, 45] there. It never reaches 0 at the horizon and knows no class: use the rails'
    scale unless the paper's own pictures are to be made again.
    """
    if not (ALPHA[0] <= alpha <= ALPHA[1] and BETA[0] <= beta <= BETA[1]):
        raise UsageError(
            f"alpha in {ALPHA} and beta in {BETA}, the paper's ranges", f"alpha {alpha}, beta {beta}", "draw in these"
        )
    return alpha * row + beta


def distance_m(scale: float, height_m: float, focal_px: float, pitch: float = 0.0) -> float:
    """Distance along the ground, in metres, of the row whose scale is `scale` pixels a metre.

    A ground point at depth f / scale along the optical axis lies f / (scale cos p) - h tan p ahead of the camera.
    """
    return focal_px / (scale * cos(pitch)) - height_m * tan(pitch)


def scale_of_distance(distance: float, height_m: float, focal_px: float, pitch: float = 0.0) -> float:
    """Pixels a metre at a distance along the ground: the inverse of `distance_m`."""
    return focal_px / ((distance + height_m * tan(pitch)) * cos(pitch))


def distance_by_two_points(rails: Rails, row: float, known: tuple[tuple[float, float], tuple[float, float]]) -> float:
    """Distance in metres of a row, from two rows whose distance was measured: ((row, metres), (row, metres)).

    Distance = a / scale + b for every camera (see `distance_m`), and two points give a and b: neither height, focal
    length nor pitch needs to be known. NaN outside the rails' rows.
    """
    (first, near), (second, far) = known
    inverse = [1 / pixels_per_metre(rails, each) for each in (first, second, row)]
    if first == second or near == far or not np.isfinite(inverse[:2]).all() or min(near, far) < 0:
        raise UsageError(
            f"two different rows from {rails.rows[0]:.0f} to {rails.rows[-1]:.0f} at two distances of at least 0 m",
            str(known),
            "measure two places on the track, far from each other",
        )
    a = (far - near) / (inverse[1] - inverse[0])
    if a <= 0:
        raise UsageError("the nearer place in the lower row", str(known), "check which distance belongs to which row")
    return float(near + a * (inverse[2] - inverse[0]))


def distance_bin(distance: float) -> str | None:
    """The bin of Table 5 that a distance in metres falls in; None beyond 75 m. A negative distance is a mistake."""
    if not distance >= 0:
        raise UsageError("a distance in metres, at least 0", str(distance), "measure from the camera, forwards")
    return next((name for name, (low, high) in DISTANCE_BINS.items() if low <= distance < high), None)
