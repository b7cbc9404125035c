"""Real films, made with PyAV in the codecs that phones and browsers write, and the ways in which they are broken."""

import struct
from fractions import Fraction

import av
import cv2
import numpy as np
import pytest

from triptych.dataset_builders.film import at_numbers, at_times, probe
from triptych.dataset_builders.problems import BadInput

W, H = 96, 64


def picture(number, width=W, height=H):
    """A picture whose grey level tells its number; its left upper corner is red."""
    image = np.full((height, width, 3), 40 + 3 * number, np.uint8)
    image[: height // 4, : width // 4] = (230, 20, 20)
    return image


def number_of(image):
    return round((float(image[image.shape[0] // 2 :, image.shape[1] // 2 :].mean()) - 40) / 3)


def film(path, times, codec="libx264", width=W, height=H, sound=False):
    """A film with a frame at each of `times` (seconds), kept with 1/1000 s."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream(codec, rate=1000 if codec != "libx265" else 30)
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        stream.codec_context.time_base = Fraction(1, 1000)
        if sound:
            voice = container.add_stream("aac", rate=8000)
        for number, time in enumerate(times):
            frame = av.VideoFrame.from_ndarray(picture(number, width, height), format="rgb24")
            frame.pts, frame.time_base = round(time * 1000), Fraction(1, 1000)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
        if sound:
            tone = av.AudioFrame.from_ndarray(np.zeros((1, 1024), np.float32), format="fltp", layout="mono")
            tone.sample_rate, tone.pts = 8000, 0
            container.mux(voice.encode(tone))
            container.mux(voice.encode(None))
    return path


EVEN = [n / 25 for n in range(40)]


def turned(path, degrees):
    """The film with rotation metadata in its track header, as a phone writes it."""
    cos, sin = {90: (0, 1), 180: (-1, 0), 270: (0, -1)}[degrees]
    data = bytearray(path.read_bytes())
    place = data.index(b"tkhd") + 4 + 40
    data[place : place + 36] = struct.pack(">9i", cos << 16, sin << 16, 0, -sin << 16, cos << 16, 0, 0, 0, 1 << 30)
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("name", "codec"),
    [
        ("a.mp4", "libx264"),
        ("a.mov", "libx265"),
        ("a.webm", "libvpx-vp9"),
        ("a.mkv", "libx264"),
        ("b.mp4", "libvpx-vp9"),
    ],
)
def test_every_usual_codec_gives_the_frames_by_number_and_by_time(tmp_path, name, codec):
    path = film(tmp_path / name, EVEN, codec)
    found = probe(path)
    assert (found.width, found.height, found.frames) == (W, H, 40)
    assert found.fps == pytest.approx(25, abs=0.1)
    assert found.seconds == pytest.approx(1.6, abs=0.02)
    assert [number_of(image) for image in at_numbers(path, [0, 3, 3, 17, 39])] == [0, 3, 3, 17, 39]
    assert [number_of(image) for image in at_times(found, [0.0, 0.121, 1.0, 9.0])] == [0, 3, 25, 39]


def test_a_varying_rate_keeps_its_time(tmp_path):
    times = [0, 0.02, 0.05, 0.5, 0.9, 1.0, 1.03]
    found = probe(film(tmp_path / "vfr.mp4", times))
    assert [number_of(image) for image in at_times(found, [0.0, 0.24, 0.3, 0.69, 0.71, 1.0])] == [0, 2, 3, 3, 4, 5]


def test_a_late_start_is_found_by_seeking(tmp_path):
    found = probe(film(tmp_path / "long.mp4", [n / 10 for n in range(60)]))
    assert [number_of(image) for image in at_times(found, [4.0, 4.1, 5.9])] == [40, 41, 59]


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_rotation_metadata_is_applied_as_opencv_does(tmp_path, degrees):
    path = turned(film(tmp_path / "phone.mp4", EVEN), degrees)
    found = probe(path)
    (ours,) = at_numbers(path, [0])
    theirs = cv2.VideoCapture(str(path)).read()[1][..., ::-1]
    assert (found.height, found.width) == ours.shape[:2] == theirs.shape[:2]
    assert np.abs(ours.astype(int) - theirs.astype(int)).mean() < 4


def test_sound_and_odd_sizes_are_no_matter(tmp_path):
    assert probe(film(tmp_path / "sound.mp4", EVEN, sound=True)).frames == 40
    found = probe(film(tmp_path / "odd.webm", EVEN, "libvpx-vp9", 97, 63))
    assert (found.width, found.height) == (97, 63)
    assert next(at_times(found, [0.0])).shape == (63, 97, 3)


def only_sound(path):
    with av.open(str(path), "w") as container:
        voice = container.add_stream("aac", rate=8000)
        tone = av.AudioFrame.from_ndarray(np.zeros((1, 1024), np.float32), format="fltp", layout="mono")
        tone.sample_rate, tone.pts = 8000, 0
        container.mux(voice.encode(tone))
        container.mux(voice.encode(None))


def cut_off(path, index_first):
    """Half of a film: with its index at the start, or, lost, at the end."""
    options = {"movflags": "+faststart"} if index_first else {}
    with av.open(str(path), "w", options=options) as container:
        stream = container.add_stream("libx264", rate=25, options={"crf": "5"})
        stream.width, stream.height, stream.pix_fmt = W, H, "yuv420p"
        noise = np.random.default_rng(0)
        for _ in range(60):
            image = noise.integers(0, 255, (H, W, 3), np.uint8)
            container.mux(stream.encode(av.VideoFrame.from_ndarray(image, format="rgb24")))
        container.mux(stream.encode(None))
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda path: None, "no such file"),
        (lambda path: path.write_bytes(b""), "empty"),
        (lambda path: path.write_bytes(b"hello" * 99), "cannot be read"),
        (only_sound, "only sound"),
        (lambda path: film(path, [0.0]), "1 frame"),
        (lambda path: cut_off(path, True), "cut off"),
        (lambda path: cut_off(path, False), "cut off"),
    ],
    ids=["absent", "zero-length", "no film", "sound only", "one frame", "cut off", "cut off, index lost"],
)
def test_what_cannot_be_used_says_why(tmp_path, make, reason):
    make(tmp_path / "bad.mp4")
    with pytest.raises(BadInput, match=reason):
        probe(tmp_path / "bad.mp4")


def test_a_frame_beyond_the_end_is_named(tmp_path):
    path = film(tmp_path / "short.mp4", EVEN)
    with pytest.raises(BadInput, match="ends before frame 41"):
        list(at_numbers(path, [0, 41]))


@pytest.mark.shared
def test_real_films_of_other_rates_and_codecs(shared):
    films = sorted((shared / "motion").glob("*.mp4"))
    assert len(films) > 3
    codecs = set()
    for path in films:
        found = probe(path)
        with av.open(str(path)) as container:
            codecs.add(container.streams.video[0].codec_context.name)
        images = list(at_times(found, [0.0, found.seconds / 2]))
        assert [image.shape for image in images] == [(found.height, found.width, 3)] * 2
    assert {"h264", "vp9"} <= codecs
