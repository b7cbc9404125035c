"""Key poses in time and the smooth curves through them.

A pose is a set of named channels (degrees, or metres of a 1.75 m person). A key names only the channels that it
fixes; a channel passes the other keys on its way. Where a channel turns or rests its speed is zero, so that between
two rests it moves along the minimum-jerk curve of human movement (Flash and Hogan 1985).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Channels = dict[str, Array]

_TRUNK: Final = {
    "shift": 0.0, "ahead": 0.0, "drop": 0.0, "yaw": 0.0, "lean": 2.0, "tilt": 0.0, "bend": 2.0, "side": 0.0,
    "twist": 0.0, "nod": 0.0, "look": 0.0,
}  # fmt: skip
_LIMBS: Final = {
    "el": 6.0, "az": 10.0, "flex": 12.0, "pole_out": -0.3, "pole_ahead": 1.0, "pole_up": 0.0, "shrug": 0.0,
    "protract": 0.0, "move_out": 0.0, "move_up": 0.0, "plant": 0.0, "hand_out": 0.2, "hand_ahead": 0.0, "hand_up": 0.0,
    "foot_out": 0.12, "foot_ahead": 0.0, "foot_up": 0.0, "toe_out": 10.0, "heel": 0.0, "knee_in": 0.0, "thigh": 0.0,
    "abduct": 0.0, "knee": 0.0,
}  # fmt: skip
NEUTRAL: Final[dict[str, float]] = {
    **_TRUNK,
    **{f"{name}_{side}": value for name, value in _LIMBS.items() for side in ("l", "r")},
}
"""Every channel and its value in quiet standing. Trunk: pelvis `shift` to the right, `ahead` and `drop` (m); `yaw` to
the left, `lean` forward, `tilt` to the right; `bend`, `side`, `twist` of the chest on it; `nod` and `look` of the head.
Arms, gravity's vertical and the chest's heading: elevation `el` of the upper arm from hanging, in the plane `az` (0
sideways, 90 forward), elbow `flex`, forearm bending to `pole_*`; `shrug`, `protract` of the shoulder; `plant` weight of
the hand's contact at `hand_*` (m);
`move_*` shifts a free hand (m). Legs: ball of the foot at `foot_*` (m), `toe_out`, `heel` raised, `knee_in` (m);
free legs: `thigh` forward, `abduct`, `knee` bent. Limbs carry `_l` or `_r`."""


@dataclass(frozen=True)
class Key:
    """A pose at a share `at` (0..1) of the repetition. `phase` is "bottom", "top" or "" for the way between."""

    at: float
    pose: Mapping[str, float] = field(default_factory=dict)
    phase: str = ""


def spread(pose: Mapping[str, float]) -> dict[str, float]:
    """Each limb channel named without a side, on both sides: `el` gives `el_l` and `el_r`."""
    out: dict[str, float] = {}
    for name, value in pose.items():
        out.update({name: value} if name in NEUTRAL else {f"{name}_l": value, f"{name}_r": value})
    return out


def sample(keys: tuple[Key, ...], start: Mapping[str, float], frames: int) -> Channels:
    """Every channel at `frames` times from 0 to 1, each (frames,); it starts and ends in the pose `start`."""
    first = {**NEUTRAL, **spread(start)}
    poses = [(key.at, spread(key.pose)) for key in sorted(keys, key=lambda key: key.at)]
    times = np.linspace(0.0, 1.0, frames)
    channels: Channels = {}
    for name, rest in first.items():
        knots = [(0.0, rest), *((at, pose[name]) for at, pose in poses if name in pose), (1.0, rest)]
        channels[name] = curve(np.array([at for at, _ in knots]), np.array([value for _, value in knots]), times)
    return channels


def envelope(keys: tuple[Key, ...], phase: str, frames: int) -> Array:
    """How much each frame belongs to the phase: 1 at its keys, 0 at the others, (frames,); all 1 for throughout.

    The start pose belongs to the phase of a key at 0, and likewise the end.
    """
    if phase == "throughout":
        return np.ones(frames)
    knots = {0.0: 0.0, 1.0: 0.0} | {key.at: float(key.phase == phase) for key in keys}
    at = np.array(sorted(knots))
    return curve(at, np.array([knots[each] for each in at]), np.linspace(0.0, 1.0, frames))


def curve(at: Array, values: Array, times: Array) -> Array:
    """A quintic through the knots with no acceleration at them and monotone slopes (harmonic means), (len(times),)."""
    if len(at) == 2 or np.ptp(values) == 0.0:
        return np.interp(times, at, values)
    widths = np.diff(at)
    chords = np.diff(values) / widths
    slopes = np.zeros(len(at))
    same = chords[:-1] * chords[1:] > 0.0
    slopes[1:-1][same] = 2.0 / (1.0 / chords[:-1][same] + 1.0 / chords[1:][same])
    index = np.clip(np.searchsorted(at, times, side="right") - 1, 0, len(widths) - 1)
    t, width = (times - at[index]) / widths[index], widths[index]
    rise = t**3 * (10.0 - 15.0 * t + 6.0 * t**2)
    leave = t - 6.0 * t**3 + 8.0 * t**4 - 3.0 * t**5
    arrive = -4.0 * t**3 + 7.0 * t**4 - 3.0 * t**5
    out: Array = (
        values[index] * (1.0 - rise)
        + values[index + 1] * rise
        + width * (slopes[index] * leave + slopes[index + 1] * arrive)
    )
    return out
