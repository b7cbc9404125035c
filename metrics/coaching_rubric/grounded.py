"""Hallucination without a judge: each claim of a feedback checked against the joints of both people.

A claim asks for a change ("left elbow higher"). It is

- supported where the user differs from the reference that way by at least `SUPPORTED` (1.0 = 15 degrees or 6 cm);
- contradicted where the user does not, or differs the other way (at most `CONTRADICTED`), or where nobody has the part;
- not checkable in between, where the joints do not show it (a gaze, a grip, a joint unseen), and for a part that the
  exercise is not judged by where the user does differ: it may be true, and it may be the exercise.

What counts is the difference, not its cause: a knee that is bent too little because the squat is shallow supports both
corrections. Measured as by the kinematic coach, `core.kinematic_measures`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np

from triptych.core.kinematic_deviations import NAMES, WORKING, Deviation, deviations
from triptych.core.kinematic_measures import MEASURES
from triptych.core.kinematic_pair import Pair, make_pair
from triptych.core.vocabulary import ONE_LIMB, PAIRED, BodyPart, Direction, Exercise, Side
from triptych.metrics.coaching_rubric.claims import Claim
from triptych.metrics.coaching_rubric.directions import same

Outcome = Literal["supported", "contradicted", "not_checkable"]
SUPPORTED: Final = 0.6
CONTRADICTED: Final = 0.35
"""Clean pairs of two synthetic generators differ by less in 95 % of what is measured; faults of severity 1 by more."""
_ANY_TIME: Final = 30.0
"""Frames per second: only the ratio of two durations is used, so any rate does."""
_NEEDS_ITS_EXERCISE: Final = frozenset({"step", "foot_lift", "hip_height", "hand_alone", "circle"})
"""Measures that mean something only where the exercise has the fault; the others compare any two performances."""


@dataclass(frozen=True)
class Check:
    """What the joints say of one claim; `severity` = how far they bear it out (negative: the other way), None where
    they do not show it."""

    outcome: Outcome
    severity: float | None
    reason: str


class Grounds:
    """What the joints of one pair show. Raises `UsageError` for joints of a wrong shape and for fewer than 8 frames.

    `user`, `reference`: one repetition each, float (T, 25, 3) Fit3D joints or (T, 33, 3) BlazePose world landmarks in
    metres. `exercise` None = unknown: every part is then compared over the whole movement.
    """

    def __init__(self, user: Any, reference: Any, exercise: Exercise | None) -> None:
        self._joints, name = (user, reference), exercise.name if exercise else ""
        pair = make_pair(user, reference, _ANY_TIME)
        self._special = deviations(pair, exercise) if exercise else []
        self._general: dict[BodyPart, list[Deviation]] = {}
        self._parts = {fault.body_part for fault in exercise.faults} if exercise else None
        self._one_limb: frozenset[BodyPart] = ONE_LIMB[name] if name in WORKING else frozenset()
        self._working = pair.longest_side(WORKING[name]) if name in WORKING else None

    def check(self, claim: Claim) -> Check:
        """The best that the joints say of any reading of the claim."""
        checks = [self._reading(part, direction, claim.side) for part, direction in claim.readings]
        known = [each for each in checks if each.severity is not None]
        best = max(known, key=lambda each: each.severity or 0.0, default=checks[0])
        return next((each for each in checks if each.outcome == "supported"), best)

    def _reading(self, part: BodyPart | None, direction: Direction | None, side: Side | None) -> Check:
        if part is None or direction is None:
            return Check("not_checkable", None, "names no part" if part is None else "names no direction")
        if (resting := self._resting(part, side)) is not None:
            return Check("contradicted", 0.0, resting)
        sides = self._sides(part, direction)
        if sides is None:
            return Check("not_checkable", None, "joints do not show it")
        low, high = _range(sides, side)
        outcome, reason = _judged(low, high)
        if outcome == "supported" and self._parts is not None and part not in self._parts:
            outcome, reason = (
                "not_checkable",
                f"the user differs so, but this exercise is not judged by {part}",
            )
        return Check(outcome, high if outcome == "contradicted" else low, reason)

    def _resting(self, part: BodyPart, side: Side | None) -> str | None:
        """Why a claim is about a limb that does not work in this repetition; None where it is not."""
        if side not in ("left", "right") or part not in self._one_limb or self._working is None:
            return None
        working = ("left", "right")[self._working]
        return None if working == side else f"the {working} one works here"

    def _sides(self, part: BodyPart, direction: Direction) -> list[float] | None:
        """How far left and right, or the midline, bear out the correction, by the measure that differs most."""
        found = _towards(self._special, part, direction) or _towards(self._whole_movement(part), part, direction)
        return max(found, key=lambda each: max(map(abs, each)), default=None)

    def _whole_movement(self, part: BodyPart) -> list[Deviation]:
        """What can be measured of a part in any exercise, over all poses in step; kept, unlike the large pair."""
        if part not in self._general:
            pair = make_pair(*self._joints, _ANY_TIME)
            names = {name for (each, _), found in NAMES.items() if each == part for name in found}
            self._general[part] = [_measured(pair, name, part) for name in sorted(names - _NEEDS_ITS_EXERCISE)]
        return [each for each in self._general[part] if np.isfinite(each.sides).all()]


def _measured(pair: Pair, name: str, part: BodyPart) -> Deviation:
    measure, more, less = MEASURES[name]
    sides = np.atleast_1d(measure(pair, pair.path))
    return Deviation(name, part, more, less, "throughout", part in PAIRED, sides)


def _towards(measured: Sequence[Deviation], part: BodyPart, direction: Direction) -> list[list[float]]:
    """Left and right, or the midline, of each deviation of that part and direction, positive where it bears it out."""
    wanted, found = same(part, direction), []
    for each in measured:
        if same(each.body_part, each.less) == wanted:
            found.append([float(side) for side in each.sides])
        elif same(each.body_part, each.more) == wanted:
            found.append([-float(side) for side in each.sides])
    return found


def _range(sides: Sequence[float], side: Side | None) -> tuple[float, float]:
    """The least and the most that the joints bear out a claim about this side.

    A claim without a side is about the one that differs more; a claim about both is about each of them.
    """
    if len(sides) == 2 and side in ("left", "right"):
        return (sides[side == "right"],) * 2
    if side == "both":
        return min(sides), max(sides)
    worst = max(sides, key=abs)
    return worst, worst


def _judged(low: float, high: float) -> tuple[Outcome, str]:
    if low >= CONTRADICTED and (low + high) / 2 >= SUPPORTED:
        return "supported", f"the user differs so by {(low + high) / 2:.1f}"
    if high <= CONTRADICTED:
        return "contradicted", f"the other way by {-high:.1f}" if high <= -CONTRADICTED else "user and reference agree"
    return "not_checkable", "only one of both sides" if high >= SUPPORTED else "too small a difference to tell"
