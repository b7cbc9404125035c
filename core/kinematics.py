"""Bodies in motion as numbers: two layouts of 3D joints read into one, gaps filled, noise smoothed, sizes made equal.

Everything here is relative to the pelvis and to where the person faces at the start, so it does not matter where in a
room, or how large, somebody is.

    >>> import numpy as np
    >>> read_joints(np.zeros((40, 33, 3)), "user").shape
    (40, 17, 3)
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from triptych.core.errors import UsageError

Array = NDArray[np.float64]

JOINTS: Final = (
    "pelvis", "left_hip", "left_knee", "left_ankle", "right_hip", "right_knee", "right_ankle", "spine", "thorax",
    "neck", "head", "left_shoulder", "left_elbow", "left_wrist", "right_shoulder", "right_elbow", "right_wrist",
)  # fmt: skip
"""The 17 joints that are compared: the first 17 of Fit3D. Toes and fingers are short, so noise drowns them."""

PELVIS, SPINE, THORAX, NECK, HEAD = 0, 7, 8, 9, 10
HIPS, KNEES, ANKLES = (1, 4), (2, 5), (3, 6)
SHOULDERS, ELBOWS, WRISTS = (11, 14), (12, 15), (13, 16)
"""Index pairs: left, right."""

_PARENTS: Final = (
    -1,
    0,
    1,
    2,
    0,
    4,
    5,
    0,
    0,
    8,
    8,
    8,
    11,
    12,
    8,
    14,
    15,
)  # the spine may be unknown: no chain through it
_MIRROR: Final = (0, 4, 5, 6, 1, 2, 3, 7, 8, 9, 10, 14, 15, 16, 11, 12, 13)
_BLAZEPOSE: Final = {  # ours -> the landmarks whose middle it is; there is none for the spine
    0: (23, 24), 1: (23,), 2: (25,), 3: (27,), 4: (24,), 5: (26,), 6: (28,), 8: (11, 12), 9: (11, 12), 10: (7, 8),
    11: (11,), 12: (13,), 13: (15,), 14: (12,), 15: (14,), 16: (16,),
}  # fmt: skip
MIN_FRAMES: Final = 8
MOST_MISSING: Final = 0.5
"""A joint missing in more frames than this share is left unknown; shorter gaps are filled."""


def read_joints(joints: Any, who: str) -> Array:
    """`(T, 25, 3)` Fit3D or `(T, 33, 3)` BlazePose world landmarks -> `(T, 17, 3)` metres, z up, pelvis at the origin.

    A joint that is NaN in more than half of the frames stays NaN throughout; shorter gaps are interpolated. BlazePose
    has no spine joint, so that one is NaN there. Raises `UsageError` for other shapes and for fewer than 8 frames.
    """
    array = np.asarray(joints, dtype=np.float64)
    if array.ndim != 3 or array.shape[1:] not in ((25, 3), (33, 3)):
        fix = "pass Fit3D joints3d_25 or BlazePose world landmarks, frames first"
        raise UsageError(f"{who} joints of shape (T, 25, 3) or (T, 33, 3)", f"shape {array.shape}", fix)
    if len(array) < MIN_FRAMES:
        raise UsageError(f"at least {MIN_FRAMES} frames of {who} joints", f"{len(array)}", "pass a whole repetition")
    ours = common_joints(array)
    filled = _fill_gaps(np.where(np.isfinite(ours), ours, np.nan))
    return filled - filled[:, [PELVIS]]


def common_joints(array: Array) -> Array:
    """`(..., 25, 3)` Fit3D or `(..., 33, 3)` BlazePose -> a copy of the `(..., 17, 3)` that are compared, z up."""
    return array[..., : len(JOINTS), :].copy() if array.shape[-2] == 25 else _from_blazepose(array)


def _from_blazepose(landmarks: Array) -> Array:
    upright = np.stack([landmarks[..., 0], landmarks[..., 2], -landmarks[..., 1]], axis=-1)  # y down -> z up
    ours = np.full((*landmarks.shape[:-2], len(JOINTS), 3), np.nan)
    for joint, sources in _BLAZEPOSE.items():
        ours[..., joint, :] = upright[..., sources, :].mean(axis=-2)
    return ours


def _fill_gaps(joints: Array) -> Array:
    known = np.asarray(np.isfinite(joints).all(axis=2))
    if known.all():
        return joints
    filled, times = joints.copy(), np.arange(len(joints))
    for joint in range(joints.shape[1]):
        there = known[:, joint]
        if there.mean() < 1 - MOST_MISSING:
            filled[:, joint] = np.nan
        elif not there.all():
            for axis in range(3):
                filled[:, joint, axis] = np.interp(times, times[there], joints[there, joint, axis])
    return filled


def smooth(values: Array, width: int) -> Array:
    """Running mean over `width` frames (odd) along the first axis; the ends are held, so the length stays."""
    half = width // 2
    padded = np.concatenate([np.repeat(values[:1], half, axis=0), values, np.repeat(values[-1:], half, axis=0)])
    sums = np.concatenate([np.zeros_like(padded[:1]), np.cumsum(padded, axis=0)])
    return np.asarray((sums[width:] - sums[:-width]) / width)


def face_forward(joints: Array, frames: int) -> Array:
    """Turn about the vertical so that in the first `frames` the person faces +x, with the left along +y.

    The hips show the left, or where they are unknown the shoulders; where both are, nothing is known: all NaN.
    """
    lines = [(joints[:frames, left] - joints[:frames, right]).mean(axis=0) for left, right in (HIPS, SHOULDERS)]
    across = lines[0] if np.isfinite(lines[0]).all() else lines[1]
    if not np.isfinite(across).all():
        return np.full_like(joints, np.nan)
    size = np.hypot(across[0], across[1])
    if size == 0:
        return joints
    left_x, left_y = across[0] / size, across[1] / size
    turn = np.array([[left_y, -left_x, 0.0], [left_x, left_y, 0.0], [0.0, 0.0, 1.0]])
    return np.asarray(joints @ turn.T)


def bone_lengths(joints: Array) -> Array:
    """`(17,)` median length of the bone that ends in each joint, metres, left and right averaged; 0 for the pelvis."""
    bones = joints - joints[:, list(_PARENTS)]
    lengths = np.median(np.linalg.norm(bones, axis=2), axis=0)
    lengths[PELVIS] = 0.0
    return np.asarray((lengths + lengths[list(_MIRROR)]) / 2)


def with_lengths(joints: Array, lengths: Array) -> Array:
    """The same movement by a body with these `bone_lengths`: bones keep their directions and are scaled.

    Scaled, not set to the length: a trunk that grows when the shoulders rise still does.
    """
    own = bone_lengths(joints)
    scale = np.divide(lengths, own, out=np.ones_like(own), where=own > 1e-6)
    scaled = np.zeros_like(joints)
    for joint, parent in enumerate(_PARENTS):
        if parent >= 0:
            scaled[:, joint] = scaled[:, parent] + (joints[:, joint] - joints[:, parent]) * scale[joint]
    return scaled
