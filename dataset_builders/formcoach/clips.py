"""From film to clip: which part of the picture, at which moments, how large.

Both clips of a pair start at the start of a repetition and are as long as the longer of the two, at most 6 s; the
shorter one's last frame is held. No time is warped: the frame shown at t is the film's frame nearest to t, and joints
are interpolated to t.
"""

from dataclasses import dataclass
from typing import Any, Final, TypeVar

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from triptych.core.errors import UsageError
from triptych.dataset_builders.film import Picture
from triptych.dataset_builders.formcoach.camera import Camera

LONGEST_S: Final = 6.0
MARGIN: Final = 0.10
"""Room beyond the joints' box, as a share of its larger side: bodies are wider than joints, hands hold things."""
_Kind = TypeVar("_Kind", bound=np.generic)


@dataclass(frozen=True)
class Format:
    """A clip's width and height in pixels and its frames a second."""

    width: int = 224
    height: int = 224
    fps: int = 30

    def __post_init__(self) -> None:
        if min(self.width, self.height) < 32 or self.width % 2 or self.height % 2:
            raise UsageError("a size of even numbers from 32 on", f"{self.width}x{self.height}", "try --size 224x224")
        if not 1 <= self.fps <= 120:
            raise UsageError("1 to 120 frames a second", str(self.fps), "try --fps 30")

    @classmethod
    def parse(cls, size: str, fps: int) -> "Format":
        """`224x244` (width x height) and a rate. Raises `UsageError`."""
        width, cross, height = size.lower().partition("x")
        if not (cross and width.isdecimal() and height.isdecimal()):
            raise UsageError("a size as WIDTHxHEIGHT", repr(size), "try --size 224x224 or, as printed, 224x244")
        return cls(int(width), int(height), fps)


@dataclass(frozen=True)
class Window:
    """A part of a picture, in its pixels: left upper corner and size. It may reach beyond the picture."""

    left: int
    top: int
    width: int
    height: int


def count(seconds: float, fps: float) -> int:
    """Frames of a clip of that length: at least one, at most 6 s of them."""
    return max(1, round(min(seconds, LONGEST_S) * fps))


def places(start: int, stop: int, film_fps: float, fps: float) -> NDArray[np.float64]:
    """Where the frames of a clip of the half-open repetition [start, stop) lie on its film, in fractional frames."""
    moments = np.arange(count((stop - start) / film_fps, fps)) * film_fps / fps
    where: NDArray[np.float64] = np.minimum(start + moments, stop - 1)
    return where


def interpolated(joints: ArrayLike, where: NDArray[np.float64]) -> NDArray[np.float32]:
    """Joints (T, 25, 3) at places between their frames (N,) -> (N, 25, 3), linearly."""
    joints = np.asarray(joints, np.float64)
    low = np.clip(where.astype(int), 0, len(joints) - 2)
    share = (where - low)[:, None, None]
    between: NDArray[np.float32] = ((1 - share) * joints[low] + share * joints[low + 1]).astype(np.float32)
    return between


def held(values: NDArray[_Kind], frames: int) -> NDArray[_Kind]:
    """The values with the last one repeated up to `frames`."""
    return np.concatenate([values, np.repeat(values[-1:], frames - len(values), axis=0)])


def window(points: ArrayLike, picture: tuple[int, int], form: Format) -> Window:
    """The part of a picture (width, height) that holds all `points` (…, 2) with a margin, in the clip's proportions.

    It is moved into the picture as far as it fits there.
    """
    flat = np.asarray(points, np.float64).reshape(-1, 2)
    low, high = flat.min(axis=0), flat.max(axis=0)
    need = (high - low) + 2 * MARGIN * float((high - low).max())
    width = max(float(need[0]), float(need[1]) * form.width / form.height, 8.0)
    size = np.array([round(width), round(width * form.height / form.width)])
    corner = np.round((low + high - size + 1) / 2).astype(int)
    # Inside where it fits; where it is larger than the picture, the picture in its middle.
    room = np.array(picture) - size
    corner = np.where(room >= 0, np.clip(corner, 0, np.maximum(room, 0)), room // 2)
    return Window(int(corner[0]), int(corner[1]), int(size[0]), int(size[1]))


def cut(picture: Picture, part: Window, form: Format) -> Picture:
    """That part of a picture (H, W, 3) at the clip's size; black where it reaches beyond the picture."""
    height, width = picture.shape[:2]
    right, bottom = part.left + part.width, part.top + part.height
    inside = picture[max(0, part.top) : min(height, bottom), max(0, part.left) : min(width, right)]
    edges = (max(0, -part.top), max(0, bottom - height), max(0, -part.left), max(0, right - width))
    whole = cv2.copyMakeBorder(inside, *edges, cv2.BORDER_CONSTANT, value=(0, 0, 0)) if any(edges) else inside
    return _resized(whole, form.width, form.height)


def whole_window(picture: tuple[int, int], form: Format) -> Window:
    """The window that shows a whole picture (width, height), with black bars where its proportions differ."""
    width = max(picture[0], round(picture[1] * form.width / form.height))
    height = max(picture[1], round(picture[0] * form.height / form.width))
    return Window((picture[0] - width) // 2, (picture[1] - height) // 2, width, height)


def clip_camera(camera: Camera, part: Window, form: Format) -> Camera:
    """The camera of a clip cut out of its picture: f and c in the clip's pixels; whole numbers are middles."""
    scale = np.array([form.width / part.width, form.height / part.height])
    centre = (np.asarray(camera["c"]) - (part.left, part.top) + 0.5) * scale - 0.5
    return {**camera, "f": _numbers(np.asarray(camera["f"]) * scale), "c": _numbers(centre)}


def _resized(picture: Picture, width: int, height: int) -> Picture:
    larger = picture.shape[1] < width or picture.shape[0] < height
    how = cv2.INTER_LINEAR if larger else cv2.INTER_AREA
    resized: Any = cv2.resize(picture, (width, height), interpolation=how)
    return np.asarray(resized, np.uint8)


def _numbers(values: NDArray[np.float64]) -> list[float]:
    return [float(value) for value in values]
