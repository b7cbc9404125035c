"""Numbers of the paper's event-based evaluation: "SynRailObs: A Synthetic Dataset for Obstacle Detection in Railway
Scenarios", section 4.3 and Table 3.

The paper says neither how many events were tested, nor from which detection score on a frame counts as positive, nor
what an even split of the frames means.
"""

from typing import Final

SECONDS: Final = 15.0
"""Section 4.3: "Each test event is a 15 seconds video"."""
FPS: Final = 10.0
"""Section 4.3: frames taken from each second of an event."""

TABLE_3_ACC: Final = {
    "YOLOV5-s": {"ballastless": 93.7, "ballasted": 95.1},
    "YOLOV5-m": {"ballastless": 95.2, "ballasted": 95.8},
    "YOLOV5-l": {"ballastless": 96.7, "ballasted": 94.7},
    "nanodet": {"ballastless": 92.7, "ballasted": 92.7},
    "Faster-RCNN": {"ballastless": 92.8, "ballasted": 93.7},
    "RE-DETR": {"ballastless": 97.0, "ballasted": 97.2},
}
"""Event accuracy in percent, by kind of track."""
