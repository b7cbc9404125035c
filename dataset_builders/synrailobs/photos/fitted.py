"""Arguments of the six filters from statistics: part of the way from an obstacle's colours to its surroundings'.

Only part of it, and only up to limits: a red coat stays red, a white van brighter than ballast.
"""

from typing import Final

import numpy as np

from triptych.dataset_builders.synrailobs.photos.colours import Colours
from triptych.dataset_builders.synrailobs.photos.filters import (
    Colour,
    Filters,
    brightness_gain,
    contrast_slope,
    temperature_gain,
)

ORDINARY: Final = 0.42
"""Level of ground, and of things, in a well exposed picture."""
LIGHT_SHARE: Final = 0.7
"""How far the level follows the light of the place: ground darker than ordinary stands in less light."""
OWN_SHARE: Final = 0.2
"""How far an obstacle's own level goes to the ordinary: little, a white dog is no grey dog."""
LIGHT: Final = (0.25, 1.4)
BRIGHTEST: Final = 1.1
"""Snow is brighter than ballast in the same light."""
WARM_SHARE: Final = 0.25
COOL_SHARE: Final = 0.6
"""How far red / blue follows the ground's: blue ground is grey ground in blue light, brown ground may be brown."""
WARMEST: Final = 0.25
CONTRAST_SHARE: Final = 0.35
CONTRAST: Final = (0.72, 1.1)
CHROMA_SHARE: Final = 0.4
CHROMA: Final = (0.55, 1.0)
ENDS_SHARE: Final = 0.35
"""How far the darkest and brightest tones go to the surroundings': haze lifts blacks, dusk lowers whites."""
ENDS: Final = (-0.25, 0.12)
"""Deepened less than faded: black ground near may be a shadow that the obstacle does not stand in."""
LEAST: Final = 0.02


def fitted(thing: Colours, around: Colours) -> Filters:
    """Filters for `thing` amid `around`; `filtered` takes `thing.mean` with them."""
    lit = 0.5 * around.level + 0.3 * around.bright  # a shadow beside the place must not darken what stands in the sun
    light = min(_ratio(lit, ORDINARY) ** LIGHT_SHARE, BRIGHTEST)
    gain = float(np.clip(light * _ratio(ORDINARY, thing.level) ** OWN_SHARE, *LIGHT))
    contrast = float(np.clip(_ratio(around.spread, thing.spread * gain) ** CONTRAST_SHARE, *CONTRAST))
    chroma = float(np.clip(_ratio(around.chroma, thing.chroma * gain) ** CHROMA_SHARE, *CHROMA))
    brightness = 1 - 1 / gain if gain >= 1 else gain - 1
    slope = _contrast_argument(contrast)
    level, steep = thing.level * brightness_gain(brightness), 1 + contrast_slope(slope)
    ends = [
        float(np.clip(level + steep * (end * gain - level), LEAST, 1 - LEAST)) for end in (thing.dark, thing.bright)
    ]
    return Filters(
        temperature=_temperature(thing.mean, around.mean),
        brightness=brightness,
        contrast=slope,
        saturation=chroma - 1,
        highlight=_lifted(1 - ends[1], 1 - around.bright),
        shadow=-_lifted(ends[0], around.dark),
    )


def _ratio(target: float, value: float) -> float:
    return max(target, LEAST) / max(value, LEAST)


def _contrast_argument(factor: float) -> float:
    """The argument whose `contrast_slope` is `factor` - 1."""
    return factor - 1 if factor <= 1 else float(np.clip((256 - 255 / factor) / 255, 0, 1))


def _lifted(value: float, target: float) -> float:
    """x so that value^(1 + x) lies part of the way to target; both are distances from black or from white."""
    target = float(np.clip(target, LEAST, 1 - LEAST))
    goal = np.log(value) + ENDS_SHARE * (np.log(target) - np.log(value))
    return float(np.clip(goal / np.log(value) - 1, *ENDS))


def _temperature(mean: Colour, around: Colour) -> float:
    """The argument that changes red / blue as part of the light's tint does."""
    tint = np.log(_ratio(around[0], around[2]))
    goal = tint * (WARM_SHARE if tint > 0 else COOL_SHARE)
    low, high = -WARMEST, WARMEST
    for _ in range(10):  # red / blue rises with the argument
        middle = (low + high) / 2
        red, _, blue = temperature_gain(middle, mean)
        low, high = (middle, high) if np.log(max(red, LEAST) / max(blue, LEAST)) < goal else (low, middle)
    return (low + high) / 2
