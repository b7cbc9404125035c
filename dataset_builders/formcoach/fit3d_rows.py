"""Rows of pairs of takes: every film of a process decoded once, every clip encoded as rarely as can be."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from triptych.dataset_builders.film import Picture, at_numbers
from triptych.dataset_builders.formcoach.clips import Format, Window, clip_camera, cut, held, interpolated, places
from triptych.dataset_builders.formcoach.fit3d import LICENCE, SOURCE, Take, read_camera, read_joints
from triptych.dataset_builders.formcoach.pairing import TakePair
from triptych.dataset_builders.formcoach.rows import outside_row
from triptych.dataset_builders.formcoach.video import encode
from triptych.dataset_builders.problems import BadInput


class TakeRows:
    """Makes rows of `pairs`, best in their order: what a view's films gave is kept until another view is asked for."""

    def __init__(self, pairs: Iterable[TakePair], form: Format) -> None:
        self._form = form
        self._takes: dict[Path, set[Take]] = {}
        for pair in pairs:
            for take in (pair.user, pair.reference):
                self._takes.setdefault(take.film, set()).add(take)
        self._view: tuple[str, str] | None = None
        self._frames: dict[Take, Picture] = {}
        self._clips: dict[tuple[Take, int], bytes] = {}
        self._joints: dict[Path, NDArray[np.float64]] = {}
        self._failed: dict[Path, str] = {}
        self.decoded: list[Path] = []
        """Films that were decoded, in order."""

    def row(self, pair: TakePair) -> dict[str, Any]:
        """The row of a pair. Raises `BadInput` where one of its films is damaged."""
        self._turn_to(pair)
        takes = (pair.user, pair.reference)
        frames = max(len(self._shown(take, pair.window)) for take in takes)
        clips = [self._clip(take, pair.window, frames) for take in takes]
        joints = [held(self._moved(take), frames) for take in takes]
        camera = read_camera(pair.user.camera_file, pair.user.camera)
        return outside_row(
            id=pair.id, exercise=pair.exercise, user=clips[0], reference=clips[1], fps=self._form.fps,
            people=(pair.user.subject, pair.reference.subject), source=SOURCE, licence=LICENCE,
            annotations=pair.annotations, camera=clip_camera(camera, pair.window, self._form),
            joints=(joints[0], joints[1]),
        )  # fmt: skip

    def _turn_to(self, pair: TakePair) -> None:
        view = (pair.exercise, pair.user.camera)
        if view == self._view:
            return
        self._frames.clear()
        self._clips.clear()
        if self._view is None or view[0] != self._view[0]:
            self._joints.clear()
        self._view = view

    def _shown(self, take: Take, window: Window) -> Picture:
        """The take's frames (N, H, W, 3) at the clip's rate and size."""
        if take not in self._frames and take.film not in self._failed:
            self._decode(take.film, window)
        if take not in self._frames:
            raise BadInput(f"{take.subject}, camera {take.camera}, {take.film.name}: {self._failed[take.film]}")
        return self._frames[take]

    def _decode(self, film: Path, window: Window) -> None:
        """All takes of a film in one go; those that end before a damage are kept."""
        self.decoded.append(film)
        takes = sorted(self._takes[film], key=lambda take: take.start)
        numbers = [np.floor(self._places(take) + 0.5).astype(int) for take in takes]
        pictures = at_numbers(film, np.concatenate(numbers).tolist())
        try:
            for take, some in zip(takes, numbers, strict=True):
                frames = [cut(picture, window, self._form) for _, picture in zip(some, pictures, strict=False)]
                self._frames[take] = np.stack(frames)
        except BadInput as error:
            self._failed[film] = str(error)

    def _clip(self, take: Take, window: Window, frames: int) -> bytes:
        """The take as MP4, held up to so many frames. Without holding it serves several pairs."""
        shown = self._shown(take, window)
        if (take, frames) not in self._clips:
            self._clips[take, frames] = encode(held(shown, frames), self._form.fps)
        return self._clips[take, frames]

    def _moved(self, take: Take) -> NDArray[np.float32]:
        if take.joints_file not in self._joints:
            self._joints[take.joints_file] = read_joints(take.joints_file)
        return interpolated(self._joints[take.joints_file], self._places(take))

    def _places(self, take: Take) -> NDArray[np.float64]:
        return places(take.start, take.stop, take.fps, self._form.fps)
