"""The 22 exercises for stick people: key poses in turn, each with its phase and how long to move and stay."""

from dataclasses import dataclass

import numpy as np
from stick_people import AT, CHANNELS, Array


def pose(base: Array | None = None, **changes: float) -> Array:
    """A pose; a limb's channel without its side is for both."""
    out = np.zeros(len(CHANNELS)) if base is None else base.copy()
    for name, value in changes.items():
        for full in (name,) if name in AT else (f"{name}_l", f"{name}_r"):
            out[AT[full]] = value
    return out


@dataclass(frozen=True)
class Key:
    """A pose that is passed through: its phase, the share of time to get there and the share spent in it."""

    pose: Array
    phase: str
    move: float = 1.0
    stay: float = 0.0


STAND = pose(drop=0.01, foot_out=1.15, knee_out=5, arm_el=9, arm_az=75, bend=12, pole_out=0.4, pole_fwd=-1)
RACK = {"arm_el": 148, "arm_az": 58, "bend": 122, "pole_out": 0.7, "pole_fwd": 0.3, "pole_up": -1}
OVER = {"arm_el": 170, "arm_az": 70, "bend": 12, "pole_out": 1, "pole_fwd": 0.3, "pole_up": 0}
BAR = {"arm_el": 13, "arm_az": 38, "bend": 9, "pole_out": 0.5, "pole_fwd": -1}
DEEP = {"drop": 0.43, "lean": 36, "shift": -0.2, "knee_out": 12}
STEP = {"drop": 0.36, "lean": 6}


def there_and_back(rest: Array, peak: Array, first: str, phase: str) -> list[Key]:
    return [Key(rest, first), Key(peak, phase), Key(rest, first)]


def _lifts() -> dict[str, list[Key]]:
    racked, hang = pose(STAND, **RACK), pose(STAND, lean=6, **BAR)
    over = pose(racked, **OVER)
    squat = pose(STAND, foot_out=1.5, arm_el=86, arm_az=8, bend=10, pole_out=0.6, pole_fwd=0, pole_up=-1, **DEEP)
    wide = pose(STAND, foot_out=1.5)
    rackdeep = pose(pose(racked, foot_out=1.5), **DEEP)
    rackwide, overwide = pose(racked, foot_out=1.5), pose(over, foot_out=1.5)
    bottom = pose(hang, drop=0.32, lean=58, shift=-0.22, arm_el=8)
    clean = pose(bottom, drop=0.36, lean=48, foot_out=1.3)
    jump = pose(wide, **{**OVER, "bend": 8}, drop=-0.1, foot_up=0.12)
    ready = pose(wide, **{**DEEP, "arm_el": 30, "arm_az": 15})
    return {
        "Dumbbell Lift Overhead": there_and_back(racked, over, "start", "top"),
        "Squat": there_and_back(wide, squat, "start", "bottom"),
        "Dumbbell Squat and Press": [
            Key(rackwide, "start"), Key(rackdeep, "bottom"), Key(rackwide, "lifting"), Key(overwide, "top", 0.8),
            Key(rackwide, "start", 0.8),
        ],
        "Squat and Jump with Hands Up": [
            Key(wide, "start"), Key(ready, "bottom"), Key(jump, "top", 0.6), Key(wide, "start", 0.7),
        ],
        "Deadlift": there_and_back(hang, bottom, "top", "bottom"),
        "Clean and Press": [
            Key(pose(hang, foot_out=1.3), "start"), Key(clean, "bottom"), Key(pose(racked, foot_out=1.3), "lifting"),
            Key(pose(over, foot_out=1.3), "top"), Key(pose(racked, foot_out=1.3), "lowering"),
            Key(pose(hang, foot_out=1.3), "start"),
        ],
        "Barbell Shrug": there_and_back(hang, pose(hang, shrug=0.1), "start", "top"),
        "Dumbbell High Pulls": there_and_back(
            pose(STAND, arm_el=13, arm_az=30, bend=12, pole_out=1, pole_up=0.3, pole_fwd=-0.2),
            pose(STAND, arm_el=72, arm_az=18, bend=118, pole_out=1, pole_up=0.55, pole_fwd=0.1), "start", "top",
        ),
    }  # fmt: skip


