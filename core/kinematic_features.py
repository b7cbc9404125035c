"""What trainers look at, measured on poses: joint angles in degrees, heights and widths in metres.

Every function takes poses of `triptych.core.kinematics`, shape (..., 17, 3) (pelvis at the origin, facing +x at the
start, left +y, up +z), and gives (...) for a midline part or (..., 2) for left and right. Unknown joints give NaN.
"""

import numpy as np

from triptych.core.kinematics import (
    ANKLES,
    ELBOWS,
    HEAD,
    HIPS,
    KNEES,
    SHOULDERS,
    SPINE,
    THORAX,
    WRISTS,
    Array,
)  # fmt: skip

UP = np.array([0.0, 0.0, 1.0])


def unit(vectors: Array) -> Array:
    """Vectors of length 1 along the last axis; a zero vector stays zero."""
    size = np.sqrt(np.sum(vectors * vectors, axis=-1, keepdims=True))
    return np.asarray(vectors / np.maximum(size, 1e-9))


def cross(one: Array, other: Array) -> Array:
    """Cross product along the last axis; numpy's own is several times slower on short arrays."""
    x, y, z = one[..., 0], one[..., 1], one[..., 2]
    a, b, c = other[..., 0], other[..., 1], other[..., 2]
    return np.stack([y * c - z * b, z * a - x * c, x * b - y * a], axis=-1)


def _angle(one: Array, other: Array) -> Array:
    cosine = np.sum(unit(one) * unit(other), axis=-1)
    return np.asarray(np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0))))


def _bend(poses: Array, upper: tuple[int, int], middle: tuple[int, int], lower: tuple[int, int]) -> Array:
    """How far two joints are bent, degrees; 0 = straight."""
    centre = poses[..., middle, :]
    return _angle(centre - poses[..., upper, :], poses[..., lower, :] - centre)


def elbow_bend(poses: Array) -> Array:
    """Bend of each elbow, degrees, 0 = straight."""
    return _bend(poses, SHOULDERS, ELBOWS, WRISTS)


def knee_bend(poses: Array) -> Array:
    """Bend of each knee, degrees, 0 = straight."""
    return _bend(poses, HIPS, KNEES, ANKLES)


def trunk(poses: Array) -> Array:
    """Unit vector from the pelvis to the top of the chest, (..., 3)."""
    return unit(poses[..., THORAX, :])


def lean(poses: Array) -> Array:
    """Lean of the trunk forward from upright, degrees; beyond 90 the head is below the hips."""
    axis = trunk(poses)
    return np.asarray(np.degrees(np.arctan2(axis[..., 0], axis[..., 2])))


def tilt(poses: Array) -> Array:
    """Lean of the trunk to the left, degrees."""
    return np.asarray(np.degrees(np.arcsin(np.clip(trunk(poses)[..., 1], -1.0, 1.0))))


def _sagittal(poses: Array, axis: Array) -> tuple[Array, Array]:
    """Unit (left, forward) of a trunk whose long axis is `axis`, from the line of the shoulders."""
    across = poses[..., SHOULDERS[0], :] - poses[..., SHOULDERS[1], :]
    forward = unit(cross(across, axis))
    return unit(cross(axis, forward)), forward


def spine_bend(poses: Array) -> Array:
    """Bend of the spine, degrees, (..., 2): forward (rounded) and to the left; 0 = in line."""
    axis = trunk(poses)
    left, forward = _sagittal(poses, axis)
    kink = unit(poses[..., THORAX, :] - poses[..., SPINE, :]) - unit(poses[..., SPINE, :])
    parts = np.stack([np.sum(kink * forward, axis=-1), np.sum(kink * left, axis=-1)], axis=-1)
    return np.asarray(np.degrees(2 * np.arcsin(np.clip(parts / 2, -1.0, 1.0))))


def nod(poses: Array, from_spine: bool = False) -> Array:
    """Pitch of the head down against the trunk (or against the upper spine), degrees."""
    axis = upper_spine(poses) if from_spine else trunk(poses)
    _, forward = _sagittal(poses, axis)
    head = poses[..., HEAD, :] - poses[..., THORAX, :]
    return np.asarray(np.degrees(np.arctan2(np.sum(head * forward, axis=-1), np.sum(head * axis, axis=-1))))


def twist(poses: Array) -> Array:
    """Heading of the chest, degrees, to the left positive, against where the person faced at the start."""
    across = poses[..., SHOULDERS[0], :] - poses[..., SHOULDERS[1], :]
    return np.asarray(np.degrees(np.arctan2(-across[..., 0], across[..., 1])))


def hip_height(poses: Array) -> Array:
    """Height of the pelvis over the lower ankle, metres."""
    return np.asarray(-np.min(poses[..., ANKLES, 2], axis=-1))


