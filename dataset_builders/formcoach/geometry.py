"""Rotations, directions and the two-bone limb, on whole clips: an angle is (T,), a point (T, 3)."""

from typing import Final

import numpy as np

from triptych.dataset_builders.formcoach.keyframes import Array

STRAIGHT: Final = 0.999
"""Share of its full reach that a limb uses at most: a knee or elbow never locks into a jump of its direction."""


def rotation(yaw: Array, pitch: Array, roll: Array) -> Array:
    """Turn left, then lean forward, then lean right, in degrees: (T, 3, 3)."""
    (sy, cy), (sp, cp), (sr, cr) = (
        (np.sin(np.deg2rad(angle)), np.cos(np.deg2rad(angle))) for angle in np.broadcast_arrays(yaw, pitch, roll)
    )
    rows = [
        [cy * cr + sy * sp * sr, -sy * cp, cy * sr - sy * sp * cr],
        [sy * cr - cy * sp * sr, cy * cp, sy * sr + cy * sp * cr],
        [-cp * sr, -sp, cp * cr],
    ]
    matrix = np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)
    return matrix


def two_bones(root: Array, target: Array, upper: float, lower: float, pole: Array) -> tuple[Array, Array]:
    """Middle and end joint of a limb that reaches for `target`, bending towards `pole`; each (T, 3).

    A target out of reach is approached as far as the bones allow.
    """
    chord = target - root
    distance = np.linalg.norm(chord, axis=-1, keepdims=True)
    along = chord / np.maximum(distance, 1e-9)
    distance = np.clip(distance, abs(upper - lower) + 1e-3, (upper + lower) * STRAIGHT)
    near = (upper**2 - lower**2 + distance**2) / (2.0 * distance)
    away = np.sqrt(np.maximum(upper**2 - near**2, 0.0))
    return root + near * along + away * perpendicular(pole, along), root + distance * along


def perpendicular(vector: Array, axis: Array) -> Array:
    """The unit vector of the part of `vector` at a right angle to the unit `axis`, (T, 3)."""
    return unit(vector - np.sum(vector * axis, axis=-1, keepdims=True) * axis)


def unit(vector: Array) -> Array:
    """Vectors scaled to length 1 along the last axis."""
    scaled: Array = vector / np.maximum(np.linalg.norm(vector, axis=-1, keepdims=True), 1e-9)
    return scaled


def vector(x: Array, y: Array, z: Array) -> Array:
    """Points (T, 3) of their coordinates."""
    return np.stack(np.broadcast_arrays(x, y, z), axis=-1)