def _arms() -> dict[str, list[Key]]:
    up = pose(STAND, arm_el=166, arm_az=80, bend=11, pole_out=1, pole_fwd=0.4)
    side = pose(STAND, arm_el=88, arm_az=82, bend=13, pole_out=0, pole_fwd=-1, pole_up=-0.4)
    front = pose(side, arm_el=84, arm_az=8, bend=34, pole_out=1, pole_fwd=0)
    open_ = pose(side, arm_el=84, arm_az=80, bend=34, pole_fwd=-0.7, pole_up=-0.3)
    guard = pose(STAND, arm_el=62, arm_az=12, bend=100, pole_out=1, pole_fwd=0.1, pole_up=-0.1)
    reach = pose(STAND, arm_el=172, arm_az=80, bend=7, pole_out=1, pole_fwd=0.4)
    one = pose(STAND, arm_el_l=165, arm_az=12, bend=10, arm_el_r=8, pole_out=1)
    other = pose(STAND, arm_el_r=165, arm_az=12, bend=10, arm_el_l=8, pole_out=1)
    low = pose(STAND, lean=84, curl=34, shift=-0.12, drop=0.02, arm_el=18, arm_az=8, bend=8, pole_out=1)
    circle = [
        pose(side, arm_el=88 + 24 * np.sin(angle), arm_az=82 + 24 * np.cos(angle) - 24)
        for angle in np.linspace(0, 2 * np.pi, 13)
    ]
    return {
        "Dumbbell Lateral Raise": there_and_back(STAND, side, "start", "top"),
        "Arms Raise Overhead": there_and_back(STAND, reach, "start", "top"),
        "Dumbbell Chest Fly": there_and_back(front, open_, "top", "bottom"),
        "Hands Up Rotate": _both_ways(up, 46),
        "Standing Ab Twists": _both_ways(guard, 50),
        "Opposite Arms Up and Down Warmup": [Key(one, "top"), Key(other, "top"), Key(one, "top")],
        "Arms Circles": [Key(each, "throughout", 0.34) for each in circle],
        "Up and Down Stretch": there_and_back(reach, low, "top", "bottom"),
    }


def _both_ways(middle: Array, degrees: float) -> list[Key]:
    left, right = pose(middle, twist=degrees), pose(middle, twist=-degrees)
    return [Key(middle, "start"), Key(left, "top"), Key(right, "top", 1.5), Key(middle, "start")]


def _bent() -> dict[str, list[Key]]:
    bent = pose(STAND, lean=56, drop=0.1, shift=-0.14, **BAR)
    pulled = pose(bent, arm_el=38, arm_az=62, bend=92, pole_out=0.5, pole_fwd=-0.6, pole_up=1)
    one = pose(bent, lean=62, foot_fwd_l=0.12, arm_el_l=26, arm_az_l=5, bend_l=10)
    rowed = pose(one, arm_el_r=32, arm_az_r=80, bend_r=98, pole_out_r=0.35, pole_fwd_r=-0.6, pole_up_r=1)
    fours = pose(
        drop=0.44,
        lean=76,
        foot_out=1,
        foot_fwd=-0.5,
        foot_up=0.03,
        arm_el=6,
        arm_az=10,
        bend=7,
        pole_out=0.3,
        pole_fwd=-1,
        nod=-25,
    )
    kick = pose(fours, foot_fwd_r=-0.95, foot_up_r=0.55)
    back = pose(STAND, **STEP, shift=-0.32, foot_fwd_r=-0.7, foot_up_r=0.07)
    reach = pose(STAND, **STEP, shift=0.32, foot_fwd_r=0.62, foot_fwd_l=-0.06, foot_up_l=0.07, arm_el=88, arm_az=6)
    folded = pose(STAND, drop=0.55, lean=68, shift=-0.05, knee_out=12, arm_el=32, arm_az=10, bend=12, pole_out=0.5)
    plank = pose(folded, drop=0.5, lean=74, shift=0.02, foot_fwd=-0.8, foot_up=0.02, arm_el=12, bend=8, knee_out=0)
    jump = pose(STAND, **{**OVER, "bend": 8}, drop=-0.1, foot_up=0.12)
    return {
        "Barbell Pull Up": there_and_back(bent, pulled, "start", "top"),
        "One Arm Row": there_and_back(one, rowed, "start", "top"),
        "Mule Kick": there_and_back(fours, kick, "start", "top"),
        "Dumbbell Lunge Backward": there_and_back(STAND, back, "start", "bottom"),
        "Lunge and Reach Hands Front": there_and_back(STAND, reach, "start", "bottom"),
        "Burpee": [
            Key(STAND, "start"), Key(folded, "lowering"), Key(plank, "bottom", 0.8, 0.3), Key(folded, "lifting", 0.8),
            Key(jump, "top", 0.7), Key(STAND, "start", 0.7),
        ],
    }  # fmt: skip


KEYS: dict[str, list[Key]] = {**_lifts(), **_arms(), **_bent()}
SECONDS = {"Clean and Press": 4.6, "Burpee": 4.4, "Dumbbell Squat and Press": 3.8, "Squat and Jump with Hands Up": 2.9}
"""How long one repetition lasts where it is not the usual 2.6 s."""
LIMB_WORKING = {
    "Mule Kick": "r",
    "One Arm Row": "r",
    "Dumbbell Lunge Backward": "r",
    "Lunge and Reach Hands Front": "r",
}
