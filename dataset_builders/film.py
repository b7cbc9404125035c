"""Films as they come from cameras and phones: what is in one, and its frames by number or by time.

Rotation metadata is applied, since PyAV leaves it to the caller; frames are found by their timestamps, since phones
film at a rate that varies. Whatever cannot be used raises `BadInput` with the reason.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import av
import numpy as np
from numpy.typing import NDArray

from triptych.dataset_builders.problems import BadInput

Picture = NDArray[np.uint8]
_SEEK_FROM_S: Final = 1.0


@dataclass(frozen=True)
class Film:
    """A readable film: its size in pixels as shown, mean frames a second, frames, seconds, time of the first frame."""

    path: Path
    width: int
    height: int
    fps: float
    frames: int
    seconds: float
    start: float


def probe(path: Path) -> Film:
    """Read through a film without decoding more than its first frame.

    Raises `BadInput` where it is missing, empty, no film, without pictures, of one frame, or cut off.
    """
    if not path.is_file():
        raise BadInput("no such file")
    if not path.stat().st_size:
        raise BadInput("the file is empty")
    try:
        with av.open(str(path)) as container:
            if not container.streams.video:
                raise BadInput("no pictures in it, only sound")
            return _measured(path, container)
    except (av.FFmpegError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"cannot be read as a film, cut off or damaged: {_words(error)}") from error


def at_numbers(path: Path, numbers: Sequence[int]) -> Iterator[Picture]:
    """The frames (H, W, 3), RGB, of those numbers, which rise; decoded once and in order."""
    wanted = iter(numbers)
    next_one = next(wanted, None)
    for number, frame in enumerate(_frames(path)):
        while next_one == number:
            yield _upright(frame)
            next_one = next(wanted, None)
        if next_one is None:
            return
    if next_one is not None:
        raise BadInput(f"ends before frame {next_one}")


def at_times(film: Film, times: Sequence[float]) -> Iterator[Picture]:
    """The frames (H, W, 3), RGB, nearest to those rising times, in seconds from the film's first frame."""
    seek = film.start + times[0] if times[0] > _SEEK_FROM_S else None
    frames = ((frame.time - film.start, frame) for frame in _frames(film.path, seek))
    before = next(frames, None)
    if before is None:
        raise BadInput("no frame can be decoded")
    after = next(frames, None)
    for time in times:
        while after is not None and after[0] <= time:
            before, after = after, next(frames, None)
        nearer_after = after is not None and after[0] - time < time - before[0]
        yield _upright(after[1] if nearer_after and after is not None else before[1])


def _measured(path: Path, container: Any) -> Film:
    stream = container.streams.video[0]
    times, corrupt = [], False
    rotated, first = 0, None
    for packet in container.demux(stream):
        corrupt = corrupt or packet.is_corrupt
        if packet.pts is not None:
            times.append(float(packet.pts * packet.time_base))
        if first is None:
            first = next(iter(packet.decode()), None)
            rotated = first.rotation if first is not None else 0
    if len(times) < 2 or first is None:
        raise BadInput(f"{len(times)} frame" if first is not None else "no frame can be decoded")
    span = max(times) - min(times)
    seconds = span * len(times) / (len(times) - 1)
    promised = stream.frames or round(_duration(container, stream) / seconds * len(times) * 0.9)
    if corrupt or len(times) < promised:
        raise BadInput(f"cut off: {len(times)} of {promised} frames are there")
    width, height = (first.width, first.height) if rotated % 180 == 0 else (first.height, first.width)
    return Film(path, width, height, round(len(times) / seconds, 6), len(times), seconds, min(times))


def _duration(container: Any, stream: Any) -> float:
    """Seconds that the file says of itself; 0 where it says nothing."""
    if stream.duration:
        return float(stream.duration * stream.time_base)
    return float(container.duration or 0) / 1e6


def _frames(path: Path, seek: float | None = None) -> Iterator[Any]:
    """Frames in order of showing: all, or those from the key frame before the time `seek` on."""
    try:
        with av.open(str(path)) as container:
            stream = container.streams.video[0]
            # One thread a process: builds run several processes, and threads of decoders would fight them.
            stream.codec_context.thread_count = 1
            if seek is not None:
                container.seek(int(seek / stream.time_base), stream=stream)
            for frame in container.decode(stream):
                if frame.is_corrupt:
                    raise BadInput(f"damaged at {frame.time:.2f} s")
                yield frame
    except av.FFmpegError as error:
        raise BadInput(f"cannot be decoded: {_words(error)}") from error


def _upright(frame: Any) -> Picture:
    picture: Picture = frame.to_ndarray(format="rgb24")
    return np.rot90(picture, round(frame.rotation / 90)) if frame.rotation else picture


def _words(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error)
