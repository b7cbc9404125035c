"""What an exercise is made of: key poses in time and a rig."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from triptych.dataset_builders.formcoach.keyframes import Key
from triptych.dataset_builders.formcoach.rig import Rig


@dataclass(frozen=True)
class Repetition:
    """One repetition: its usual seconds, the pose at its start and end, the keys between, and the rig."""

    seconds: float
    start: Mapping[str, float]
    keys: tuple[Key, ...]
    rig: Rig = field(default_factory=Rig)


def hold(at: float, until: float, pose: Mapping[str, float], phase: str = "") -> tuple[Key, Key]:
    """The pose reached at `at` and kept to `until`, as shares of the repetition."""
    return Key(at, pose, phase), Key(until, pose, phase)
