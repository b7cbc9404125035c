"""Pairs of films of stick people, in many conditions: bodies, habits, tempi, idle time, rates, noise."""

from dataclasses import dataclass, replace

import numpy as np
from stick_exercises import KEYS, SECONDS, Key
from stick_faults import faulty, uneven
from stick_people import Array, Build, Convention, Style, joints_of

from triptych.core.vocabulary import PAIRED, Exercise, Fault, Side


@dataclass(frozen=True)
class Case:
    """One pair, what is wrong in it (None: nothing), on which side, and how the films differ."""

    user: Array
    reference: Array
    exercise: str
    fault: Fault | None
    side: Side | None
    severity: float
    fps: float


@dataclass(frozen=True)
class Timing:
    """How a repetition runs in time: length, share on the way there, a stop at the turn, idle before and after."""

    seconds: float
    down: float = 1.0
    pause: float = 0.0
    before: float = 0.0
    after: float = 0.1
    sharp: float = 1.0

    @classmethod
    def drawn(cls, rng: np.random.Generator, usual: float, idle: float, uneven_tempo: float) -> "Timing":
        return cls(
            usual * rng.uniform(0.9, 1.12), np.exp(rng.normal(0, 0.22 * uneven_tempo)),
            max(0.0, rng.uniform(-0.3, 0.4)) * uneven_tempo, rng.uniform(0, idle), rng.uniform(0, idle) + 0.05,
            rng.uniform(0.8, 1.5),
        )  # fmt: skip


def played(keys: list[Key], timing: Timing, fps: float) -> Array:
    """Channels (T, C): from pose to pose along an s-curve, with the stops."""
    weights = [key.move * (timing.down if place % 2 == 1 else 1.0) for place, key in enumerate(keys)][1:]
    unit = timing.seconds / (sum(weights) + sum(key.stay for key in keys))
    times, poses = [0.0, timing.before], [keys[0].pose, keys[0].pose]
    for place, (key, weight) in enumerate(zip(keys[1:], weights, strict=True)):
        times.append(times[-1] + weight * unit)
        poses.append(key.pose)
        wait = key.stay * unit + (timing.pause if place == 0 and len(keys) < 8 else 0.0)
        if wait:
            times.append(times[-1] + wait)
            poses.append(key.pose)
    times.append(times[-1] + timing.after)
    poses.append(keys[-1].pose)
    return _between(np.array(times), np.array(poses), fps, timing.sharp if len(keys) < 8 else 0.0)


def _between(times: Array, poses: Array, fps: float, sharp: float) -> Array:
    clock = np.arange(0, times[-1], 1 / fps)
    place = np.clip(np.searchsorted(times, clock, side="right") - 1, 0, len(times) - 2)
    share = (clock - times[place]) / np.maximum(times[place + 1] - times[place], 1e-9)
    if sharp:
        share = share**sharp / (share**sharp + (1 - share) ** sharp) if sharp > 1.2 else (1 - np.cos(np.pi * share)) / 2
    return np.asarray(poses[place] + (poses[place + 1] - poses[place]) * share[:, None])


@dataclass(frozen=True)
class Conditions:
    """How far the two films of a pair differ."""

    bodies: float = 0.05
    habits: float = 1.0
    idle: float = 0.0
    uneven_tempo: float = 0.5
    noise: float = 0.005
    fps: float | None = 30.0
    conventions: bool = True
    start_off: float = 0.0
    drift: float = 0.02


USUAL = Conditions()


def film(
    keys: list[Key], seconds: float, rng: np.random.Generator, how: Conditions, which: Convention, fps: float
) -> Array:
    """One person's joints (T, 25, 3), heading anywhere in a room."""
    timing = Timing.drawn(rng, seconds, how.idle, how.uneven_tempo)
    style = Style.drawn(rng, how.habits)
    mean = keys[0].pose
    habitual = [replace(key, pose=mean + (key.pose - mean) * style.range + style.added) for key in keys]
    channels = played(habitual, timing, fps)
    joints = joints_of(channels, Build.drawn(rng, how.bodies), which)
    joints = joints[int(rng.uniform(0, how.start_off) * seconds * fps) :]
    way = np.linspace(0, 1, len(joints))[:, None, None] * np.array([*rng.normal(0, how.drift, 2), 0])
    angle = rng.uniform(0, 2 * np.pi)
    about = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    placed = (joints + way) @ about.T + [*rng.uniform(-3, 3, 2), rng.uniform(-0.05, 0.05)]
    return np.asarray(placed + rng.normal(0, how.noise, placed.shape))


def make_pair(
    which: Exercise, fault: Fault | None, rng: np.random.Generator, size: float = 1.5, how: Conditions = USUAL
) -> Case:
    """A pair of the exercise in which the user has the fault, of `size` 1 = 15 degrees or 6 cm."""
    keys, side = KEYS[which.name], None
    usual = SECONDS.get(which.name, 2.6)
    seconds = usual
    if fault is not None:
        side = _side(which, fault, rng)
        if fault.direction in ("slower", "faster"):
            seconds = usual * (1 + 0.5 * size) ** (-1 if fault.direction == "slower" else 1)
        elif fault.direction == "more_symmetric":
            keys = uneven(keys, size, rng)
        else:
            keys = faulty(which, fault, side, size, rng)
    convention = Convention.drawn(rng) if how.conventions else Convention()
    fps = how.fps or float(rng.choice([25, 30, 50, 60]))
    user = film(keys, seconds, rng, how, convention, fps)
    reference = film(KEYS[which.name], usual, rng, how, convention, fps)
    return Case(user, reference, which.name, fault, side, size, fps)


def _side(which: Exercise, fault: Fault, rng: np.random.Generator) -> Side | None:
    choices = fault.sides
    return choices[int(rng.integers(len(choices)))] if fault.body_part in PAIRED else None
