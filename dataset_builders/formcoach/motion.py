"""One repetition of an exercise as joints: the public entry to the motion of `formcoach`.

>>> perform("Squat", body(7), seed=7, duration_s=3.6).shape
(108, 25, 3)
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from triptych.core.errors import UsageError
from triptych.core.vocabulary import BodyPart, Direction, Phase, Side
from triptych.core.vocabulary import exercise as find_exercise
from triptych.dataset_builders.formcoach.exercises import REPETITIONS
from triptych.dataset_builders.formcoach.keyframes import sample
from triptych.dataset_builders.formcoach.posing import solve
from triptych.dataset_builders.formcoach.skeleton import Body


@dataclass(frozen=True)
class InjectedFault:
    """A fault, named by the correction to make. `severity` 1.0: 15 degrees, 6 cm, or a quarter of the time."""

    body_part: BodyPart
    side: Side | None
    direction: Direction
    severity: float
    phase: Phase


def typical_duration(exercise: str) -> float:
    """Seconds of one usual repetition."""
    return REPETITIONS[find_exercise(exercise).name].seconds


def perform(
    exercise: str, body: Body, *, seed: int, duration_s: float, fps: float = 30.0, fault: InjectedFault | None = None
) -> NDArray[np.float32]:
    """Joints (T, 25, 3) in metres, z up, floor at 0, facing +y; T = round(duration_s * fps)."""
    if duration_s <= 0.0 or fps <= 0.0:
        raise UsageError("a positive duration and frame rate", f"{duration_s} s at {fps}", "give both above 0")
    motion = REPETITIONS[find_exercise(exercise).name]
    frames = round(duration_s * fps)
    joints = solve(body, sample(motion.keys, motion.start, frames), motion.rig)
    return joints.astype(np.float32)
