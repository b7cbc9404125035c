"""Events by track type, and drawn clips that a detector calls."""

from triptych.hub.rail_study.events import ALL, by_track_type, events_of
from triptych.hub.rail_study.settings import EventSettings
from triptych.hub.rail_study.systems import System


def test_videos_are_counted_in_all_and_by_track_type():
    videos = [{"video_id": name, "label": label, "track_type": track}
              for name, label, track in (("a", 1, "ballasted"), ("b", 0, "ballasted"), ("c", 1, None))]  # fmt: skip
    frames = [{"video_id": name, "t": t / 10, "score": score, "more": 1}
              for name, score in (("a", 0.9), ("b", 0.2), ("c", 0.1)) for t in range(10)]  # fmt: skip
    found = by_track_type(frames, videos, 0.5, 1.0, 10.0)
    assert {kind: (result["accuracy"], result["n"]) for kind, result in found.items()} == {
        ALL: (2 / 3, 3), "ballasted": (1.0, 2),
    }  # fmt: skip


def test_without_videos_systems_of_boxes_alone_have_no_events(tmp_path):
    system = System("boxes", "boxes", None, None, None, None)  # type: ignore[arg-type]
    found = events_of([system], EventSettings(), tmp_path, 0)
    assert (found.results, found.drawn) == ({}, True)
    assert events_of([system], EventSettings(clips=0), tmp_path, 0).results == {}
