"""Rows of the columns in schema.py, from what a pair brings."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from triptych.core.vocabulary import NAMES
from triptych.dataset_builders.formcoach.camera import Camera


def outside_row(
    *,
    id: str,
    exercise: str,
    user: bytes,
    reference: bytes,
    people: tuple[str | None, str | None],
    fps: float,
    source: str,
    licence: str,
    annotations: Sequence[tuple[str, str]] = (),
    camera: Camera | Mapping[str, Any] | None = None,
    joints: tuple[NDArray[np.float32] | None, NDArray[np.float32] | None] = (None, None),
    preference: str | None = None,
) -> dict[str, Any]:
    """A row of recordings that are not ours to give on; `instruction` is the first annotation's."""
    return {
        "id": id,
        "source": source,
        "licence": licence,
        "redistributable": False,
        "user": {"bytes": user, "path": None},
        "reference": {"bytes": reference, "path": None},
        "exercise": NAMES.index(exercise),
        "camera": None if camera is None else dict(camera),
        "user_id": people[0],
        "reference_id": people[1],
        "fps": float(fps),
        "user_joints": joints[0],
        "reference_joints": joints[1],
        "instruction": annotations[0][1] if annotations else None,
        "annotations": [{"annotator": who, "instruction": words} for who, words in annotations],
        "preference": preference,
        "fault": None,
    }
