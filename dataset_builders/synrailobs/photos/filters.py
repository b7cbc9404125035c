"""Six white-box filters that bring an obstacle's colours to its surroundings', each with one argument in [-1, 1].

The filters and their order are those of Harmonizer (Ke et al., Harmonizer: Learning to perform white-box image and
video harmonization, ECCV 2022), so that arguments of its network mean the same here; 0 leaves colours as they are.

    Filters(temperature=0.05, brightness=-0.3)
    rgb = filtered(rgb, Filters(brightness=-0.3), mean=(0.4, 0.4, 0.4))
"""

from dataclasses import dataclass
from typing import Final

import numba
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Colour = tuple[float, float, float]

TINY: Final = 1e-6


@dataclass(frozen=True)
class Filters:
    """Arguments: positive is warmer, brighter, of more contrast, more saturated, lights lifted, shadows lifted."""

    temperature: float = 0.0
    brightness: float = 0.0
    contrast: float = 0.0
    saturation: float = 0.0
    highlight: float = 0.0
    shadow: float = 0.0


def filtered(rgb: Bytes, filters: Filters, mean: Colour) -> Bytes:
    """`rgb` (H, W, 3) after all filters; `mean` in [0, 1] is the colour that temperature and contrast turn about."""
    gain, offset = straight_line(filters, mean)
    before = np.clip(np.arange(256)[None] / 255 * np.reshape(gain, (3, 1)) + offset, 0, 1).astype(np.float32)
    after = _curve(filters)
    out = np.empty_like(rgb)
    _apply(rgb, before, np.float32(np.clip(filters.saturation, -1, 1)), after, out)
    return out


def straight_line(filters: Filters, mean: Colour) -> tuple[Colour, float]:
    """Temperature, brightness and contrast together: v -> gain v + offset, a gain for each channel."""
    gain = np.asarray(temperature_gain(filters.temperature, mean)) * brightness_gain(filters.brightness)
    # contrast c: v + c (v - mean of the picture so far)
    slope = contrast_slope(filters.contrast)
    middle = float(np.clip(gain * mean, 0, 1).mean())
    red, green, blue = (1 + slope) * gain
    return (float(red), float(green), float(blue)), -slope * middle


def temperature_gain(argument: float, mean: Colour) -> Colour:
    """Gains of red, green, blue. Warm is what makes a picture of this mean grey again after blue was added to it."""
    x = abs(argument)
    shift = (x if argument < 0 else 0.0, x / 2, x if argument > 0 else 0.0)
    moved = [value + more for value, more in zip(mean, shift, strict=True)]
    grey, grey_moved = sum(mean) / 3, sum(moved) / 3
    red, green, blue = (
        1 + grey_moved / (new + TINY) - grey / (old + TINY) for old, new in zip(mean, moved, strict=True)
    )
    return red, green, blue


def brightness_gain(argument: float) -> float:
    """1 / (1 - x) for x >= 0, else 1 + x."""
    return 1 / (1 - argument + TINY) if argument >= 0 else 1 + argument


def contrast_slope(argument: float) -> float:
    """What is added to a difference from the mean, as a multiple of it."""
    return 255 / (256 - np.floor(argument * 255)) - 1 if argument > 0 else argument


def _curve(filters: Filters) -> NDArray[np.float32]:
    """Highlight, 1 - (1 - v)^(1 + x), then shadow, v^(1 - x), at v = 0 … 1 in 1,024 steps, times 255."""
    value = np.linspace(0, 1, 1024)
    lit = 1 - (1 - value) ** (1 + max(filters.highlight, TINY - 1))
    return np.asarray(255 * lit ** max(1 - filters.shadow, TINY), np.float32)


@numba.njit(cache=True)  # type: ignore[untyped-decorator]  # numba has no types
def _apply(
    rgb: Bytes, before: NDArray[np.float32], saturation: np.float32, after: NDArray[np.float32], out: Bytes
) -> None:
    """Tables, saturation about the middle of the lowest and highest channel (as in HSL), tables."""
    one, half, top = np.float32(1), np.float32(0.5), np.float32(1023)
    for y in range(rgb.shape[0]):
        for x in range(rgb.shape[1]):
            red, green, blue = before[0, rgb[y, x, 0]], before[1, rgb[y, x, 1]], before[2, rgb[y, x, 2]]
            low, high = min(red, min(green, blue)), max(red, max(green, blue))
            middle = half * (low + high)
            factor = one + saturation
            if saturation > 0:
                room = low + high if middle < half else np.float32(2) - low - high
                strength = (high - low) / (room + np.float32(1e-6))
                factor = one / max(strength if saturation + strength > 1 else one - saturation, np.float32(1e-6))
            for channel in range(3):
                value = before[channel, rgb[y, x, channel]]
                value = min(max(middle + (value - middle) * factor, np.float32(0)), one)
                out[y, x, channel] = np.uint8(after[np.int32(value * top + half)] + half)
