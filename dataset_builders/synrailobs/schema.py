"""Columns of `synrailobs`.

One row: `{"id": "test-b07-2", …, "width": 1280, "height": 720, "objects": [{"id": "test-b07-2-0",
"bbox": [611.0, 402.0, 38.0, 97.0], "area": 1893, "category": 0, "mask": {"size": [720, 1280], "counts": "…"},
"distance_m": 21.4, "size_m": [0.7, 1.8], "seen": True, "visibility": 1.0, "source": "drawn/person/walking-adult"}],
"weather": 2, "light": 1, "track_type": 0, "country": None, "background_id": "test-b07", "parameters": {…},
"screened": True}`.
"""

from typing import Final

from datasets import ClassLabel, Features, Image, Json, List, Value

CATEGORIES: Final = ("person", "animal", "vehicle", "motorcycle", "rock", "unseen")
WEATHERS: Final = ("sunny", "rainy", "snowy", "foggy")
LIGHTS: Final = ("day", "dusk", "dark")
TRACK_TYPES: Final = ("ballasted", "ballastless")
SPLITS: Final = ("train", "validation", "test")

OBJECT: Final = {
    "id": Value("string"),
    "bbox": List(Value("float32"), length=4),
    "area": Value("int64"),
    "category": ClassLabel(names=list(CATEGORIES)),
    "mask": {"size": List(Value("int32"), length=2), "counts": Value("string")},
    "distance_m": Value("float32"),
    "size_m": List(Value("float32"), length=2),
    "seen": Value("bool"),
    "visibility": Value("float32"),
    "source": Value("string"),
}

FEATURES: Final = Features(
    {
        "id": Value("string"),
        "source": Value("string"),
        "licence": Value("string"),
        "redistributable": Value("bool"),
        "image": Image(),
        "width": Value("int32"),
        "height": Value("int32"),
        "objects": List(OBJECT),
        "weather": ClassLabel(names=list(WEATHERS)),
        "light": ClassLabel(names=list(LIGHTS)),
        "track_type": ClassLabel(names=list(TRACK_TYPES)),
        "country": Value("string"),
        "background_id": Value("string"),
        "parameters": Json(),
        "screened": Value("bool"),
    }
)
