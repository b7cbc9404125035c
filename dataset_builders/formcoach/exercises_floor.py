"""Exercises with the hands on the floor."""

from typing import Final

from triptych.dataset_builders.formcoach.exercises_legs import jump
from triptych.dataset_builders.formcoach.keyframes import Key
from triptych.dataset_builders.formcoach.repetition import Repetition, hold
from triptych.dataset_builders.formcoach.rig import Rig

_FLOOR: Final = Rig(arms=("floor", "floor"), curl=0.0)
_HANDS: Final = {"hand_out": 0.21, "hand_ahead": 0.38, "hand_up": 0.04}
_FEET_BACK: Final = -0.92
_CROUCH: Final = {
    "drop": 0.50,
    "ahead": -0.13,
    "lean": 68.0,
    "bend": 16.0,
    "heel": 34.0,
    "plant": 1.0,
    "foot_ahead": 0.0,
}
_PLANK: Final = {
    "drop": 0.475, "ahead": -0.035, "lean": 74.0, "bend": 0.0, "heel": 76.0, "foot_ahead": _FEET_BACK, "nod": 18.0,
    "plant": 1.0,
}  # fmt: skip
_CHEST_DOWN: Final = {**_PLANK, "drop": 0.70, "ahead": 0.005, "lean": 86.0}

BURPEE: Final = Repetition(
    5.0,
    {**_HANDS, "foot_out": 0.15, "el": 6.0, "az": 70.0, "pole_out": -0.7, "pole_ahead": 0.8, "pole_up": -0.2},
    (
        Key(0.03, {"plant": 0.0}),
        *hold(0.17, 0.20, {**_CROUCH, "foot_up": 0.0, "nod": 0.0, "el": 40.0}),
        Key(0.255, {"foot_up": 0.06, "drop": 0.30}),
        *hold(0.30, 0.33, {**_PLANK, "foot_up": 0.0, "el": 60.0}, "bottom"),
        Key(0.41, _CHEST_DOWN, "bottom"),
        *hold(0.485, 0.505, {**_PLANK, "foot_up": 0.0, "el": 60.0}, "bottom"),
        Key(0.565, {"foot_up": 0.06, "drop": 0.30}),
        *hold(0.63, 0.645, {**_CROUCH, "foot_up": 0.0, "nod": 0.0, "el": 40.0}),
        Key(0.71, {"plant": 0.0, "heel": 10.0, "el": 60.0}),
        Key(0.785, {"ahead": 0.0, "lean": 2.0, "bend": 0.0, "el": 130.0}),
        *jump(0.765, 0.92),
    ),
    _FLOOR,
)

_KNEELING: Final = {"thigh": 0.0, "knee": 88.0, "heel": 150.0}

MULE_KICK: Final = Repetition(
    3.2,
    {
        **_KNEELING, "hand_out": 0.19, "hand_ahead": 0.40, "hand_up": 0.04, "plant": 1.0, "drop": 0.418,
        "ahead": -0.025, "lean": 78.0, "bend": 2.0, "nod": 18.0, "el": 60.0, "az": 80.0, "pole_out": -0.5,
        "pole_ahead": 1.0, "abduct": 0.0,
    },
    (
        Key(0.15, {"thigh_r": 26.0, "knee_r": 122.0, "heel_r": 158.0}),
        Key(0.27, {"heel_r": 150.0}),
        *hold(0.44, 0.52, {"thigh_r": -96.0, "knee_r": 10.0, "heel_r": 100.0, "lean": 80.0, "bend": -2.0}, "top"),
        Key(0.70, {"heel_r": 150.0}),
        Key(0.84, {"thigh_r": 22.0, "knee_r": 118.0, "heel_r": 158.0}),
    ),
    Rig(arms=("floor", "floor"), legs=("free", "free"), curl=0.0),
)  # fmt: skip
