"""Events by track type, and drawn clips that a detector calls."""

from triptych.hub.builders import load_splits
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


def test_drawn_clips_are_called_once_by_a_detector_that_can_be_run(tmp_path, data):
    from triptych.models.detection import baseline

    small = baseline.Settings(steps=1, batch_size=2, width=4, crop=64)
    baseline.train(load_splits(str(data))["train"], tmp_path / "centre", settings=small)
    system = System("small", "small", None, str(tmp_path / "centre"), None, None)  # type: ignore[arg-type]
    settings = EventSettings(clips=1, threshold=0.5)
    found = events_of([system], settings, tmp_path / "out", 0)
    assert found.results["small"][ALL]["n"] == 1
    assert found.results["small"][ALL]["n_frames"] == 150
    made = (tmp_path / "out" / "events" / "small" / "test" / "run.json").stat().st_mtime_ns
    again = events_of([system], settings, tmp_path / "out", 0)
    assert again == found
    assert (tmp_path / "out" / "events" / "small" / "test" / "run.json").stat().st_mtime_ns == made
