"""A page of a dataset's pictures with its labels drawn in, so that a person can see at once what was built."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import pyarrow.parquet as pq
import simplejpeg
from numpy.typing import NDArray

from triptych.core.runs import atomic_path
from triptych.dataset_builders.synrailobs.schema import CATEGORIES
from triptych.dataset_builders.synrailobs.seeds import generator

PICTURES: Final = 12
ACROSS: Final = 3
WIDTH: Final = 640
"""Of a picture on the page, in pixels."""
LINE: Final = 13
"""Height of a line of text."""
COLOURS: Final = {
    "person": (255, 70, 70),
    "animal": (255, 170, 0),
    "vehicle": (60, 170, 255),
    "motorcycle": (190, 110, 255),
    "rock": (240, 240, 60),
    "unseen": (60, 230, 130),
}
Bytes = NDArray[np.uint8]


def write_contact_sheet(files: Mapping[str, Sequence[Path]], seed: int, path: Path) -> None:
    """A PNG of up to 12 rows of all files, chosen by the seed, with boxes, categories and distances."""
    paths = [file for each in files.values() for file in each]
    ends = np.cumsum([pq.read_metadata(file).num_rows for file in paths])
    chosen = generator("contact sheet", seed).choice(ends[-1], min(PICTURES, int(ends[-1])), replace=False)
    pictures = [drawn(row) for row in _rows(paths, ends, sorted(chosen))]
    blank = np.zeros_like(pictures[0])
    pictures += [blank] * (-len(pictures) % ACROSS)
    lines = [np.hstack(pictures[start : start + ACROSS]) for start in range(0, len(pictures), ACROSS)]
    _, data = cv2.imencode(".png", cv2.cvtColor(np.vstack(lines), cv2.COLOR_RGB2BGR))
    with atomic_path(path) as temporary:
        temporary.write_bytes(data.tobytes())


def drawn(row: Mapping[str, Any]) -> Bytes:
    """One row as a picture (H, 640, 3) uint8 with its labels; `row` as Arrow gives it, the image not decoded."""
    image = simplejpeg.decode_jpeg(row["image"]["bytes"], colorspace="RGB")
    scale = WIDTH / image.shape[1]
    small = cv2.resize(image, (WIDTH, round(image.shape[0] * scale)), interpolation=cv2.INTER_AREA)
    taken: list[tuple[int, int, int]] = []
    for each in row["objects"]:
        _label(small, each, scale, taken)
    _text(small, row["id"], (4, small.shape[0] - 6), (255, 255, 255))
    return np.asarray(small, np.uint8)


def _label(picture: Bytes, thing: Mapping[str, Any], scale: float, taken: list[tuple[int, int, int]]) -> None:
    """Box, category, distance and height; texts go up until they cover no other (`taken`: row, columns from and to)."""
    name = CATEGORIES[thing["category"]]
    x, y, width, height = (value * scale for value in thing["bbox"])
    corners = (int(x) - 1, int(y) - 1), (int(np.ceil(x + width)), int(np.ceil(y + height)))
    cv2.rectangle(picture, *corners, COLOURS[name], 1)
    text = f"{name} {thing['distance_m']:.0f} m, {thing['size_m'][1]:.1f} m"
    left = max(min(corners[0][0], picture.shape[1] - 7 * len(text)), 0)
    row, right = max(corners[0][1] - 4, LINE), left + 7 * len(text)
    while row > LINE and any(abs(row - at) < LINE and left < stop and start < right for at, start, stop in taken):
        row -= 1
    taken.append((row, left, right))
    _text(picture, text, (left, row), COLOURS[name])


def _text(picture: Bytes, text: str, at: tuple[int, int], colour: tuple[int, int, int]) -> None:
    for shade, thick in (((0, 0, 0), 3), (colour, 1)):
        cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.4, shade, thick, cv2.LINE_AA)


def _rows(paths: Sequence[Path], ends: NDArray[np.int_], numbers: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Rows by their number in all files, one group of rows in memory at a time."""
    for number in numbers:
        which = int(np.searchsorted(ends, number, side="right"))
        file = pq.ParquetFile(paths[which])
        first = int(ends[which]) - file.metadata.num_rows
        for group in range(file.num_row_groups):
            size = file.metadata.row_group(group).num_rows
            if first <= number < first + size:
                table = file.read_row_group(group, columns=["id", "image", "objects"])
                yield table.slice(number - first, 1).to_pylist()[0]
            first += size
