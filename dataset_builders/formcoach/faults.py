"""What each fault of the vocabulary does to a motion, before it becomes joints.

A fault is named by its correction, so `knees outward` lets the knees fall in. Severity 1.0 is 15 degrees of the main
angle (bends, elevations of arms and legs, twists, lean) or 6 cm of the main distance (stance and grip width, depth and
height of the hips, drift of a knee, length of a step), or a quarter of the time.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from triptych.core.errors import UsageError
from triptych.core.vocabulary import Fault
from triptych.core.vocabulary import exercise as find_exercise
from triptych.dataset_builders.formcoach import faults_arms as arms
from triptych.dataset_builders.formcoach import faults_legs as legs
from triptych.dataset_builders.formcoach import faults_trunk as trunk
from triptych.dataset_builders.formcoach.keyframes import Channels, envelope
from triptych.dataset_builders.formcoach.repetition import Repetition
from triptych.dataset_builders.formcoach.rig import Rig
from triptych.dataset_builders.formcoach.scene import DEGREES, METRES, InjectedFault, Scene
from triptych.dataset_builders.formcoach.skeleton import Body

TEMPO: Final = 0.25
"""Share of a repetition's time by which severity 1.0 is too fast or too slow."""

_TAGS: Final = {"left": "l", "right": "r", "both": "lr", None: "lr"}
_TEMPI: Final = ("slower", "faster")

_EDITS: Final[dict[tuple[str, str], Callable[[Scene], None]]] = {
    ("elbows", "straighter"): arms.bend_elbows,
    ("elbows", "more_bent"): arms.straighten_elbows,
    ("elbows", "higher"): arms.lower_elbows,
    ("hands", "higher"): arms.lower_hands,
    ("hands", "lower"): arms.raise_hands,
    ("hands", "deeper"): arms.shrink_circles,
    ("hands", "wider"): partial(arms.spread_hands, way=-1.0),
    ("hands", "narrower"): partial(arms.spread_hands, way=1.0),
    ("shoulders", "lower"): arms.shrug_more,
    ("shoulders", "higher"): arms.shrug_less,
    ("whole_body", "more_symmetric"): arms.weaken_left,
    ("back", "straighter"): trunk.curve_back,
    ("chest", "deeper"): trunk.twist_less,
    ("chest", "higher"): trunk.lean_more,
    ("chest", "lower"): trunk.lean_less,
    ("head", "lower"): trunk.lift_chin,
    ("head", "higher"): trunk.drop_head,
    ("feet", "wider"): partial(legs.set_feet, way=-1.0),
    ("feet", "narrower"): partial(legs.set_feet, way=1.0),
    ("feet", "backward"): legs.shorten_step,
    ("feet", "forward"): legs.shorten_step,
    ("feet", "higher"): legs.drop_kick,
    ("knees", "outward"): legs.cave_knees,
    ("knees", "straighter"): legs.bend_knees,
    ("knees", "more_bent"): legs.stiffen_knees,
    ("hips", "deeper"): legs.raise_hips,
    ("hips", "lower"): legs.raise_hips,
    ("hips", "shallower"): legs.sink_hips,
    ("hips", "higher"): legs.sink_hips,
}
_IN_EXERCISE: Final[dict[tuple[str, str, str], Callable[[Scene], None]]] = {
    ("Dumbbell Chest Fly", "hands", "wider"): arms.close_fly,
    ("Dumbbell High Pulls", "hands", "higher"): arms.drop_hands,
    ("Up and Down Stretch", "hands", "lower"): arms.fold_less,
}

_LARGEST: Final[dict[tuple[str, ...], float]] = {
    ("whole_body", "slower"): 2.0,
    ("Burpee", "whole_body", "slower"): 1.4,
    ("Clean and Press", "whole_body", "slower"): 1.4,
    ("Squat and Jump with Hands Up", "whole_body", "slower"): 1.4,
    ("whole_body", "faster"): 2.0,
    ("Arms Circles", "hands", "deeper"): 1.8,
    ("Dumbbell Chest Fly", "elbows", "more_bent"): 1.8,
    ("Barbell Shrug", "shoulders", "higher"): 2.0,
    ("Dumbbell High Pulls", "hands", "wider"): 2.0,
    ("shoulders", "lower"): 2.0,
    ("back", "straighter"): 2.5,
    ("feet", "higher"): 2.0,
    ("knees", "more_bent"): 2.5,
    ("hips", "shallower"): 2.0,
    ("hips", "higher"): 1.5,
    ("chest", "higher"): 2.0,
    ("chest", "lower"): 2.0,
    ("head", "lower"): 2.0,
    ("head", "higher"): 2.5,
}


def largest_severity(exercise: str, fault: Fault | InjectedFault) -> float:
    """The strongest severity at which the fault still looks human, 1.4 to 3.0."""
    general = (fault.body_part, fault.direction)
    return _LARGEST.get((exercise, *general), _LARGEST.get(general, 3.0))


def check(exercise: str, fault: InjectedFault) -> None:
    """Raises `UsageError` unless the exercise can have the fault, on that side and that strong."""
    known = find_exercise(exercise).faults
    wanted = (fault.body_part, fault.direction, fault.phase)
    if not any((each.body_part, each.direction, each.phase) == wanted and fault.side in each.sides for each in known):
        names = ", ".join(f"{each.body_part} {each.direction} {each.phase}" for each in known)
        raise UsageError(f"a fault of {exercise}, on a side it can have: {names}", repr(fault), "see core.vocabulary")
    largest = largest_severity(exercise, fault)
    if not 0.0 < fault.severity <= largest:
        raise UsageError(f"a severity above 0 and up to {largest}", repr(fault.severity), "see largest_severity")


def tempo(fault: InjectedFault | None) -> float:
    """Factor on the time of a repetition: below 1 where it is done too fast (`slower` is the correction)."""
    if fault is None or fault.body_part != "whole_body" or fault.direction not in _TEMPI:
        return 1.0
    return 1.0 + TEMPO * fault.severity * (1.0 if fault.direction == "faster" else -1.0)


def spoil(
    exercise: str, body: Body, repetition: Repetition, channels: Channels, fault: InjectedFault
) -> tuple[Channels, Rig]:
    """The channels and the rig of a motion with the fault in it; tempo is left to the caller (see `tempo`)."""
    if fault.body_part == "whole_body" and fault.direction in _TEMPI:
        return channels, repetition.rig
    scene = Scene(
        exercise=exercise,
        body=body,
        repetition=repetition,
        channels=dict(channels),
        rig=repetition.rig,
        tags=_TAGS[fault.side],
        degrees=DEGREES * fault.severity,
        metres=METRES * fault.severity,
        share=envelope(repetition.keys, fault.phase, len(channels["drop"])),
    )
    general = _EDITS[fault.body_part, fault.direction]
    _IN_EXERCISE.get((exercise, fault.body_part, fault.direction), general)(scene)
    return scene.channels, scene.rig
