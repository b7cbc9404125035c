"""Events called by the majority of their frames: counts, rates with 95 % intervals, and time to detection.

>>> frames = [{"video_id": "a", "t": t / 10, "score": 0.9} for t in range(10)]
>>> result = score_events(frames, [{"video_id": "a", "label": 1}], seconds=1)
>>> result["accuracy"], result["time_to_detection_s"], result["events"][0]["missing"]
(1.0, 0.0, 0)
"""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from numbers import Real
from typing import Any

import numpy as np
from scipy import stats

from triptych.core.errors import UsageError
from triptych.core.intervals import wilson
from triptych.metrics.event_accuracy.inputs import FloatArray, Frames, VideoId, check_kinds, read_frames, read_labels
from triptych.metrics.event_accuracy.paper import FPS, SECONDS

LABELS = ("negative", "positive")
_NAMED = 5  # ids in an error


@dataclass(frozen=True)
class Event:
    """One video. `called` is None, and `reason` says why, where it cannot be scored."""

    video_id: str
    label: bool
    called: bool | None
    frames: int
    """Received, each time once."""
    missing: int
    """Of the expected frames."""
    duplicates: int
    """Frames at a time that came again later; the last one counts."""
    positive_share: float | None
    time_to_detection_s: float | None
    """Where called positive: the first t at which more than half of the frames so far are positive."""
    reason: str | None
    """Why it is unscored, or what is odd about its frames."""


def score_events(
    predictions: Any, references: Any, threshold: float = 0.5, seconds: float = SECONDS, fps: float = FPS
) -> dict[str, Any]:
    """Call every video of `references` by its frames in `predictions`; the card explains every key of the result.

    `predictions` are rows {video_id, t, score}, `references` rows {video_id, label} (other forms: `inputs`). A frame is
    positive from `threshold` on; `seconds` * `fps` frames are expected of a video. Raises `UsageError`.
    """
    check_settings(threshold, seconds, fps)
    frames, labels = read_frames(predictions), read_labels(references)
    if not labels:
        raise UsageError("at least one row in references", "none", "give {video_id, label} for every video")
    check_kinds(frames, labels)
    _check_videos(frames, labels)
    _check_times(frames, seconds, fps)
    by_video = _by_video(frames)
    expected = round(seconds * fps)
    events = [_event(name, label, by_video.get(name), threshold, expected) for name, label in labels.items()]
    return {**_figures(events), "events": [asdict(event) for event in events], "reproducible": True}


def check_settings(threshold: float, seconds: float, fps: float) -> None:
    """`UsageError` unless the threshold is a score and at least one frame is expected."""
    for name, value in (("threshold", threshold), ("seconds", seconds), ("fps", fps)):
        if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value):
            raise UsageError(f"{name} as a number", repr(value), "leave it out for the paper's protocol")
    if not 0 <= threshold <= 1:
        raise UsageError("threshold from 0 to 1", repr(threshold), "scores are from 0 to 1")
    if min(seconds, fps) <= 0 or round(seconds * fps) < 1:
        raise UsageError("seconds * fps of at least one frame", f"{seconds!r} * {fps!r}", "leave both out for 15 * 10")


def _check_videos(frames: Frames, labels: dict[VideoId, bool]) -> None:
    if unknown := sorted(map(str, set(frames.video_ids) - labels.keys())):
        named = ", ".join(unknown[:_NAMED]) + (", ..." if len(unknown) > _NAMED else "")
        raise UsageError("a reference for every predicted video", f"{len(unknown)} without: {named}",
                         "add their labels, or leave their frames out")  # fmt: skip


def _check_times(frames: Frames, seconds: float, fps: float) -> None:
    """A time after the end of the video mostly is no time in seconds: say what it looks like."""
    if not (late := np.flatnonzero(frames.t > seconds)).size:
        return
    row, whole = int(late[0]), bool((frames.t == np.floor(frames.t)).all())
    got = f"t {frames.t[row]:g} for {frames.video_ids[row]!r}, the first of {late.size} such frames"
    fix = "count t from the start of the video, or pass its length as seconds=..."
    if whole and frames.t.max() <= round(seconds * fps):
        got, fix = f"{got}; all t are whole: frame numbers?", f"divide frame numbers by {fps:g} frames a second"
    elif whole and frames.t.max() <= 1000 * seconds:
        got, fix = f"{got}; all t are whole", "divide frame numbers by the frame rate, milliseconds by 1000"
    raise UsageError(f"t up to the {seconds:g} seconds of a video", got, fix)


