"""Rows of `synrailobs` as detectors' trainers take them: encoded picture, pixels, boxes, classes, digest."""

import io
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from triptych.core.runs import digest
from triptych.models.detection.detected import Pixels

TrainingRow = Mapping[str, Any]


def undecoded(rows: Any) -> Sequence[TrainingRow]:
    """The same rows; those of a `datasets.Dataset` with pictures as encoded bytes, so that a row is read at no cost."""
    if not hasattr(rows, "cast_column"):
        return list(rows)
    from datasets import Image

    columns = rows.select_columns(["id", "image", "width", "height", "objects"])
    kept: Sequence[TrainingRow] = columns.cast_column("image", Image(decode=False))
    return kept


def encoded(row: TrainingRow) -> bytes:
    """The picture's file: as it is in the dataset, or PNG of one in memory."""
    image = row["image"]
    if isinstance(image, Mapping):
        if image.get("bytes"):
            return bytes(image["bytes"])
        with open(image["path"], "rb") as file:
            return file.read()
    written = io.BytesIO()
    image.convert("RGB").save(written, "PNG")
    return written.getvalue()


def pixels(row: TrainingRow) -> Pixels:
    """(H, W, 3) uint8 RGB."""
    if not isinstance(row["image"], Mapping):
        return np.array(row["image"].convert("RGB"))
    decoded = cv2.imdecode(np.frombuffer(encoded(row), np.uint8), cv2.IMREAD_COLOR)
    return np.asarray(cv2.cvtColor(decoded, cv2.COLOR_BGR2RGB), np.uint8)


def boxes(row: TrainingRow) -> NDArray[np.float32]:
    """(n, 4) xyxy in pixels."""
    xywh = np.array([one["bbox"] for one in row["objects"]], np.float32).reshape(-1, 4)
    return np.concatenate([xywh[:, :2], xywh[:, :2] + xywh[:, 2:]], axis=1)


def as_shares(there: NDArray[np.float32], height: int, width: int) -> NDArray[np.float32]:
    """Boxes (n, 4) xyxy in pixels as centre, width and height in shares of the picture's."""
    x0, y0, x1, y1 = there.T
    shares = [(x0 + x1) / 2 / width, (y0 + y1) / 2 / height, (x1 - x0) / width, (y1 - y0) / height]
    return np.stack(shares, axis=1).astype(np.float32)


def classes(row: TrainingRow) -> NDArray[np.int64]:
    """(n,) numbers of the categories."""
    return np.array([one["category"] for one in row["objects"]], np.int64)


def fingerprint(rows: Sequence[TrainingRow]) -> str:
    """Digest of ids, pictures and labels: other pixels under the same ids are other data."""
    parts = [[row["id"], sha256(encoded(row)).hexdigest(), boxes(row).tolist(), classes(row).tolist()] for row in rows]
    return digest(parts)
