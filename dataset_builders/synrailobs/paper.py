"""Numbers of the paper "SynRailObs: A Synthetic Dataset for Obstacle Detection in Railway Scenarios".

Slips to know, found in the paper and in the code released with it (guoqiushi/SynRailObs @ 928fba0):

- equation 1, W = alpha w + beta, leaves w undefined; in the code it is the row at which a sprite is pasted;
- the code pastes whole rectangles (only exactly black pixels are transparent) and labels the whole rectangle, class 0;
- it places sprites in a fixed rectangle instead of the rail area, harmonises nothing and has no seed;
- Table 4 gives RE-DETR under fog as 0.468, all other cells are percentages;
- Tables 5, 6 and 7 do not say at which IoU their figures are, Table 7 not of which detector;
- section 4.5 speaks of mAP@50 from 0.497 to 0.637 where its Table 4 counts in percent.

Here the linear law is what it stands for: on a straight, flat track the rails' distance grows linearly by row.
"""

from typing import Final

IMAGE_SIZE: Final = (1280, 720)
"""Table 1: width and height of the backgrounds, in pixels."""
BACKGROUNDS: Final = 10_000
"""Table 1."""
COUNTRIES: Final = ("China", "Vietnam", "Italy", "Switzerland", "Spain")
"""Table 1."""

ALPHA: Final = (0.4, 0.6)
"""Equation 1: range of the slope of the sprite's size."""
BETA: Final = (30, 45)
"""Equation 1: range of the offset of the sprite's size, in pixels."""

CAMERA_HEIGHT_M: Final = 4.0
"""Section 4.2: height of the camera at the test site."""
SITE_LENGTH_M: Final = 80.0
"""Section 4.2."""

EVENT_SECONDS: Final = 15.0
"""Section 4.3: length of a test video."""
EVENT_FPS: Final = 10.0
"""Section 4.3: frames a second that vote."""

DISTANCE_BINS: Final = {
    "0-15m": (0.0, 15.0),
    "15-30m": (15.0, 30.0),
    "30-45m": (30.0, 45.0),
    "45-60m": (45.0, 60.0),
    "60-75m": (60.0, 75.0),
}
"""Table 5: from (included) and to (not included), in metres."""

TABLE_3: Final = {
    "YOLOv5-s": {"ballastless": (57.3, 53.2, 93.7), "ballasted": (59.4, 57.7, 95.1)},
    "YOLOv5-m": {"ballastless": (60.1, 54.7, 95.2), "ballasted": (61.7, 59.3, 95.8)},
    "YOLOv5-l": {"ballastless": (63.4, 58.1, 96.7), "ballasted": (63.7, 61.4, 94.7)},
    "NanoDet": {"ballastless": (56.2, 53.7, 92.7), "ballasted": (57.7, 53.5, 92.7)},
    "Faster R-CNN": {"ballastless": (57.7, 52.1, 92.8), "ballasted": (58.7, 51.4, 93.7)},
    "RE-DETR": {"ballastless": (65.3, 61.7, 97.0), "ballasted": (66.7, 60.4, 97.2)},
}
"""Percent: mAP50, mAP50:95, accuracy over events."""

TABLE_4: Final = {
    "YOLOv5-s": (58.7, 52.4, 38.9, 31.8),
    "NanoDet": (59.2, 51.1, 36.1, 30.7),
    "Faster R-CNN": (59.1, 49.7, 40.9, 29.1),
    "RE-DETR": (63.7, 53.9, 46.8, 34.1),
}
"""mAP50 in percent under Normal, Rainy, Foggy, Dark (46.8 stands as 0.468 in the paper)."""

TABLE_5: Final = {
    "YOLOv5-m": (72.4, 68.2, 61.7, 51.7, 43.7),
    "NanoDet": (71.7, 69.5, 62.1, 52.3, 42.8),
    "Faster R-CNN": (69.3, 67.7, 62.4, 54.8, 41.7),
    "RE-DETR": (74.2, 70.7, 64.7, 59.4, 48.1),
}
"""mAP in percent by the bins of DISTANCE_BINS."""

UNSEEN_KINDS: Final = ("steel board", "parcel", "white cube", "green cube", "branch")
"""Columns of Table 6."""
TABLE_6: Final = {
    "YOLOv5-m": (63.1, 65.2, 59.4, 58.3, 45.1),
    "NanoDet": (62.7, 63.1, 62.1, 61.8, 43.7),
    "Faster R-CNN": (60.9, 64.7, 60.3, 57.4, 44.2),
    "RE-DETR": (65.8, 68.6, 64.7, 63.3, 48.4),
}
"""Percent by the kinds of UNSEEN_KINDS; the table does not say of what."""

ABLATION: Final = ("none", "harmony", "rescale", "random_texture", "all")
"""Rows 1 to 5 of Table 7: which steps of the workflow are on."""
TABLE_7: Final = {"none": 58.3, "harmony": 62.1, "rescale": 60.2, "random_texture": 58.7, "all": 63.7}
"""mAP in percent; the table does not say of which detector, at which IoU, nor with what interval."""


def condition(weather: str, light: str) -> str | None:
    """The column of Table 4 that a picture belongs to; None where the table has none (snow by day).

    Dark (dusk or dark) takes any weather, since the paper's dark pictures are not told apart by weather.
    """
    if light != "day":
        return "Dark"
    return {"sunny": "Normal", "rainy": "Rainy", "foggy": "Foggy"}.get(weather)
