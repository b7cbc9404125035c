"""Two clips as frames in step: the same moments of user and reference, decoded once, upright.

Frames are taken by their time stamps, not by their numbers, so a variable frame rate does not shift one clip against
the other; the rotation that phones write into a file is applied. PyAV decodes, without torch or a system FFmpeg.
"""

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
    chosen = sampling or Sampling()
    (ours, our_times), (theirs, their_times) = decode(user), decode(reference)
    times = moments(max(our_times[-1], their_times[-1]), chosen)
    return Pair(_at(ours, our_times, times), _at(theirs, their_times, times), times)


def moments(seconds: float, sampling: Sampling) -> NDArray[np.float64]:
    """Moments to look at in a clip whose last frame is at `seconds`: evenly, first and last included."""
    count = min(max(round(seconds * sampling.fps) + 1, 2), sampling.most)
    return np.linspace(0.0, seconds, count)


def decode(video: bytes) -> tuple[list[Images], NDArray[np.float64]]:
    """Frames, each uint8 RGB (H, W, 3), and their times in seconds from the first. Raises `ValueError` for no video."""
    frames, stamps = [], []
    for image, stamp in _decoded(video):
        frames.append(image)
        stamps.append(stamp)
    if not frames:
        raise ValueError("no frame can be decoded")
    return frames, np.asarray(stamps) - stamps[0]


def _decoded(video: bytes) -> Iterator[tuple[Images, float]]:
    import av

    try:
        with av.open(io.BytesIO(video)) as container:
            if not container.streams.video:
                raise ValueError("the file has no video stream")
            stream: Any = container.streams.video[0]
            stream.thread_type = "AUTO"
            for number, frame in enumerate(container.decode(stream)):
                upright = np.rot90(frame.to_ndarray(format="rgb24"), (frame.rotation // 90) % 4)
                stamp = frame.time if frame.time is not None else number / float(stream.average_rate or 30)
                yield np.ascontiguousarray(upright), stamp
    except (av.error.FFmpegError, EOFError) as error:
        raise ValueError(f"the video cannot be decoded: {error}") from error


def _at(frames: list[Images], stamps: NDArray[np.float64], times: NDArray[np.float64]) -> Images:
    """What a player shows at `times`: the last frame that has begun."""
    places = np.clip(np.searchsorted(stamps, times + 1e-6, side="right") - 1, 0, len(frames) - 1)
    return np.stack([frames[place] for place in places])
