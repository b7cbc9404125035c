"""Fit3D as it lies on disk: recordings, cameras, joints and the marks of repetitions.

    DIR/train/s03/videos/50591643/squat.mp4            50 frames a second
    DIR/train/s03/camera_parameters/50591643/squat.json
    DIR/train/s03/joints3d_25/squat.json               {"joints3d_25": [T][25][3]}, metres, z up
    DIR/train/s03/rep_ann.json                         {"squat": [f0, ..., fn]}: n repetitions, each up to the next mark

Frames of film and joints share their numbers. Sources: AIFit (CVPR 2021); the layout and camera model of the official
tools (sminchisescu-research/imar_vision_datasets_tools).
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from triptych.core.errors import UsageError
from triptych.dataset_builders.formcoach.camera import Camera, project
from triptych.dataset_builders.problems import BadInput, Problem

MARKS = "rep_ann.json"
SOURCE = "Fit3D"
LICENCE = "Fit3D: research only, given out on request, not to be passed on"


@dataclass(frozen=True)
class Take:
    """One usable repetition in one camera: the half-open range of frames [start, stop) of a film."""

    exercise: str
    action: str
    subject: str
    camera: str
    number: int
    start: int
    stop: int
    film: Path
    camera_file: Path
    joints_file: Path
    fps: float
    picture: tuple[int, int]
    """Width and height, pixels."""

    @property
    def seconds(self) -> float:
        """Length of the repetition."""
        return (self.stop - self.start) / self.fps


def subjects(folder: Path) -> list[Path]:
    """The people's folders that have marked repetitions, below `folder` or its `train` and `test`.

    Raises `UsageError` where there is none.
    """
    places = [folder, folder / "train", folder / "test", folder / "fit3d" / "train", folder / "fit3d" / "test"]
    found = [path.parent for place in places if place.is_dir() for path in sorted(place.glob(f"*/{MARKS}"))]
    if not found:
        got = f"no SUBJECT/{MARKS} in {folder} or its train folder" if folder.is_dir() else f"no folder {folder}"
        raise UsageError("Fit3D's folder, with train/s03/videos and its kin", got, "check --fit3d")
    return found


def read_marks(subject: Path) -> dict[str, list[Any]]:
    """Marks of each action of a person. Raises `BadInput`."""
    marks = _read(subject / MARKS)
    if not isinstance(marks, dict):
        raise BadInput("no object of action: marks")
    return {name: list(values) if isinstance(values, list) else [] for name, values in marks.items()}


def repetitions(marks: Sequence[Any], frames: int) -> tuple[list[tuple[int, int]], list[str]]:
    """Half-open repetitions [start, stop) between n + 1 marks, and a reason for each mark that was dropped.

    A mark that does not lie in 0..frames or is not after the one before it is dropped, as if it had not been made.
    """
    kept: list[int] = []
    dropped: list[str] = []
    for mark in marks:
        if not isinstance(mark, int | float) or mark != mark or int(mark) != mark:
            dropped.append(f"mark {mark!r} is no frame number")
        elif not 0 <= mark <= frames:
            dropped.append(f"mark {mark} lies outside the {frames} frames that have joints and picture")
        elif kept and mark <= kept[-1]:
            dropped.append(f"mark {mark} is out of order, after {kept[-1]}")
        else:
            kept.append(int(mark))
    return list(pairwise(kept)), dropped


def read_joints(file: Path) -> NDArray[np.float64]:
    """Joints (T, 25, 3) in metres; NaN where the file has null. Raises `BadInput`."""
    values = _read(file)
    try:
        joints = np.asarray(values["joints3d_25"], np.float64)
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput("no joints3d_25 of shape [T][25][3]") from error
    if joints.ndim != 3 or joints.shape[1:] != (25, 3) or len(joints) < 2:
        raise BadInput(f"joints of shape {joints.shape}, not (T, 25, 3)")
    return joints


def read_camera(file: Path, name: str) -> Camera:
    """A camera with its distortion; numbers may stand as 1xN lists. Raises `BadInput`."""
    values = _read(file)
    try:
        outside, inside = values["extrinsics"], values["intrinsics_w_distortion"]
        parts = {"R": outside["R"], "T": outside["T"], **{key: inside[key] for key in "fckp"}}
        flat = {key: np.asarray(part, np.float64).ravel() for key, part in parts.items()}
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput(f"no camera parameters: {error!r}") from error
    sizes = {"R": 9, "T": 3, "f": 2, "c": 2, "k": 3, "p": 2}
    wrong = [key for key, size in sizes.items() if len(flat[key]) != size or not np.isfinite(flat[key]).all()]
    if wrong:
        raise BadInput(f"no {', '.join(wrong)} of {', '.join(str(sizes[key]) for key in wrong)} numbers")
    lists = {key: part.tolist() for key, part in flat.items()}
    return Camera(
        name=name, R=flat["R"].reshape(3, 3).tolist(), T=lists["T"],
        f=lists["f"], c=lists["c"], k=lists["k"], p=lists["p"],
    )  # fmt: skip


def seen(joints: NDArray[np.float64], camera: Camera, picture: tuple[int, int]) -> NDArray[np.float64]:
    """Pixels (T, 25, 2) of joints in a picture (width, height).

    Raises `BadInput` where joints are NaN or where, in some frame, more than a quarter of them is out of the picture.
    """
    if np.isnan(joints).any():
        raise BadInput("joints are NaN")
    pixels = project(joints, camera)
    ahead = (joints - np.asarray(camera["T"])) @ np.asarray(camera["R"])[2] > 0
    inside = ahead & ((pixels >= -0.5) & (pixels <= np.asarray(picture) - 0.5)).all(axis=-1)
    if inside.mean(axis=1).min() < 0.75:
        raise BadInput(f"the person is out of view: {inside.mean(axis=1).min():.0%} of the joints are in the picture")
    return pixels


def films(subject: Path, action: str) -> Iterator[tuple[str, Path, Path]]:
    """(camera, film, camera file) of each view that a person's folder should have of an action."""
    for folder in sorted((subject / "videos").glob("*")):
        yield folder.name, folder / f"{action}.mp4", subject / "camera_parameters" / folder.name / f"{action}.json"


def joints_file(subject: Path, action: str) -> Path:
    """Where a person's joints of an action lie."""
    return subject / "joints3d_25" / f"{action}.json"


def named(error: BadInput, path: Path, folder: Path) -> Problem:
    """The problem of a file, named by its place in the tree."""
    return Problem(path.relative_to(folder).as_posix(), str(error))


def _read(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot be read: {getattr(error, 'strerror', None) or error}") from error
