"""The lie of a drawn place: camera, course of the tracks, what its ground and sides are made of."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from triptych.dataset_builders.synrailobs.camera import Camera
from triptych.dataset_builders.synrailobs.paper import IMAGE_SIZE
from triptych.dataset_builders.synrailobs.plan import Background
from triptych.dataset_builders.synrailobs.rails import Rails
from triptych.dataset_builders.synrailobs.scale import GAUGE_M
from triptych.dataset_builders.synrailobs.seeds import generator

Array = NDArray[np.float64]

FAR_M: Final = 900.0
"""Ground farther away than this is drawn as if it were here."""
RAILS_TO_M: Final = 160.0
STONES: Final = ((0.21, 0.20, 0.19), (0.23, 0.19, 0.155), (0.13, 0.13, 0.135), (0.30, 0.29, 0.27))
VERGES: Final = ((0.075, 0.115, 0.035), (0.115, 0.125, 0.045), (0.19, 0.15, 0.085), (0.06, 0.095, 0.035))


@dataclass(frozen=True)
class Site:
    """`curvature` in 1/m, positive to the right; `centres`: offsets of the tracks' axes in metres, the own one is 0.

    `stone`, `verge`: linear colours of the ballast and of the ground beside; `town` in [0, 1]: houses or woods.
    """

    camera: Camera
    curvature: float
    centres: tuple[float, ...]
    sleeper: str
    stone: tuple[float, float, float]
    verge: tuple[float, float, float]
    electrified: bool
    town: float
    fenced: tuple[bool, bool]
    landmark: str

    def centre(self, z: ArrayLike) -> Array:
        """Lateral offset in metres of the own track's axis, z metres ahead."""
        return np.asarray(0.5 * self.curvature * np.square(np.asarray(z, float)))

    @cached_property
    def rails(self) -> Rails:
        """The own track's rails, row by row to the bottom of the picture."""
        first = int(np.ceil(np.interp(RAILS_TO_M, *self._rows_by_distance)))
        rows = np.arange(first, IMAGE_SIZE[1], dtype=float)
        z = np.asarray([self.camera.distance(row) for row in rows])
        left, right = (self.camera.project(self.centre(z) + side * GAUGE_M / 2, 0, z)[0] for side in (-1, 1))
        return Rails(rows, left, right, 1.0)

    @property
    def _rows_by_distance(self) -> tuple[Array, Array]:
        z = np.geomspace(2, FAR_M, 4000)
        return z, self.camera.project(0, 0, z)[1]

    def row_at(self, distance: float) -> float:
        """The row of the ground at a distance along it, in metres."""
        return float(self.camera.project(0, 0, distance)[1])

    def place(self, lateral: ArrayLike, up: ArrayLike, z: ArrayLike) -> tuple[Array, Array]:
        """Columns and rows of points `lateral` metres beside the own track's axis."""
        return self.camera.project(np.asarray(lateral, float) + self.centre(z), up, z)

    @property
    def edges(self) -> tuple[float, float]:
        """Offsets of the leftmost and the rightmost track."""
        return min(self.centres), max(self.centres)


def site_of(background: Background) -> Site:
    """The site that a background's id stands for."""
    rng = generator(background.id, "site")
    height = rng.uniform(2.5, 4.5)
    # The bottom row shows ground at most 11.5 m away, so that the nearest bin of Table 5 can be filled.
    horizon = rng.uniform(225, 325)
    focal = min(rng.uniform(850, 1350), 11.5 * (IMAGE_SIZE[1] - horizon) / height * 0.97)
    curvature = 0.0 if background.course == "straight" else rng.choice([-1, 1]) / rng.uniform(260, 700)
    centres = (0.0,) if background.tracks == 1 else (0.0, float(rng.choice([-1, 1]) * rng.uniform(4.0, 4.6)))
    landmarks = ["none", "signal", "signal", "hut"]
    if background.weather != "foggy":  # where they are too far to be made out
        landmarks += ["bridge"] + ["tunnel"] * (background.course == "straight")
    return Site(
        camera=Camera(float(height), float(focal), float(horizon)),
        curvature=float(curvature),
        centres=centres,
        sleeper=str(rng.choice(["concrete", "concrete", "wood"])),
        stone=STONES[rng.integers(len(STONES))],
        verge=VERGES[rng.integers(len(VERGES))],
        electrified=bool(rng.random() < 0.65),
        town=float(rng.choice([0.0, 0.15, 0.5, 0.9])),
        fenced=(bool(rng.random() < 0.45), bool(rng.random() < 0.45)),
        landmark=str(rng.choice(landmarks)),
    )
