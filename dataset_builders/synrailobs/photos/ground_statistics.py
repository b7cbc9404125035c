"""How sharp and how noisy a photograph is in each row, so that what is pasted there can be made alike.

Sharpness is read at edges around the track (Zhuo and Sim, Defocus map estimation from a single image, 2011: an edge
blurred again loses the more gradient, the sharper it was), noise in the flattest blocks (Immerkaer, Fast noise variance
estimation, 1996).
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from triptych.dataset_builders.synrailobs.rails import Rails

Floats = NDArray[np.float64]

BAND: Final = 32
"""Rows that are measured together."""
STEP: Final = 16
AGAIN: Final = 1.0
"""Blur added to measure blur, in pixels."""
DERIVATIVE: Final = 0.4
"""Variance in pixels squared that central differences and the pixels themselves add to an edge."""
BLURRIEST: Final = 3.0
NOISIEST: Final = 8.0
FLATTEST: Final = 0.15
"""Share of a band's blocks that are taken for flat."""
EDGES: Final = 0.6
"""Steepness, in parts of about the greatest in a band, from which a place counts as an edge."""
STEEP: Final = 6.0
"""Least difference in grey values over two pixels at an edge."""


def blur_by_row(grey: NDArray[np.uint8], rails: Rails) -> Floats:
    """Standard deviation in pixels of the blur at each row of `grey` (H, W), seen up to a gauge beside the rails."""
    plain = grey.astype(np.float32)
    first, second = _gradient(plain), _gradient(cv2.GaussianBlur(plain, (0, 0), AGAIN))
    middles = np.arange(STEP / 2, len(grey), STEP)
    return _smooth([_blur(first, second, row, rails) for row in middles], middles, len(grey))


def noise_by_row(grey: NDArray[np.uint8]) -> Floats:
    """Standard deviation in grey values of the noise at each row of `grey` (H, W)."""
    kernel = np.asarray([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
    rough = np.abs(cv2.filter2D(grey.astype(np.float32), -1, kernel)) * np.float32(np.sqrt(np.pi / 2) / 6)
    height, width = grey.shape
    blocks = cv2.resize(rough, (max(width // 8, 1), max(height // STEP, 1)), interpolation=cv2.INTER_AREA)
    middles = (np.arange(len(blocks)) + 0.5) * height / len(blocks)
    levels = np.quantile(blocks, FLATTEST, axis=1)
    return np.clip(_smooth(list(levels), middles, height), 0, NOISIEST)


def _gradient(grey: NDArray[np.float32]) -> NDArray[np.float32]:
    """Along the rows: rails and what stands upright give its clearest edges."""
    return np.abs(np.asarray(cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=1), np.float32))


def _blur(first: NDArray[np.float32], second: NDArray[np.float32], row: float, rails: Rails) -> float:
    """NaN where a band has no clear edges."""
    left, right = (float(np.interp(row, rails.rows, side)) for side in (rails.left, rails.right))
    beside = max(right - left, 24)
    rows = slice(max(int(row) - BAND // 2, 0), int(row) + BAND // 2)
    columns = slice(max(int(left - beside), 0), max(int(right + beside), 1))
    near, again = first[rows, columns], second[rows, columns]
    middle = near[:, 1:-1]
    peak = (middle >= near[:, :-2]) & (middle > near[:, 2:]) & (middle >= STEEP)
    steepest, blurred = middle[peak], again[:, 1:-1][peak]
    if len(steepest) < 8:
        return float("nan")
    strong = steepest >= EDGES * np.quantile(steepest, 0.99)
    # gradient of an edge of blur s: proportional to 1 / s, so ratio^2 = (s^2 + AGAIN^2) / s^2
    ratio = float(np.median(steepest[strong] / np.maximum(blurred[strong], 1e-3)))
    measured = AGAIN**2 / max(ratio**2 - 1, 1e-3)
    return float(np.sqrt(np.clip(measured - DERIVATIVE, 0, BLURRIEST**2)))


def _smooth(levels: list[float], rows: Floats, height: int) -> Floats:
    """Levels at all rows, by a running median of five that leaves out what could not be measured."""
    known = np.asarray(levels)
    if np.isnan(known).all():
        return np.zeros(height)
    known = np.interp(rows, rows[~np.isnan(known)], known[~np.isnan(known)])
    around = np.lib.stride_tricks.sliding_window_view(np.pad(known, 2, mode="edge"), 5)
    return np.asarray(np.interp(np.arange(height), rows, np.median(around, axis=1)), np.float64)
