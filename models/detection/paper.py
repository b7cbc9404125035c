"""How the paper trained its detectors, and how large it says that they are.

No NanoDet here: its row of Table 3 has no maintained package behind it. `nanodet` is not on PyPI (looked up in December
2026), none of ultralytics, torchvision and transformers has the architecture, and its repository installs from source
only, with the desktop build of OpenCV. Nearest in size of what trains here is YOLOv5-n (2.5 million parameters).
"""

from typing import Final

IMAGE_SIZE: Final = 640
BATCH: Final = 32
LEARNING_RATE: Final = 1e-3
"""Of Adam."""
EPOCHS: Final = 50
"""Section 4.1, these four."""

PARAMETERS_M: Final = {
    "yolov5s": 9.1,
    "yolov5m": 25.1,
    "yolov5l": 53.2,
    "nanodet": 2.44,
    "fasterrcnn": 44.3,
    "rtdetr": 41.3,
}
"""Table 3, in millions, for COCO's 80 classes. The YOLOv5 are those of ultralytics without anchors ("v5u").

Counted here for 80 classes: see tests/models/detection/test_parameters.py. 41.3 and 44.3 may have changed places:
Faster R-CNN with ResNet-50-FPN has 41.5 to 41.8 million, RT-DETR with ResNet-50 42 to 43 million.
"""
