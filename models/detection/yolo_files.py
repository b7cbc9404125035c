"""Rows as a folder that ultralytics trains on, in the layout that `export synrailobs` writes too."""

import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from triptych.core.progress import progress
from triptych.dataset_builders.synrailobs.formats.pictures_out import OBJECT_EXTRAS, Picture
from triptych.dataset_builders.synrailobs.formats.yolo import write_data_yaml, write_yolo
from triptych.dataset_builders.synrailobs.schema import CATEGORIES
from triptych.models.detection.training_rows import TrainingRow, encoded, pixels

_PNG: Final = b"\x89PNG"
_LOOKED_AT: Final = 8
"""Pictures of the closing validation that ultralytics insists on; nothing is chosen by it."""
_UNKNOWN: Final = dict.fromkeys(("id", *OBJECT_EXTRAS))


def write_rows(rows: Sequence[TrainingRow], folder: Path) -> Path:
    """Write the rows unless that is done already; returns data.yaml."""
    settings = folder / "data.yaml"
    if settings.is_file():  # written last
        return settings
    shutil.rmtree(folder, ignore_errors=True)
    write_yolo(folder, "train", _pictures(progress(rows, "writing", len(rows))), "none")
    write_yolo(folder, "validation", _pictures(rows[place] for place in range(min(_LOOKED_AT, len(rows)))), "none")
    write_data_yaml(folder, ["train", "validation"])
    return settings


def _pictures(rows: Iterable[TrainingRow]) -> Iterable[Picture]:
    for place, row in enumerate(rows):
        data = encoded(row)
        height, width = (row["height"], row["width"]) if "height" in row else pixels(row).shape[:2]
        objects = [{"category": CATEGORIES[one["category"]], "bbox": one["bbox"], **_UNKNOWN} for one in row["objects"]]
        name = f"{place:07d}.png" if data.startswith(_PNG) else f"{place:07d}.jpg"
        yield Picture(str(row["id"]), name, data, width, height, objects, {})
