"""A small tree of Fit3D's layout, filmed of drawn people through the same camera model: to try and test the real thing.

    python -m triptych.dataset_builders.formcoach.fit3d_tree runs/fit3d-example
    triptych build formcoach --config pairs --fit3d runs/fit3d-example

Its people are ours, so it says nothing about Fit3D's pictures; layout, units, marks and lens are those of fit3d.py.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import av
import numpy as np
from numpy.typing import NDArray

from triptych.core.progress import progress
from triptych.core.vocabulary import EXERCISES
from triptych.core.vocabulary import exercise as find_exercise
from triptych.dataset_builders.formcoach.camera import SIZE, Camera, rays, synthetic
from triptych.dataset_builders.formcoach.fit3d import MARKS
from triptych.dataset_builders.formcoach.fit3d_mapping import MAPPING
from triptych.dataset_builders.formcoach.motion import InjectedFault, largest_severity, perform, typical_duration
from triptych.dataset_builders.formcoach.render import person, render
from triptych.dataset_builders.formcoach.render_looks import look
from triptych.dataset_builders.formcoach.render_raster import SCALE
from triptych.dataset_builders.formcoach.render_room import Backdrop
from triptych.dataset_builders.formcoach.skeleton import body

SUBJECTS: Final = ("s03", "s04", "s05", "s07", "s08", "s09", "s10", "s11")
CAMERAS: Final = {"50591643": -25, "58860488": 157, "60457274": 25, "65906101": -157}
"""Fit3D's four cameras and about where they stand, degrees."""
FPS: Final = 50
_LENS: Final = {"k": [-0.14, 0.05, -0.004], "p": [0.0015, -0.001]}
# What a camera sees: room for a person of 1.95 m with raised arms, for lunges and planks.
_AREA: Final = np.array([[x, y, z] for x in (-0.9, 0.9) for y in (-1.2, 1.2) for z in (0.0, 2.4)])


def write(
    folder: Path,
    *,
    people: int = 3,
    exercises: int | Sequence[str] = 6,
    cameras: int = 2,
    repetitions: int = 3,
    size: int = 320,
    tempo: float = 1.0,
) -> Path:
    """Write `folder/train/s03/…` for so many people, exercises (by number or by name), cameras and repetitions.

    Videos are square, of `size` pixels, H.264 at 50 frames a second. The first person makes no fault, every other one
    a fault in each exercise. Repetitions last their usual time over `tempo`, each a little different. Returns `folder`.
    """
    mapped = [each.name for each in EXERCISES if MAPPING[each.name]]
    names = mapped[:exercises] if isinstance(exercises, int) else [find_exercise(name).name for name in exercises]
    lenses = {name: lens(number, degrees, size) for number, (name, degrees) in enumerate(CAMERAS.items())}
    views = dict(list(lenses.items())[:cameras])
    backdrops = {name: studio(camera, size) for name, camera in views.items()}
    tasks = [(number, name) for number in range(people) for name in names]
    marks: dict[str, dict[str, list[int]]] = {}
    for number, name in progress(tasks, "filming", len(tasks)):
        joints, ends = exercise_set(name, number, repetitions, tempo)
        action = MAPPING[name] or name.lower().replace(" ", "_")
        place = folder / "train" / SUBJECTS[number]
        _json(place / "joints3d_25" / f"{action}.json", {"joints3d_25": joints.round(5).tolist()})
        scene = person(joints, body(number), look(number, number), name, number)
        for view, camera in views.items():
            _json(place / "camera_parameters" / view / f"{action}.json", camera_file(camera))
            film(place / "videos" / view / f"{action}.mp4", render(scene, camera, backdrops[view]), FPS)
        marks.setdefault(SUBJECTS[number], {})[action] = ends
    for subject, actions in marks.items():
        _json(folder / "train" / subject / MARKS, actions)
    _json(folder / "train" / "info.json", {"subjects": list(marks), "fps": FPS, "synthetic": True})
    return folder


