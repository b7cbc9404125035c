"""A coach for a live camera: landmarks go in frame by frame, at the end of each repetition a cue comes out."""

import math
from collections import deque
from dataclasses import replace
from typing import Any, Final

import numpy as np

from triptych.core.errors import UsageError
from triptych.core.kinematic_alignment import movement_span
from triptych.core.kinematics import PELVIS, Array, common_joints, read_joints, smooth
from triptych.core.vocabulary import exercise as find_exercise
from triptych.models.coaching.comparison import Cue, compare
from triptych.models.coaching.repetitions import BEFORE_S, LONGEST_S, Pattern, RepetitionCounter, Span, pattern_of
from triptych.models.coaching.signals import signal_of

FPS: Final = 30.0
"""Frames a second of the reference, and to which the landmarks of a repetition are resampled."""
SHORTEST_STEP_S: Final = 1 / 70
"""Frames that follow faster are left out: they would only fill the memory."""
LEAD_S: Final = 0.4
"""Time before a repetition that shows how somebody stands."""
OUTSIDE: Final = 0.15
"""A share of a repetition that is more than the slow beginning and end of its movement."""
COOL_DOWN_S: Final = 10.0
WORSE: Final = 1.25
"""Within the cool-down the same cue is said again only when its severity has grown by this factor."""


class Coach:
    """Counts the repetitions of one person and says one thing after each.

    `reference`: one repetition at 30 frames a second, (T, 25, 3) or (T, 33, 3) as for `compare`; `exercise`: a name of
    Table 3; `preference`, `view`: as for `compare`. `repetitions`: list of (t_start, t_lowest, t_end) in seconds, where
    t_lowest is the turning point (the top of a raise). Memory is bounded: the last 18 seconds are kept.

        coach = Coach(reference, "Squat")
        for t, landmarks in camera:
            cue = coach.update(landmarks, t)
            if cue and cue.text:
                say(cue.text)
    """

    def __init__(self, reference: Any, exercise: str, preference: str | None = None, view: float | None = None) -> None:
        self._exercise = find_exercise(exercise).name
        self._reference = np.asarray(reference, dtype=np.float64)
        poses = smooth(read_joints(self._reference, "reference"), 5)
        self._signal = signal_of(self._exercise, poses)
        pattern = pattern_of(self._signal(poses))
        self._counter = RepetitionCounter(pattern)
        self._before, self._after = _around(poses, self._signal(poses), pattern)
        self._waiting: Span | None = None
        self._preference, self._view = preference, view
        self._frames: deque[tuple[float, Array]] = deque()
        self._said: dict[tuple[Any, ...], tuple[float, float]] = {}
        self.repetitions: list[tuple[float, float, float]] = []

    def update(self, landmarks: Any, t: float) -> Cue | None:
        """The cue for the repetition that ends with this frame, an empty `Cue` for a good one, None in between.

        `landmarks`: (33, 3) BlazePose or (25, 3) Fit3D, one layout throughout; None or NaN while the person is out of
        view. `t`: seconds, growing; frames may be missing or irregular. A cue that was given less than 10 seconds ago
        and is no worse comes with an empty text. Raises `UsageError` for other shapes or times.
        """
        frame = _checked(landmarks, t)
        if frame is None or (self._frames and t - self._frames[-1][0] < SHORTEST_STEP_S):
            return None
        if self._frames and frame.shape != self._frames[-1][1].shape:
            raise UsageError("one layout of joints", f"{frame.shape}", "make a new Coach for other landmarks")
        pose = common_joints(frame)
        value = float(self._signal(pose - pose[PELVIS]))
        if not math.isfinite(value):
            return None
        self._remember(frame, t)
        span = self._counter.add(t, value)
        if span is not None:
            self._waiting = self._whole(span)
        if self._waiting is None or t < self._waiting.end:
            return None
        span, self._waiting = self._waiting, None
        return self._judge(span)

    def _whole(self, span: Span) -> Span:
        """With what the reference does before and after the swings of the signal, such as the press after a squat."""
        lasts = span.end - span.start
        return replace(span, start=span.start - self._before * lasts, end=span.end + 0.9 * self._after * lasts)

    def _remember(self, frame: Array, t: float) -> None:
        self._frames.append((t, frame))
        while t - self._frames[0][0] > BEFORE_S + LONGEST_S:
            self._frames.popleft()

    def _judge(self, span: Span) -> Cue:
        earliest = self.repetitions[-1][2] if self.repetitions else -math.inf
        self.repetitions.append((span.start, span.lowest, span.end))
        times, frames = zip(
            *(each for each in self._frames if each[0] >= max(span.start - LEAD_S, earliest)), strict=True
        )
        user = resampled(np.array(times), np.stack(frames), FPS)
        cue = compare(user, self._reference, self._exercise, FPS, self._preference, self._view)
        return self._unless_said(cue, span.end)

    def _unless_said(self, cue: Cue, t: float) -> Cue:
        """The cue; without its text where it was said a short time ago and is no worse."""
        what = (cue.body_part, cue.side, cue.direction)
        then, severity = self._said.get(what, (-math.inf, 0.0))
        if t - then < COOL_DOWN_S and cue.severity < WORSE * severity:
            return replace(cue, text="")
        self._said[what] = (t, cue.severity)
        return cue


def _around(poses: Array, signal: Array, pattern: Pattern) -> tuple[float, float]:
    """How long the reference moves before and after the swings of its signal, in shares of the time that they take."""
    rest = round(FPS)
    padded = np.pad(signal, rest, mode="edge")
    counter = RepetitionCounter(pattern)
    spans = [span for index, value in enumerate(padded) if (span := counter.add(index / FPS, float(value)))]
    if len(spans) != 1:
        return 0.0, 0.0
    first, last = (rest + frame for frame in movement_span(poses))
    lasts = spans[0].end - spans[0].start
    shares = (spans[0].start - first / FPS) / lasts, (last / FPS - spans[0].end) / lasts
    before, after = (share if share > OUTSIDE else 0.0 for share in shares)
    return before, after


def _checked(landmarks: Any, t: float) -> Array | None:
    if not math.isfinite(t):
        raise UsageError("a time in seconds", f"{t}", "pass the time of the frame")
    if landmarks is None:
        return None
    frame = np.array(landmarks, dtype=np.float64)
    if frame.shape not in ((33, 3), (25, 3)):
        fix = "pass the landmarks of one person in one frame, or None where nobody is seen"
        raise UsageError("landmarks of shape (33, 3) or (25, 3)", f"shape {frame.shape}", fix)
    return frame


def resampled(times: Array, frames: Array, fps: float) -> Array:
    """Frames (N, J, 3) at irregular `times` (N,), linear at even ones; a value unknown on either side stays so."""
    even = np.arange(times[0], times[-1] + 1e-9, 1.0 / fps)
    after = np.clip(np.searchsorted(times, even, side="right"), 1, len(times) - 1)
    share = (even - times[after - 1]) / (times[after] - times[after - 1])
    share = np.clip(share, 0.0, 1.0)[:, None, None]
    return np.asarray(frames[after - 1] * (1 - share) + frames[after] * share)