def hip_sag(poses: Array) -> Array:
    """Height of the pelvis over the line from the ankles to the shoulders (a plank), metres."""
    feet, chest = poses[..., ANKLES, :].mean(axis=-2), poses[..., SHOULDERS, :].mean(axis=-2)
    line = chest - feet
    along = np.sum(-feet * line, axis=-1) / np.maximum(np.sum(line * line, axis=-1), 1e-9)
    return np.asarray(-(feet[..., 2] + along * line[..., 2]))


def stretch(poses: Array) -> Array:
    """Level distance from the ankles to the shoulders, metres: largest in a plank."""
    gap = poses[..., SHOULDERS, :2].mean(axis=-2) - poses[..., ANKLES, :2].mean(axis=-2)
    return np.asarray(np.linalg.norm(gap, axis=-1))


def stance_width(poses: Array) -> Array:
    """Sideways distance of the ankles, metres; negative when crossed."""
    return np.asarray(poses[..., ANKLES[0], 1] - poses[..., ANKLES[1], 1])


def step_length(poses: Array) -> Array:
    """Fore-and-aft distance of the ankles, metres, whichever is in front."""
    return np.abs(poses[..., ANKLES[0], 0] - poses[..., ANKLES[1], 0])


def _outward(poses: Array, joints: tuple[int, int]) -> Array:
    """Distance of a left and a right joint from the midline, along the line of the hips, metres, outward positive."""
    across = unit(poses[..., HIPS[0], :] - poses[..., HIPS[1], :])
    offset = np.sum(poses[..., joints, :] * across[..., None, :], axis=-1)
    return np.asarray(offset * np.array([1.0, -1.0]))


def knees_out(poses: Array) -> Array:
    """Distance of each knee from the midline, metres."""
    return _outward(poses, KNEES)


def ankles_out(poses: Array) -> Array:
    """Distance of each ankle from the midline, metres."""
    return _outward(poses, ANKLES)


def hand_spacing(poses: Array) -> Array:
    """Distance of the wrists along the line of the shoulders, metres; negative when crossed."""
    across = unit(poses[..., SHOULDERS[0], :] - poses[..., SHOULDERS[1], :])
    gap = poses[..., WRISTS[0], :] - poses[..., WRISTS[1], :]
    return np.asarray(np.sum(gap * across, axis=-1))


def over_feet(poses: Array) -> Array:
    """Height of each wrist over the lower ankle, metres."""
    return np.asarray(poses[..., WRISTS, 2] - np.min(poses[..., ANKLES, 2], axis=-1)[..., None])


def wrist_height(poses: Array) -> Array:
    """Height of each wrist over its shoulder, metres."""
    return np.asarray(poses[..., WRISTS, 2] - poses[..., SHOULDERS, 2])


def elbow_height(poses: Array) -> Array:
    """Height of each elbow over its shoulder, metres."""
    return np.asarray(poses[..., ELBOWS, 2] - poses[..., SHOULDERS, 2])


def arm_elevation(poses: Array) -> Array:
    """Angle of each upper arm from hanging straight down, degrees; 180 = straight up."""
    return _angle(poses[..., ELBOWS, :] - poses[..., SHOULDERS, :], -UP)


def hand_elevation(poses: Array) -> Array:
    """Angle of the line from each shoulder to its wrist from hanging straight down, degrees."""
    return _angle(poses[..., WRISTS, :] - poses[..., SHOULDERS, :], -UP)


def shoulder_lift(poses: Array) -> Array:
    """Height of each shoulder over the pelvis along the trunk, metres: it grows in a shrug."""
    return np.asarray(np.sum(poses[..., SHOULDERS, :] * trunk(poses)[..., None, :], axis=-1))


def foot_lift(poses: Array) -> Array:
    """Height of each ankle over its hip, metres."""
    return np.asarray(poses[..., ANKLES, 2] - poses[..., HIPS, 2])


def kick(poses: Array) -> Array:
    """How far each ankle is behind and above its hip, metres: largest at the end of a kick to the back."""
    foot = poses[..., ANKLES, :] - poses[..., HIPS, :]
    return np.asarray(foot[..., 2] - foot[..., 0])


def upper_spine(poses: Array) -> Array:
    """Unit vector from the spine joint to the top of the chest, (..., 3)."""
    return unit(poses[..., THORAX, :] - poses[..., SPINE, :])


def turn_to(poses: Array, axis: Array, target: Array) -> Array:
    """Poses turned about the pelvis by the rotation that takes unit vector `axis` to `target`, both (..., 3)."""
    about, cosine = cross(axis, target)[..., None, :], np.sum(axis * target, axis=-1)
    # Rodrigues: v + c x v + c x (c x v) / (1 + cos)
    once = cross(about, poses)
    return np.asarray(poses + once + cross(about, once) / np.maximum(1.0 + cosine, 1e-6)[..., None, None])