def exercise_set(name: str, number: int, repetitions: int, tempo: float) -> tuple[NDArray[np.float32], list[int]]:
    """A person's set of an exercise: joints (T, 25, 3) with rest before and after, n + 1 marks of n repetitions."""
    rng = np.random.default_rng([number, *name.encode()])
    fault = _fault(name, rng) if number else None
    parts = []
    for _ in range(repetitions):
        seconds = typical_duration(name) / tempo * float(rng.uniform(0.85, 1.15))
        parts.append(perform(name, body(number), seed=number, duration_s=seconds, fps=FPS, fault=fault))
    rest = [np.repeat(some, int(rng.integers(8, 20)), axis=0) for some in (parts[0][:1], parts[-1][-1:])]
    marks = len(rest[0]) + np.cumsum([0, *(len(part) for part in parts)])
    return np.concatenate([rest[0], *parts, rest[1]]), [int(mark) for mark in marks]


def lens(number: int, degrees: float, size: int) -> Camera:
    """A camera of the studio at that azimuth, its lens distorted, its picture `size` pixels wide and high."""
    camera = synthetic(number, degrees, _AREA)
    scale = size / SIZE
    return Camera(
        name=camera["name"], R=camera["R"], T=camera["T"], f=[value * scale for value in camera["f"]],
        c=[(size - 1) / 2 + 1.5, (size - 1) / 2 - 2.5], k=_LENS["k"], p=_LENS["p"],
    )  # fmt: skip


def camera_file(camera: Camera) -> dict[str, Any]:
    """The camera in the form of Fit3D's files: lists in lists."""
    return {
        "extrinsics": {"R": camera["R"], "T": [camera["T"]]},
        "intrinsics_w_distortion": {key: [camera[key]] for key in ("f", "c", "k", "p")},
        "intrinsics_wo_distortion": {"f": camera["f"], "c": camera["c"]},
    }


def studio(camera: Camera, size: int) -> Backdrop:
    """A bare studio: a floor of tiles half a metre wide, a grey wall around."""
    grid = (np.arange(size * SCALE) + 0.5) / SCALE - 0.5
    ray = rays(np.stack(np.meshgrid(grid, grid), axis=-1), camera)
    with np.errstate(divide="ignore", invalid="ignore"):
        reach = np.where(ray[..., 2] < 0, -camera["T"][2] / ray[..., 2], np.inf)
        place = np.asarray(camera["T"])[:2] + reach[..., None] * ray[..., :2]
    floor = np.hypot(place[..., 0], place[..., 1]) < 4.0
    tile = np.where(floor[..., None], np.floor(np.nan_to_num(place, posinf=0, neginf=0) / 0.5), 0).sum(axis=-1) % 2
    wall = 168 + 24 * ray[..., 2] / np.linalg.norm(ray, axis=-1)
    grey = np.where(floor, 118 + 14 * tile, wall)
    image = grey[..., None] + np.where(floor[..., None], (6.0, 2.0, -6.0), (-4.0, 0.0, 5.0))
    seen = np.where(floor[..., None], place, np.nan).reshape(size, SCALE, size, SCALE, 2).mean(axis=(1, 3))
    return Backdrop(np.clip(image, 0, 255).astype(np.uint8), seen.astype(np.float32))


def film(path: Path, frames: NDArray[np.uint8], fps: int, codec: str = "libx264") -> None:
    """Write frames (T, H, W, 3), RGB, as a film of a constant rate."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with av.open(str(path), "w") as container:
        stream = container.add_stream(codec, rate=fps, options={"preset": "veryfast"} if codec == "libx264" else {})
        stream.height, stream.width, stream.pix_fmt = frames.shape[1], frames.shape[2], "yuv420p"
        for picture in frames:
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        container.mux(stream.encode(None))


def _fault(name: str, rng: np.random.Generator) -> InjectedFault:
    """One of the exercise's faults, tempo excepted: there the length of a repetition would no longer be as asked."""
    faults = [fault for fault in find_exercise(name).faults if fault.body_part != "whole_body"]
    fault = faults[int(rng.integers(len(faults)))]
    severity = min(2.5, largest_severity(name, fault))
    side = fault.sides[int(rng.integers(len(fault.sides)))]
    return InjectedFault(fault.body_part, side, fault.direction, severity, fault.phase)


def _json(path: Path, value: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")


if __name__ == "__main__":
    print(write(Path(sys.argv[1] if len(sys.argv) > 1 else "runs/fit3d-example")))
