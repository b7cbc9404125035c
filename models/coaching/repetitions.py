"""Repetitions counted as they happen, on one signal: the swings of the reference, looked for in their order.

A squat is one swing down and one up; a twist goes to one side, to the other and back. A swing counts once it is large
enough (hysteresis), so that steps, sway and half movements do not.

    >>> squat = np.concatenate([np.zeros(30), np.sin(np.linspace(0, np.pi, 60)), np.zeros(30)])
    >>> counter = RepetitionCounter(pattern_of(squat))
    >>> [span for i, value in enumerate(squat) if (span := counter.add(i / 30, value))]
    [Span(start=1.1333, lowest=2.0, end=3.1)]
"""

from collections import deque
from dataclasses import dataclass
from typing import Final

import numpy as np

from triptych.core.kinematics import Array

LEAST_SWING: Final = 0.4
"""Share of the reference's swing that makes one."""
BEFORE_S: Final = 6.0
"""A repetition begins at the lowest (or highest) rest within this time."""
LONGEST_S: Final = 12.0
SHORTEST_S: Final = 0.5
OUT_OF_VIEW_S: Final = 1.0
"""After a gap of this length everything begins anew."""
CUT: Final = 0.25
"""A first repetition that ends this much (of its height) beyond where it began was under way when the stream began."""
_CALM_S: Final = 0.2
_SLOW: Final = 0.04


@dataclass(frozen=True)
class Pattern:
    """`swings`: signed, in shares of `size`, the range of the signal in the reference; `main`: the turning point (0 =
    after the first swing) that is farthest from the start."""

    size: float
    swings: tuple[float, ...]
    main: int


@dataclass(frozen=True)
class Span:
    """A repetition, in seconds; `lowest` is its turning point: the bottom of a squat, the top of a raise."""

    start: float
    lowest: float
    end: float


