"""A motion about to be spoilt by a fault, and the fault."""

from dataclasses import dataclass
from typing import Final

from triptych.core.vocabulary import BodyPart, Direction, Phase, Side
from triptych.dataset_builders.formcoach.keyframes import Array, Channels, envelope
from triptych.dataset_builders.formcoach.repetition import Repetition
from triptych.dataset_builders.formcoach.rig import Rig
from triptych.dataset_builders.formcoach.skeleton import Body

DEGREES: Final = 15.0
"""The main angle's error at severity 1.0."""
METRES: Final = 0.06
"""The main distance's error at severity 1.0."""


@dataclass(frozen=True)
class InjectedFault:
    """A fault to make, named by its correction: a `Fault` of the exercise on one of its sides, and how strong."""

    body_part: BodyPart
    side: Side | None
    direction: Direction
    severity: float
    phase: Phase


@dataclass
class Scene:
    """A motion being spoilt. `degrees` and `metres` are the size of the fault; `share` (T,) says when it acts."""

    exercise: str
    body: Body
    repetition: Repetition
    channels: Channels
    rig: Rig
    tags: str
    degrees: float
    metres: float
    share: Array

    @property
    def nominal(self) -> float:
        """The metres in the unit of the channels, a body of 1.75 m."""
        return self.metres / self.body.scale

    def add(self, name: str, change: Array | float) -> None:
        """Adds to a channel; a limb's channel on the sides concerned."""
        for each in (name,) if name in self.channels else tuple(f"{name}_{tag}" for tag in self.tags):
            self.channels[each] = self.channels[each] + change

    def scale(self, names: tuple[str, ...], factor: Array | float) -> None:
        """Multiplies channels."""
        for name in names:
            self.channels[name] = self.channels[name] * factor

    def phase(self, name: str) -> Array:
        """How much each frame belongs to a phase, (T,)."""
        return envelope(self.repetition.keys, name, len(self.share))
