from collections import Counter, defaultdict

import numpy as np
import pytest

from triptych.core.vocabulary import EXERCISES, NAMES
from triptych.core.vocabulary import exercise as find_exercise
from triptych.dataset_builders.formcoach import paper
from triptych.dataset_builders.formcoach.camera import project
from triptych.dataset_builders.formcoach.instructions import ways
from triptych.dataset_builders.formcoach.motion import largest_severity
from triptych.dataset_builders.formcoach.pairs import LONGEST_S, clips, durations, pairs
from triptych.dataset_builders.formcoach.video import FPS, decode

PAIRS = pairs()


def test_every_exercise_has_five_pairs_one_of_them_clean():
    assert len({pair.id for pair in PAIRS}) == len(PAIRS) == 5 * paper.EXERCISES
    assert Counter(pair.exercise for pair in PAIRS) == dict.fromkeys(NAMES, 5)
    assert Counter(pair.exercise for pair in PAIRS if pair.fault is None) == dict.fromkeys(NAMES, 1)


def test_the_first_rows_show_every_exercise():
    assert [pair.exercise for pair in PAIRS[: len(NAMES)]] == list(NAMES)


def test_faults_are_those_of_the_vocabulary_and_differ_within_an_exercise():
    seen = defaultdict(set)
    for pair in PAIRS:
        if pair.fault is None:
            continue
        fault = pair.fault
        known = [
            each
            for each in find_exercise(pair.exercise).faults
            if (each.body_part, each.direction, each.phase) == (fault.body_part, fault.direction, fault.phase)
        ]
        assert fault.side in known[0].sides
        assert min(1.5, 0.9 * largest_severity(pair.exercise, fault)) - 0.01 <= fault.severity <= 3.0
        seen[pair.exercise].add((fault.body_part, fault.direction))
    for name, found in seen.items():
        usual = [(fault.body_part, fault.direction) for fault in find_exercise(name).faults[:2]]
        assert len(found) == 4
        assert found >= set(usual)


def test_faults_cover_the_vocabulary_widely():
    parts = {pair.fault.body_part for pair in PAIRS if pair.fault}
    assert parts >= {"feet", "knees", "hips", "back", "chest", "shoulders", "elbows", "hands", "head", "whole_body"}
    assert {pair.fault.side for pair in PAIRS if pair.fault} == {"left", "right", "both", None}
    assert {"faster", "slower"} <= {pair.fault.direction for pair in PAIRS if pair.fault}


def test_instructions_say_the_fault_and_clean_pairs_have_none():
    for pair in PAIRS:
        if pair.fault is None:
            assert pair.instruction is None
        else:
            fault = pair.fault
            assert pair.instruction in ways(pair.exercise, fault.body_part, fault.side, fault.direction, fault.phase)


def test_preferences_are_for_a_few_rows_clean_ones_too():
    asked = [pair for pair in PAIRS if pair.preference]
    assert 10 <= len(asked) <= 40
    assert any(pair.fault is None for pair in asked)


def test_fit3ds_four_views_are_among_many():
    views = Counter(pair.azimuth for pair in PAIRS)
    assert all(views[azimuth] >= 6 for azimuth in (25, -25, 157, -157))
    assert {0, 60, -60, 90, -90} <= views.keys()


def test_what_moves_sideways_is_seen_from_the_front_or_the_back():
    for pair in PAIRS:
        if pair.fault and pair.fault.direction in ("wider", "narrower", "outward"):
            assert abs(pair.azimuth) in (0, 25, 157)


def test_lengths_are_near_those_of_the_paper():
    assert FPS == paper.FRAMES_PER_SECOND
    lengths = [max(durations(pair)) for pair in PAIRS]
    assert max(lengths) <= LONGEST_S
    assert np.mean(lengths) == pytest.approx(paper.MEAN_SECONDS, abs=0.3)
    for pair in PAIRS:
        user, trainer = durations(pair)
        assert 0.9 <= user / trainer <= 1.1


@pytest.fixture(scope="module")
def made():
    """A usual pair, the quickest and the slowest user's."""
    usual = next(pair for pair in PAIRS if pair.exercise == "Squat" and pair.fault)
    tempo = {pair.fault.direction: pair for pair in PAIRS if pair.fault and pair.fault.body_part == "whole_body"}
    return {name: (pair, clips(pair)) for name, pair in {"usual": usual, **tempo}.items() if name != "more_symmetric"}


def test_both_clips_are_as_long_as_the_longer_and_the_last_pose_is_held(made):
    for pair, found in made.values():
        frames = len(found.user_joints)
        assert found.user_joints.shape == found.reference_joints.shape == (frames, 25, 3)
        assert found.user_joints.dtype == np.float32
        assert frames <= LONGEST_S * FPS
        moving = [
            np.abs(np.diff(joints, axis=0)).max(axis=(1, 2)) > 0
            for joints in (found.user_joints, found.reference_joints)
        ]
        assert any(each[-1] for each in moving), pair.id
        for video in (found.user, found.reference):
            assert decode(video).shape == (frames, 224, 224, 3)


def test_tempo_shows(made):
    def active(joints):
        return int(np.nonzero(np.abs(np.diff(joints, axis=0)).max(axis=(1, 2)))[0][-1])

    quick, slow = made["slower"][1], made["faster"][1]
    assert active(quick.user_joints) < 0.8 * active(quick.reference_joints)
    assert active(slow.user_joints) > 1.2 * active(slow.reference_joints)


def test_people_differ_and_the_camera_sees_both_whole(made):
    for pair, found in made.values():
        assert not np.allclose(found.user_joints[0], found.reference_joints[0], atol=1e-3)
        for joints in (found.user_joints, found.reference_joints):
            pixels = project(joints, found.camera)
            assert pixels.min() >= 0
            assert pixels.max() <= 223
        assert found.camera["name"] == f"synthetic_az{pair.azimuth:+04d}"


def test_a_pair_is_made_again_to_the_same_bytes(made):
    pair, first = made["usual"]
    again = clips(pair)
    assert (again.user, again.reference, again.camera) == (first.user, first.reference, first.camera)
    assert np.array_equal(again.user_joints, first.user_joints)


def test_all_exercises_of_table_3_are_there():
    assert len(EXERCISES) == paper.EXERCISES
