import json

import numpy as np
import pytest

from triptych.core.errors import UsageError
from triptych.dataset_builders.formcoach.camera import project
from triptych.dataset_builders.formcoach.fit3d import read_camera, read_joints, read_marks, repetitions, seen, subjects
from triptych.dataset_builders.problems import BadInput

CAMERA = {
    "extrinsics": {"R": [[1, 0, 0], [0, 0, -1], [0, 1, 0]], "T": [[0.0, -4.0, 1.0]]},
    "intrinsics_w_distortion": {"f": [[500, 510]], "c": [[320, 240]], "k": [[0.1, 0.0, 0.0]], "p": [[0.01, 0.002]]},
}


def test_marks_make_half_open_repetitions():
    assert repetitions([10, 60, 110, 150], 150) == ([(10, 60), (60, 110), (110, 150)], [])
    assert repetitions([], 150) == ([], [])
    assert repetitions([10], 150) == ([], [])


@pytest.mark.parametrize(
    ("marks", "kept", "reason"),
    [
        ([10, 60, 50, 110], [(10, 60), (60, 110)], "mark 50 is out of order, after 60"),
        ([10, 60, 60, 110], [(10, 60), (60, 110)], "mark 60 is out of order"),
        ([10, 60, 151], [(10, 60)], "mark 151 lies outside the 150 frames"),
        ([-4, 60, 110], [(60, 110)], "mark -4 lies outside"),
        ([10, 60, None, 110], [(10, 60), (60, 110)], "None is no frame number"),
        ([10, 60, float("nan"), 110], [(10, 60), (60, 110)], "nan is no frame number"),
        ([10, 60.5, 110.0], [(10, 110)], "60.5 is no frame number"),
    ],
)
def test_a_mark_that_cannot_be_is_dropped_with_its_reason(marks, kept, reason):
    found, (said,) = repetitions(marks, 150)
    assert found == kept
    assert reason in said


def test_a_camera_projects_as_the_facts_sheet_says(tmp_path):
    file = tmp_path / "camera.json"
    file.write_text(json.dumps(CAMERA))
    camera = read_camera(file, "50591643")
    point = np.array([0.5, 1.0, 1.8])
    x = np.array([0.5, -0.8]) / 5.0  # right 0.5, up 0.8, 5 m ahead
    r2 = x @ x
    radial, swapped = 1 + 0.1 * r2, np.array([0.002, 0.01])
    pixel = np.array([500, 510]) * (x * (radial + x @ swapped) + r2 * swapped) + (320, 240)
    assert project(point, camera) == pytest.approx(pixel)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{", "cannot be read"),
        ("{}", "no camera parameters"),
        (json.dumps({**CAMERA, "extrinsics": {"R": [1, 2], "T": [0, 0, 0]}}), "no R of 9 numbers"),
        (json.dumps({**CAMERA, "extrinsics": {"R": [[1] * 3] * 3, "T": [0, 0, float("nan")]}}), "no T of 3 numbers"),
    ],
)
def test_a_camera_that_is_none_says_why(tmp_path, content, reason):
    (tmp_path / "camera.json").write_text(content)
    with pytest.raises(BadInput, match=reason):
        read_camera(tmp_path / "camera.json", "x")


@pytest.mark.parametrize(
    "value", [{}, {"joints3d_25": [[1, 2, 3]]}, {"joints3d_25": np.zeros((5, 24, 3)).tolist()}, []]
)
def test_joints_of_another_shape_are_refused(tmp_path, value):
    (tmp_path / "joints.json").write_text(json.dumps(value))
    with pytest.raises(BadInput, match="joints"):
        read_joints(tmp_path / "joints.json")


def test_null_joints_are_nan(tmp_path):
    values = np.zeros((3, 25, 3)).tolist()
    values[1][4] = [None, None, None]
    (tmp_path / "joints.json").write_text(json.dumps({"joints3d_25": values}))
    assert np.isnan(read_joints(tmp_path / "joints.json")).sum() == 3


def standing(x=0.0, y=1.0):
    joints = np.zeros((4, 25, 3))
    joints[..., 0], joints[..., 1], joints[..., 2] = x, y, np.linspace(0.1, 1.8, 25)
    return joints


def test_who_is_out_of_view_or_behind_the_camera_is_refused(tmp_path):
    (tmp_path / "camera.json").write_text(json.dumps(CAMERA))
    camera = read_camera(tmp_path / "camera.json", "x")
    assert seen(standing(), camera, (640, 480)).shape == (4, 25, 2)
    for joints in (standing(x=4.0), standing(y=-9.0)):
        with pytest.raises(BadInput, match="out of view: 0%"):
            seen(joints, camera, (640, 480))
    gone = standing()
    gone[2, 3] = np.nan
    with pytest.raises(BadInput, match="NaN"):
        seen(gone, camera, (640, 480))


def test_people_are_found_from_any_of_the_upper_folders(tmp_path):
    person = tmp_path / "fit3d" / "train" / "s03"
    person.mkdir(parents=True)
    (person / "rep_ann.json").write_text('{"squat": [1, 2]}')
    for folder in (tmp_path, tmp_path / "fit3d", tmp_path / "fit3d" / "train"):
        assert subjects(folder) == [person]
    assert read_marks(person) == {"squat": [1, 2]}


def test_another_folder_is_a_users_mistake(tmp_path):
    with pytest.raises(UsageError, match="--fit3d"):
        subjects(tmp_path)
    with pytest.raises(UsageError, match="no folder"):
        subjects(tmp_path / "absent")
