"""Films of a camera on a train: standing, turned, cut off, edited, without a track; made with PyAV."""

import struct
from fractions import Fraction

import av
import cv2
import numpy as np
import pytest

from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.photos.background_film_frames import films_in, frames_every
from triptych.dataset_builders.synrailobs.photos.background_films import film_frames
from triptych.dataset_builders.synrailobs.photos.background_settings import BackgroundSettings
from triptych.dataset_builders.synrailobs.rails import Rails

SIZE = (640, 352)


def film(path, frames, times=None):
    """A film of the pictures (H, W, 3), one a second or at the `times` in seconds."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=1000, options={"crf": "18", "bf": "0"})
        stream.height, stream.width = frames[0].shape[:2]
        stream.pix_fmt, stream.codec_context.time_base = "yuv420p", Fraction(1, 1000)
        for image, time in zip(frames, times or range(len(frames)), strict=True):
            frame = av.VideoFrame.from_ndarray(np.ascontiguousarray(image), format="rgb24")
            frame.pts, frame.time_base = round(time * 1000), Fraction(1, 1000)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return path


def numbered(number):
    """A picture whose grey tells its number; the left upper corner is red."""
    image = np.full((64, 96, 3), 40 + 5 * number, np.uint8)
    image[:16, :24] = (230, 20, 20)
    return image


def number_of(image):
    return round((float(image[image.shape[0] // 2 :, image.shape[1] // 2 :].mean()) - 40) / 5)


def riding(scene, number):
    """The scene with something else above and beside the track in every frame, as along a ride."""
    image = cv2.resize(scene.clean, (640, 360), interpolation=cv2.INTER_AREA)
    rng = np.random.default_rng(number)
    for left in (*rng.integers(0, 120, 3), *rng.integers(460, 560, 3)):
        top, wide, high = rng.integers(0, 120), rng.integers(30, 80), rng.integers(30, 110)
        image[top : top + high, left : left + wide] = rng.integers(0, 255, 3)
    return image


def settings(folder, **more):
    return BackgroundSettings(videos=folder, size=SIZE, **more)


@pytest.mark.parametrize("every", [0.5, 1.0, 2.0])
def test_frames_come_by_their_time_stamps_not_their_numbers(tmp_path, every):
    times = [0, 0.1, 0.2, 0.9, 1.0, 1.1, 1.5, 3.9, 4.0, 4.2]
    path = film(tmp_path / "a.mp4", [numbered(n) for n in range(10)], times)
    found = [(round(seconds, 3), number_of(image)) for seconds, image in frames_every(path, every)]
    expected = {
        0.5: [(0, 0), (0.9, 3), (1.0, 4), (1.5, 6), (3.9, 7), (4.0, 8)],
        1.0: [(0, 0), (1.0, 4), (3.9, 7), (4.0, 8)],
        2.0: [(0, 0), (3.9, 7), (4.0, 8)],
    }
    assert found == expected[every]


@pytest.mark.parametrize(("degrees", "corner"), [(90, (0, -1)), (180, (-1, -1)), (270, (-1, 0))])
def test_frames_stand_upright_as_the_metadata_says(tmp_path, degrees, corner):
    path = film(tmp_path / "a.mp4", [numbered(n) for n in range(3)])
    cos, sin = {90: (0, 1), 180: (-1, 0), 270: (0, -1)}[degrees]
    data = bytearray(path.read_bytes())
    place = data.index(b"tkhd") + 44
    data[place : place + 36] = struct.pack(">9i", cos << 16, sin << 16, 0, -sin << 16, cos << 16, 0, 0, 0, 1 << 30)
    path.write_bytes(data)
    images = [image for _, image in frames_every(path, 1.0)]
    assert images[0].shape == ((96, 64, 3) if degrees != 180 else (64, 96, 3))
    assert int(images[0][corner][0]) - int(images[0][corner][2]) > 100


def only_sound(path):
    with av.open(str(path), "w") as container:
        voice = container.add_stream("aac", rate=8000)
        tone = av.AudioFrame.from_ndarray(np.zeros((1, 1024), np.float32), format="fltp", layout="mono")
        tone.sample_rate, tone.pts = 8000, 0
        container.mux(voice.encode(tone))
        container.mux(voice.encode(None))


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda path: path.write_bytes(b""), "the file is empty"),
        (lambda path: path.write_bytes(b"hello " * 99), "cannot be read as a film"),
        (only_sound, "only sound"),
    ],
    ids=["empty", "a text", "only sound"],
)
def test_what_is_no_film_is_a_problem_and_no_crash(tmp_path, make, reason):
    make(tmp_path / "a.mp4")
    with pytest.raises(BadInput, match=reason):
        list(frames_every(tmp_path / "a.mp4", 1.0))
    made = film_frames(tmp_path / "a.mp4", settings(tmp_path), tmp_path / "kept" / "backgrounds")
    assert made.frames == []
    assert len(made.problems) == 1
    assert reason in made.problems[0]


def whole(frame):
    """Rails where they are known: these films are of noise."""
    rows = np.arange(200.0, 352.0)
    return Rails(rows, 320 - rows / 3, 320 + rows / 3, 1.0)


def noise(number):
    return cv2.resize(np.random.default_rng(number).integers(0, 255, (9, 16, 3), np.uint8), (640, 352))


@pytest.mark.parametrize("suffix", [".mkv", ".ts"])
def test_a_film_that_is_cut_off_gives_the_frames_before_the_cut(tmp_path, suffix):
    path = film(tmp_path / f"a{suffix}", [noise(n) for n in range(12)])
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    made = film_frames(path, settings(tmp_path), tmp_path / "kept" / "backgrounds", whole)
    assert 3 <= len(made.frames) < 9
    assert all(record.reason is None for _, record in made.frames)
    if suffix == ".mkv":  # a transport stream does not say how long it is
        assert "cut off or damaged after" in made.problems[0]


def test_a_cut_off_film_says_so(tmp_path):
    path = film(tmp_path / "a.mp4", [noise(n) for n in range(12)])
    data = path.read_bytes()
    moved = tmp_path / "b.mp4"
    with av.open(str(path)) as source, av.open(str(moved), "w", options={"movflags": "faststart"}) as target:
        stream = target.add_stream_from_template(source.streams.video[0])
        for packet in source.demux(video=0):
            if packet.dts is not None:
                packet.stream = stream
                target.mux(packet)
    moved.write_bytes(moved.read_bytes()[: len(data) // 2])
    made = film_frames(moved, settings(tmp_path), tmp_path / "kept" / "backgrounds", whole)
    assert 3 <= len(made.frames) < 9
    assert "cut off" in " ".join(made.problems)


def test_a_standing_train_gives_one_frame(tmp_path):
    rng = np.random.default_rng(0)
    still = [np.clip(noise(0) + rng.normal(0, 4, (352, 640, 3)), 0, 255).astype(np.uint8) for _ in range(9)]
    path = film(tmp_path / "a.mp4", [*still, noise(1)])
    made = film_frames(path, settings(tmp_path), tmp_path / "kept" / "backgrounds", whole)
    assert [seconds for seconds, _ in made.frames] == [0, 9]
    assert made.problems == ["8 frames left out that show what an earlier one does"]


def test_frames_too_small_for_the_frame_are_one_problem(tmp_path):
    path = film(tmp_path / "a.mp4", [numbered(n) for n in range(3)])
    made = film_frames(path, settings(tmp_path), tmp_path / "kept" / "backgrounds")
    assert made.frames == []
    assert made.problems == ["96 x 64 pixels, at least 320 x 176 are needed"]


@pytest.fixture(scope="module")
def ride(drawn, tmp_path_factory):
    """A ride with a meadow in it and a frame of another camera; made once."""
    folder = tmp_path_factory.mktemp("ride")
    scene = drawn("sunny", "day")
    frames = [riding(scene, number) for number in range(5)]
    frames[1] = np.roll(frames[1], 190, axis=1)
    frames[3] = cv2.resize(noise(5), (640, 360))
    path = film(folder / "ride.mp4", frames)
    records = folder / "kept" / "backgrounds"
    return path, records, film_frames(path, settings(folder), records), scene


def test_a_ride_gives_its_rails_and_refuses_frames_that_do_not_agree(ride):
    _, _, made, scene = ride
    assert made.problems == []
    reasons = {round(seconds): record.reason for seconds, record in made.frames if record.reason is not None}
    assert set(reasons) == {1, 3}
    assert "beside where this film's track lies" in reasons[1]
    scale = 640 / 1280
    for _, record in made.frames:
        if record.rails is not None:
            rows = np.linspace(260, 340, 5)  # of the frame, 8 rows of the film are cut off its top
            for found, known in ((record.rails.left, scene.rails.left), (record.rails.right, scene.rails.right)):
                there = (np.interp((rows + 8.5) / scale - 0.5, scene.rails.rows, known) + 0.5) * scale - 0.5
                assert np.abs(np.interp(rows, record.rails.rows, found) - there).max() < 8


def test_a_film_is_read_back_and_frames_that_were_lost_are_made_again(ride):
    path, records, made, _ = ride

    def never(frame):
        raise AssertionError("looked for rails again")

    again = film_frames(path, settings(path.parent), records, never)
    assert [(s, r.id, r.reason) for s, r in again.frames] == [(s, r.id, r.reason) for s, r in made.frames]
    good = [record for _, record in made.frames if record.rails is not None]
    before = {each.id: (records / f"{each.id}.jpg").read_bytes() for each in good}
    (records / f"{good[0].id}.jpg").unlink()
    film_frames(path, settings(path.parent), records)
    assert {each.id: (records / f"{each.id}.jpg").read_bytes() for each in good} == before


def test_a_film_without_a_track_is_refused_as_a_whole(tmp_path):
    path = film(tmp_path / "a.mp4", [noise(n) for n in range(3)])
    made = film_frames(path, settings(tmp_path), tmp_path / "kept" / "backgrounds")
    assert made.frames == []
    assert "no rails in any of 3 frames" in made.problems[0]


def test_a_camera_that_keeps_no_place_is_refused(tmp_path):
    places = iter([100, 400, 250, 550, 30, 480] * 2)

    def wandering(frame):
        rows, middle = np.arange(200.0, 352.0), next(places)
        return Rails(rows, middle - rows / 6, middle + rows / 6, 1.0)

    path = film(tmp_path / "a.mp4", [noise(n) for n in range(6)])
    made = film_frames(path, settings(tmp_path), tmp_path / "kept" / "backgrounds", wandering)
    assert made.frames == []
    assert "fixed to a train" in made.problems[0]


def test_films_are_found_by_name_in_all_folders(tmp_path):
    (tmp_path / "b").mkdir()
    for name in ("b/a.MP4", "c.mov", ".hidden.mp4", "d.jpg"):
        (tmp_path / name).touch()
    assert [path.name for path in films_in(tmp_path)] == ["a.MP4", "c.mov"]


@pytest.mark.shared
def test_a_real_cab_ride_gives_its_frames(shared, tmp_path):
    path = shared / "rail" / "raildb" / "cab_ride.mp4"
    chosen = BackgroundSettings(videos=path.parent, every_s=9.0)
    made = film_frames(path, chosen, tmp_path / "kept" / "backgrounds")
    assert [(round(seconds), record.reason) for seconds, record in made.frames] == [(n, None) for n in range(0, 38, 9)]
    gauges = [record.rails.right[-1] - record.rails.left[-1] for _, record in made.frames if record.rails is not None]
    print(f"{len(gauges)} frames, rails {min(gauges):.0f} to {max(gauges):.0f} px apart at the bottom")
    assert max(gauges) / min(gauges) < 1.08
    assert made.problems == []
