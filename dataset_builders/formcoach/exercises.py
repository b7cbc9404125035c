"""The 22 exercises as key poses. Each repetition starts and ends in the same pose."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from triptych.core.vocabulary import NAMES
from triptych.dataset_builders.formcoach.keyframes import Key
from triptych.dataset_builders.formcoach.posing import Rig


@dataclass(frozen=True)
class Motion:
    """One repetition: its usual duration in seconds, the pose at its start and end, the keys between, the rig."""

    seconds: float
    start: Mapping[str, float]
    keys: tuple[Key, ...]
    rig: Rig = field(default_factory=Rig)


_STAND: Final = Motion(3.5, {}, ())

_SQUAT: Final = Motion(
    3.6,
    {"foot_out": 0.19, "toe_out": 18.0},
    (
        Key(
            0.42,
            {"drop": 0.43, "ahead": -0.235, "lean": 36.0, "bend": 6.0, "el": 92.0, "az": 84.0, "flex": 5.0},
            "bottom",
        ),
        Key(
            0.50,
            {"drop": 0.43, "ahead": -0.235, "lean": 36.0, "bend": 6.0, "el": 92.0, "az": 84.0, "flex": 5.0},
            "bottom",
        ),
    ),
)

_LATERAL_RAISE: Final = Motion(
    3.6,
    {"el": 10.0, "az": 15.0, "flex": 12.0},
    (
        Key(0.40, {"el": 88.0, "az": 12.0, "flex": 12.0}, "top"),
        Key(0.52, {"el": 88.0, "az": 12.0, "flex": 12.0}, "top"),
    ),
    Rig(curl=95.0),
)

MOTIONS: Final[dict[str, Motion]] = dict.fromkeys(NAMES, _STAND) | {
    "Squat": _SQUAT,
    "Dumbbell Lateral Raise": _LATERAL_RAISE,
}
