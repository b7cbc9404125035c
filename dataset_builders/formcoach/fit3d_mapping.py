"""Which recording of Fit3D shows which of the paper's 22 exercises: the one table that a person with the data corrects.

Fit3D names a file after the action, `squat.mp4`; the paper's Table 3 has names of its own and says nothing of how they
belong together. Eleven are clear by their names, four are likely, and seven must be among `warmup_1` to `warmup_19`,
which only a look at the films can tell: they are None here. A name that is None is reported, never guessed.

To correct the table without touching this file, give a JSON file of some of its lines: `{"Arms Circles": "warmup_3"}`.
"""

import json
from pathlib import Path
from typing import Final

from triptych.core.errors import UsageError
from triptych.core.vocabulary import exercise

MAPPING: Final[dict[str, str | None]] = {
    "Dumbbell Lift Overhead": "dumbbell_overhead_shoulder_press",
    "Dumbbell Lunge Backward": "dumbbell_reverse_lunge",
    "Hands Up Rotate": None,
    "Barbell Pull Up": "barbell_row",
    "Clean and Press": "clean_and_press",
    "Dumbbell Lateral Raise": "side_lateral_raise",
    "Burpee": "burpees",
    "Up and Down Stretch": None,
    "Dumbbell Chest Fly": "w_raise",
    "Arms Raise Overhead": None,
    "Standing Ab Twists": "standing_ab_twists",
    "Opposite Arms Up and Down Warmup": None,
    "Dumbbell Squat and Press": "overhead_extension_thruster",
    "Lunge and Reach Hands Front": None,
    "Mule Kick": "mule_kick",
    "Arms Circles": None,
    "Squat": "squat",
    "One Arm Row": "one_arm_row",
    "Squat and Jump with Hands Up": None,
    "Dumbbell High Pulls": "dumbbell_high_pulls",
    "Deadlift": "deadlift",
    "Barbell Shrug": "barbell_shrug",
}
"""The 22 names of Table 3, in its order -> the action in Fit3D."""

LIKELY: Final[frozenset[str]] = frozenset(
    {"Dumbbell Squat and Press", "Dumbbell Lift Overhead", "Barbell Pull Up", "Dumbbell Chest Fly"}
)
"""Names whose action is likely, not certain; the report repeats them."""


def read_mapping(file: Path | None = None) -> dict[str, str | None]:
    """`MAPPING` with the lines of a JSON file over it.

    Raises `UsageError` for a file that is no such object, a name that is not in Table 3, or one action twice.
    """
    mapping = MAPPING | (_corrections(file) if file else {})
    actions = [action for action in mapping.values() if action]
    double = sorted({action for action in actions if actions.count(action) > 1})
    if double:
        names = [name for name, action in mapping.items() if action in double]
        raise UsageError("one exercise for each action", f"{', '.join(double)} for {', '.join(names)}", "correct it")
    return mapping


def _corrections(file: Path) -> dict[str, str | None]:
    form = 'a JSON object such as {"Arms Circles": "warmup_3"}'
    try:
        lines = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(form, f"{file}: {error}", "check --mapping") from error
    if not isinstance(lines, dict) or not all(isinstance(value, str | None) for value in lines.values()):
        raise UsageError(form, f"{file} holds something else", "check --mapping")
    return {exercise(name).name: action or None for name, action in lines.items()}
