"""Event accuracy of each system, in all and by track type: of a user's labelled videos, or of drawn clips.

Detectors that can be run here are shown drawn clips where no videos are given; a system that is known by its boxes
alone has events only through its file of frame scores.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from triptych.core.errors import UsageError
from triptych.core.progress import progress
from triptych.core.runs import Row, Rows, RunInfo, digest
from triptych.hub.predict_synrailobs import system_of
from triptych.hub.prediction_files import read_rows
from triptych.hub.rail_study.settings import EventSettings
from triptych.hub.rail_study.systems import System, fingerprint
from triptych.hub.score_synrailobs import FRAME, score_events

if TYPE_CHECKING:
    from triptych.dataset_builders.synrailobs.events import EventClip
    from triptych.models.detection.detected import Detect

ALL = "all"
THRESHOLDS = [step / 100 for step in range(5, 100, 5)]
BATCH = 10


@dataclass(frozen=True)
class Events:
    """Results of `event_accuracy` by system and track type (`all` too), and what they are of."""

    results: dict[str, dict[str, dict[str, Any]]]
    drawn: bool
    thresholds: dict[str, float]


def events_of(systems: Sequence[System], settings: EventSettings, out: Path, seed: int) -> Events:
    """Call every system's videos."""
    if settings.references:
        return _of_videos(systems, settings, out)
    from triptych.dataset_builders.synrailobs.events import event_clips

    results: dict[str, dict[str, dict[str, Any]]] = {}
    thresholds: dict[str, float] = {}
    for system in systems if settings.clips else ():
        if system.weights is None:
            continue
        folder = out / "events" / system.folder
        test = event_clips(seed, settings.clips, "test")
        frames = _clip_frames(system.weights, test, folder / "test")
        threshold = settings.threshold
        if threshold is None:
            tuning = event_clips(seed, settings.clips, "validation")
            threshold = _best(_clip_frames(system.weights, tuning, folder / "validation"), _labels(tuning))
        thresholds[system.name] = threshold
        results[system.name] = by_track_type(frames, _labels(test), threshold, 15.0, 10.0)
    return Events(results, True, thresholds)


def by_track_type(
    frames: Sequence[Row], videos: Sequence[Row], threshold: float, seconds: float, fps: float
) -> dict[str, dict[str, Any]]:
    """`event_accuracy` of all videos, and of those of each track type that is named."""
    kinds = sorted({str(video["track_type"]) for video in videos if video.get("track_type")})
    chosen = {ALL: list(videos)} | {kind: [v for v in videos if v.get("track_type") == kind] for kind in kinds}
    results = {}
    for kind, some in chosen.items():
        ids = {video["video_id"] for video in some}
        shown = [{name: frame[name] for name in FRAME} for frame in frames if frame["video_id"] in ids]
        labels = [{"video_id": video["video_id"], "label": video["label"]} for video in some]
        results[kind] = score_events(shown, labels, threshold, seconds, fps)
    return results


def _of_videos(systems: Sequence[System], settings: EventSettings, out: Path) -> Events:
    videos = read_rows(settings.references or Path()).rows
    if any("video_id" not in video or "label" not in video for video in videos):
        raise UsageError("rows of video_id and label", f"{settings.references} without one", "see `score synrailobs`")
    threshold = 0.5 if settings.threshold is None else settings.threshold
    results = {}
    for system in systems:
        file = system.frames or _film_frames(system, settings, out)
        if file:
            frames = read_rows(file).rows
            if any(name not in frame for frame in frames for name in FRAME):
                raise UsageError(f"{', '.join(FRAME)} in every row", f"{file} without one", "mend it")
            results[system.name] = by_track_type(frames, videos, threshold, settings.seconds, settings.fps)
    return Events(results, False, dict.fromkeys(results, threshold))


def _film_frames(system: System, settings: EventSettings, out: Path) -> Path | None:
    """The run folder of a detector's scores of the films, made where it is not there."""
    if not settings.videos or system.weights is None:
        return None
    from triptych.hub.commands.synrailobs import PredictSynrailobs
    from triptych.hub.predict_synrailobs import predict_videos

    command = PredictSynrailobs(weights=system.weights, videos=settings.videos, fps=settings.fps,
                                seconds=settings.seconds, rail_area=True)  # fmt: skip
    return predict_videos(command, out / "frames" / system.folder)


def _clip_frames(weights: str, clips: Sequence["EventClip"], out: Path) -> list[Row]:
    """Frame scores of drawn clips, one row a clip in a run folder that can go on."""
    from triptych.models.detection.load import load_detector
    from triptych.models.detection.predict import LEAST_SCORE

    order = [clip.video_id for clip in clips]
    name = system_of(weights)
    run = Rows(out, RunInfo(name, "synrailobs", "events", digest([fingerprint(weights), order]), model_id=weights))
    if not run.complete:
        detect = load_detector(weights, LEAST_SCORE)
        for clip in progress([clip for clip in clips if clip.video_id not in run.done], "event clips"):
            rows = list(_scores(detect, clip))
            run.add({"id": clip.video_id, "t": [row["t"] for row in rows], "score": [row["score"] for row in rows]})
        run.finish(order)
    return [
        {"video_id": name, "t": float(t), "score": float(score)}
        for name in order
        for t, score in zip(run.done[name]["t"], run.done[name]["score"], strict=True)
    ]


def _scores(detect: "Detect", clip: "EventClip") -> Iterator[Row]:
    """The surest box of any class whose foot stands in the rail area, frame by frame; 0 where there is none.

    Only the part of a frame around the track is looked at.
    """
    from triptych.dataset_builders.synrailobs.events import frames, in_rail_area, place_of, region

    drawn = place_of(clip)
    left, top, right, bottom = region(drawn)
    waiting = frames(clip)
    while some := list(islice(waiting, BATCH)):
        seen = detect([np.ascontiguousarray(frame[top:bottom, left:right]) for _, frame in some])
        for (t, _), found in zip(some, seen, strict=True):
            feet = zip(left + found.boxes[:, [0, 2]].mean(axis=1), top + found.boxes[:, 3], strict=True)
            inside = [in_rail_area(drawn, float(column), float(row)) for column, row in feet]
            yield {"video_id": clip.video_id, "t": t, "score": float(found.scores[inside].max(initial=0.0))}


def _labels(clips: Sequence["EventClip"]) -> list[Row]:
    from triptych.dataset_builders.synrailobs.plan import backgrounds
    from triptych.dataset_builders.synrailobs.schema import SPLITS

    tracks = {place.id: place.track_type for split in SPLITS for place in backgrounds(split)}
    return [{"video_id": clip.video_id, "label": clip.label, "track_type": tracks[clip.background_id]}
            for clip in clips]  # fmt: skip


def _best(frames: Sequence[Row], videos: Sequence[Row]) -> float:
    """The middle of the thresholds that call the most videos right."""
    right = [by_track_type(frames, videos, threshold, 15.0, 10.0)[ALL]["accuracy"] for threshold in THRESHOLDS]
    best = [threshold for threshold, accuracy in zip(THRESHOLDS, right, strict=True) if accuracy == max(right)]
    return best[len(best) // 2]
