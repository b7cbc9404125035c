"""A user's own films: every one as it comes from a phone or a recorder, and each broken one named."""

import csv
import json

import av
import numpy as np
import pytest

from triptych.core.errors import UsageError
from triptych.dataset_builders.formcoach.clips import Format
from triptych.dataset_builders.formcoach.user_videos import read_videos, video_row
from triptych.dataset_builders.formcoach.video import decode


def film(path, frames=50, codec="libx264", size=(120, 90), fps=25):
    """White rises from the bottom with time, so that a frame tells its moment."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream(codec, rate=fps)
        stream.width, stream.height, stream.pix_fmt = *size, "yuv420p"
        for number in range(frames):
            image = np.full((size[1], size[0], 3), 60, np.uint8)
            image[round(size[1] * (1 - number / frames)) :] = 220
            container.mux(stream.encode(av.VideoFrame.from_ndarray(image, format="rgb24")))
        container.mux(stream.encode(None))
    return path


@pytest.fixture(scope="module")
def videos(tmp_path_factory):
    folder = tmp_path_factory.mktemp("videos")
    film(folder / "me.mov", 50, "libx265")
    film(folder / "coach.webm", 75, "libvpx-vp9", (61, 97))
    film(folder / "long.mp4", 250)
    film(folder / "still.mp4", 1)
    (folder / "empty.mp4").write_bytes(b"")
    with av.open(str(folder / "sound.mp4"), "w") as container:
        voice = container.add_stream("aac", rate=8000)
        tone = av.AudioFrame.from_ndarray(np.zeros((1, 1024), np.float32), format="fltp", layout="mono")
        tone.sample_rate, tone.pts = 8000, 0
        container.mux(voice.encode(tone))
        container.mux(voice.encode(None))
    (folder / "cut.mp4").write_bytes((folder / "long.mp4").read_bytes()[:3000])
    return folder


def listed(file, rows):
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return file


def line(user="me.mov", reference="coach.webm", exercise="Squat", **more):
    return {"user_file_name": user, "reference_file_name": reference, "exercise": exercise, **more}


def test_a_pair_of_two_codecs_and_sizes_becomes_two_clips_of_one_length(videos, tmp_path):
    file = listed(
        tmp_path / "list.jsonl",
        [line(instruction="Keep your back straight.", annotator="anna", user_id="me", preference="mind my knees",
              licence="CC0-1.0")],
    )  # fmt: skip
    found = read_videos(videos, file)
    assert not found.problems
    row = video_row(found.pairs[0], Format())
    user, reference = (decode(row[side]["bytes"]) for side in ("user", "reference"))
    assert user.shape == reference.shape == (90, 224, 224, 3)
    assert (row["id"], row["user_id"], row["reference_id"]) == ("me--coach", "me", None)
    assert (row["instruction"], row["annotations"]) == (
        "Keep your back straight.", [{"annotator": "anna", "instruction": "Keep your back straight."}],
    )  # fmt: skip
    assert (row["licence"], row["source"], row["redistributable"]) == ("CC0-1.0", "user", False)
    assert row["camera"] is row["user_joints"] is row["reference_joints"] is row["fault"] is None
    assert row["preference"] == "mind my knees"


def level(picture):
    """How high the white stands in the picture without its bars, 0 to 1."""
    column = picture[:, picture.shape[1] // 2].mean(axis=1)
    return (column > 140).sum() / (column > 30).sum()


def test_time_is_kept_the_picture_is_whole_and_the_shorter_one_waits(videos, tmp_path):
    row = video_row(read_videos(videos, listed(tmp_path / "list.jsonl", [line()])).pairs[0], Format())
    user, reference = (decode(row[side]["bytes"]) for side in ("user", "reference"))
    for number in (6, 30, 54):
        assert level(user[number]) == pytest.approx(number / 30 / 2.0, abs=0.04)
        assert level(reference[number]) == pytest.approx(number / 30 / 3.0, abs=0.04)
    assert np.abs(user[60].astype(int) - user[89]).mean() < 2
    bars = (user[0] > 30).any(axis=2)
    assert np.nonzero(bars.any(axis=1))[0].size == pytest.approx(224 * 90 / 120, abs=3)
    bars = (reference[0] > 30).any(axis=2)
    assert np.nonzero(bars.any(axis=0))[0].size == pytest.approx(224 * 61 / 97, abs=3)


def test_a_repetition_is_cut_out_of_a_long_film_at_most_six_seconds_of_it(videos, tmp_path):
    rows = [line("long.mp4", "long.mp4", user_start=2, user_end="4.5", reference_start=1, id="a"),
            line("long.mp4", "long.mp4", user_start=8, user_end=9, reference_end=1, id="b")]  # fmt: skip
    pairs = read_videos(videos, listed(tmp_path / "list.jsonl", rows)).pairs
    user, reference = (decode(video_row(pairs[0], Format())[side]["bytes"]) for side in ("user", "reference"))
    assert len(user) == len(reference) == 180
    assert level(user[0]) == pytest.approx(0.2, abs=0.03)
    assert level(user[74]) == pytest.approx(0.2 + 74 / 300, abs=0.03)
    assert level(reference[179]) == pytest.approx(0.1 + 179 / 300, abs=0.03)
    assert len(decode(video_row(pairs[1], Format(fps=25))["user"]["bytes"])) == 25


BAD = {
    "cut-off": (line("cut.mp4"), "cut.mp4: cannot be read as a film, cut off"),
    "zero-length": (line("empty.mp4"), "empty.mp4: the file is empty"),
    "sound-only": (line(reference="sound.mp4"), "sound.mp4: no pictures in it, only sound"),
    "1-frame": (line("still.mp4"), "still.mp4: 1 frame"),
    "absent": (line("nowhere.mp4"), "nowhere.mp4: no such file"),
    "unknown exercise": (line(exercise="Handstand"), "'Handstand' is none of the 22 exercises"),
    "no reference": (line(reference=""), "no reference_file_name"),
    "no part": (line(user_start=5, user_end=3), "me.mov: no part from 5 to 3 s, it is 2.00 s long"),
    "beyond the end": (line(user_start=1, user_end=30), "me.mov: no part from 1 to 30 s"),
    "no number": (line(user_start="soon"), "user_start is no number"),
}


def test_every_bad_line_is_named_and_the_rest_is_kept(videos, tmp_path):
    rows = [line(id="good"), *(each for each, _ in BAD.values()), line(id="good"), line(id="last")]
    found = read_videos(videos, listed(tmp_path / "list.jsonl", rows))
    assert [pair.id for pair in found.pairs] == ["good", "last"]
    said = {problem.what: problem.reason for problem in found.problems}
    assert len(said) == len(BAD) + 1
    for number, (_, reason) in enumerate(BAD.values(), 2):
        assert reason in said[f"list.jsonl: line {number}"]
    assert "there already" in said[f"list.jsonl: line {len(BAD) + 2}"]


def test_sixteen_words_keep_the_row_without_them(videos, tmp_path):
    found = read_videos(videos, listed(tmp_path / "list.jsonl", [line(instruction="word " * 16, id="x")]))
    assert found.pairs[0].annotations == ()
    assert [(problem.what, "16 words" in problem.reason) for problem in found.problems] == [("x", True)]


def test_a_csv_beside_the_films_is_found_by_itself(videos, tmp_path):
    folder = tmp_path / "own"
    folder.mkdir()
    with pytest.raises(UsageError, match="metadata.jsonl or metadata.csv"):
        read_videos(folder)
    film(folder / "a.mp4", 10)
    with (folder / "metadata.csv").open("w") as file:
        writer = csv.DictWriter(file, line().keys())
        writer.writeheader()
        writer.writerow(line("a.mp4", "a.mp4", "arms circles"))
    (pair,) = read_videos(folder).pairs
    assert pair.exercise == "Arms Circles"
    (folder / "metadata.csv").write_text("video\na.mp4\n")
    with pytest.raises(UsageError, match="user_file_name"):
        read_videos(folder)


@pytest.mark.shared
def test_real_films_become_a_pair_of_clips(shared, tmp_path):
    names = ["squat_gym_side.mp4", "pose2sim_single_cam02.mp4"]  # H.264, and VP9 in MP4
    rows = [line(name, names[0], id=name, user_end=0.5, reference_end=0.8) for name in names]
    found = read_videos(shared / "motion", listed(tmp_path / "list.jsonl", rows))
    assert len(found.pairs) == len(names)
    assert not found.problems
    for pair in found.pairs:
        clip = decode(video_row(pair, Format.parse("224x244", 30))["user"]["bytes"])
        assert clip.shape == (24, 244, 224, 3)
        assert clip.std() > 20
