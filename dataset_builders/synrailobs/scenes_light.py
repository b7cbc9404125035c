"""The light of a scene: what falls on things, how the air fades them, and how the camera renders the result.

All colours are linear RGB where 1 is a white surface in full daylight, until `tone` makes pixels of them.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from triptych.dataset_builders.synrailobs.plan import Background
from triptych.dataset_builders.synrailobs.seeds import generator

Floats = NDArray[np.floating[Any]]
Colour = tuple[float, float, float]

# weather and light -> light of the sky, direct sun, sky at the horizon, sky overhead, metres of visibility, exposure
_LIGHTS: Final[dict[tuple[str, str], tuple[Colour, Colour, Colour, Colour, float, float]]] = {
    ("sunny", "day"): ((0.36, 0.40, 0.47), (0.78, 0.72, 0.60), (0.62, 0.72, 0.84), (0.13, 0.27, 0.58), 1500, 1.0),
    ("rainy", "day"): ((0.42, 0.45, 0.49), (0.0, 0.0, 0.0), (0.46, 0.50, 0.54), (0.26, 0.29, 0.33), 330, 1.2),
    ("snowy", "day"): ((0.66, 0.70, 0.76), (0.0, 0.0, 0.0), (0.70, 0.74, 0.79), (0.56, 0.61, 0.67), 190, 1.0),
    ("foggy", "day"): ((0.58, 0.61, 0.63), (0.0, 0.0, 0.0), (0.66, 0.69, 0.71), (0.60, 0.64, 0.67), 62, 1.0),
    ("sunny", "dusk"): ((0.105, 0.105, 0.16), (0.13, 0.06, 0.025), (0.95, 0.40, 0.13), (0.07, 0.10, 0.24), 1200, 1.85),
    ("rainy", "dusk"): ((0.10, 0.11, 0.155), (0.0, 0.0, 0.0), (0.20, 0.185, 0.23), (0.07, 0.08, 0.125), 300, 1.8),
    ("snowy", "dusk"): ((0.135, 0.145, 0.22), (0.0, 0.0, 0.0), (0.31, 0.25, 0.29), (0.10, 0.13, 0.23), 190, 1.7),
    ("foggy", "dusk"): ((0.12, 0.12, 0.155), (0.0, 0.0, 0.0), (0.24, 0.205, 0.215), (0.12, 0.13, 0.175), 64, 1.8),
    ("sunny", "dark"): ((0.011, 0.013, 0.022), (0.0, 0.0, 0.0), (0.020, 0.020, 0.030), (0.003, 0.005, 0.013), 900, 1.5),
    ("rainy", "dark"): ((0.010, 0.011, 0.017), (0.0, 0.0, 0.0), (0.016, 0.016, 0.022), (0.005, 0.006, 0.010), 260, 1.5),
    ("snowy", "dark"): ((0.016, 0.018, 0.028), (0.0, 0.0, 0.0), (0.034, 0.032, 0.042), (0.012, 0.013, 0.022), 170, 1.1),
    ("foggy", "dark"): ((0.011, 0.012, 0.017), (0.0, 0.0, 0.0), (0.022, 0.022, 0.027), (0.010, 0.011, 0.015), 70, 1.5),
}
HEADLIGHT: Final = {"day": 0.0, "dusk": 0.10, "dark": 1.0}
NOISE: Final = {"day": 1.6, "dusk": 3.0, "dark": 4.2}
"""Deviation of the sensor noise, in grey values."""
LAMP: Final = (1.0, 0.90, 0.74)
REACH_M: Final = 32.0
"""Distance at which the headlight has lost half of its strength."""


@dataclass(frozen=True)
class Light:
    """Colours (3,) linear; `visibility_m`: the distance after which 1/e of a thing's own light is left;
    `haze_mix`: share of the upper sky's colour in the haze."""

    ambient: Floats
    sun: Floats
    horizon: Floats
    zenith: Floats
    visibility_m: float
    exposure: float
    headlight: float
    noise: float
    haze_mix: float

    def on_ground(self, x: ArrayLike, z: ArrayLike, sunlit: ArrayLike = 1.0) -> Floats:
        """Light on level ground at metres x, z, shape (…, 3); `sunlit` in [0, 1] is 0 in the sun's shadow."""
        beam = 0.80 * self._beam(x, z, 0.0)
        lamp = np.asarray(LAMP, np.float32)
        sunlit = np.asarray(sunlit, np.float32)[..., None]
        return np.asarray(self.ambient + self.sun * sunlit + beam[..., None] * lamp, np.float32)

    def on_upright(self, x: ArrayLike, z: ArrayLike, up: ArrayLike = 1.0) -> Floats:
        """Light on the side of a thing that faces the camera, `up` metres above the ground. Shape (…, 3)."""
        beam = self._beam(x, z, up)
        lamp = np.asarray(LAMP, np.float32)
        return np.asarray(self.ambient * 0.92 + self.sun * 0.85 + beam[..., None] * lamp, np.float32)

    def _beam(self, x: ArrayLike, z: ArrayLike, up: ArrayLike) -> Floats:
        """The headlight: a bright core ahead, a wide weak flood near the train, weaker with distance and height."""
        x, z, up = np.asarray(x, np.float32), np.asarray(z, np.float32), np.asarray(up, np.float32)
        angle, lift = x / np.maximum(z, 1), np.maximum(up - 1.5, 0) / np.maximum(z, 1)
        core = np.exp(-((angle / 0.15) ** 2) - (lift / 0.10) ** 2)
        flood = 0.22 * np.exp(-((angle / 0.55) ** 2) - (lift / 0.22) ** 2)
        # Two lamps under the camera leave the ground right before the train in the dark.
        strength = self.headlight * 0.80 / (1 + (z / REACH_M) ** 2) ** 0.72 * (1 - np.exp(-((z / 7) ** 2)))
        return np.asarray((core + flood) * strength, np.float32)

    def faded(self, colour: ArrayLike, z: ArrayLike) -> Floats:
        """Koschmieder's law: I exp(-z / v) + horizon (1 - exp(-z / v)), the colour of things seen through z metres."""
        left = np.exp(-np.asarray(z, np.float32) / self.visibility_m)[..., None]
        return np.asarray(colour * left + self.haze * (1 - left), np.float32)

    @property
    def haze(self) -> Floats:
        """What air alone looks like, in front of the horizon."""
        return np.asarray(0.97 * self.horizon + self.haze_mix * (self.zenith - self.horizon), np.float32)

    def tone(self, linear: ArrayLike) -> NDArray[np.uint8]:
        """Linear light to sRGB pixels: exposure, a soft shoulder above 0.7, gamma."""
        value = np.maximum(np.asarray(linear, np.float32) * np.float32(self.exposure), 0)
        bright = value > 0.7
        value[bright] = 1 - 0.3 * np.exp((0.7 - value[bright]) / 0.3)
        return np.asarray(_GAMMA[(value * (len(_GAMMA) - 1)).astype(np.int32)])


