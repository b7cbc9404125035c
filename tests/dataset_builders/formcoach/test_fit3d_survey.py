"""A whole tree looked through, and every way in which a part of it can be unusable while the rest is used."""

import json
import shutil

import numpy as np
import pytest

from triptych.dataset_builders.formcoach.clips import Format
from triptych.dataset_builders.formcoach.fit3d import read_camera, read_joints, seen
from triptych.dataset_builders.formcoach.fit3d_mapping import MAPPING
from triptych.dataset_builders.formcoach.fit3d_survey import lonely, survey

PERSON = "train/s04"
FILM = f"{PERSON}/videos/50591643/squat.mp4"
JOINTS = f"{PERSON}/joints3d_25/squat.json"
MARKS = f"{PERSON}/rep_ann.json"
SQUAT = {"Squat": "squat"}


@pytest.fixture
def copied(tree, tmp_path):
    """A tree to damage."""
    return shutil.copytree(tree, tmp_path / "fit3d")


def edited(file, change):
    value = json.loads(file.read_text())
    change(value)
    file.write_text(json.dumps(value))


def takes_of(found, camera="50591643"):
    return {(take.subject, take.number) for view, some in found.takes.items() if view[1] == camera for take in some}


EVERY = {(person, number) for person in ("s03", "s04", "s05") for number in range(3)}


def test_a_whole_tree_has_all_takes_and_names_what_is_missing(tree):
    found = survey(tree, MAPPING, Format())
    assert not found.problems
    assert {view[:2] for view in found.takes} == {
        (name, camera) for name in ("Squat", "Barbell Shrug") for camera in ("50591643", "58860488")
    }
    assert all(len(takes) == 9 for takes in found.takes.values())
    assert set(found.missing) == set(MAPPING) - {"Squat", "Barbell Shrug"}
    assert found.missing["Arms Circles"] == "no action of Fit3D is given for it"
    assert found.missing["Deadlift"] == "no usable repetition of deadlift"
    assert not lonely(found.takes)


def test_the_window_of_a_view_holds_every_joint_of_every_take(tree):
    found = survey(tree, SQUAT, Format())
    for view, takes in found.takes.items():
        part = found.windows[view]
        for take in takes:
            joints = read_joints(take.joints_file)[take.start : take.stop]
            pixels = seen(joints, read_camera(take.camera_file, take.camera), take.picture)
            assert (pixels >= (part.left, part.top)).all()
            assert (pixels <= (part.left + part.width, part.top + part.height)).all()
        assert part.width < takes[0].picture[0]


def test_the_digest_changes_with_any_file_that_was_read(tree, copied):
    whole = survey(tree, SQUAT, Format()).digest()
    assert survey(copied, SQUAT, Format()).digest() == whole
    edited(copied / MARKS, lambda marks: marks["squat"].pop())
    assert survey(copied, SQUAT, Format()).digest() != whole


def nan_joints(folder):
    start, stop = json.loads((folder / MARKS).read_text())["squat"][1:3]
    edited(folder / JOINTS, lambda value: value["joints3d_25"][(start + stop) // 2].__setitem__(3, [None] * 3))


def away(folder):
    """The person walks off in the third repetition."""
    start = json.loads((folder / MARKS).read_text())["squat"][2] + 5
    joints = read_joints(folder / JOINTS)
    joints[start:, :, 0] += 5.0
    (folder / JOINTS).write_text(json.dumps({"joints3d_25": joints.tolist()}))


def short_joints(folder):
    end = json.loads((folder / MARKS).read_text())["squat"][2] + 3
    edited(folder / JOINTS, lambda value: value["joints3d_25"].__delitem__(slice(end, None)))


CASES = {
    "a film cut off": (
        lambda folder: (folder / FILM).write_bytes((folder / FILM).read_bytes()[:9000]),
        FILM, "cut off", {("s04", number) for number in range(3)},
    ),
    "an empty film": (
        lambda folder: (folder / FILM).write_bytes(b""), FILM, "empty", {("s04", number) for number in range(3)},
    ),
    "no film": (lambda folder: (folder / FILM).unlink(), FILM, "no such file", {("s04", n) for n in range(3)}),
    "no camera": (
        lambda folder: (folder / PERSON / "camera_parameters/50591643/squat.json").unlink(),
        f"{PERSON}/camera_parameters/50591643/squat.json", "cannot be read", {("s04", n) for n in range(3)},
    ),
    "marks out of order": (
        lambda folder: edited(folder / MARKS, lambda marks: marks["squat"].insert(2, 1)),
        f"{MARKS}: squat", "mark 1 is out of order", set(),
    ),
    "a mark beyond the end": (
        lambda folder: edited(folder / MARKS, lambda marks: marks["squat"].__setitem__(3, 9999)),
        f"{MARKS}: squat", "mark 9999 lies outside", {("s04", 2)},
    ),
    "no marks": (
        lambda folder: edited(folder / MARKS, lambda marks: marks["squat"].clear()),
        f"{MARKS}: squat", "no marks", {("s04", number) for number in range(3)},
    ),
    "joints shorter than the film": (short_joints, JOINTS, "later repetitions are left out", {("s04", 2)}),
    "joints that are NaN": (nan_joints, f"{FILM}: repetition 2", "joints are NaN", {("s04", 1)}),
    "a person out of view": (away, f"{FILM}: repetition 3", "out of view", {("s04", 2)}),
    "joints that are no JSON": (
        lambda folder: (folder / JOINTS).write_text("{"), JOINTS, "cannot be read", {("s04", n) for n in range(3)},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_bad_input_is_named_and_the_rest_is_used(copied, case):
    damage, what, reason, lost = CASES[case]
    damage(copied)
    found = survey(copied, SQUAT, Format())
    assert any(problem.what == what and reason in problem.reason for problem in found.problems), found.problems
    assert takes_of(found) == EVERY - lost
    assert {take.subject for take in found.takes["Squat", "58860488", (160, 160)]} >= {"s03", "s05"}


def test_one_person_alone_is_named(copied):
    for person in ("s03", "s05"):
        shutil.rmtree(copied / "train" / person)
    found = survey(copied, SQUAT, Format())
    assert [problem.what for problem in lonely(found.takes)] == ["Squat, camera 50591643", "Squat, camera 58860488"]


def test_pictures_of_another_size_are_a_view_of_their_own(copied):
    from triptych.dataset_builders.formcoach.fit3d_tree import film

    frames = np.zeros((len(read_joints(copied / JOINTS)), 200, 200, 3), np.uint8)
    film(copied / FILM, frames, 50)
    found = survey(copied, SQUAT, Format())
    assert {take.subject for take in found.takes["Squat", "50591643", (160, 160)]} == {"s03", "s05"}
    assert {take.subject for take in found.takes["Squat", "50591643", (200, 200)]} == {"s04"}
