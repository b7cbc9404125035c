"""Squats and lunges."""

from typing import Final

from triptych.dataset_builders.formcoach.exercises_arms import AT_SHOULDERS, DUMBBELLS, OVERHEAD
from triptych.dataset_builders.formcoach.keyframes import Key
from triptych.dataset_builders.formcoach.repetition import Repetition, hold

SQUAT_STANCE: Final = {"foot_out": 0.19, "toe_out": 18.0}
SQUATTED: Final = {"drop": 0.43, "ahead": -0.235, "lean": 36.0, "bend": 6.0}

SQUAT: Final = Repetition(
    3.6,
    {**SQUAT_STANCE, "az": 82.0, "el": 6.0},
    hold(0.42, 0.50, {**SQUATTED, "el": 92.0, "flex": 5.0}, "bottom"),
)

SQUAT_AND_PRESS: Final = Repetition(
    4.4,
    {**SQUAT_STANCE, **AT_SHOULDERS, "az": 50.0},
    (
        *hold(0.28, 0.34, {**SQUATTED, "lean": 26.0, "el": 54.0, "flex": 136.0}, "bottom"),
        Key(
            0.52,
            {
                "drop": 0.0,
                "ahead": 0.0,
                "lean": 2.0,
                "bend": 2.0,
                "el": 54.0,
                "flex": 134.0,
                "pole_up": 1.0,
                "pole_out": -0.15,
            },
        ),
        *hold(0.68, 0.76, OVERHEAD, "top"),
    ),
    DUMBBELLS,
)

_STANDING: Final = {"drop": 0.0, "ahead": 0.0, "lean": 2.0, "bend": 2.0}
_UPWARD: Final = {"el": 172.0, "flex": 5.0, "az": 60.0, "pole_out": -0.4, "pole_ahead": 1.0, "pole_up": 1.0}

JUMP: Final = (
    Key(0.0, {"foot_up": 0.0, "heel": 0.0, "drop": 0.0}),
    Key(0.3, {"foot_up": 0.0, "heel": 35.0, "drop": -0.09}),
    Key(0.5, {"foot_up": 0.17, "heel": 50.0, "drop": -0.28}, "top"),
    Key(0.7, {"foot_up": 0.0, "heel": 35.0, "drop": -0.06}),
    Key(1.0, {"foot_up": 0.0, "heel": 0.0, "drop": 0.14, "ahead": -0.08, "lean": 16.0}),
)
"""Take-off from both balls of the feet to the landing, in shares of the jump."""


def jump(start: float, end: float) -> tuple[Key, ...]:
    """A jump from the share `start` of the repetition to the landing at `end`, arms up at its top."""
    keys = (Key(start + (end - start) * key.at, key.pose, key.phase) for key in JUMP)
    return tuple(Key(key.at, {**key.pose, **_UPWARD}, key.phase) if key.phase else key for key in keys)


SQUAT_JUMP: Final = Repetition(
    3.2,
    {**SQUAT_STANCE, "az": 78.0, "el": 6.0, "flex": 20.0, "pole_up": 1.0},
    (
        *hold(0.28, 0.33, {**SQUATTED, "lean": 38.0, "el": 38.0, "flex": 70.0}, "bottom"),
        Key(0.45, {"ahead": 0.0, "lean": 2.0, "bend": 0.0, "el": 120.0}),
        *jump(0.43, 0.72),
        Key(0.90, {**_STANDING, "el": 12.0, "flex": 14.0}),
    ),
)

_STEP: Final = 0.90

LUNGE_BACKWARD: Final = Repetition(
    4.0,
    {"foot_out": 0.11, "toe_out": 6.0, "el": 7.0, "az": 10.0, "flex": 10.0},
    (
        Key(0.06, {"foot_ahead_r": 0.0, "foot_up_r": 0.0, "heel_r": 8.0}),
        Key(0.20, {"foot_up_r": 0.09, "heel_r": 35.0}),
        Key(0.34, {"foot_ahead_r": -_STEP, "foot_up_r": 0.0, "heel_r": 42.0, "drop": 0.16}),
        *hold(0.46, 0.52, {"drop": 0.41, "ahead": -0.41, "lean": 6.0, "heel_r": 66.0}, "bottom"),
        Key(0.64, {"foot_ahead_r": -_STEP, "foot_up_r": 0.0, "heel_r": 42.0, "drop": 0.16}),
        Key(0.79, {"foot_up_r": 0.09, "heel_r": 35.0}),
        Key(0.93, {"foot_ahead_r": 0.0, "foot_up_r": 0.0, "heel_r": 8.0}),
    ),
    DUMBBELLS,
)

LUNGE_AND_REACH: Final = Repetition(
    4.0,
    {"foot_out": 0.11, "toe_out": 6.0, "el": 6.0, "az": 82.0, "flex": 10.0},
    (
        Key(0.05, {"foot_ahead_r": 0.0, "foot_up_r": 0.0, "heel_l": 0.0}),
        Key(0.19, {"foot_up_r": 0.12, "heel_r": 8.0}),
        Key(0.33, {"foot_ahead_r": _STEP, "foot_up_r": 0.0, "heel_r": 0.0, "heel_l": 40.0, "drop": 0.16}),
        *hold(
            0.46, 0.53, {"drop": 0.41, "ahead": 0.49, "lean": 6.0, "heel_l": 66.0, "el": 90.0, "flex": 4.0}, "bottom"
        ),
        Key(0.65, {"foot_ahead_r": _STEP, "foot_up_r": 0.0, "heel_r": 0.0, "heel_l": 40.0, "drop": 0.16}),
        Key(0.80, {"foot_up_r": 0.10, "heel_r": 8.0}),
        Key(0.94, {"foot_ahead_r": 0.0, "foot_up_r": 0.0, "heel_l": 0.0}),
    ),
)
