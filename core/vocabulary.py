"""The words of coaching: body parts, sides, directions, phases, the 22 exercises and the faults each can have.

The dataset names its faults in them, the lexical judge and the claims parser read them from sentences, the kinematic
coach and the live Space speak them. A fault is always named by the correction to make: knees that fall in are
`knees outward`.

    >>> exercise("Squat").faults[0]
    Fault(body_part='hips', direction='deeper', phase='bottom', one_sided=False)
    >>> OPPOSITE["wider"]
    'narrower'

Source: FormCoach (arXiv 2508.07501), Table 3 for the exercises; the faults are ours, named as trainers name them.
"""

from dataclasses import dataclass
from typing import Final, Literal, get_args

from triptych.core.errors import UsageError

BodyPart = Literal[
    "feet", "knees", "hips", "back", "chest", "shoulders", "elbows", "wrists", "hands", "head", "whole_body"
]
Side = Literal["left", "right", "both"]
Direction = Literal[
    "wider", "narrower", "higher", "lower", "deeper", "shallower", "forward", "backward", "inward", "outward",
    "straighter", "more_bent", "faster", "slower", "more_symmetric",
]  # fmt: skip
Phase = Literal["start", "lowering", "bottom", "lifting", "top", "throughout"]
Equipment = Literal["none", "dumbbells", "barbell"]

BODY_PARTS: Final[tuple[BodyPart, ...]] = get_args(BodyPart)
SIDES: Final[tuple[Side, ...]] = get_args(Side)
DIRECTIONS: Final[tuple[Direction, ...]] = get_args(Direction)
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)

PAIRED: Final[frozenset[BodyPart]] = frozenset({"feet", "knees", "shoulders", "elbows", "wrists", "hands"})
"""Parts with a left and a right; the others lie on the midline and have no side."""

ONE_LIMB: Final[dict[str, frozenset[BodyPart]]] = {
    "Mule Kick": frozenset({"feet", "knees"}),
    "One Arm Row": frozenset({"elbows", "hands", "wrists", "shoulders"}),
    "Dumbbell Lunge Backward": frozenset({"feet", "knees"}),
    "Lunge and Reach Hands Front": frozenset({"feet", "knees"}),
}
"""Parts of which one side works in a repetition, by exercise: their faults are of side "both", whichever limb moves, so
a coach who names the limb that works says the same as one who names none."""

MEANING: Final[dict[Direction, str]] = {
    "wider": "left and right farther apart",
    "narrower": "left and right closer together",
    "higher": "farther up, against gravity",
    "lower": "farther down",
    "deeper": "through more of the range of the movement: a deeper squat, a fuller twist",
    "shallower": "through less of the range of the movement",
    "forward": "to where the person faces at the start",
    "backward": "away from where the person faces at the start",
    "inward": "to the midline of the body",
    "outward": "away from the midline of the body",
    "straighter": "less bent: a straighter joint, a spine in line, a trunk that does not swing or lean",
    "more_bent": "more bent at this joint",
    "faster": "the repetition in less time",
    "slower": "the repetition in more time",
    "more_symmetric": "left and right doing the same",
}

_OPPOSITES: Final[tuple[tuple[Direction, Direction], ...]] = (
    ("wider", "narrower"), ("higher", "lower"), ("deeper", "shallower"), ("forward", "backward"),
    ("inward", "outward"), ("straighter", "more_bent"), ("faster", "slower"),
)  # fmt: skip
OPPOSITE: Final[dict[Direction, Direction]] = {
    one: other for pair in _OPPOSITES for one, other in (pair, (pair[1], pair[0]))
}
"""The correction that makes a fault worse; `more_symmetric` has none."""


@dataclass(frozen=True)
class Fault:
    """A fault, named by its correction. `one_sided`: may be on the left or the right only; else on both or midline."""

    body_part: BodyPart
    direction: Direction
    phase: Phase = "throughout"
    one_sided: bool = False

    @property
    def sides(self) -> tuple[Side | None, ...]:
        """The sides it can have; a part of the midline has the side None."""
        if self.body_part not in PAIRED:
            return (None,)
        return SIDES if self.one_sided else ("both",)


@dataclass(frozen=True)
class Exercise:
    """An exercise by its name in Table 3, what is held, and the faults it can have, the most usual first."""

    name: str
    equipment: Equipment
    faults: tuple[Fault, ...]


def _exercise(name: str, equipment: Equipment, *faults: str) -> Exercise:
    """Each fault as "part direction phase", with "one" at the end where it can be on one side."""
    return Exercise(name, equipment, tuple(_fault(text.split()) for text in faults))


def _fault(words: list[str]) -> Fault:
    part = next(each for each in BODY_PARTS if each == words[0])
    direction = next(each for each in DIRECTIONS if each == words[1])
    phase = next(each for each in PHASES if each == words[2])
    return Fault(part, direction, phase, words[3:] == ["one"])


