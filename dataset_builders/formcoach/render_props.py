"""Dumbbells and barbells in the hands."""

from typing import Final

import numpy as np

from triptych.core.vocabulary import EXERCISES
from triptych.core.vocabulary import exercise as find_exercise
from triptych.dataset_builders.formcoach.render_figure import ARMS, trunk_frame
from triptych.dataset_builders.formcoach.render_mesh import Colour, Floats, Part, Ring, square, tube, unit

_STEEL: Final = (188, 192, 198)
_RUBBER: Final = (44, 46, 52)
_PLATES: Final = ((190, 48, 44), (44, 92, 170), (56, 132, 78), (40, 42, 48))
_HALF_BAR: Final = 0.66
"""Half the bar's length, metres: a short bar for a home."""

# A dumbbell's handle runs from front to back in a neutral grip, from left to right in an overhand one.
_OVERHAND: Final = ("Dumbbell Lift Overhead", "Dumbbell Squat and Press", "Dumbbell High Pulls")


_ONE_HAND: Final = {"One Arm Row": ("right",)}
HANDS: Final = {
    each.name: _ONE_HAND.get(each.name, ("left", "right")) for each in EXERCISES if each.equipment != "none"
}
"""The hands that grip something in an exercise."""


def props(exercise: str, joints: Floats, seed: int) -> list[Part]:
    """What an exercise has in the hands of a person at `joints` (T, 25, 3)."""
    kind = find_exercise(exercise).equipment
    grips = {side: joints[:, ARMS[side][3]] for side in HANDS.get(exercise, ())}
    plate = _PLATES[np.random.default_rng([seed, 0xBA2]).integers(len(_PLATES))]
    if kind == "barbell":
        return _barbell(grips["left"], grips["right"], plate)
    if kind == "dumbbells":
        return [part for side, grip in grips.items() for part in _dumbbell(exercise, side, grip, joints)]
    return []


def _barbell(left: Floats, right: Floats, plate: Colour) -> list[Part]:
    middle, axis = (left + right) / 2, unit(right - left)
    low, high = middle - _HALF_BAR * axis, middle + _HALF_BAR * axis
    up = square(np.broadcast_to(np.array([0, 0, 1], np.float32), axis.shape), axis)
    parts = [tube("bar", low, high, up, (Ring(0.0, 0.013, 0.013), Ring(1.0, 0.013, 0.013)), _STEEL, gloss=0.5)]
    for side, sign in (("left", -1.0), ("right", 1.0)):
        for number, (place, width, radius, colour) in enumerate(
            ((0.52, 0.024, 0.155, plate), (0.556, 0.022, 0.115, _RUBBER), (0.588, 0.012, 0.032, _STEEL))
        ):
            parts.append(_disc(f"{side}_plate_{number}", middle + sign * place * axis, axis, up, width, radius, colour))
    return parts


def _dumbbell(exercise: str, side: str, grip: Floats, joints: Floats) -> list[Part]:
    """Across the forearm, and mirrored between left and right."""
    forearm = unit(grip - joints[:, ARMS[side][2]])
    right, front, up = trunk_frame(joints)
    outward = right if side == "right" else -right
    want = outward if exercise in _OVERHAND else front
    along = np.einsum("ti,ti->t", want, forearm)[:, None] ** 2
    axis = square((1 - along) * want + along * up, forearm)
    parts = [tube(f"{side}_handle", grip - 0.10 * axis, grip + 0.10 * axis, forearm,
                  (Ring(0.0, 0.015, 0.015), Ring(1.0, 0.015, 0.015)), _STEEL, segments=8)]  # fmt: skip
    for end, sign in (("front", 1.0), ("back", -1.0)):
        parts.append(_disc(f"{side}_{end}_weight", grip + sign * 0.088 * axis, axis, forearm, 0.056, 0.052, _RUBBER, 8))
    return parts


def _disc(
    name: str, centre: Floats, axis: Floats, up: Floats, width: float, radius: float, colour: Colour, segments: int = 20
) -> Part:
    """A cylinder with slightly broken edges; its flat ends are rings that shrink to the axis."""
    start, end = centre - width / 2 * axis, centre + width / 2 * axis
    inner = 0.3 * radius
    rings = (
        Ring(0.0, 0.002, 0.002), Ring(0.001, inner, inner), Ring(0.002, 0.93 * radius, 0.93 * radius),
        Ring(0.12, radius, radius), Ring(0.88, radius, radius), Ring(0.998, 0.93 * radius, 0.93 * radius),
        Ring(0.999, inner, inner), Ring(1.0, 0.002, 0.002),
    )  # fmt: skip
    return tube(name, start, end, up, rings, colour, caps=(False, False), segments=segments, gloss=0.15)
