"""How the limbs of an exercise are driven."""

from dataclasses import dataclass
from typing import Final, Literal

ArmMode = Literal["free", "bar", "floor", "thigh"]
LegMode = Literal["planted", "free"]
SIDES: Final = (("left", "l", -1.0), ("right", "r", 1.0))
"""Name, channel suffix and sign on x of each side."""


@dataclass(frozen=True)
class Rig:
    """How limbs are driven. `bar`: both hands on one bar, `grip` metres apart; `floor` and `thigh`: what a planted
    hand rests on; `curl`: degrees by which the fingers are closed."""  # fmt: skip

    arms: tuple[ArmMode, ArmMode] = ("free", "free")
    legs: tuple[LegMode, LegMode] = ("planted", "planted")
    grip: float = 0.0
    curl: float = 15.0