_ARMS_UP = ("elbows straighter top one", "hands higher top one", "back straighter top")
_TEMPO = ("whole_body slower throughout", "whole_body faster throughout")
_STANCE = ("feet wider throughout", "feet narrower throughout")
_SQUAT = ("hips deeper bottom", "knees outward bottom one", "back straighter bottom", *_STANCE)

EXERCISES: Final[tuple[Exercise, ...]] = (
    _exercise("Dumbbell Lift Overhead", "dumbbells", *_ARMS_UP, "hands narrower top", "hands wider top",
              "whole_body more_symmetric throughout", *_TEMPO),
    _exercise("Dumbbell Lunge Backward", "dumbbells", "hips deeper bottom", "back straighter throughout",
              "knees outward bottom", "feet backward bottom", *_TEMPO),
    _exercise("Hands Up Rotate", "none", "chest deeper throughout", "hands higher throughout one",
              "elbows straighter throughout one", "back straighter throughout", *_STANCE, *_TEMPO),
    _exercise("Barbell Pull Up", "barbell", "back straighter throughout", "elbows higher top", "chest lower throughout",
              "chest higher throughout", "knees more_bent throughout", "hands wider throughout",
              "hands narrower throughout", *_TEMPO),
    _exercise("Clean and Press", "barbell", "elbows straighter top", "hands higher top", "hips deeper bottom",
              "back straighter bottom", *_STANCE, "hands wider throughout", "hands narrower throughout", *_TEMPO),
    _exercise("Dumbbell Lateral Raise", "dumbbells", "hands higher top one", "hands lower top",
              "elbows straighter top one", "shoulders lower top", "back straighter throughout",
              "whole_body more_symmetric throughout", *_TEMPO),
    _exercise("Burpee", "none", "hips lower bottom", "hips higher bottom", "hands higher top", "elbows straighter top",
              "feet wider throughout", "feet narrower throughout", *_TEMPO),
    _exercise("Up and Down Stretch", "none", "hands lower bottom", "knees straighter bottom", "hands higher top",
              "elbows straighter top", *_STANCE, *_TEMPO),
    _exercise("Dumbbell Chest Fly", "dumbbells", "hands wider bottom", "elbows higher throughout",
              "elbows straighter throughout", "elbows more_bent throughout", "back straighter throughout", *_TEMPO),
    _exercise("Arms Raise Overhead", "none", *_ARMS_UP, "whole_body more_symmetric throughout", *_TEMPO),
    _exercise("Standing Ab Twists", "none", "chest deeper throughout", "elbows higher throughout one",
              "back straighter throughout", *_STANCE, *_TEMPO),
    _exercise("Opposite Arms Up and Down Warmup", "none", "hands higher top one", "elbows straighter throughout one",
              "back straighter throughout", *_STANCE, *_TEMPO),
    _exercise("Dumbbell Squat and Press", "dumbbells", *_SQUAT, "elbows straighter top one", "hands higher top one",
              *_TEMPO),
    _exercise("Lunge and Reach Hands Front", "none", "hips deeper bottom", "hands higher bottom one",
              "elbows straighter bottom one", "back straighter throughout", "feet forward bottom",
              "knees outward bottom", *_TEMPO),
    _exercise("Mule Kick", "none", "feet higher top", "knees straighter top", "back straighter throughout",
              "elbows straighter throughout", "head lower throughout", "head higher throughout", *_TEMPO),
    _exercise("Arms Circles", "none", "elbows straighter throughout one", "hands higher throughout one",
              "hands lower throughout", "hands deeper throughout", "back straighter throughout", *_TEMPO),
    _exercise("Squat", "none", *_SQUAT, "hips shallower bottom", "chest higher bottom", "hands higher bottom",
              *_TEMPO),
    _exercise("One Arm Row", "dumbbells", "elbows higher top", "back straighter throughout", "chest lower throughout",
              "chest higher throughout", "knees more_bent throughout", "head higher throughout", *_TEMPO),
    _exercise("Squat and Jump with Hands Up", "none", *_SQUAT, "hands higher top one", "elbows straighter top one",
              *_TEMPO),
    _exercise("Dumbbell High Pulls", "dumbbells", "elbows higher top one", "back straighter throughout",
              "hands narrower top", "hands wider top", "hands higher top", *_TEMPO),
    _exercise("Deadlift", "barbell", "back straighter bottom", "hips lower bottom", "hips higher bottom",
              "knees straighter top", "hands wider throughout", "hands narrower throughout", *_STANCE, *_TEMPO),
    _exercise("Barbell Shrug", "barbell", "shoulders higher top one", "elbows straighter throughout one",
              "back straighter throughout", "head higher throughout", "hands wider throughout",
              "hands narrower throughout", *_TEMPO),
)  # fmt: skip
NAMES: Final[tuple[str, ...]] = tuple(each.name for each in EXERCISES)


def exercise(name: str) -> Exercise:
    """The exercise of that name in Table 3, whatever its case. Raises `UsageError` for another name."""
    found = [each for each in EXERCISES if each.name.casefold() == name.strip().casefold()]
    if not found:
        raise UsageError(f"an exercise of Table 3: {', '.join(NAMES)}", repr(name), "check the spelling")
    return found[0]
