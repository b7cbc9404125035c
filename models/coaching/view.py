"""What one camera can tell: where it stands around the person, and how far joints guessed from one picture are trusted.

BlazePose world landmarks are in the axes of the camera (x right, y down, z away from it), so they say themselves from
where the person is seen. Their depth is guessed: bones then change their length as the body moves, by about 7 % in a
squat, while measured joints with 5 mm of noise keep them within 1 %. That difference tells the two apart.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from triptych.core.kinematics import Array, smooth

LIMBS: Final = ((23, 25, 27), (24, 26, 28), (11, 13, 15), (12, 14, 16))
"""Landmarks of each limb from the trunk outwards: left leg, right leg, left arm, right arm."""
_LATERAL: Final = frozenset({"stance", "knees_out", "hand_spacing", "tilt", "symmetry"})
_FORE_AND_AFT: Final = frozenset({"step", "knee_bend", "nod"})
_MOSTLY_FORE_AND_AFT: Final = _FORE_AND_AFT | {"lean", "sway", "spine"}
HIDDEN_WITHIN: Final = 15.0
"""Degrees: a view this close to the axis of a difference cannot show it."""
GUESSED_HIDDEN_WITHIN: Final = 50.0
"""The same for guessed depth: BlazePose sees somebody from the side as turned by 25 degrees to the camera."""
BONES_CHANGE: Final = 0.04
"""Share of their length by which the limbs' bones vary above which their depth counts as guessed."""
WIDER: Final = 1.5
"""Factor on every dead band where depth is guessed."""
_MUCH_WIDER: Final = {"elbow_bend": 2.5, "knees_out": 2.2, "foot_lift": 2.0, "hand_spacing": 2.0, "twist": 2.5}
"""Larger factors: noise makes straight arms look bent, and what points at the camera look short."""
ONE_LIMB_AT_A_TIME: Final = frozenset({
    "Dumbbell Lunge Backward", "Hands Up Rotate", "Standing Ab Twists", "Opposite Arms Up and Down Warmup",
    "Lunge and Reach Hands Front", "Mule Kick", "One Arm Row",
})  # fmt: skip


@dataclass(frozen=True)
class View:
    """`azimuth`: of the camera in degrees, 0 = in front of the person, +-90 = at the side, None = all sides are seen.
    `guessed`: whether depth is guessed from one picture."""

    azimuth: float | None = None
    guessed: bool = False

    @property
    def off_front(self) -> float:
        """Degrees between the line of sight and straight ahead or behind, 0 to 90."""
        return 0.0 if self.azimuth is None else abs((self.azimuth + 90.0) % 180.0 - 90.0)

    def shows(self, name: str) -> bool:
        """Whether the camera shows this difference between two people."""
        if self.azimuth is None:
            return True
        hidden = GUESSED_HIDDEN_WITHIN if self.guessed else HIDDEN_WITHIN
        if name in _LATERAL:
            return self.off_front < 90.0 - hidden
        return name not in _FORE_AND_AFT or self.off_front > min(hidden, 25.0)

    def dead_band_factor(self, name: str) -> float:
        """How much larger a difference must be than where all joints are measured, 1 to 4."""
        if not self.guessed:
            return 1.0
        along, wider = np.radians(self.off_front), _MUCH_WIDER.get(name, WIDER)
        if name in _LATERAL:
            return float(wider * (1.0 + np.sin(along) ** 2))
        return float(wider * (1.0 + np.cos(along) ** 2)) if name in _MOSTLY_FORE_AND_AFT else wider


def depth_is_guessed(landmarks: Array) -> bool:
    """Whether the bones of BlazePose landmarks (T, 33, 3) change length as only those guessed from one picture do."""
    bones = [pair for limb in LIMBS for pair in (limb[:2], limb[1:])]
    vectors = np.stack([landmarks[:, one] - landmarks[:, other] for one, other in bones], axis=1)
    known = vectors[np.isfinite(vectors).all(axis=(1, 2))]
    if len(known) < 5:
        return False
    lengths = np.linalg.norm(smooth(known, 5), axis=-1).T
    return bool(np.median(lengths.std(axis=1) / np.maximum(lengths.mean(axis=1), 1e-6)) > BONES_CHANGE)


def azimuth(landmarks: Array) -> float | None:
    """Azimuth of the camera around the hips of BlazePose landmarks (T, 33, 3), degrees; None where they are unseen.

    0: the camera is in front, 180: behind; positive: it sees the right side.
    """
    across = landmarks[:, 23] - landmarks[:, 24]
    known = across[np.isfinite(across).all(axis=-1)]
    if not len(known):
        return None
    x, _, z = np.median(known, axis=0)
    return float(np.degrees(np.arctan2(z, x)))


def view_of(joints: Any, azimuth_given: float | None) -> View:
    """The view of a person's joints: as given, or read off BlazePose landmarks whose depth is guessed."""
    landmarks = np.asarray(joints, dtype=np.float64)
    if landmarks.ndim != 3 or landmarks.shape[1:] != (33, 3) or len(landmarks) < 3 or not depth_is_guessed(landmarks):
        return View(azimuth_given)
    return View(azimuth(landmarks) if azimuth_given is None else azimuth_given, guessed=True)


def steadied(joints: Any, view: View, exercise: str) -> Array:
    """Landmarks (T, 33, 3) with guessed depth, limbs given the length that they mostly have.

    Seen from the side the limbs that the body hides are taken from the near ones, where the exercise moves both sides
    alike. Joints of other kinds are returned as they are.
    """
    landmarks = np.asarray(joints, dtype=np.float64)
    if not view.guessed:
        return landmarks
    fixed = landmarks.copy()
    for limb in LIMBS:
        for parent, child in (limb[:2], limb[1:]):
            bone = landmarks[:, child] - landmarks[:, parent]
            length = np.linalg.norm(bone, axis=-1, keepdims=True)
            scale = np.nanmedian(length) / np.maximum(length, 1e-6) if np.isfinite(length).any() else 1.0
            fixed[:, child] = fixed[:, parent] + bone * scale
    side = azimuth(landmarks)
    if side is None or exercise in ONE_LIMB_AT_A_TIME or View(side).off_front < 90.0 - GUESSED_HIDDEN_WITHIN:
        return fixed
    return _near_limbs_twice(fixed, near=1 if side > 0 else 0)


def _near_limbs_twice(landmarks: Array, near: int) -> Array:
    across = np.nanmedian(landmarks[:, 23] - landmarks[:, 24], axis=0) * [1.0, 0.0, 1.0]
    across = across / max(float(np.linalg.norm(across)), 1e-6)
    for pair in (LIMBS[:2], LIMBS[2:]):
        seen, hidden = pair[near], pair[1 - near]
        for one, other in zip(seen[1:], hidden[1:], strict=True):
            offset = landmarks[:, one] - landmarks[:, seen[0]]
            mirrored = offset - 2 * (offset @ across)[:, None] * across
            landmarks[:, other] = landmarks[:, hidden[0]] + mirrored
    return landmarks