def _by_video(frames: Frames) -> dict[VideoId, tuple[FloatArray, FloatArray, int]]:
    """Of each video its times in order, their scores, and how many frames a later one at the same time replaced."""
    if not frames.video_ids:
        return {}
    names, video = np.unique(np.array(frames.video_ids, dtype=object), return_inverse=True)
    time = np.round(frames.t * 1e6).astype(np.int64)  # so that 0.3 and 0.1 * 3 are one time
    order = np.lexsort((np.arange(video.size), time, video))
    video, time = video[order], time[order]
    last = np.append((np.diff(video) != 0) | (np.diff(time) != 0), True)
    kept, received = order[last], np.bincount(video, minlength=names.size)
    unique = np.bincount(video[last], minlength=names.size)
    parts = np.split(kept, np.cumsum(unique)[:-1])
    return {
        name: (frames.t[part], frames.score[part], int(received[place] - unique[place]))
        for place, (name, part) in enumerate(zip(names, parts, strict=True))
    }


def _event(
    name: VideoId, label: bool, found: tuple[FloatArray, FloatArray, int] | None, threshold: float, expected: int
) -> Event:
    if found is None:
        return Event(str(name), label, None, 0, expected, 0, None, None, "no frames in predictions")
    t, score, duplicates = found
    positive = score >= threshold
    # positive event: 2 * positive frames > frames received; a tie is negative
    called = bool(2 * positive.sum() > positive.size)
    leading = 2 * np.cumsum(positive) > np.arange(1, positive.size + 1)
    time = float(t[np.argmax(leading)]) if called else None
    share, missing = float(positive.mean()), max(expected - positive.size, 0)
    return Event(str(name), label, called, positive.size, missing, duplicates, share, time,
                 _oddities(positive.size, missing, duplicates, expected))  # fmt: skip


def _oddities(frames: int, missing: int, duplicates: int, expected: int) -> str | None:
    found = [f"{missing} of {expected} frames missing"] if missing else []
    if frames > expected + 1:  # both ends of the video may be sampled
        found.append(f"{frames} frames where {expected} were expected: another fps?")
    if duplicates:
        found.append(f"{duplicates} frames at a time that came again: the last one counts")
    return "; ".join(found) or None


def _figures(events: Sequence[Event]) -> dict[str, Any]:
    scored = [event for event in events if event.called is not None]
    table = np.zeros((2, 2), dtype=np.int64)
    for event in scored:
        table[int(event.label), int(bool(event.called))] += 1
    (tn, fp), (fn, tp) = table.tolist()
    shares = {"accuracy": (tp + tn, len(scored)), "precision": (tp, tp + fp), "recall": (tp, tp + fn)}
    figures: dict[str, Any] = {}
    for name, (hits, n) in shares.items():
        figures |= {name: hits / n if n else None, f"{name}_ci": _interval(hits, n)}
    # f1 = 2 p / (1 + p) grows with p = tp / (tp + fp + fn), so its bounds are those of p
    f1 = [None if p is None else 2 * p / (1 + p) for p in _interval(tp, tp + fp + fn)]
    figures |= {"f1": 2 * tp / (2 * tp + fp + fn) if tp + fp + fn else None, "f1_ci": f1}
    times = sorted(
        event.time_to_detection_s for event in scored if event.label and event.time_to_detection_s is not None
    )
    return {
        **figures,
        "time_to_detection_s": float(np.median(times)) if times else None,
        "time_to_detection_s_ci": median_interval(times),
        "n_detected": len(times),
        "confusion": table.tolist(),
        "labels": list(LABELS),
        "n": len(scored),
        "n_unscored": len(events) - len(scored),
        "n_frames": sum(event.frames for event in events),
        "n_missing_frames": sum(event.missing for event in events),
        "n_duplicate_frames": sum(event.duplicates for event in events),
        "undefined": _undefined(len(scored), tp, fp, fn, len(times)),
    }


def _interval(hits: int, n: int) -> list[float | None]:
    return list(wilson(hits, n)) if n else [None, None]


def median_interval(values: Sequence[float], level: float = 0.95) -> list[float | None]:
    """Exact interval of the median of independent sorted `values`: two of them, by the binomial law of their ranks.

    At least `level` of such intervals hold the median, whatever the distribution; [None, None] where even the whole
    range cannot promise that (fewer than 6 values at 95 %).
    """
    # P(the k-th smallest is above the median) = P(Bin(n, 1/2) < k), to be at most (1 - level) / 2
    rank = int(stats.binom.ppf((1 - level) / 2, len(values), 0.5)) if values else 0
    return [values[rank - 1], values[len(values) - rank]] if rank else [None, None]


def _undefined(n: int, tp: int, fp: int, fn: int, detected: int) -> dict[str, str]:
    """Why a figure or an interval has no value, by its name."""
    if not n:
        return dict.fromkeys(("accuracy", "precision", "recall", "f1", "time_to_detection_s"), "no video is scored")
    reasons: dict[str, str] = {}
    if not tp + fp:
        reasons["precision"] = "no video is called positive"
    if not tp + fn:
        reasons["recall"] = "no scored video is labelled positive"
    if not tp + fp + fn:
        reasons["f1"] = "no scored video is labelled or called positive"
    if not detected:
        reasons["time_to_detection_s"] = "no positive video is detected"
    elif detected < 6:
        reasons["time_to_detection_s_ci"] = f"{detected} detected videos; a 95 % interval of a median takes 6"
    return reasons
