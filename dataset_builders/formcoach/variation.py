"""What differs between two people, or two days, doing one exercise well: timing, range, stance and sway."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final
from zlib import crc32

import numpy as np

from triptych.dataset_builders.formcoach.keyframes import Channels, Key, spread
from triptych.dataset_builders.formcoach.repetition import Repetition

_TRUNK: Final = ("drop", "lean", "twist", "yaw")
_ARMS: Final = ("el", "az")
_BREATH_S: Final = 3.5


def individual(repetition: Repetition, exercise: str, seed: int) -> Repetition:
    """The repetition as that person does it: rhythm by some percent, range by 2 to 3 %, feet by a centimetre."""
    rng = _rng(exercise, seed)
    pace = float(np.exp(rng.normal(0.0, 0.05)))
    trunk, arms = np.clip(rng.normal(1.0, (0.025, 0.012)), 0.95, 1.05)
    out, toes = np.clip(rng.normal(0.0, (0.007, 2.5)), (-0.015, -5.0), (0.015, 5.0))
    factors = dict.fromkeys(_TRUNK, float(trunk)) | dict.fromkeys(_ARMS, float(arms))
    if set(repetition.rig.arms) & {"floor", "bar"}:
        factors = {}  # there the range is set by the floor and the bar
    start = _scaled(spread(repetition.start), factors)
    for tag in "lr":
        start[f"foot_out_{tag}"] = start.get(f"foot_out_{tag}", 0.12) + float(out)
        start[f"toe_out_{tag}"] = start.get(f"toe_out_{tag}", 10.0) + float(toes)
    keys = tuple(Key(key.at**pace, _scaled(key.pose, factors), key.phase) for key in repetition.keys)
    return replace(repetition, start=start, keys=keys)


def sway(channels: Channels, exercise: str, seed: int, seconds: float) -> Channels:
    """The channels with breath and balance added: some millimetres, whole cycles in the repetition."""
    rng = _rng(exercise, seed + 1_000_003)
    turns = 2.0 * np.pi * np.linspace(0.0, 1.0, len(channels["lean"])) * max(1, round(seconds / _BREATH_S))
    first, second = rng.uniform(0.0, 2.0 * np.pi, 2)
    out = {**channels, "lean": channels["lean"] + 0.25 * np.sin(turns + first)}
    out["shift"] = channels["shift"] + 0.002 * np.sin(turns + second)
    for tag in "lr":
        out[f"shrug_{tag}"] = channels[f"shrug_{tag}"] + 0.5 * np.sin(turns + first)
    return out


def _scaled(pose: Mapping[str, float], factors: dict[str, float]) -> dict[str, float]:
    return {name: value * factors.get(name.removesuffix("_l").removesuffix("_r"), 1.0) for name, value in pose.items()}


def _rng(exercise: str, seed: int) -> np.random.Generator:
    return np.random.default_rng(np.random.SeedSequence([seed, crc32(exercise.encode())]))
