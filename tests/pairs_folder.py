"""A folder of small pairs of clips, as `load_dataset` reads it: grey squares that move, joints of a still body."""

from pathlib import Path

import numpy as np
import pyarrow as pa
from datasets import Dataset

from triptych.dataset_builders.formcoach.schema import FEATURES
from triptych.dataset_builders.formcoach.video import encode


def write_pairs(folder: Path, count: int, seconds: float = 1.0, broken: int | None = None, side: int = 64) -> Path:
    """`count` pairs of `seconds` at 30 frames a second; the clip of pair number `broken` is cut off."""
    frames, rng = round(30 * seconds), np.random.default_rng(0)
    body = rng.normal(size=(1, 25, 3)).repeat(frames, axis=0).tolist()
    rows = []
    for number in range(count):
        film = np.zeros((frames, side, side, 3), dtype=np.uint8)
        for place in range(frames):
            film[place, place % (side - 8) :, : 4 + number % 40] = 200
        clip = encode(film)
        user = clip[: len(clip) // 3] if number == broken else clip
        rows.append(
            dict.fromkeys(FEATURES)
            | {"id": f"pair-{number:03d}", "source": "test", "licence": "Apache-2.0", "redistributable": True,
               "user": {"bytes": user, "path": None}, "reference": {"bytes": clip, "path": None}, "exercise": 16,
               "fps": 30.0, "user_joints": body, "reference_joints": body, "instruction": "Bend your knees.",
               "preference": "knees" if number % 2 else None, "annotations": []}
        )  # fmt: skip
    (folder / "data").mkdir(parents=True)
    table = pa.Table.from_pylist(rows, schema=FEATURES.arrow_schema)
    Dataset(table).to_parquet(folder / "data" / "test-00000-of-00001.parquet")
    return folder
