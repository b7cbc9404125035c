"""Counting on one number: what is a repetition, and what only looks like one."""

import numpy as np
import pytest

from triptych.models.coaching.repetitions import RepetitionCounter, Span, pattern_of

DOWN_UP = np.concatenate([np.zeros(10), -(np.sin(np.linspace(0, np.pi, 60)) ** 2), np.zeros(10)])
TWIST = np.sin(np.linspace(0, 2 * np.pi, 90))


def counted(
    reference: np.ndarray, signal: np.ndarray, fps: float = 30.0, times: np.ndarray | None = None
) -> list[Span]:
    counter = RepetitionCounter(pattern_of(reference))
    when = np.arange(len(signal)) / fps if times is None else times
    return [span for t, value in zip(when, signal, strict=True) if (span := counter.add(float(t), float(value)))]


def dips(*sizes: float, seconds: float = 2.0, rest: float = 1.0, fps: float = 30.0) -> np.ndarray:
    still = np.zeros(round(rest * fps))
    one = np.sin(np.linspace(0, np.pi, round(seconds * fps))) ** 2
    return np.concatenate([still, *(part for size in sizes for part in (-size * one, still))])


@pytest.mark.parametrize("seconds", [1.0, 2.0, 4.0, 6.0])
@pytest.mark.parametrize("fps", [10.0, 30.0, 60.0])
def test_every_tempo_and_rate_is_counted_with_its_lowest_point(seconds: float, fps: float) -> None:
    spans = counted(DOWN_UP, dips(1.0, 1.0, 0.8, seconds=seconds, fps=fps), fps)
    lowest = [1.0 + seconds / 2 + (1.0 + seconds) * index for index in range(3)]
    assert [span.lowest for span in spans] == pytest.approx(lowest, abs=0.2)
    assert all(span.start < span.lowest < span.end for span in spans)


def test_small_dips_sway_and_a_drift_are_no_repetitions() -> None:
    sway = 0.1 * np.sin(np.linspace(0, 60, 900)) + np.linspace(0, 0.3, 900)
    assert counted(DOWN_UP, dips(0.3, 0.35, 0.2)) == []
    assert counted(DOWN_UP, sway) == []
    assert len(counted(DOWN_UP, dips(0.3, 1.0, 0.3))) == 1


def test_without_a_rest_between_them_each_is_counted() -> None:
    assert len(counted(DOWN_UP, dips(1.0, 1.0, 1.0, 1.0, rest=0.0))) == 4


def test_one_that_is_under_way_when_the_stream_begins_does_not_count() -> None:
    signal = dips(1.0, 1.0)
    assert len(counted(DOWN_UP, signal[45:])) == 1
    assert len(counted(DOWN_UP, signal[65:])) == 1


def test_a_gap_begins_anew() -> None:
    signal = dips(1.0, 1.0)
    times = np.arange(len(signal)) / 30 + np.where(np.arange(len(signal)) > 60, 3.0, 0.0)  # lost at the first bottom
    assert len(counted(DOWN_UP, signal, times=times)) == 1


def test_jumps_of_single_frames_are_not_seen() -> None:
    signal = dips(1.0, 1.0)
    signal[[10, 75, 100]] -= 2.0
    assert len(counted(DOWN_UP, signal)) == 2


def test_a_twist_goes_to_both_sides_in_one_repetition() -> None:
    pattern = pattern_of(TWIST)
    assert len(pattern.swings) == 3
    assert len(counted(TWIST, np.concatenate([np.zeros(20), TWIST, TWIST, TWIST, np.zeros(20)]))) == 3
    assert counted(TWIST, np.concatenate([np.zeros(20), TWIST[:45], np.zeros(60)])) == []
