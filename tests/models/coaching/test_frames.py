import io
import struct
from fractions import Fraction

import av
import numpy as np
import pytest

from triptych.core.errors import UsageError
from triptych.dataset_builders.formcoach.video import encode
from triptych.models.coaching.frames import Sampling, frames_at, in_step, moments, seconds


def film(count, side=32):
    """Frame k has the grey value 10 + 5k."""
    return np.stack([np.full((side, side, 3), 10 + 5 * k, dtype=np.uint8) for k in range(count)])


def level(frame):
    """The number of a film's frame."""
    return round((float(frame.mean()) - 10) / 5)


def test_both_clips_are_seen_at_the_same_moments_and_the_short_one_is_held():
    pair = in_step(encode(film(41), 30), encode(film(21), 30), Sampling(fps=3, most=9))
    np.testing.assert_allclose(pair.times, np.linspace(0, 40 / 30, 5))
    assert [level(frame) for frame in pair.user] == [0, 10, 20, 30, 40]
    assert [level(frame) for frame in pair.reference] == [0, 10, 20, 20, 20]


def test_time_stamps_count_where_the_rate_varies():
    buffer = io.BytesIO()
    stamps = [0, 1, 2, 3, 20, 40]  # hundredths of a second: fast, then slow
    with av.open(buffer, "w", format="mp4") as container:
        stream = container.add_stream("libx264", rate=100)
        stream.width = stream.height = 32
        stream.pix_fmt, stream.time_base = "yuv420p", Fraction(1, 100)
        stream.codec_context.time_base = Fraction(1, 100)
        for image, stamp in zip(film(6), stamps, strict=True):
            frame = av.VideoFrame.from_ndarray(image, format="rgb24")
            frame.pts, frame.time_base = stamp, Fraction(1, 100)
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    assert seconds(buffer.getvalue()) == pytest.approx(0.4, abs=1e-3)
    pair = in_step(buffer.getvalue(), buffer.getvalue(), Sampling(fps=10, most=12))
    assert [level(frame) for frame in pair.user] == [0, 3, 4, 4, 5]


@pytest.mark.shared
@pytest.mark.parametrize("name", ["pose2sim_single_cam02.mp4", "squat_gym_side.mp4"])
def test_real_clips_decode_upright(shared, name):
    pair = in_step(*[(shared / "motion" / name).read_bytes()] * 2, Sampling(most=3))
    assert pair.user.shape[0] == 3
    assert pair.user.shape[1] > pair.user.shape[2]  # filmed upright


@pytest.mark.parametrize("junk", [b"", b"no video", encode(film(10))[:300]])
def test_what_is_no_video_says_so(junk):
    with pytest.raises(ValueError, match="decoded|video"):
        in_step(encode(film(10)), junk)
    with pytest.raises(ValueError, match="decoded|video"):
        frames_at(junk, np.zeros(1))


@pytest.mark.parametrize(("degrees", "corner"), [(90, (0, -1)), (180, (-1, -1)), (270, (-1, 0))])
def test_rotation_of_phones_is_applied(degrees, corner):
    """A light upper left corner of the stored frame is where the player shows it."""
    image = np.zeros((3, 32, 64, 3), dtype=np.uint8)
    image[:, :12, :12] = 230
    data = bytearray(encode(image))
    cos, sin = {90: (0, 1), 180: (-1, 0), 270: (0, -1)}[degrees]
    place = data.index(b"tkhd") + 4 + 40
    data[place : place + 36] = struct.pack(">9i", cos << 16, sin << 16, 0, -sin << 16, cos << 16, 0, 0, 0, 1 << 30)
    shown = frames_at(bytes(data), np.zeros(1))[0]
    assert shown.shape == ((32, 64, 3) if degrees == 180 else (64, 32, 3))
    assert shown[corner].mean() > 200
    assert shown.mean() < 60


def test_moments_are_bounded_and_hold_both_ends():
    assert list(moments(0.1, Sampling(2, 12))) == [0.0, 0.1]
    assert len(moments(60.0, Sampling(2, 12))) == 12
    assert moments(60.0, Sampling(2, 12))[-1] == 60.0


@pytest.mark.parametrize("wrong", [(0.0, 5), (2.0, 1), (float("nan"), 5)])
def test_a_wrong_sampling_is_refused(wrong):
    with pytest.raises(UsageError, match="at least 2 frames"):
        Sampling(*wrong)
