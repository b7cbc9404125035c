import io
import os
import subprocess
import sys
from fractions import Fraction

import av
import cv2
import numpy as np
import pytest

from triptych.core.errors import RunError, UsageError
from triptych.dataset_builders.formcoach.video import decode, encode


def moving(count=40, size=224):
    """A bright square that moves one pixel a frame over a smooth ground."""
    ramp = np.linspace(40, 160, size).astype(np.uint8)
    frames = np.repeat(np.stack(np.meshgrid(ramp, ramp, indexing="ij"), -1).sum(-1)[None, ..., None] // 2, count, 0)
    frames = np.repeat(frames, 3, axis=3).astype(np.uint8)
    for number, frame in enumerate(frames):
        frame[80:140, 20 + number : 80 + number] = (220, 60, 40)
    return frames


FRAMES = moving()
VIDEO = encode(FRAMES)


def test_equal_frames_give_equal_bytes():
    assert encode(FRAMES.copy()) == VIDEO
    assert encode(FRAMES[:-1]) != VIDEO


@pytest.mark.parametrize("filling", ["1", "170"])
def test_bytes_do_not_depend_on_what_was_in_memory_before(filling, tmp_path):
    """The C library fills new memory with that byte, so that whatever is read before it is written shows."""
    np.save(tmp_path / "frames.npy", FRAMES)
    program = (
        "import sys, numpy; from triptych.dataset_builders.formcoach.video import encode;"
        f"sys.stdout.buffer.write(encode(numpy.load({str(tmp_path / 'frames.npy')!r})))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, env={**os.environ, "MALLOC_PERTURB_": filling}
    )
    assert done.stdout == VIDEO, done.stderr.decode()


def test_decoding_gives_the_frames_back():
    found = decode(VIDEO)
    assert found.shape == FRAMES.shape
    assert np.abs(found.astype(int) - FRAMES).mean() < 4
    assert tuple(found[30, 110, 80]) == pytest.approx((220, 60, 40), abs=25)


def test_pyav_sees_size_rate_and_length():
    with av.open(io.BytesIO(VIDEO)) as container:
        stream = container.streams.video[0]
        assert (stream.width, stream.height, stream.frames) == (224, 224, len(FRAMES))
        assert (stream.average_rate, stream.codec_context.name) == (Fraction(30), "h264")
        assert stream.codec_context.pix_fmt == "yuv420p"
        assert "creation_time" not in {**container.metadata, **stream.metadata}
        packets = [packet for packet in container.demux(stream) if packet.size]
    assert [number for number, packet in enumerate(packets) if packet.is_keyframe] == [0, 15, 30]
    times = sorted(float(packet.pts * packet.time_base) for packet in packets)
    assert times == pytest.approx([number / 30 for number in range(len(FRAMES))])


def test_opencv_and_torchcodec_see_the_same(tmp_path):
    decoders = pytest.importorskip("torchcodec.decoders", reason="no FFmpeg: see `make system`")
    path = tmp_path / "clip.mp4"
    path.write_bytes(VIDEO)
    capture = cv2.VideoCapture(str(path))
    kinds = (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT, cv2.CAP_PROP_FPS, cv2.CAP_PROP_FRAME_COUNT)
    assert [capture.get(kind) for kind in kinds] == [224, 224, 30, len(FRAMES)]
    read = 0
    while capture.read()[0]:
        read += 1
    assert read == len(FRAMES)
    decoder = decoders.VideoDecoder(VIDEO)
    assert (len(decoder), decoder.metadata.average_fps, decoder[0].shape) == (len(FRAMES), 30, (3, 224, 224))
    assert decoder.metadata.duration_seconds == pytest.approx(len(FRAMES) / 30)


def test_the_index_stands_before_the_pictures_so_that_browsers_start_at_once():
    assert 0 < VIDEO.index(b"moov") < VIDEO.index(b"mdat")


def test_another_rate_is_kept():
    with av.open(io.BytesIO(encode(FRAMES[:10], fps=12))) as container:
        assert container.streams.video[0].average_rate == 12


@pytest.mark.parametrize(
    ("frames", "expected"),
    [
        (FRAMES[0], "RGB frames"),
        (FRAMES[:0], "RGB frames"),
        (FRAMES[:, :223], "even"),
        (FRAMES[..., :1], "RGB frames"),
        (FRAMES.astype(np.float32), "uint8"),
    ],
)
def test_other_arrays_are_refused(frames, expected):
    with pytest.raises(UsageError, match=expected):
        encode(frames)


@pytest.mark.parametrize("junk", [b"", b"no video", VIDEO[:1000]])
def test_junk_is_no_video(junk):
    with pytest.raises(RunError, match="cannot be decoded"):
        decode(junk)
