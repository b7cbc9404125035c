"""Clips as they come out: length, size, moments, window, camera and joints, checked on the decoded videos."""

import json
import shutil

import numpy as np
import pytest

from triptych.core.vocabulary import NAMES
from triptych.dataset_builders.film import at_numbers
from triptych.dataset_builders.formcoach.camera import project
from triptych.dataset_builders.formcoach.clips import Format, cut
from triptych.dataset_builders.formcoach.fit3d import read_camera, read_joints
from triptych.dataset_builders.formcoach.fit3d_rows import TakeRows
from triptych.dataset_builders.formcoach.fit3d_survey import survey
from triptych.dataset_builders.formcoach.pairing import pair_up
from triptych.dataset_builders.formcoach.video import decode
from triptych.dataset_builders.problems import BadInput

SQUAT = {"Squat": "squat"}


@pytest.fixture(scope="module")
def pairs(tree):
    return pair_up(survey(tree, SQUAT, Format()))


@pytest.fixture(scope="module")
def rows(pairs):
    maker = TakeRows(pairs, Format())
    return maker, {pair.id: maker.row(pair) for pair in pairs}


def test_every_pair_has_its_row_and_every_film_was_decoded_once(pairs, rows):
    maker, made = rows
    assert len(pairs) == 2 * 6 * 2
    assert len(maker.decoded) == len(set(maker.decoded)) == 6
    for pair in pairs:
        row = made[pair.id]
        assert (row["source"], row["redistributable"], NAMES[row["exercise"]]) == ("Fit3D", False, "Squat")
        assert "not to be passed on" in row["licence"]
        assert (row["user_id"], row["reference_id"], row["fps"]) == (pair.user.subject, pair.reference.subject, 30.0)
        assert (row["instruction"], row["annotations"], row["fault"]) == (None, [], None)


def test_clips_are_as_long_as_the_longer_repetition_at_30_frames_a_second(pairs, rows):
    for pair in pairs:
        row, longest = rows[1][pair.id], max(t.stop - t.start for t in (pair.user, pair.reference))
        for side in ("user", "reference"):
            frames = decode(row[side]["bytes"])
            assert frames.shape == (round(longest / 50 * 30), 224, 224, 3)
            assert row[f"{side}_joints"].shape == (len(frames), 25, 3)


def test_a_clip_shows_the_films_frames_in_time_and_then_holds_the_last_one(pairs, rows):
    pair = max(
        pairs, key=lambda pair: (pair.reference.stop - pair.reference.start) - (pair.user.stop - pair.user.start)
    )
    frames, own = decode(rows[1][pair.id]["user"]["bytes"]), round((pair.user.stop - pair.user.start) / 50 * 30)
    assert own < len(frames)
    for number in (0, own // 2, own - 1, len(frames) - 1):
        on_film = min(pair.user.start + round(min(number, own - 1) * 50 / 30), pair.user.stop - 1)
        (picture,) = at_numbers(pair.user.film, [on_film])
        assert np.abs(frames[number].astype(int) - cut(picture, pair.window, Format()).astype(int)).mean() < 4
    joints = rows[1][pair.id]["user_joints"]
    assert np.array_equal(joints[own - 1], joints[-1])
    assert not np.array_equal(joints[own - 1], joints[own - 3])


def test_joints_lie_between_those_of_the_films_frames(pairs, rows):
    take = pairs[0].user
    film_joints, clip_joints = read_joints(take.joints_file), rows[1][pairs[0].id]["user_joints"]
    assert clip_joints[0] == pytest.approx(film_joints[take.start], abs=1e-4)
    share = 50 / 30 - 1  # the second frame of the clip, in frames of the film
    between = (1 - share) * film_joints[take.start + 1] + share * film_joints[take.start + 2]
    assert clip_joints[1] == pytest.approx(between, abs=1e-4)


@pytest.mark.parametrize("size", ["224x224", "224x244"])
def test_the_clips_camera_projects_joints_into_the_picture_where_they_are_on_the_film(tree, size):
    form = Format.parse(size, 25)
    (pair, *_) = pair_up(survey(tree, SQUAT, form))
    row = TakeRows([pair], form).row(pair)
    frames = decode(row["user"]["bytes"])
    assert frames.shape[1:] == (form.height, form.width, 3)
    assert row["fps"] == 25
    for side in ("user", "reference"):
        pixels = project(row[f"{side}_joints"], row["camera"])
        assert (pixels > 0).all()
        assert (pixels < (form.width - 1, form.height - 1)).all()
    lens = read_camera(pair.user.camera_file, "x")
    on_film = project(read_joints(pair.user.joints_file)[pair.user.start], lens)
    scale = np.array([form.width / pair.window.width, form.height / pair.window.height])
    expected = (on_film - (pair.window.left, pair.window.top) + 0.5) * scale - 0.5
    assert project(row["user_joints"][0], row["camera"]) == pytest.approx(expected, abs=0.02)
    assert row["camera"]["name"] == pair.user.camera


def test_a_person_differs_from_the_studio_where_the_joints_are(pairs, rows):
    """The chest's pixels are those of the person, not of the empty studio that is seen at the clip's edge."""
    for pair in pairs[:4]:
        row = rows[1][pair.id]
        frames = decode(row["reference"]["bytes"]).astype(int)
        for number in (0, len(frames) // 2):
            x, y = project(row["reference_joints"][number, 8], row["camera"]).round().astype(int)
            wall = frames[number, y, 4]
            assert np.abs(frames[number, y, x] - wall).max() > 25


def test_the_same_pair_has_the_same_bytes_whatever_else_is_made(pairs, rows):
    alone = TakeRows([pairs[-1]], Format()).row(pairs[-1])
    for side in ("user", "reference"):
        assert alone[side] == rows[1][pairs[-1].id][side]


def test_a_film_damaged_in_the_middle_loses_only_what_comes_after(tree, tmp_path):
    folder = shutil.copytree(tree, tmp_path / "fit3d")
    pairs = pair_up(survey(folder, SQUAT, Format()))
    bad = folder / "train/s04/videos/50591643/squat.mp4"
    marks = json.loads((folder / "train/s04/rep_ann.json").read_text())["squat"]
    shutil.copy(bad, tmp_path / "whole.mp4")
    cut_after(tmp_path / "whole.mp4", bad, marks[1] + 10)
    maker, lost, kept, said = TakeRows(pairs, Format()), [], [], []
    for pair in pairs:
        try:
            maker.row(pair)
            kept.append(pair)
        except BadInput as error:
            lost.append(pair)
            said.append(str(error))
    assert all("s04, camera 50591643, squat.mp4: ends before frame" in reason for reason in said)
    takes = [take for pair in lost for take in (pair.user, pair.reference) if take.film == bad]
    assert {take.number for take in takes} == {1, 2}
    assert len(lost) + len(kept) == len(pairs)
    assert any(take.film == bad and take.number == 0 for pair in kept for take in (pair.user, pair.reference))


def cut_after(source, target, frames):
    """The film's first frames alone, as if it had been changed since the survey."""
    from triptych.dataset_builders.formcoach.fit3d_tree import film

    film(target, np.stack(list(at_numbers(source, list(range(frames))))), 50)
