"""The pairs of the dataset: who does which exercise with which fault, seen from where; then their clips.

One pair: `Pair(id="arms-circles-05", exercise="Arms Circles", fault=InjectedFault("hands", "right", "higher", 2.26,
"throughout"), azimuth=-25, user=17, trainer=1, instruction="Lift your right hand up more.", preference=None)`.
"""

import re
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from triptych.core.vocabulary import EXERCISES, BodyPart, Exercise, Fault
from triptych.dataset_builders.formcoach.camera import AZIMUTHS, Camera, synthetic
from triptych.dataset_builders.formcoach.faults import tempo
from triptych.dataset_builders.formcoach.instructions import instruction
from triptych.dataset_builders.formcoach.motion import InjectedFault, largest_severity, perform, typical_duration
from triptych.dataset_builders.formcoach.render import Scene, person, render
from triptych.dataset_builders.formcoach.render_looks import look
from triptych.dataset_builders.formcoach.render_room import room
from triptych.dataset_builders.formcoach.skeleton import Body, body
from triptych.dataset_builders.formcoach.video import FPS, encode

PER_EXERCISE: Final = 5
"""Pairs of each exercise; one of them is clean."""
LONGEST_S: Final = 6.0
_Kind = TypeVar("_Kind", bound=np.generic)
_USERS: Final = 24
_TRAINERS: Final = 6
_SEVERITY: Final = (1.5, 3.0)

# Knees that fall in are seen from the front, what else moves to the left or right from the back too, what moves ahead
# or tilts rather from the side.
_FRONT: Final = (25, -25, 0)
_ACROSS: Final = (0, 25, -25, 157, -157)
_SIDEWAYS: Final = (60, -90, 25, -60, 120, 90, -157, -120)
# On hands and knees or in a plank, a body seen from its head or feet shows little.
_ON_ALL_FOURS: Final = (60, -25, -90, 120, 25, -60, 90, -120)
_FLOOR: Final = ("Mule Kick", "Burpee")
_SEEN_ACROSS: Final[frozenset[str]] = frozenset({"wider", "narrower", "inward", "outward", "more_symmetric"})

_PREFERENCES: Final[dict[BodyPart, str]] = {
    "feet": "check my stance",
    "knees": "focus on my knee alignment",
    "hips": "help me improve my depth",
    "back": "keep an eye on my back",
    "chest": "tell me whether my upper body is in the right place",
    "shoulders": "watch my shoulders, please",
    "elbows": "focus on my elbows",
    "wrists": "watch my wrists",
    "hands": "tell me about my arm positions",
    "head": "check my head and neck",
    "whole_body": "help me with my tempo and control",
}


@dataclass(frozen=True)
class Pair:
    """What is drawn: all of it follows from the id, so that rows can be made in any order and place."""

    id: str
    exercise: str
    fault: InjectedFault | None
    azimuth: int
    user: int
    trainer: int
    instruction: str | None
    preference: str | None

    @property
    def seed(self) -> int:
        """A number that belongs to the id."""
        return int.from_bytes(sha256(self.id.encode()).digest()[:6])


@dataclass(frozen=True)
class Clips:
    """MP4 bytes and joints (T, 25, 3) of user and reference: equally long, the last pose of the shorter one held."""

    camera: Camera
    user: bytes
    reference: bytes
    user_joints: NDArray[np.float32]
    reference_joints: NDArray[np.float32]


def pairs() -> list[Pair]:
    """All pairs in the order of the dataset; exercises take turns, so that the first rows are as varied as can be."""
    return [_pair(number, turn) for turn in range(PER_EXERCISE) for number in range(len(EXERCISES))]


def clips(pair: Pair) -> Clips:
    """Move, film and encode both people of a pair."""
    user_body, trainer_body = body(pair.user), body(1000 + pair.trainer)
    user_s, trainer_s = durations(pair)
    user = perform(pair.exercise, user_body, seed=pair.seed, duration_s=user_s, fault=pair.fault)
    user = user[: round(user_s * FPS * tempo(pair.fault))]  # one who is too fast waits at the end
    trainer = perform(pair.exercise, trainer_body, seed=pair.seed + 1, duration_s=trainer_s)
    scenes = _dressed(pair, user, user_body, trainer, trainer_body)
    camera = synthetic(pair.seed, pair.azimuth, np.concatenate([scene.outline() for scene in scenes]))
    middle = np.concatenate([user[:, 0, :2], trainer[:, 0, :2]]).mean(axis=0)
    backdrop = room(pair.seed, camera, (float(middle[0]), float(middle[1])), mat=pair.seed % 3 > 0)
    frames = max(len(user), len(trainer))
    films = [encode(_held(render(scene, camera, backdrop), frames)) for scene in scenes]
    return Clips(camera, films[0], films[1], _held(user, frames), _held(trainer, frames))


