"""Standing exercises of the arms and the trunk, with dumbbells or empty hands."""

from math import cos, pi, sin
from typing import Final

from triptych.dataset_builders.formcoach.keyframes import Key
from triptych.dataset_builders.formcoach.repetition import Repetition, hold
from triptych.dataset_builders.formcoach.rig import Rig

DUMBBELLS: Final = Rig(curl=95.0)
AT_SHOULDERS: Final = {
    "el": 48.0, "az": 32.0, "flex": 132.0, "pole_out": -0.15, "pole_ahead": 0.1, "pole_up": 1.0,
}  # fmt: skip
"""Dumbbells racked beside the shoulders, forearms upright."""
OVERHEAD: Final = {"el": 170.0, "az": 20.0, "flex": 8.0, "pole_out": -1.0, "pole_ahead": 0.3, "pole_up": 0.4}
"""Arms pressed out above the shoulders."""
WIDE: Final = {"foot_out": 0.20, "toe_out": 14.0}

LIFT_OVERHEAD: Final = Repetition(
    3.6,
    {"foot_out": 0.15, **AT_SHOULDERS},
    hold(0.40, 0.50, {**OVERHEAD, "lean": 0.0}, "top"),
    DUMBBELLS,
)

LATERAL_RAISE: Final = Repetition(
    3.4,
    {"foot_out": 0.15, "el": 10.0, "az": 15.0, "flex": 12.0},
    hold(0.40, 0.52, {"el": 88.0, "az": 12.0, "flex": 12.0}, "top"),
    DUMBBELLS,
)

HIGH_PULLS: Final = Repetition(
    3.0,
    {"foot_out": 0.15, "el": 14.0, "az": 75.0, "flex": 10.0, "pole_out": -1.0, "pole_ahead": 0.2, "pole_up": -0.5},
    hold(
        0.38,
        0.46,
        {"el": 98.0, "az": 22.0, "flex": 138.0, "pole_out": -0.6, "pole_ahead": 0.35, "pole_up": -1.0, "shrug": 8.0},
        "top",
    ),
    DUMBBELLS,
)

_CLOSED: Final = {"el": 84.0, "az": 82.0, "flex": 26.0, "pole_out": -1.0, "pole_ahead": 0.8, "protract": 10.0}

CHEST_FLY: Final = Repetition(
    3.6,
    {"foot_out": 0.16, **_CLOSED},
    hold(0.42, 0.52, {"el": 86.0, "az": -4.0, "flex": 30.0, "protract": -10.0}, "bottom"),
    DUMBBELLS,
)

RAISE_OVERHEAD: Final = Repetition(
    3.8,
    {"foot_out": 0.14, "el": 7.0, "az": 6.0, "flex": 8.0},
    hold(0.42, 0.52, {"el": 172.0, "az": 12.0, "flex": 5.0, "pole_out": -1.0, "pole_ahead": 0.5}, "top"),
)

_RAISED: Final = {"el": 156.0, "az": 20.0, "flex": 8.0, "pole_out": -1.0, "pole_ahead": 0.3, "pole_up": 0.2}

HANDS_UP_ROTATE: Final = Repetition(
    4.2,
    {**WIDE, **_RAISED},
    (
        *hold(0.22, 0.28, {"twist": 42.0, "yaw": 16.0, "look": 4.0, "shift": -0.02}),
        *hold(0.70, 0.76, {"twist": -42.0, "yaw": -16.0, "look": -4.0, "shift": 0.02}),
    ),
)

AB_TWISTS: Final = Repetition(
    3.4,
    {**WIDE, "drop": 0.03, "el": 74.0, "az": 54.0, "flex": 95.0, "pole_out": -1.0, "pole_ahead": 0.35},
    (
        *hold(0.23, 0.27, {"twist": 46.0, "yaw": 10.0, "look": -14.0}),
        *hold(0.72, 0.77, {"twist": -46.0, "yaw": -10.0, "look": 14.0}),
    ),
    Rig(curl=110.0),
)

_BACKWARD: Final = {"el": 24.0, "az": -72.0}
_ABOVE: Final = {"el": 172.0, "az": 78.0, "pole_out": -1.0, "pole_ahead": 0.3}
_BESIDE: Final = {"el": 7.0, "az": 40.0, "pole_out": -0.3, "pole_ahead": 1.0}


def _one(side: str, pose: dict[str, float]) -> dict[str, float]:
    return {f"{name}_{side}": value for name, value in pose.items()}


OPPOSITE_ARMS: Final = Repetition(
    4.0,
    {"foot_out": 0.17, **_BESIDE, "flex": 6.0},
    (
        *hold(0.24, 0.30, {**_one("l", _ABOVE), **_one("r", _BACKWARD), "flex": 4.0}, "top"),
        Key(0.50, _BESIDE),
        *hold(0.70, 0.76, {**_one("l", _BACKWARD), **_one("r", _ABOVE), "flex": 4.0}, "top"),
    ),
)


def _circle(at: float, turns: float) -> Key:
    angle = 2.0 * pi * turns
    return Key(at, {"el": 90.0 + 32.0 * sin(angle), "az": 6.0 + 32.0 * cos(angle)})


ARMS_CIRCLES: Final = Repetition(
    3.6,
    {"foot_out": 0.15, "el": 90.0, "az": 38.0, "flex": 6.0},
    tuple(_circle(0.03 + 0.94 * step / 16.0, step / 8.0) for step in range(1, 16)),
)

UP_AND_DOWN: Final = Repetition(
    4.6,
    {"foot_out": 0.17, "el": 6.0, "az": 75.0, "flex": 8.0},
    (
        *hold(0.24, 0.31, {"el": 174.0, "flex": 4.0, "lean": -3.0, "bend": -3.0, "ahead": 0.01}, "top"),
        *hold(
            0.62,
            0.72,
            {"el": 4.0, "az": 85.0, "flex": 4.0, "lean": 96.0, "bend": 50.0, "ahead": -0.15, "nod": 40.0},
            "bottom",
        ),
    ),
)
