"""Colour transfer in Lab (Reinhard et al., Color transfer between images, 2001), part of the way."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]

SHARE: Final = 0.5
SPREAD: Final = (0.6, 1.4)
"""Limits of the change of standard deviations: flat surroundings must not wipe an obstacle out."""


def transferred(rgb: Bytes, alpha: Bytes, around: Bytes) -> tuple[Bytes, dict[str, float]]:
    """`rgb` (H, W, 3) with means and deviations of Lab moved to those of `around` (h, w, 3), and by how much.

    `alpha` (H, W) says which pixels count for the obstacle: those of at least 128.
    """
    lab, other = _lab(rgb), _lab(around).reshape(-1, 3)
    mine = lab[alpha >= 128]
    mean, goal = mine.mean(axis=0), other.mean(axis=0)
    scale = np.clip((other.std(axis=0) / np.maximum(mine.std(axis=0), 1e-3)) ** SHARE, *SPREAD)
    moved = (lab - mean) * scale.astype(np.float32) + (mean + SHARE * (goal - mean)).astype(np.float32)
    back = cv2.cvtColor(moved, cv2.COLOR_Lab2RGB)
    changes = {f"reinhard_{name}": float(value) for name, value in zip("lab", SHARE * (goal - mean), strict=True)}
    return np.clip(back * 255 + 0.5, 0, 255).astype(np.uint8), changes


def _lab(rgb: Bytes) -> NDArray[np.float32]:
    return np.asarray(cv2.cvtColor(rgb.astype(np.float32) / 255, cv2.COLOR_RGB2Lab), np.float32)
