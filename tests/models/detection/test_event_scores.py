"""Scores of frames count what stands in the rail area and nothing else."""

import numpy as np
import pytest
import torch

from triptych.dataset_builders.synrailobs.events import event_clips, place_of
from triptych.models.detection.baseline import Detections, Detector
from triptych.models.detection.centre_network import CentreNetwork, fused
from triptych.models.detection.event_scores import event_scores, surest


def boxes_at(drawn, laterals, distance):
    """A box 0.5 m wide and 1.7 m tall on the ground at each place."""
    scale = drawn.camera.scale_at(distance)
    made = []
    for lateral in laterals:
        column, row = (float(value) for value in drawn.site.place(lateral, 0.0, distance))
        made.append([column - scale / 4, row - 1.7 * scale, column + scale / 4, row])
    return np.array(made, np.float32)


def test_only_feet_in_the_rail_area_count():
    drawn = place_of(event_clips(0, 1)[0])
    seen = Detections(boxes_at(drawn, [0.3, 5.0, -4.0], 20.0), np.array([0.4, 0.9, 0.7], np.float32), np.zeros((3, 6)))
    assert surest(drawn, seen, 0, 0) == pytest.approx(0.4)
    beside = Detections(seen.boxes[1:], seen.objectness[1:], seen.classes[1:])
    assert surest(drawn, beside, 0, 0) == 0.0
    shifted = Detections(seen.boxes - np.float32([100, 50, 100, 50]), seen.objectness, seen.classes)
    assert surest(drawn, shifted, 100, 50) == pytest.approx(0.4)


def test_every_frame_gets_a_score():
    with torch.random.fork_rng():
        torch.manual_seed(0)
        detector = Detector(fused(CentreNetwork(6, 8)))
    clip = event_clips(0, 2)[1]
    rows = event_scores(detector, clip)
    assert [row["t"] for row in rows] == [number / 10 for number in range(150)]
    assert {row["video_id"] for row in rows} == {clip.video_id}
    assert all(0 <= row["score"] <= 1 for row in rows)
