"""Two clips as frames in step: the same moments of user and reference, decoded once, upright.

Frames are taken by their time stamps, not by their numbers, so a variable frame rate does not shift one clip against
the other; the rotation that phones write into a file is applied. PyAV decodes, without torch or a system FFmpeg.
"""

import contextlib
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from triptych.core.errors import UsageError

Images = NDArray[np.uint8]

FRAMES_PER_SECOND: Final = 2.0
MOST_FRAMES: Final = 12
"""Of each clip. More than about thirty pictures a question slow every model down and help none that was seen."""


@dataclass(frozen=True)
class Sampling:
    """How densely a clip is looked at."""

    fps: float = FRAMES_PER_SECOND
    most: int = MOST_FRAMES

    def __post_init__(self) -> None:
        if not self.fps > 0 or self.most < 2:
            raise UsageError("frames a second above 0 and at least 2 frames", f"{self}", "give larger numbers")


@dataclass(frozen=True)
class Pair:
    """`user` and `reference`, uint8 RGB (T, H, W, 3) each, at the same `times` (T,) in seconds from the start."""

    user: Images
    reference: Images
    times: NDArray[np.float64]


def in_step(user: bytes, reference: bytes, sampling: Sampling | None = None) -> Pair:
    """Frames of both clips at the same moments, over the longer of the two; the shorter one's last frame is held.

    Raises `ValueError` for bytes that hold no video.
    """
    times = moments(max(seconds(user), seconds(reference)), sampling or Sampling())
    return Pair(frames_at(user, times), frames_at(reference, times), times)


def moments(length: float, sampling: Sampling) -> NDArray[np.float64]:
    """Moments to look at in a clip of `length` seconds: evenly, first and last included."""
    count = min(max(round(length * sampling.fps) + 1, 2), sampling.most)
    return np.linspace(0.0, length, count)


def seconds(video: bytes) -> float:
    """Time from the first frame to the last, read from the packets alone. Raises `ValueError` for no video."""
    with _opened(video) as (container, stream):
        stamps = [packet.pts for packet in container.demux(stream) if packet.pts is not None]
        if not stamps:
            raise ValueError("no frame can be decoded")
        return float((max(stamps) - min(stamps)) * stream.time_base)


def frames_at(video: bytes, times: NDArray[np.float64]) -> Images:
    """What a player shows at rising `times` in seconds: (T, H, W, 3), each the last frame that has begun by then.

    Every frame is decoded, as the codec wants it, but only those that are shown are turned into RGB.
    """
    shown: list[Images] = []
    before: Any = None
    with _opened(video) as (container, stream):
        first = None
        for number, frame in enumerate(container.decode(stream)):
            # Some raw streams have no time stamps; then the rate tells.
            stamp = frame.time if frame.time is not None else number / float(stream.average_rate or 30)
            first = stamp if first is None else first
            while before is not None and len(shown) < len(times) and stamp - first > times[len(shown)] + 1e-6:
                shown.append(_upright(before))
            before = frame
    if before is None:
        raise ValueError("no frame can be decoded")
    return np.stack([*shown, *[_upright(before)] * (len(times) - len(shown))])


def _upright(frame: Any) -> Images:
    """RGB with the rotation that phones write into a file applied."""
    return np.ascontiguousarray(np.rot90(frame.to_ndarray(format="rgb24"), round(frame.rotation / 90)))


@contextlib.contextmanager
def _opened(video: bytes) -> Iterator[tuple[Any, Any]]:
    import av

    try:
        with av.open(io.BytesIO(video)) as container:
            if not container.streams.video:
                raise ValueError("the file has no video stream")
            yield container, container.streams.video[0]
    except (av.error.FFmpegError, EOFError) as error:
        raise ValueError(f"the video cannot be decoded: {error}") from error
