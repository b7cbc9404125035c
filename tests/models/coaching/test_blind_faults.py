"""Faults of known severity on bodies, tempi and headings of all kinds: how often the first cue is the right one."""

from collections import Counter

import numpy as np
import pytest
from puppet_faults import make_case

from triptych.core.vocabulary import EXERCISES
from triptych.models.coaching.kinematic import compare


def measure(faults_each: int, clean_each: int, seed: int) -> tuple[Counter[str], int]:
    """Counts of what the first cue was, over every fault of every exercise, and of false alarms on clean pairs."""
    counts: Counter[str] = Counter()
    alarms = 0
    for number, which in enumerate(EXERCISES):
        rng = np.random.default_rng([seed, number])
        for fault in which.faults * faults_each:
            case = make_case(which, fault, rng, severity=rng.uniform(1.0, 2.5))
            cue = compare(case.user, case.reference, which.name)
            same_part = cue.body_part == fault.body_part
            counts["n"] += 1
            counts["part"] += same_part
            counts["hit"] += same_part and cue.direction == fault.direction
            counts["side"] += same_part and cue.side == case.side
        for _ in range(clean_each):
            case = make_case(which, None, rng)
            alarms += compare(case.user, case.reference, which.name).body_part is not None
    return counts, alarms


def test_first_cues_name_the_fault_and_clean_pairs_get_none() -> None:
    counts, alarms = measure(1, 2, seed=11)
    assert counts["n"] > 150
    assert counts["hit"] >= 0.95 * counts["n"]
    assert counts["hit"] >= 0.98 * counts["part"]
    assert counts["side"] >= 0.98 * counts["part"]
    assert alarms <= 1


@pytest.mark.e2e
def test_two_thousand_faults_and_a_thousand_clean_pairs() -> None:
    counts, alarms = measure(12, 46, seed=12)
    print(dict(counts), "false alarms", alarms, "of", 46 * len(EXERCISES))
    assert counts["n"] >= 2000
    assert counts["hit"] >= 0.95 * counts["n"]
    assert counts["hit"] >= 0.98 * counts["part"]
    assert alarms <= 0.02 * 46 * len(EXERCISES)
