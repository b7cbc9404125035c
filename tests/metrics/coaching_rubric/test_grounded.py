"""Claims against joints: the embedded pairs, whose fault is known, and stick people of another generator."""

from collections import Counter
from functools import cache

import numpy as np
import pytest
from puppet_faults import Case, make_case

from triptych.core.vocabulary import BODY_PARTS, DIRECTIONS, EXERCISES, OPPOSITE, PAIRED, SIDES, exercise
from triptych.dataset_builders.formcoach.faults import tempo
from triptych.dataset_builders.formcoach.instructions import ways
from triptych.dataset_builders.formcoach.motion import perform
from triptych.dataset_builders.formcoach.pairs import Pair, durations, pairs
from triptych.dataset_builders.formcoach.skeleton import body
from triptych.dataset_builders.formcoach.video import FPS
from triptych.metrics.coaching_rubric.claims import Claim, parse
from triptych.metrics.coaching_rubric.grounded import Grounds
from triptych.metrics.coaching_rubric.grounding import Grounded, ground, joint_columns
from triptych.metrics.coaching_rubric.judges import Row
from triptych.models.coaching.phrases import sentence


def moved(pair: Pair) -> tuple[np.ndarray, np.ndarray]:
    """Joints of both people as the dataset has them, the last pose of the shorter clip held; nothing is rendered."""
    user_s, trainer_s = durations(pair)
    user = perform(pair.exercise, body(pair.user), seed=pair.seed, duration_s=user_s, fault=pair.fault)
    user = user[: round(user_s * FPS * tempo(pair.fault))]
    trainer = perform(pair.exercise, body(1000 + pair.trainer), seed=pair.seed + 1, duration_s=trainer_s)
    frames = max(len(user), len(trainer))
    held = [np.concatenate([each, each[-1:].repeat(frames - len(each), axis=0)]) for each in (user, trainer)]
    return held[0], held[1]


@cache
def embedded() -> list[tuple[Pair, np.ndarray, np.ndarray]]:
    return [(pair, *moved(pair)) for pair in pairs()]


@cache
def puppets() -> list[Case]:
    rngs = [(which, np.random.default_rng([17, number])) for number, which in enumerate(EXERCISES)]
    made = ((which, rng, fault) for which, rng in rngs for fault in which.faults)
    return [make_case(which, fault, rng, severity=rng.uniform(1.0, 2.5)) for which, rng, fault in made]


def outcomes(lines: list[str], names: list[str], joints: list[tuple]) -> list[Grounded]:
    return ground([Row(line, exercise=name) for line, name in zip(lines, names, strict=True)],
                  joint_columns(*map(list, zip(*joints, strict=True)), len(lines)))  # fmt: skip


def test_true_instructions_of_the_embedded_pairs_are_supported() -> None:
    faulty = [each for each in embedded() if each[0].fault]
    found = outcomes([pair.instruction or "" for pair, _, _ in faulty], [pair.exercise for pair, _, _ in faulty],
                     [both for _, *both in faulty])  # fmt: skip
    supported = sum(each.hallucination is False for each in found)
    print(f"true instructions supported: {supported} of {len(found)}")
    assert len(found) == 88
    assert supported >= 0.95 * len(found)


def test_every_way_to_say_the_fault_is_supported() -> None:
    faults = [(pair, Grounds(*both, exercise(pair.exercise))) for pair, *both in embedded() if pair.fault]
    counts: Counter[str] = Counter()
    for pair, grounds in faults:
        fault, which = pair.fault, exercise(pair.exercise)
        for line in ways(pair.exercise, fault.body_part, fault.side, fault.direction, fault.phase):
            counts.update(grounds.check(claim).outcome for claim in parse(line, which).claims)
    print(dict(counts))
    assert sum(counts.values()) > 500
    assert counts["supported"] >= 0.95 * sum(counts.values())


def test_opposite_instructions_are_contradicted() -> None:
    turned = [each for each in embedded() if each[0].fault and each[0].fault.direction in OPPOSITE]
    lines = [
        sentence(fault.body_part, fault.side, OPPOSITE[fault.direction], fault.phase)
        for fault in (pair.fault for pair, _, _ in turned)
    ]
    found = outcomes(lines, [pair.exercise for pair, _, _ in turned], [both for _, *both in turned])
    contradicted = sum(bool(each.hallucination) for each in found)
    print(f"opposite instructions contradicted: {contradicted} of {len(found)}")
    assert len(found) > 80
    assert contradicted >= 0.95 * len(found)


def test_parts_that_an_exercise_is_not_judged_by_are_never_supported() -> None:
    counts: Counter[str] = Counter()
    for pair, *both in embedded()[::3]:
        which = exercise(pair.exercise)
        grounds = Grounds(*both, which)
        for part in set(BODY_PARTS) - {fault.body_part for fault in which.faults}:
            for side in SIDES if part in PAIRED else (None,):
                counts.update(grounds.check(Claim(((part, each),), side)).outcome for each in DIRECTIONS)
    print(dict(counts))
    assert counts["supported"] == 0
    assert counts["contradicted"] > 0


