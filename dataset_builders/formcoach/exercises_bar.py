"""Barbell lifts and the one-arm row. `el` and `flex` place the bar about the shoulders, as seen from the side."""

from typing import Final

from triptych.dataset_builders.formcoach.keyframes import Key
from triptych.dataset_builders.formcoach.repetition import Repetition, hold
from triptych.dataset_builders.formcoach.rig import Rig

_CURL: Final = 110.0
BARBELL: Final = Rig(arms=("bar", "bar"), grip=0.60, curl=_CURL)
_HANG: Final = {"el": 11.0, "flex": 5.0, "pole_out": -1.0, "pole_ahead": 0.3, "pole_up": 0.0}
_AT_FLOOR: Final = {"drop": 0.305, "ahead": -0.345, "lean": 63.0, "bend": 4.0, "el": -1.0, "flex": 4.0}
_AT_KNEES: Final = {"drop": 0.125, "ahead": -0.225, "lean": 43.0, "el": 5.0}

DEADLIFT: Final = Repetition(
    4.0,
    {"foot_out": 0.15, "toe_out": 12.0, **_HANG},
    (
        Key(0.0, {}, "top"),
        Key(0.27, _AT_KNEES),
        *hold(0.46, 0.52, _AT_FLOOR, "bottom"),
        Key(0.69, _AT_KNEES),
        Key(1.0, {}, "top"),
    ),
    BARBELL,
)

BARBELL_SHRUG: Final = Repetition(
    2.8,
    {"foot_out": 0.14, **_HANG, "lean": 4.0},
    hold(0.38, 0.52, {"shrug": 32.0}, "top"),
    BARBELL,
)

BARBELL_ROW: Final = Repetition(
    3.2,
    {
        "foot_out": 0.16, "toe_out": 12.0, "drop": 0.09, "ahead": -0.17, "lean": 54.0, "bend": 4.0, "el": 2.0,
        "flex": 8.0, "pole_out": -0.5, "pole_ahead": 1.0, "pole_up": -0.6,
    },
    hold(0.38, 0.48, {"el": -33.0, "flex": 110.0, "protract": -6.0}, "top"),
    Rig(arms=("bar", "bar"), grip=0.60, curl=_CURL),
)  # fmt: skip

_RACK: Final = {"el": 88.0, "flex": 150.0, "pole_out": -0.8, "pole_ahead": -0.3, "pole_up": 1.0}
_PULLED: Final = {"el": 26.0, "flex": 112.0, "pole_out": -1.0, "pole_ahead": 0.2, "pole_up": -0.7, "shrug": 12.0}
_TALL: Final = {"drop": 0.0, "ahead": 0.01, "lean": 0.0, "bend": 1.0}
_PRESSED: Final = {"el": 178.0, "flex": 5.0, "pole_out": -1.0, "pole_ahead": -0.3, "pole_up": 0.6}

CLEAN_AND_PRESS: Final = Repetition(
    5.0,
    {"foot_out": 0.17, "toe_out": 14.0, **_HANG, **_AT_FLOOR},
    (
        Key(0.0, {}, "bottom"),
        Key(0.09, _AT_KNEES),
        Key(0.16, {**_HANG, "drop": 0.07, "ahead": -0.11, "lean": 26.0, "el": 7.0}),
        Key(0.22, {**_TALL, "el": 13.0, "flex": 34.0, "shrug": 12.0, "heel": 14.0}),
        Key(0.26, _PULLED),
        Key(0.36, {**_RACK, "drop": 0.10, "ahead": -0.05, "lean": 6.0, "shrug": 0.0, "heel": 0.0}),
        Key(0.44, {**_RACK, **_TALL}),
        *hold(0.56, 0.62, {**_PRESSED, **_TALL}, "top"),
        Key(0.71, {**_RACK, **_TALL}),
        Key(0.80, {**_PULLED, "shrug": 4.0, "flex": 100.0, "pole_up": 0.0}),
        Key(0.87, {**_HANG, "shrug": 0.0, "drop": 0.04, "ahead": -0.07, "lean": 14.0, "el": 10.0}),
        Key(0.935, _AT_KNEES),
        Key(1.0, {}, "bottom"),
    ),
    BARBELL,
)

ONE_ARM_ROW: Final = Repetition(
    3.2,
    {
        "foot_out": 0.14, "foot_ahead_l": 0.26, "foot_ahead_r": -0.28, "toe_out_r": 24.0, "drop": 0.19, "ahead": -0.06,
        "lean": 50.0, "bend": 5.0, "az": 96.0, "el_r": 2.0, "flex_r": 6.0, "pole_ahead_r": 1.0, "pole_up_r": -0.8,
        "pole_out_r": 0.0, "plant_l": 1.0, "pole_out_l": -0.6, "pole_ahead_l": 0.8,
    },
    hold(0.38, 0.48, {"el_r": -64.0, "flex_r": 74.0, "protract_r": -8.0, "twist": -6.0}, "top"),
    Rig(arms=("thigh", "free"), curl=95.0),
)  # fmt: skip
