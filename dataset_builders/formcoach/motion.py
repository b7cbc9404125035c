"""One repetition of an exercise as joints, well done or with one fault: the public entry to the motion of `formcoach`.

>>> from triptych.dataset_builders.formcoach.skeleton import body
>>> perform("Squat", body(7), seed=7, duration_s=3.6).shape
(108, 25, 3)
"""

import numpy as np
from numpy.typing import NDArray

from triptych.core.errors import UsageError
from triptych.core.vocabulary import exercise as find_exercise
from triptych.dataset_builders.formcoach.exercises import REPETITIONS
from triptych.dataset_builders.formcoach.faults import check, largest_severity, spoil, tempo
from triptych.dataset_builders.formcoach.keyframes import sample
from triptych.dataset_builders.formcoach.posing import solve
from triptych.dataset_builders.formcoach.scene import InjectedFault
from triptych.dataset_builders.formcoach.settling import settle
from triptych.dataset_builders.formcoach.skeleton import Body
from triptych.dataset_builders.formcoach.variation import individual, sway

__all__ = ["InjectedFault", "largest_severity", "perform", "typical_duration"]

_FEWEST_FRAMES = 8


def typical_duration(exercise: str) -> float:
    """Seconds of one usual repetition."""
    return REPETITIONS[find_exercise(exercise).name].seconds


def perform(
    exercise: str, body: Body, *, seed: int, duration_s: float, fps: float = 30.0, fault: InjectedFault | None = None
) -> NDArray[np.float32]:
    """Joints (T, 25, 3) in metres in the order of `skeleton.JOINTS`; z up, floor at 0, facing +y at the start.

    One repetition in `duration_s`, T = round(duration_s * fps) frames. Done too fast, it ends early and the last pose
    is held; done too slowly (the fault `whole_body faster`), T grows by the time that it takes longer. `seed` is the
    person's way of doing it: two seeds differ as two people do. Raises `UsageError` for an exercise or a fault that
    is not in the vocabulary, a severity out of range, or fewer than 8 frames.
    """
    name = find_exercise(exercise).name
    if fault is not None:
        check(name, fault)
    frames, moving = round(duration_s * fps), round(duration_s * fps * tempo(fault))
    if moving < _FEWEST_FRAMES:
        raise UsageError(f"at least {_FEWEST_FRAMES} frames", f"{duration_s} s at {fps} frames/s", "make it longer")
    repetition = individual(REPETITIONS[name], name, seed)
    rig = repetition.rig
    channels = settle(body, sample(repetition.keys, repetition.start, moving), rig)
    if fault is not None:
        channels, rig = spoil(name, body, repetition, channels, fault)
    channels = settle(body, sway(channels, name, seed, moving / fps), rig)
    joints = solve(body, channels, rig)
    held = np.repeat(joints[-1:], max(0, frames - moving), axis=0)
    return np.concatenate([joints, held]).astype(np.float32)