def durations(pair: Pair) -> tuple[float, float]:
    """Seconds for the user and the reference, within 10 % of each other; a fault of tempo comes on top."""
    rng = np.random.default_rng([pair.seed, 0x7E])
    usual = typical_duration(pair.exercise)
    trainer = usual * float(rng.uniform(0.97, 1.05))
    user = trainer * float(rng.uniform(0.92, 1.08))
    longest = LONGEST_S / max(1.0, tempo(pair.fault))
    return min(user, longest), min(trainer, longest)


def _dressed(
    pair: Pair, user: NDArray[np.float32], user_body: Body, trainer: NDArray[np.float32], trainer_body: Body
) -> tuple[Scene, Scene]:
    user_look = look(pair.user, pair.seed)
    trainer_look = look(1000 + pair.trainer, pair.seed + 1, other=user_look)
    return (
        person(user, user_body, user_look, pair.exercise, pair.seed),
        person(trainer, trainer_body, trainer_look, pair.exercise, pair.seed),
    )


def _held(values: NDArray[_Kind], frames: int) -> NDArray[_Kind]:
    """The values with the last one repeated up to `frames`."""
    return np.concatenate([values, np.repeat(values[-1:], frames - len(values), axis=0)])


def _pair(number: int, turn: int) -> Pair:
    exercise = EXERCISES[number]
    name = f"{re.sub('[^a-z]+', '-', exercise.name.lower())}-{turn + 1:02d}"
    rng = np.random.default_rng(list(sha256(name.encode()).digest()))
    chosen = _spread(exercise, clean=(2 * number + 3) % PER_EXERCISE)[turn]
    fault = None if chosen is None else _fault(rng, exercise, chosen)
    return Pair(
        id=name,
        exercise=exercise.name,
        fault=fault,
        azimuth=_azimuth(exercise.name, fault, number + turn),
        user=int(rng.integers(_USERS)),
        trainer=int(rng.integers(_TRAINERS)),
        instruction=instruction(exercise.name, fault, int(rng.integers(2**31))),
        preference=_preference(rng, exercise, fault),
    )


def _fault(rng: np.random.Generator, exercise: Exercise, chosen: Fault) -> InjectedFault:
    high = min(_SEVERITY[1], largest_severity(exercise.name, chosen))
    severity = round(float(rng.uniform(min(_SEVERITY[0], 0.9 * high), high)), 2)
    side = chosen.sides[int(rng.integers(len(chosen.sides)))]
    return InjectedFault(chosen.body_part, side, chosen.direction, severity, chosen.phase)


def _spread(exercise: Exercise, clean: int) -> list[Fault | None]:
    """A different fault for each pair but the clean one: the two most usual, at most one of tempo or symmetry."""
    rng = np.random.default_rng(list(sha256(exercise.name.encode()).digest()))
    form = [fault for fault in exercise.faults if fault.body_part != "whole_body"]
    whole = [fault for fault in exercise.faults if fault.body_part == "whole_body"]
    rest = [form[index] for index in 2 + rng.permutation(len(form) - 2)]
    last = whole[int(rng.integers(len(whole)))] if rng.random() < 0.4 else rest[1]
    faults: list[Fault | None] = [form[0], form[1], rest[0], last]
    shuffled = [faults[index] for index in rng.permutation(len(faults))]
    return [*shuffled[:clean], None, *shuffled[clean:]]


def _azimuth(exercise: str, fault: InjectedFault | None, number: int) -> int:
    """A view in which exercise and fault can be seen, the views in turn."""
    views: tuple[int, ...] = AZIMUTHS
    if fault is not None:
        one_sided = fault.body_part in ("hands", "elbows") and fault.side != "both"
        across = one_sided or fault.body_part == "shoulders" or fault.direction in _SEEN_ACROSS
        views = _FRONT if fault.body_part == "knees" and across else _ACROSS if across else _SIDEWAYS
    if exercise in _FLOOR and views in (AZIMUTHS, _SIDEWAYS):
        views = _ON_ALL_FOURS
    return views[(number * 3 + number // len(views)) % len(views)]


def _preference(rng: np.random.Generator, exercise: Exercise, fault: InjectedFault | None) -> str | None:
    """What the user asked for, in one pair of four: mostly about the fault's body part, else about another."""
    if rng.random() > 0.25:
        return None
    parts: list[BodyPart] = [each.body_part for each in exercise.faults]
    if fault is not None and rng.random() < 0.7:
        return _PREFERENCES[fault.body_part]
    return _PREFERENCES[parts[int(rng.integers(len(parts)))]]
