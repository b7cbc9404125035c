"""What a detector says of each frame of a drawn event, as `event_accuracy` takes it."""

from itertools import islice
from typing import Any

from triptych.dataset_builders.synrailobs.events import EventClip, frames, in_rail_area, place_of, region
from triptych.dataset_builders.synrailobs.scenes import Scene
from triptych.models.detection.baseline import Detections, Detector, detect


def event_scores(detector: Detector, clip: EventClip, batch_size: int = 10) -> list[dict[str, Any]]:
    """Rows {video_id, t, score}: the surest sign of anything, of whatever class, that stands in the rail area.

    Only the part of each frame around the track is looked at; `score` is 0 where nothing is found there.
    """
    drawn = place_of(clip)
    left, top, right, bottom = region(drawn)
    rows: list[dict[str, Any]] = []
    waiting = frames(clip)
    while some := list(islice(waiting, batch_size)):
        found = detect(detector, [frame[top:bottom, left:right] for _, frame in some])
        rows += [
            {"video_id": clip.video_id, "t": t, "score": surest(drawn, one, left, top)}
            for (t, _), one in zip(some, found, strict=True)
        ]
    return rows


def surest(drawn: Scene, seen: Detections, left: int, top: int) -> float:
    """The highest objectness among boxes whose foot stands in the rail area; 0 where there is none.

    The boxes are those of a part of the picture whose upper left corner is at (`left`, `top`).
    """
    columns, rows = left + (seen.boxes[:, 0] + seen.boxes[:, 2]) / 2, top + seen.boxes[:, 3]
    inside = [in_rail_area(drawn, float(column), float(row)) for column, row in zip(columns, rows, strict=True)]
    return float(seen.objectness[inside].max(initial=0.0))
