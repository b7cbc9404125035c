"""What a copy of Fit3D offers: usable repetitions, the part of the picture to cut out, and what could not be used."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from triptych.core.progress import progress
from triptych.core.runs import digest, file_sha256
from triptych.dataset_builders.film import Film, probe
from triptych.dataset_builders.formcoach.clips import Format, Window, window
from triptych.dataset_builders.formcoach.fit3d import (
    MARKS,
    Take,
    films,
    joints_file,
    named,
    read_camera,
    read_joints,
    read_marks,
    repetitions,
    seen,
    subjects,
)
from triptych.dataset_builders.problems import BadInput, Problem

View = tuple[str, str, tuple[int, int]]
"""Exercise, camera, size of the picture: what a user and a reference have in common."""
_Box = NDArray[np.float64]


@dataclass
class Survey:
    """Takes by view, the window of each view, exercises that are missing, problems, files read with their digests."""

    takes: dict[View, list[Take]] = field(default_factory=dict)
    windows: dict[View, Window] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)

    def digest(self) -> str:
        """64 hex digits over the content of every file that was read."""
        return digest(self.files)


@dataclass(frozen=True)
class _Sequence:
    """What all cameras of one person and action share."""

    exercise: str
    action: str
    subject: Path
    marks: list[object]
    joints: NDArray[np.float64]


def survey(folder: Path, mapping: Mapping[str, str | None], form: Format) -> Survey:
    """Look through Fit3D for the exercises of `mapping`. Every film is read, none is decoded.

    All people of a view share one window, so that sizes compare and one camera describes every clip of it: the box of
    all joints of all its repetitions, with a margin. Raises `UsageError` where `folder` is not Fit3D.
    """
    found, boxes = Survey(), dict[View, list[_Box]]()
    people = subjects(folder)
    for subject in people:
        found.files[_place(subject / MARKS, folder)] = file_sha256(subject / MARKS)
    for exercise, action in progress(mapping.items(), "looking through Fit3D", len(mapping)):
        if action is None:
            found.missing[exercise] = "no action of Fit3D is given for it"
            continue
        for subject in people:
            for take, box in _takes(found, folder, subject, exercise, action):
                view = (exercise, take.camera, take.picture)
                found.takes.setdefault(view, []).append(take)
                boxes.setdefault(view, []).append(box)
        if not any(view[0] == exercise for view in found.takes):
            found.missing[exercise] = f"no usable repetition of {action}"
    found.windows = {view: window(np.stack(some), view[2], form) for view, some in boxes.items()}
    found.problems = list(dict.fromkeys(found.problems))
    return found


def _takes(found: Survey, folder: Path, subject: Path, exercise: str, action: str) -> Iterator[tuple[Take, _Box]]:
    """The usable repetitions of a person's action in every camera, each with the box (2, 2) of its joints' pixels."""
    try:
        marks = read_marks(subject).get(action)
    except BadInput as error:
        found.problems.append(named(error, subject / MARKS, folder))
        return
    if not marks:
        if any(film.is_file() for _, film, _ in films(subject, action)):
            found.problems.append(Problem(f"{_place(subject / MARKS, folder)}: {action}", "no marks of repetitions"))
        return
    file = joints_file(subject, action)
    try:
        joints = read_joints(file)
    except BadInput as error:
        found.problems.append(named(error, file, folder))
        return
    found.files[_place(file, folder)] = file_sha256(file)
    sequence = _Sequence(exercise, action, subject, list(marks), joints)
    for camera, film_file, camera_file in films(subject, action):
        yield from _view(found, folder, sequence, camera, film_file, camera_file)


def _view(
    found: Survey, folder: Path, sequence: _Sequence, camera: str, film_file: Path, camera_file: Path
) -> Iterator[tuple[Take, _Box]]:
    try:
        film = probe(film_file)
        lens = read_camera(camera_file, camera)
    except BadInput as error:
        bad = camera_file if film_file.is_file() and not camera_file.is_file() else film_file
        found.problems.append(named(error, bad, folder))
        return
    for file in (film_file, camera_file):
        found.files[_place(file, folder)] = file_sha256(file)
    for number, (start, stop) in enumerate(_ranges(found, folder, sequence, film)):
        picture = (film.width, film.height)
        try:
            pixels = seen(sequence.joints[start:stop], lens, picture)
        except BadInput as error:
            what = f"{_place(film_file, folder)}: repetition {number + 1}"
            found.problems.append(Problem(what, f"frames {start} to {stop - 1}: {error}"))
            continue
        take = Take(
            exercise=sequence.exercise, action=sequence.action, subject=sequence.subject.name, camera=camera,
            number=number, start=start, stop=stop, film=film_file, camera_file=camera_file,
            joints_file=joints_file(sequence.subject, sequence.action), fps=film.fps, picture=picture,
        )  # fmt: skip
        yield take, np.stack([pixels.min(axis=(0, 1)), pixels.max(axis=(0, 1))])


def _ranges(found: Survey, folder: Path, sequence: _Sequence, film: Film) -> list[tuple[int, int]]:
    ranges, dropped = repetitions(sequence.marks, min(len(sequence.joints), film.frames))
    what = f"{_place(sequence.subject / MARKS, folder)}: {sequence.action}"
    found.problems += [Problem(what, reason) for reason in dropped]
    if len(sequence.joints) < film.frames:
        file = joints_file(sequence.subject, sequence.action)
        reason = f"joints for {len(sequence.joints)} of the {film.frames} frames: later repetitions are left out"
        found.problems.append(Problem(_place(file, folder), reason))
    return ranges


def _place(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix()


def lonely(takes: Mapping[View, Iterable[Take]]) -> list[Problem]:
    """Views in which one person is alone, so that there is nobody to compare with."""
    return [
        Problem(f"{view[0]}, camera {view[1]}", f"only {people.pop()} can be used: no other person to pair with")
        for view, some in takes.items()
        if len(people := {take.subject for take in some}) == 1
    ]
