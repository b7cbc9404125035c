"""Frames to MP4 bytes and back, with PyAV; equal frames give equal bytes.

H.264 at 4:2:0 plays in every browser. A key frame each half second makes seeking and single steps quick.
"""

import io
import tempfile
from fractions import Fraction
from pathlib import Path
from typing import Final

import av
import numpy as np
from numpy.typing import NDArray

from triptych.core.errors import RunError, UsageError

FPS: Final = 30
_OPTIONS: Final = {
    "preset": "veryfast",
    "crf": "22",
    # One thread and no look-ahead threads: x264 gives other bytes with other numbers of threads. No macroblock tree: it
    # reads memory that was never written (x264 core 165), and now and then a clip came out with other bytes.
    "x264-params": "threads=1:lookahead-threads=1:sliced-threads=0:mbtree=0:keyint=15:min-keyint=15:scenecut=0",
}
# `bitexact` leaves out the library's version, and with it what changes without the frames; no time of writing.
_CONTAINER: Final = {"movflags": "+faststart", "fflags": "+bitexact"}

Frames = NDArray[np.uint8]


def encode(frames: Frames, fps: int = FPS) -> bytes:
    """Frames (T, H, W, 3), uint8 RGB, even sides -> the bytes of an MP4 file of T frames at a constant rate."""
    if frames.ndim != 4 or not len(frames) or frames.shape[3] != 3 or frames.shape[1] % 2 or frames.shape[2] % 2:
        raise UsageError("RGB frames (T, H, W, 3) with even H and W", f"shape {frames.shape}", "crop or pad them")
    if frames.dtype != np.uint8:
        raise UsageError("uint8 frames", str(frames.dtype), "scale to 0..255 and convert")
    # A file, since moving the index to the front (`faststart`) reads what was written once more.
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "clip.mp4"
        _write(frames, fps, path)
        return path.read_bytes()


def decode(video: bytes) -> Frames:
    """The frames (T, H, W, 3), RGB, of a video's bytes; `RunError` where they are no video."""
    try:
        with av.open(io.BytesIO(video)) as container:
            frames = [frame.to_ndarray(format="rgb24") for frame in container.decode(video=0)]
    except (av.FFmpegError, IndexError) as error:
        raise RunError(f"these {len(video)} bytes cannot be decoded as a video: {error}") from error
    return np.stack(frames)


def _write(frames: Frames, fps: int, path: Path) -> None:
    with av.open(str(path), "w", format="mp4", options=_CONTAINER) as container:
        stream = container.add_stream("libx264", rate=fps, options=_OPTIONS)
        stream.width, stream.height, stream.pix_fmt = frames.shape[2], frames.shape[1], "yuv420p"
        stream.codec_context.time_base = Fraction(1, fps)
        stream.codec_context.thread_count = 1
        stream.codec_context.flags |= av.codec.context.Flags.bitexact
        for number, picture in enumerate(frames):
            frame = av.VideoFrame.from_ndarray(picture, format="rgb24")
            frame.pts = number
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