def pattern_of(signal: Array) -> Pattern:
    """The swings of one repetition of the reference, signal (T,)."""
    first = float(np.median(signal[: max(len(signal) // 30, 1)]))
    size = float(np.abs(signal - first).max()) or 1.0
    levels = _levels((signal - first) / size)
    if len(levels) < 3:
        levels = [0.0, levels[-1], 0.0]  # the clip ends at the turning point: the way back is its mirror
    swings = tuple(float(each) for each in np.diff(levels))
    return Pattern(size, swings, int(np.argmax(np.abs(levels[1:-1]))))


def _levels(signal: Array) -> list[float]:
    """Levels at the start, at each turn by more than 0.3, and at the end of the last swing."""
    levels, extreme, up = [float(signal[0])], float(signal[0]), 0
    for value in map(float, signal):
        if up == 0:
            extreme, up = value, int(np.sign(value - levels[0])) if abs(value - levels[0]) > 0.3 else 0
        elif (value - extreme) * up > 0:
            extreme = value
        elif (extreme - value) * up > 0.3:
            levels.append(extreme)
            extreme, up = value, -up
    return [*levels, extreme]


class RepetitionCounter:
    """`add` a value of the signal at a time, get the `Span` of a repetition that it ends, else None."""

    def __init__(self, pattern: Pattern) -> None:
        self._pattern = pattern
        self._samples: deque[tuple[float, float, float]] = deque(maxlen=2000)  # time, raw, calm
        self.reset()

    def reset(self) -> None:
        """Forget all: the next repetition begins at rest."""
        self._samples.clear()
        self._first = True
        self._wait(-np.inf)

    def _wait(self, since: float) -> None:
        self._since = since
        self._swing = 0
        self._turns: list[tuple[float, float]] = []  # time, level; the first is the rest before the movement
        self._extreme = (0.0, 0.0)

    def add(self, t: float, value: float) -> Span | None:
        """`t` in seconds, growing; `value` in the unit of the reference's signal."""
        if self._samples and t - self._samples[-1][0] > OUT_OF_VIEW_S:
            self.reset()
        raw = value / self._pattern.size
        while self._samples and t - self._samples[0][0] > BEFORE_S + LONGEST_S:
            self._samples.popleft()
        recent = [raw]
        for time, earlier, _ in reversed(self._samples):
            if t - time > _CALM_S:
                break
            recent.append(earlier)
        calm = float(np.median(recent))
        self._samples.append((t, raw, calm))
        return self._moved(t, calm)

    def _moved(self, t: float, level: float) -> Span | None:
        swings = self._pattern.swings
        if self._swing == 0:
            self._look_for_start(t, level)
            return None
        if t - self._turns[0][0] > LONGEST_S:
            self._wait(t)
            return None
        way = np.sign(swings[self._swing - 1])
        if (level - self._extreme[1]) * way > 0:
            self._extreme = (t, level)
        back = (self._extreme[1] - level) * way
        if self._swing == len(swings):
            return self._finish(t) if self._is_back(t, back) else None
        if back >= LEAST_SWING * abs(swings[self._swing]):
            self._turns.append(self._extreme)
            self._extreme = (t, level)
            self._swing += 1
        return None

    def _look_for_start(self, t: float, level: float) -> None:
        first = self._pattern.swings[0]
        way = np.sign(first)
        window = [(time, calm) for time, _, calm in self._samples if time >= max(t - BEFORE_S, self._since)]
        rest = min(calm * way for _, calm in window)
        if level * way - rest >= LEAST_SWING * abs(first):
            near = [time for time, calm in window if calm * way - rest <= 0.1 * abs(first)]
            self._turns = [(near[-1], rest * way)]
            self._extreme = (t, level)
            self._swing = 1

    def _is_back(self, t: float, reversed_by: float) -> bool:
        """Back where the last swing ends, or nearly and halting or turning again."""
        swings = self._pattern.swings
        (_, before), (turned, turn) = self._turns[-2:]
        expected = abs(turn - before) * abs(swings[-1] / swings[-2])
        done = abs(self._extreme[1] - turn) / max(expected, 1e-6)
        if done >= 1.0 and len(swings) > 2:
            return True  # a twist passes the middle without a halt
        halting = self._moved_within(t, 0.15) < _SLOW
        if done >= 0.95 and self._moved_within(t, 0.15) < 0.15 * abs(swings[-1]):
            return True
        if done >= 0.85 and (halting or reversed_by > 0.06):
            return True
        return done >= 0.6 and (reversed_by > 0.15 or (t - turned > 0.5 and self._moved_within(t, 0.5) < _SLOW))

    def _moved_within(self, t: float, seconds: float) -> float:
        levels = [calm for time, _, calm in self._samples if t - time <= seconds + 1e-6]
        return max(levels) - min(levels) if len(levels) > 2 else np.inf

    def _finish(self, t: float) -> Span | None:
        (start, rest), lowest = self._turns[0], self._turning_point()
        beyond = abs(self._extreme[1] - self._turns[-1][1]) - abs(rest - self._turns[-1][1])
        cut = (
            self._first and len(self._pattern.swings) == 2 and beyond > CUT * abs(self._extreme[1] - self._turns[-1][1])
        )
        self._wait(t)
        self._first = False
        return None if cut or t - start < SHORTEST_S else Span(round(start, 4), round(lowest, 4), round(t, 4))

    def _turning_point(self) -> float:
        """Time of the extreme near the main turn, on the signal smoothed around each frame."""
        main = self._pattern.main
        about, way = self._turns[main + 1][0], np.sign(self._pattern.swings[main])
        times, values = np.array([(time, raw) for time, raw, _ in self._samples if abs(time - about) <= 1.0]).T
        inner = np.abs(times - about) <= 0.5
        means = [values[np.abs(times - time) <= _CALM_S / 2].mean() * way for time in times[inner]]
        return float(times[inner][int(np.argmax(means))])
