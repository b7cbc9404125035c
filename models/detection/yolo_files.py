"""Rows as a folder that ultralytics trains on: images/, labels/, val.txt and, last, data.yaml."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from triptych.core.progress import progress
from triptych.core.runs import write_text
from triptych.dataset_builders.synrailobs.schema import CATEGORIES
from triptych.models.detection.training_rows import TrainingRow, as_shares, boxes, classes, encoded, pixels

_PNG: Final = b"\x89PNG"
_LOOKED_AT: Final = 8
"""Pictures of the closing validation that ultralytics insists on; nothing is chosen by it."""


def write_yolo(rows: Sequence[TrainingRow], folder: Path) -> Path:
    """Write the rows unless that is done already; returns data.yaml."""
    settings = folder / "data.yaml"
    if settings.is_file():
        return settings
    for part in ("images", "labels"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    names = [_write_row(row, folder, place) for place, row in enumerate(progress(rows, "writing", len(rows)))]
    write_text(folder / "val.txt", "".join(f"./images/{name}\n" for name in names[:_LOOKED_AT]))
    # JSON is YAML, and quotes paths right.
    facts = {"path": str(folder.resolve()), "train": "images", "val": "val.txt", "names": dict(enumerate(CATEGORIES))}
    write_text(settings, json.dumps(facts, indent=2) + "\n")
    return settings


def _write_row(row: TrainingRow, folder: Path, place: int) -> str:
    picture = encoded(row)
    suffix = "png" if picture.startswith(_PNG) else "jpg"
    name = f"{place:07d}.{suffix}"
    (folder / "images" / name).write_bytes(picture)
    height, width = (row["height"], row["width"]) if "height" in row else pixels(row).shape[:2]
    lines = [
        f"{kind} " + " ".join(f"{share:.6f}" for share in shares) + "\n"
        for kind, shares in zip(classes(row), as_shares(boxes(row), height, width), strict=True)
    ]
    (folder / "labels" / f"{place:07d}.txt").write_text("".join(lines))
    return name
