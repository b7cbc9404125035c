"""Frames of a film at even times, one at a time: however long the film is, one frame is in memory.

Other than in `film`, a film that is cut off is read up to the cut.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import av
import numpy as np

from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.photos.background_files import Bytes

SUFFIXES: Final = (".mp4", ".m4v", ".mov", ".mkv", ".webm", ".avi", ".mpg", ".mpeg", ".ts", ".mts", ".m2ts", ".wmv")
"""What counts as a film in a folder."""
_ENOUGH: Final = 0.9
"""Share of the promised length from which on a film counts as whole: containers round, and edit lists hide frames."""
_USUAL_FPS: Final = 25.0


def films_in(folder: Path) -> list[Path]:
    """All films below a folder, by name; hidden ones do not count."""
    found = (path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES and path.is_file())
    return sorted(path for path in found if not any(part.startswith(".") for part in path.relative_to(folder).parts))


def frames_every(path: Path, every_s: float) -> Iterator[tuple[float, Bytes]]:
    """Seconds from the first frame and the frame (H, W, 3) uint8 RGB, turned upright.

    The first frame at or after each multiple of `every_s`, by the time stamps. Raises `BadInput` where nothing can be
    decoded, and after the frames before it, where the film is cut off or damaged.
    """
    if not path.stat().st_size:
        raise BadInput("the file is empty")
    start, due, seconds = None, 0.0, 0.0
    try:
        for time, frame in _decoded(path):
            start = time if start is None else start
            seconds = time - start
            if frame.is_corrupt:
                raise BadInput("damaged")
            if seconds >= due - 1e-6:
                yield seconds, _upright(frame)
                due = (np.floor(seconds / every_s + 1e-6) + 1) * every_s
    except (av.FFmpegError, ValueError) as error:
        reason = str(getattr(error, "strerror", None) or error)
        if start is None or reason == _SOUND:
            raise BadInput(reason if reason == _SOUND else f"cannot be read as a film: {reason}") from error
        raise BadInput(f"cut off or damaged after {seconds:.2f} s: {reason}") from error
    if start is None:
        raise BadInput("no frame can be decoded")


_SOUND: Final = "no pictures in it, only sound"


def _decoded(path: Path) -> Iterator[tuple[float, Any]]:
    """The time in seconds of each frame, in order of showing, and the frame. `BadInput` where too few come."""
    with av.open(str(path)) as container:
        if not container.streams.video:
            raise BadInput(_SOUND)
        stream = container.streams.video[0]
        # One thread a process: builds run several processes, and threads of decoders would fight them.
        stream.codec_context.thread_count = 1
        fps = float(stream.average_rate or stream.guessed_rate or _USUAL_FPS)
        shown, first, time = 0, None, 0.0
        for frame in container.decode(stream):
            time = float(frame.time if frame.time is not None else shown / fps)
            first = time if first is None else first
            yield time, frame
            shown += 1
        if shown < _ENOUGH * stream.frames - 1:
            raise BadInput(f"{shown} of {stream.frames} frames are there")
        promised = _duration(container, stream)
        if first is not None and time - first < _ENOUGH * promised - 1:
            raise BadInput(f"it says that it lasts {promised:.2f} s")


def _duration(container: Any, stream: Any) -> float:
    """Seconds that the file says of itself; 0 where it says nothing."""
    if stream.duration:
        return float(stream.duration * stream.time_base)
    return float((container.duration or 0) / av.time_base)


def _upright(frame: Any) -> Bytes:
    image = np.asarray(frame.to_ndarray(format="rgb24"), np.uint8)
    return np.ascontiguousarray(np.rot90(image, round(frame.rotation / 90))) if frame.rotation else image
