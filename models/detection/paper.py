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
"""Table 3, in millions.

For COCO's 80 classes YOLOv5 s, m and l have 9.15, 25.11 and 53.23 here, so they are those without anchors ("v5u"). The
two last fit nothing here: Faster R-CNN with ResNet-50 and FPN has 41.76, RT-DETR 42.94 with ResNet-50 and 32.97 as
rtdetr-l. 2.44 is NanoDet-Plus-m-1.5x.
"""