def _gamma_table() -> NDArray[np.uint8]:
    linear = np.linspace(0, 1, 8192)
    curved = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return np.round(curved * 255).astype(np.uint8)


_GAMMA: Final = _gamma_table()
_steps = np.arange(256) / 255
LINEAR: Final = np.where(_steps <= 0.04045, _steps / 12.92, ((_steps + 0.055) / 1.055) ** 2.4).astype(np.float32)
"""Linear light of the 256 sRGB values."""


def light_of(background: Background) -> Light:
    """The light of a background: its weather and hour, varied a little from place to place."""
    rng = generator(background.id, "light")
    ambient, sun, horizon, zenith, visibility, exposure = _LIGHTS[background.weather, background.light]
    tint = np.asarray([1 + rng.uniform(-0.05, 0.05), 1, 1 + rng.uniform(-0.05, 0.05)])
    factor = (tint * rng.uniform(0.88, 1.12)).astype(np.float32)
    return Light(
        ambient=factor * np.asarray(ambient, np.float32),
        sun=factor * np.asarray(sun, np.float32),
        horizon=factor * np.asarray(horizon, np.float32),
        zenith=factor * np.asarray(zenith, np.float32),
        visibility_m=float(visibility * rng.uniform(0.85, 1.2)),
        exposure=exposure,
        headlight=HEADLIGHT[background.light],
        noise=NOISE[background.light],
        haze_mix=0.55 if (background.weather, background.light) == ("sunny", "dusk") else 0.0,
    )
