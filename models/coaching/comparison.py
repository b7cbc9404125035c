"""A coach that sees joints: compares a user with a reference and says the one thing to mend first, or nothing.

    >>> import numpy as np
    >>> still = np.random.default_rng(0).normal(size=(1, 25, 3)).repeat(60, axis=0)
    >>> compare(still, still, "Squat").text
    ''

Both are resized to one body and laid over each other by banded time warping; every fault that the exercise can have is
measured at its phase; differences inside dead bands are ignored, those that another one explains are dropped, and the
largest left becomes the cue. It sees joints, not video. Method after AIFit (Fieraru et al., CVPR 2021), our own code.
"""

import math
import re
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from triptych.core import kinematic_features as features
from triptych.core.errors import UsageError
from triptych.core.kinematic_deviations import deviations
from triptych.core.kinematic_pair import Pair, make_pair
from triptych.core.vocabulary import BODY_PARTS, BodyPart, Direction, Exercise, Side
from triptych.core.vocabulary import exercise as find_exercise
from triptych.models.coaching.kinematic_causes import Finding, findings
from triptych.models.coaching.phrases import sentence
from triptych.models.coaching.view import steadied, view_of

PREFERRED: Final = 1.5
"""How much more a deviation of a body part counts that the user asked to watch."""
OTHER_ARMS: Final = 60.0
"""Degrees of bend in the elbows: a larger difference from beginning to end is another way to hold the arms."""
_OF_HANDS: Final = frozenset({"hand_height", "hand_alone", "hand_spacing", "reach"})
_OTHER_WORDS: Final[dict[str, BodyPart]] = {
    "foot": "feet", "stance": "feet", "ankle": "feet", "ankles": "feet", "hip": "hips", "depth": "hips",
    "spine": "back", "posture": "back", "trunk": "back", "torso": "chest", "arm": "elbows", "arms": "elbows",
    "grip": "hands", "neck": "head", "speed": "whole_body", "tempo": "whole_body", "pace": "whole_body",
    "symmetry": "whole_body",
}  # fmt: skip
_PARTS: Final[dict[str, BodyPart]] = {
    **{part: part for part in BODY_PARTS},
    **{part.removesuffix("s"): part for part in BODY_PARTS},
    **_OTHER_WORDS,
}


@dataclass(frozen=True)
class Cue:
    """One correction. `severity` 1.0 = 15 degrees or 6 cm; all None, 0.0 and "" when nothing is wrong.

    `direction` is the correction to make, `side` anatomical and None for parts of the midline, `text` has at most 15
    words.
    """

    body_part: BodyPart | None = None
    side: Side | None = None
    direction: Direction | None = None
    severity: float = 0.0
    text: str = ""


def compare(
    user: Any,
    reference: Any,
    exercise: str,
    fps: float = 30.0,
    preference: str | None = None,
    view: float | None = None,
) -> Cue:
    """The correction that the user needs most to move as the reference does, or an empty `Cue`.

    `user`, `reference`: one repetition each, float (T, 25, 3) Fit3D joints (metres, z up) or (T, 33, 3) BlazePose world
    landmarks (metres, y down), lengths may differ, NaN where unknown. `exercise`: a name of Table 3. `preference`: free
    text; parts of the body that it names count more. `view`: azimuth of the camera in degrees (0 = in front of the
    person, 90 = at the side): differences along its line of sight are left out; None = everything counts.
    Raises `UsageError` for wrong shapes, fewer than 8 frames, an unknown exercise and a frame rate not above 0.
    """
    which = find_exercise(exercise)
    if not fps > 0:
        raise UsageError("frames per second above 0", f"{fps}", "pass the frame rate of the joints")
    if view is not None and not math.isfinite(view):
        raise UsageError("a view in degrees, or None", f"{view}", "pass the azimuth of the camera")
    seen = view_of(user, view), view_of(reference, None)
    both = [steadied(joints, each, which.name) for joints, each in zip((user, reference), seen, strict=True)]
    pair = make_pair(both[0], both[1], fps)
    hands = _OF_HANDS if _hold_something_else(pair, which) else frozenset()
    found = findings([each for each in deviations(pair, which) if each.name not in hands], *seen)
    if not found:
        return Cue()
    wanted = preferred_parts(preference)
    return _cue(max(found, key=lambda each: each.severity * (PREFERRED if each.body_part in wanted else 1.0)))


def _hold_something_else(pair: Pair, which: Exercise) -> bool:
    """Whether the arms do another thing all along, as with a bar on the back: then where the hands are is no fault."""
    if any(fault.body_part == "elbows" for fault in which.faults):
        return False
    bends = [features.elbow_bend(poses) for poses in (pair.path.user, pair.path.reference)]
    return bool(np.median(np.abs(bends[0] - bends[1])) > OTHER_ARMS)


def preferred_parts(preference: str | None) -> set[BodyPart]:
    """Body parts that a free text names.

    >>> preferred_parts("Please focus on my knee alignment")
    {'knees'}
    """
    words = re.findall(r"[a-z_]+", (preference or "").lower())
    return {_PARTS[word] for word in words if word in _PARTS}


def _cue(finding: Finding) -> Cue:
    text = sentence(finding.body_part, finding.side, finding.direction, finding.phase)
    return Cue(finding.body_part, finding.side, finding.direction, finding.severity, text)
