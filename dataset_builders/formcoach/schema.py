"""Columns of `formcoach`.

One row: `{"id": "squat-03", "source": "triptych", "licence": "Apache-2.0", "redistributable": True, "user": MP4,
"reference": MP4, "exercise": 16, "camera": {"name": "synthetic_az+025", …}, "user_id": "person-10", …, "instruction":
"Push your left knee outward at the bottom of the squat.", "fault": {"body_part": "knees", "side": "left", …}}`.
"""

from typing import Final

from datasets import ClassLabel, Features, List, Value, Video

from triptych.core.vocabulary import NAMES

JOINTS: Final = List(List(List(Value("float32"), length=3), length=25))
"""(T, 25, 3): `numpy.asarray` of a value has that shape."""
_NUMBERS: Final = List(Value("float64"))

FEATURES: Final = Features(
    {
        "id": Value("string"),
        "source": Value("string"),
        "licence": Value("string"),
        "redistributable": Value("bool"),
        "user": Video(),
        "reference": Video(),
        "exercise": ClassLabel(names=list(NAMES)),
        "camera": {
            "name": Value("string"),
            "R": List(_NUMBERS),
            "T": _NUMBERS,
            "f": _NUMBERS,
            "c": _NUMBERS,
            "k": _NUMBERS,
            "p": _NUMBERS,
        },
        "user_id": Value("string"),
        "reference_id": Value("string"),
        "fps": Value("float64"),
        "user_joints": JOINTS,
        "reference_joints": JOINTS,
        "instruction": Value("string"),
        "annotations": List({"annotator": Value("string"), "instruction": Value("string")}),
        "preference": Value("string"),
        "fault": {
            "body_part": Value("string"),
            "side": Value("string"),
            "direction": Value("string"),
            "severity": Value("float64"),
        },
    }
)
