"""A third maker of joints, with other conventions, rates and idle times: the coach was not designed on it."""

from collections import Counter

import numpy as np
from puppet import mirrored
from stick_pairs import Conditions, make_pair

from triptych.core.vocabulary import EXERCISES, OPPOSITE
from triptych.models.coaching.kinematic import compare

CONDITIONS = (Conditions(habits=0.5), Conditions(habits=0.5, idle=1.0), Conditions(habits=0.5, fps=None))
"""Usual, with up to a second of idle time at both ends, and at 25, 30, 50 or 60 frames a second."""


def measure(per_exercise: int, seed: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    for number, which in enumerate(EXERCISES):
        rng = np.random.default_rng([seed, number])
        for turn in range(per_exercise):
            how = CONDITIONS[(number + turn) % len(CONDITIONS)]
            clean = make_pair(which, None, rng, how=how)
            counts["clean"] += 1
            counts["alarms"] += compare(clean.user, clean.reference, which.name, clean.fps).body_part is not None
            fault = which.faults[(number + turn * 3) % len(which.faults)]
            case = make_pair(which, fault, rng, rng.uniform(1.2, 2.5), how)
            cue = compare(case.user, case.reference, which.name, case.fps)
            turned = compare(case.reference, case.user, which.name, case.fps)
            seen = compare(mirrored(case.user), mirrored(case.reference), which.name, case.fps)
            other = {"left": "right", "right": "left"}.get(cue.side or "", cue.side)
            hit = (cue.body_part, cue.direction) == (fault.body_part, fault.direction)
            counts["n"] += 1
            counts["part"] += cue.body_part == fault.body_part
            counts["hit"] += hit
            counts["turned"] += hit and turned.direction == OPPOSITE.get(fault.direction, fault.direction)
            counts["mirrored"] += hit and (seen.body_part, seen.side) == (cue.body_part, other)
    return counts


def test_faults_are_named_on_other_conventions_rates_and_idle_times() -> None:
    counts = measure(2, seed=5)
    print(dict(counts))
    assert counts["hit"] >= 0.85 * counts["n"]
    assert counts["hit"] >= 0.95 * counts["part"]
    assert counts["turned"] >= 0.95 * counts["hit"]
    assert counts["mirrored"] >= 0.95 * counts["hit"]
    assert counts["alarms"] <= 0.1 * counts["clean"]
