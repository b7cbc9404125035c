"""What is to be known of the colours of an obstacle and of its surroundings to bring them together."""

from dataclasses import dataclass
from typing import Final

import numba
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]

SAMPLES: Final = 4000
"""About so many pixels are looked at: more change nothing that is seen."""


@dataclass(frozen=True)
class Colours:
    """Of some pixels, all in [0, 1]: `mean` of red, green, blue; of luma its `level`, `spread` (standard deviation),
    `dark` (5th percentile) and `bright` (95th); `chroma`, the mean of the highest channel less the lowest.

    `histograms` (3, 256): shares of values of each channel.
    """

    mean: tuple[float, float, float]
    level: float
    spread: float
    dark: float
    bright: float
    chroma: float
    histograms: NDArray[np.float64]


def colours(rgb: Bytes, alpha: Bytes) -> Colours:
    """Of the pixels (H, W, 3) whose `alpha` (H, W) is at least 128; there is at least one."""
    step = max(int(np.sqrt(alpha.size / SAMPLES)), 1)
    counts, chroma = np.zeros((4, 256)), np.zeros(2)
    while not chroma[1]:
        _count(rgb, alpha, step, counts, chroma)
        step = max(step // 2, 1)
    counts /= chroma[1]
    values = np.arange(256) / 255
    red, green, blue, level = (float(value) for value in counts @ values)
    spread = float(np.sqrt(max(counts[3] @ values**2 - level**2, 0)))
    dark, bright = np.searchsorted(np.cumsum(counts[3]), (0.05, 0.95)) / 255
    return Colours(
        (red, green, blue), level, spread, float(dark), float(bright), float(chroma[0] / chroma[1] / 255), counts[:3]
    )


@numba.njit(cache=True)  # type: ignore[untyped-decorator]  # numba has no types
def _count(rgb: Bytes, alpha: Bytes, step: int, counts: NDArray[np.float64], chroma: NDArray[np.float64]) -> None:
    """Histograms of red, green, blue and luma; sum of highest less lowest channel, and number of pixels."""
    for y in range(step // 2, alpha.shape[0], step):
        for x in range(step // 2, alpha.shape[1], step):
            if alpha[y, x] >= 128:
                red, green, blue = np.int32(rgb[y, x, 0]), np.int32(rgb[y, x, 1]), np.int32(rgb[y, x, 2])
                counts[0, red] += 1
                counts[1, green] += 1
                counts[2, blue] += 1
                counts[3, (77 * red + 150 * green + 29 * blue + 128) >> 8] += 1
                chroma[0] += max(red, max(green, blue)) - min(red, min(green, blue))
                chroma[1] += 1
