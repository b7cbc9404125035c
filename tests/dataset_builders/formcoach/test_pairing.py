from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from triptych.core.vocabulary import NAMES
from triptych.dataset_builders.formcoach.clips import Window
from triptych.dataset_builders.formcoach.fit3d import Take
from triptych.dataset_builders.formcoach.fit3d_survey import Survey
from triptych.dataset_builders.formcoach.pairing import balanced, by_exercise, pair_up

PEOPLE = ("s03", "s04", "s05", "s07", "s08", "s09", "s10", "s11")
CAMERAS = ("50591643", "58860488", "60457274", "65906101")


def survey_of(names, people=PEOPLE, repetitions=5):
    """What the whole of Fit3D's train folder offers of those exercises."""
    found = Survey()
    for name, camera in product(names, CAMERAS):
        view = (name, camera, (900, 900))
        found.windows[view] = Window(0, 0, 900, 900)
        found.takes[view] = [
            Take(name, name.lower().replace(" ", "_"), person, camera, number, 100 * number, 100 * number + 90,
                 Path(person), Path(person), Path(person), 50.0, (900, 900))
            for person in people for number in range(repetitions)
        ]  # fmt: skip
    return found


ALL = pair_up(survey_of(NAMES))


def test_the_whole_of_fit3d_makes_about_ten_thousand_pairs():
    assert len(ALL) == 22 * 4 * 8 * 7 * 2 == 9856
    assert len({pair.id for pair in ALL}) == len(ALL)
    assert set(by_exercise(ALL).values()) == {448}


def test_a_pair_shows_the_same_exercise_and_camera_and_two_people():
    for pair in ALL:
        assert (pair.user.exercise, pair.user.camera) == (pair.reference.exercise, pair.reference.camera)
        assert pair.user.subject != pair.reference.subject


def test_a_couple_never_shows_a_repetition_twice_in_one_camera():
    seen = Counter((p.exercise, p.user.camera, p.user.subject, p.reference.subject, p.user.number) for p in ALL)
    assert set(seen.values()) == {1}
    numbers = Counter(pair.user.number for pair in ALL)
    assert min(numbers.values()) > 0.15 * len(ALL)  # all five repetitions are drawn about equally often


def test_a_seed_draws_the_same_pairs_and_another_one_others():
    assert pair_up(survey_of(["Squat"])) == pair_up(survey_of(["Squat"]))
    assert {pair.id for pair in pair_up(survey_of(["Squat"]), seed=1)} != {
        pair.id for pair in pair_up(survey_of(["Squat"]))
    }
    alone = {pair.id for pair in pair_up(survey_of(["Squat"], PEOPLE[:3]))}
    assert alone < {pair.id for pair in pair_up(survey_of(["Squat"]))}  # other people change nothing


def test_who_has_fewer_repetitions_is_in_fewer_pairs():
    found = survey_of(["Squat"], PEOPLE[:3], 5)
    for view, takes in found.takes.items():
        found.takes[view] = [take for take in takes if take.subject != "s03" or take.number == 2]
    couples = Counter((pair.user.subject, pair.reference.subject) for pair in pair_up(found))
    assert couples["s03", "s04"] == couples["s04", "s03"] == 4
    assert couples["s04", "s05"] == 8
    assert len(pair_up(found, repetitions=4)) == 4 * 4 + 2 * 4 * 4


def test_the_benchmark_of_22_exercises_has_1700_pairs_77_or_78_each():
    chosen, short = balanced(ALL)
    assert len(chosen) == 1700
    assert not short
    assert Counter(by_exercise(chosen).values()) == {77: 16, 78: 6}
    ids = [pair.id for pair in chosen]
    assert [pair.id for pair in ALL if pair.id in set(ids)] == ids


def test_with_fewer_exercises_it_has_77_of_each():
    some = [pair for pair in ALL if pair.exercise in NAMES[:15]]
    chosen, short = balanced(some)
    assert set(by_exercise(chosen).values()) == {77}
    assert len(chosen) == 15 * 77
    assert not short


def test_a_class_with_too_few_gives_all_and_is_named():
    few = [pair for pair in ALL if pair.exercise != "Squat"] + [pair for pair in ALL if pair.exercise == "Squat"][:9]
    chosen, short = balanced(few)
    assert short == {"Squat": 9}
    assert by_exercise(chosen)["Squat"] == 9


def test_the_sample_is_uniform_and_seeded():
    assert balanced(ALL, seed=3) == balanced(ALL, seed=3)
    draws = Counter(pair.id for seed in range(40) for pair in balanced(ALL[:448], 22 * 77, seed)[0])
    assert len(draws) > 440
    assert max(draws.values()) < 20  # of 40 draws of 77 in 448: 6.9 expected
    views = Counter(pair.user.camera for pair in balanced(ALL)[0])
    assert min(views.values()) > 360


@pytest.mark.parametrize(("total", "classes", "each"), [(44, 22, {2}), (50, 22, {2, 3}), (3, 22, {0, 1})])
def test_a_limit_is_spread_over_the_exercises(total, classes, each):
    chosen, _ = balanced(ALL, total, 0, classes)
    counts = by_exercise(chosen)
    assert {counts.get(name, 0) for name in NAMES} == each
    assert len(chosen) == total


def test_the_length_is_that_of_the_longer_one():
    pair = ALL[0]
    longer = replace(pair, reference=replace(pair.reference, stop=pair.reference.start + 200))
    assert (pair.seconds, longer.seconds) == (1.8, 4.0)