@pytest.mark.parametrize("line", [
    "Raise your left antenna higher.", "Straighten your tail.", "Bend your third arm more.", "Lift your wings higher.",
    "Widen your tentacles.", "Lower your left flurb.", "Push your hooves outward.",
])  # fmt: skip
def test_parts_that_nobody_has_are_hallucinated_whatever_the_joints_say(line: str) -> None:
    chosen = embedded()[::5]
    found = outcomes([line] * len(chosen), [pair.exercise for pair, _, _ in chosen], [both for _, *both in chosen])
    assert all(claim["verdict"] == "contradicted" for each in found for claim in each.claims)
    assert [each.hallucination for each in found if each.claims] == [True] * sum(bool(each.claims) for each in found)
    assert not any(each.hallucination is False for each in found)


def test_a_clean_pair_contradicts_every_correction() -> None:
    counts: Counter[str] = Counter()
    for pair, *both in embedded():
        if pair.fault is None:
            which = exercise(pair.exercise)
            grounds = Grounds(*both, which)
            claims = [Claim(((fault.body_part, fault.direction),)) for fault in which.faults]
            counts.update(grounds.check(claim).outcome for claim in claims)
    print(dict(counts))
    assert counts["supported"] <= 0.05 * sum(counts.values())
    assert counts["contradicted"] >= 0.85 * sum(counts.values())


def test_stick_people_of_another_generator() -> None:
    counts: Counter[str] = Counter()
    for case in puppets():
        which, fault = exercise(case.exercise), case.fault
        grounds = Grounds(case.user, case.reference, which)
        counts["true", grounds.check(Claim(((fault.body_part, fault.direction),), case.side)).outcome] += 1
        if fault.direction in OPPOSITE:
            turned = Claim(((fault.body_part, OPPOSITE[fault.direction]),), case.side)
            counts["opposite", grounds.check(turned).outcome] += 1
        if case.side in ("left", "right"):
            other = Claim(((fault.body_part, fault.direction),), "left" if case.side == "right" else "right")
            counts["wrong side", grounds.check(other).outcome] += 1
    print(dict(counts))
    for kind, wanted, least in (("true", "supported", 0.95), ("opposite", "contradicted", 0.95),
                                ("wrong side", "contradicted", 0.8)):  # fmt: skip
        n = sum(count for (each, _), count in counts.items() if each == kind)
        assert n >= 10
        assert counts[kind, wanted] >= least * n


def test_swapping_both_people_turns_support_into_contradiction() -> None:
    for case in puppets()[::4]:
        which, fault = exercise(case.exercise), case.fault
        if fault.direction in OPPOSITE:
            claim = Claim(((fault.body_part, fault.direction),), case.side)
            assert Grounds(case.user, case.reference, which).check(claim).outcome == "supported"
            assert Grounds(case.reference, case.user, which).check(claim).outcome == "contradicted"


@pytest.mark.parametrize("name", ["Mule Kick", "One Arm Row"])
def test_the_limb_that_works_may_be_named_and_the_resting_one_not(name: str) -> None:
    pair, *both = next(
        each for each in embedded()
        if each[0].exercise == name and each[0].fault and each[0].fault.phase == "top" and each[0].fault.side == "both"
    )  # fmt: skip
    reading = (pair.fault.body_part, pair.fault.direction)
    grounds = Grounds(*both, exercise(name))
    sides = {side: grounds.check(Claim((reading,), side)).outcome for side in (None, "both", "left", "right")}
    assert sides[None] == sides["both"] == "supported"
    assert sorted((sides["left"], sides["right"])) == ["contradicted", "supported"]


def test_one_arm_or_both_evenly_are_both_borne_out() -> None:
    pair, *both = next(each for each in embedded() if each[0].fault and each[0].fault.direction == "more_symmetric")
    grounds = Grounds(*both, exercise(pair.exercise))
    assert grounds.check(Claim((("whole_body", "more_symmetric"),))).outcome == "supported"
    arms = {side: grounds.check(Claim((("hands", "higher"),), side)) for side in ("left", "right")}
    lower = {side: grounds.check(Claim((("hands", "lower"),), side)) for side in ("left", "right")}
    assert "supported" in {each.outcome for each in (*arms.values(), *lower.values())}
    assert {arms["left"].outcome, arms["right"].outcome} != {"supported"}


def test_both_sides_are_meant_where_both_are_said() -> None:
    case = next(each for each in puppets() if each.side == "left" and each.severity > 1.2)
    grounds = Grounds(case.user, case.reference, exercise(case.exercise))
    reading = (case.fault.body_part, case.fault.direction)
    assert grounds.check(Claim((reading,), None)).outcome == "supported"
    assert grounds.check(Claim((reading,), "both")).outcome == "not_checkable"


def test_joints_that_are_unknown_leave_the_claim_unchecked() -> None:
    pair, user, reference = next(each for each in embedded() if each[0].fault and each[0].fault.body_part == "elbows")
    claim = Claim(((pair.fault.body_part, pair.fault.direction),), pair.fault.side)
    blind = user.copy()
    blind[:, [12, 13, 15, 16, 21, 22, 23, 24]] = np.nan
    assert Grounds(user, reference, exercise(pair.exercise)).check(claim).outcome == "supported"
    assert Grounds(blind, reference, exercise(pair.exercise)).check(claim).outcome == "not_checkable"
    assert Grounds(np.full_like(user, np.nan), reference, None).check(claim).outcome == "not_checkable"


def test_claims_without_part_or_direction_and_unmeasured_ones() -> None:
    pair, *both = embedded()[0]
    grounds = Grounds(*both, exercise(pair.exercise))
    for reading in ((None, "higher"), ("hands", None), ("wrists", "straighter"), ("hips", "backward")):
        assert grounds.check(Claim((reading,))).outcome == "not_checkable"
