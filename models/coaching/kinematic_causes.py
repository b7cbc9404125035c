"""From many deviations to the one that caused the others: dead bands and causes."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from triptych.core.kinematic_deviations import Deviation
from triptych.core.vocabulary import PAIRED, BodyPart, Direction, Phase, Side
from triptych.models.coaching.view import View

DEAD_BAND: Final = 0.65
"""Smaller deviations are how bodies differ, not faults."""
_DEAD_BANDS: Final = {
    "tempo": 0.74,
    "symmetry": 0.9,
    "stance": 0.95,
    "spine": 0.8,
    "sway": 0.7,
    "hand_spacing": 0.9,
    "knees_out": 0.85,
    "depth": 0.75,
    "elbow_height": 0.72,
    "hand_height": 0.82,
    "hand_alone": 0.8,
    "step": 0.8,
    "foot_lift": 0.9,
    "reach": 1.1,
}
"""What ends a long chain of bones moves far: habits of 2 degrees and 2 % of the range move a hand by 3 cm. Tempo: a
repetition may take 1.35 times as long. Stance, knees and spacing of the hands: people differ in them without a fault.
Spine: its segments are short, so noise bends it most."""

CAUSES: Final[dict[str, dict[str, float]]] = {
    "sway": {"depth": 0.5, "hip_height": 0.4, "knee_bend": 0.5, "elbow_bend": 0.5},
    "lean": {"spine": 0.5, "depth": 0.6},
    "hand_height": {"elbow_bend": 0.5, "depth": 0.4},
    "hand_alone": {"elbow_height": 1.2},
    "elbow_height": {"hand_alone": 0.85},
    "hand_spacing": {"elbow_bend": 0.2, "hand_height": 0.15, "elbow_height": 0.3},
    "knees_out": {"stance": 0.7, "depth": 1.0},
    "reach": {"knee_bend": 0.4},
    "foot_lift": {"knee_bend": 0.4},
    "nod": {"spine": 0.7, "sway": 0.7},
    "circle": {"elbow_bend": 0.5},
    "step": {"depth": 0.7},
    "symmetry": {"hand_height": 0.6, "elbow_bend": 0.4},
    "tempo": {"*": 0.8},
}
"""Effect -> its causes, with how large (as a share of the effect) the cause must be to explain it."""


@dataclass(frozen=True)
class Finding:
    """A deviation outside its dead band, as a correction: `severity` > 0, 1.0 = 15 degrees or 6 cm."""

    name: str
    body_part: BodyPart
    side: Side | None
    direction: Direction
    phase: Phase
    severity: float


def findings(deviations: list[Deviation], *views: View) -> list[Finding]:
    """The deviations outside their dead bands, without those that another one explains, largest first.

    `views`: how each of the people is seen; what one of the views hides is left out.
    """
    shown = [each for each in deviations if all(view.shows(each.name) for view in views)]
    even = any(each.name == "symmetry" for each in shown)
    wider = {each.name: max([1.0, *(view.dead_band_factor(each.name) for view in views)]) for each in shown}
    found = [finding for each in shown if (finding := _finding(each, even, wider[each.name])) is not None]
    roots = [each for each in found if not any(_explains(other, each) for other in found)]
    return sorted(roots, key=lambda each: -each.severity)


def _opposed(deviation: Deviation) -> bool:
    small, large = sorted(deviation.sides, key=abs)
    return bool(small * large < 0 and abs(small) > 0.35 * abs(large))


def _finding(deviation: Deviation, even: bool, wider: float) -> Finding | None:
    value, side = _side(deviation)
    if abs(value) < _DEAD_BANDS.get(deviation.name, DEAD_BAND) * wider:
        return None
    if deviation.name == "symmetry" and value < 0:
        return None  # the user is more even than the reference
    if deviation.name == "hand_height" and even and _opposed(deviation):
        return None  # one too high and one too low: unevenness
    direction = deviation.more if value < 0 else deviation.less
    return Finding(deviation.name, deviation.body_part, side, direction, deviation.phase, abs(value))


def _side(deviation: Deviation) -> tuple[float, Side | None]:
    """The signed severity, and where: one side where the other has less than half of it, else both.

    Faults that only both sides can have count with their mean; but a knee falls in on the leg in front.
    """
    sides = deviation.sides
    if len(sides) == 1:
        return float(sides[0]), "both" if deviation.body_part in PAIRED else None
    worse = int(np.argmax(np.abs(sides)))
    if sides[1 - worse] * np.sign(sides[worse]) >= 0.5 * abs(sides[worse]):
        return float(sides.mean()), "both"
    if deviation.one_sided:
        return float(sides[worse]), "left" if worse == 0 else "right"
    return float(sides[worse] if deviation.name == "knees_out" else sides.mean()), "both"


def _explains(cause: Finding, effect: Finding) -> bool:
    if cause.name == effect.name:
        return False
    causes = CAUSES.get(effect.name, {})
    share = causes.get(cause.name, causes.get("*"))
    return share is not None and cause.severity >= share * effect.severity
