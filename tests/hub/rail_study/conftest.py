"""A small test set of flat pictures with coloured boxes, and files of boxes for it."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import datasets
import numpy as np
import pytest
from PIL import Image

from triptych.dataset_builders.synrailobs.schema import CATEGORIES, FEATURES, LIGHTS, TRACK_TYPES, WEATHERS

BOXES = ([10.0, 40.0, 30.0, 60.0], [100.0, 60.0, 40.0, 40.0])
BACKGROUNDS, EACH = 4, 2
UNSEEN = ("set/steel-board_01.png", "set/parcel.png")


def _row(number: int) -> dict[str, Any]:
    place = number // EACH
    pixels = np.full((128, 192, 3), 60 + 30 * place, np.uint8)
    content, objects = io.BytesIO(), []
    for turn, box in enumerate(BOXES):
        category = 5 if turn else number % 5
        left, top, width, height = map(int, box)
        pixels[top : top + height, left : left + width] = (40 * category, 255 - 40 * category, 90)
        objects.append({
            "id": f"{number}-{turn}", "bbox": box, "area": int(width * height), "category": category,
            "mask": {"size": [128, 192], "counts": ""}, "distance_m": 10.0 + 20.0 * (number % 3) + turn,
            "size_m": [1.0, 1.0], "seen": category != 5, "visibility": 1.0,
            "source": UNSEEN[number % 2] if category == 5 else "set/photo.jpg",
        })  # fmt: skip
    Image.fromarray(pixels).save(content, "JPEG")
    weather, light = (("sunny", "day"), ("rainy", "day"), ("foggy", "day"), ("snowy", "dark"))[place]
    return {"id": f"picture-{number}", "source": "test", "licence": "CC0-1.0", "redistributable": True,
            "image": {"bytes": content.getvalue(), "path": None}, "width": 192, "height": 128, "objects": objects,
            "weather": WEATHERS.index(weather), "light": LIGHTS.index(light), "track_type": place % len(TRACK_TYPES),
            "country": None, "background_id": f"place-{place}", "parameters": {}, "screened": True}  # fmt: skip


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A dataset folder: 8 pictures on 4 backgrounds, the same ones in train and test."""
    folder = tmp_path / "rail"
    (folder / "data").mkdir(parents=True)
    rows = datasets.Dataset.from_list([_row(number) for number in range(BACKGROUNDS * EACH)], features=FEATURES)
    for split in ("train", "test"):
        rows.to_parquet(folder / "data" / f"{split}-00000-of-00001.parquet")
    return folder


@pytest.fixture
def boxes(tmp_path: Path) -> Callable[..., Path]:
    """A file of the true boxes; `found(number)` says which pictures have any, `label` replaces the unseen one's."""

    def write(name: str, found: Callable[[int], bool] = lambda _: True, label: str = "unseen") -> Path:
        lines = []
        for number in range(BACKGROUNDS * EACH):
            shown = [[x, y, x + w, y + h] for x, y, w, h in BOXES] if found(number) else []
            labels = [CATEGORIES[number % 5], label][: len(shown)]
            row = {"id": f"picture-{number}", "boxes": shown, "scores": [0.9, 0.8][: len(shown)], "labels": labels}
            lines.append(json.dumps(row))
        path = tmp_path / f"{name}.jsonl"
        path.write_text("\n".join(lines), encoding="utf-8")
        return path

    return write
