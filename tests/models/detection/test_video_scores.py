"""Scores of frames: of the surest thing anywhere, or of what stands on the track where rails are seen."""

import numpy as np

from triptych.dataset_builders.synrailobs.rails import Rails
from triptych.models.detection.detected import detected
from triptych.models.detection.video_scores import frame_scores, surest

ROWS = np.arange(50.0, 100.0)
RAILS = Rails(ROWS, 100 - (ROWS - 40) / 2, 100 + (ROWS - 40) / 2, 1.0)
"""At row 90 the rails are at columns 75 and 125."""


def seen(*things):
    """(column of the middle, row of the foot, score) each."""
    boxes = [[column - 5, row - 20, column + 5, row] for column, row, _ in things]
    return detected(boxes, [score for *_, score in things], ["person"] * len(things), (120, 300))


def test_the_surest_thing_anywhere():
    assert surest(seen((100, 90, 0.4), (250, 90, 0.75))) == 0.75
    assert surest(seen()) == 0


def test_only_feet_in_the_rail_area_count():
    beside = 100 + 1.25 * 50  # half of 2.5 gauges from the middle of the track
    assert surest(seen((100, 90, 0.5), (250, 90, 0.75)), RAILS) == 0.5
    assert surest(seen((beside - 1, 90, 0.5)), RAILS) == 0.5
    assert surest(seen((beside + 1, 90, 0.5)), RAILS) == 0
    assert surest(seen((100, 45, 0.5)), RAILS) == 0, "beyond the farthest row"
    assert surest(seen((100, 115, 0.5)), RAILS) == 0.5, "feet below the last row stand on it"


def bright(images):
    """A detector of anything bright; traffic lights are no obstacles."""
    boxes, labels = [[1, 1, 9, 9], [1, 1, 8, 8]], ["dog", "traffic light"]
    return [detected(boxes, [image.mean() / 255, 0.99], labels, image.shape[:2]) for image in images]


def test_times_and_scores_stay_together_over_batches():
    frames = [(number / 10, np.full((96, 160, 3), 10 * number, np.uint8)) for number in range(25)]
    found = list(frame_scores(bright, frames, batch=10))
    np.testing.assert_allclose(found, [(number / 10, 10 * number / 255) for number in range(25)], atol=1e-6)


def test_without_rails_in_sight_the_whole_frame_counts():
    frames = [(0.0, np.full((96, 160, 3), 128, np.uint8))]
    assert list(frame_scores(bright, frames, rail_area=True)) == list(frame_scores(bright, frames))
