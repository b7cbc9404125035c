"""Two performances of one movement laid over each other: where the movement is, how long it takes, banded DTW.

Source: Sakoe and Chiba, Dynamic programming algorithm optimization for spoken word recognition, 1978 (the band).
"""

import numpy as np
from numpy.typing import NDArray

from triptych.core import kinematic_features as features
from triptych.core.kinematics import Array, smooth

Indices = NDArray[np.intp]
DEGREES_PER_METRE = 250.0
"""6 cm weigh as 15 degrees."""
STILL = 0.08
"""Movement begins when a pose is farther from the first one than this share of the farthest, and ends likewise."""


def movement_span(poses: Array) -> tuple[int, int]:
    """First frame and one past the last in which the person moves; the pose held before and after is not movement.

    Measured on the main components (three at most) of all coordinates `poses` (T, 17, 3), which keeps the noise of
    17 joints out.
    """
    known = poses[:, np.isfinite(poses).all(axis=(0, 2))]
    if known.shape[1] == 0:
        return 0, len(poses)
    steady = known - known.mean(axis=1, keepdims=True)  # else the noise of the pelvis is that of every joint
    flat = steady.reshape(len(poses), -1)
    centred = flat - flat.mean(axis=0)
    variance, components = np.linalg.eigh(centred.T @ centred)
    main = components[:, -3:][:, variance[-3:] > 0.04 * variance[-1]]
    track = smooth(centred @ main, 5)
    ends = [np.linalg.norm(track - track[edge].mean(axis=0), axis=1) for edge in (slice(0, 3), slice(-3, None))]
    left, returned = (distance > STILL * max(distance.max(), 1e-6) for distance in ends)
    if not left.any() or not returned.any():
        return 0, len(poses)
    first, last = int(np.argmax(left)), len(poses) - int(np.argmax(returned[::-1]))
    return (first, last) if last - first >= 4 else (0, len(poses))


def pose_track(poses: Array) -> Array:
    """`(T, 13)` angles and distances that describe a pose, each z-scored over time; what hardly moves counts less."""
    angles = [
        features.elbow_bend(poses), features.knee_bend(poses), features.arm_elevation(poses),
        features.hand_elevation(poses), features.lean(poses)[:, None], features.twist(poses)[:, None],
    ]  # fmt: skip
    distances = [features.hand_spacing(poses), features.hip_height(poses), features.shoulder_lift(poses).mean(axis=-1)]
    columns = np.nan_to_num(np.concatenate([*angles, DEGREES_PER_METRE * np.stack(distances, axis=-1)], axis=1))
    return np.asarray((columns - columns.mean(axis=0)) / np.maximum(columns.std(axis=0), 8.0))


def warping_path(one: Array, other: Array, band: float = 0.15, halt: float = 0.0) -> tuple[Indices, Indices]:
    """Banded dynamic time warping of (N, D) against (M, D): the frames of each that belong together, in order.

    `band` is the widest shift as a share of the length, `halt` the cost of each step in which one of the two stands
    still: without it a fault that changes the shape of a signal makes one frame stand for many. A loop over lists: the
    band has few cells, and numpy would spend its time on calls.
    """
    n, m = len(one), len(other)
    norms = np.square(one).sum(axis=1)[:, None] + np.square(other).sum(axis=1)[None, :]
    cost = (norms - 2 * one @ other.T).tolist()
    reach = int(np.ceil(max(band * m, 1.5 * m / n, 1.5)))
    far = float("inf")
    total = [[far] * (m + 1) for _ in range(n + 1)]
    total[0][0] = 0.0
    for i in range(n):
        centre = round(i * (m - 1) / max(n - 1, 1))
        above, row, costs = total[i], total[i + 1], cost[i]
        for j in range(max(0, centre - reach), min(m, centre + reach + 1)):
            row[j + 1] = costs[j] + min(above[j], above[j + 1] + halt, row[j] + halt)
    return _walk_back(total, halt)


def _walk_back(total: list[list[float]], halt: float) -> tuple[Indices, Indices]:
    i, j = len(total) - 1, len(total[0]) - 1
    path = []
    while i > 0 and j > 0:
        path.append((i - 1, j - 1))
        diagonal, above, left = total[i - 1][j - 1], total[i - 1][j] + halt, total[i][j - 1] + halt
        least = min(diagonal, above, left)
        i, j = (i - 1, j - 1) if diagonal == least else (i - 1, j) if above == least else (i, j - 1)
    pairs = np.array(path[::-1], dtype=np.intp)
    return pairs[:, 0], pairs[:, 1]


def resample(poses: Array, first: int, last: int, count: int) -> Array:
    """Frames `first` to `last` (exclusive) at `count` even times, linear."""
    times = np.linspace(first, last - 1, count)
    below = np.minimum(times.astype(np.intp), len(poses) - 2)
    share = (times - below)[:, None, None]
    return np.asarray(poses[below] * (1 - share) + poses[below + 1] * share)
