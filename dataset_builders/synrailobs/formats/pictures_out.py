"""The rows of a split one by one, as the writers of formats want them: words for classes, the picture's own bytes."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

import datasets

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.labels import Mask, decode
from triptych.dataset_builders.synrailobs.schema import FEATURES

Masks = Literal["rle", "polygons", "none"]
OBJECT_EXTRAS: Final = ("area", "distance_m", "size_m", "seen", "visibility", "source")
PICTURE_EXTRAS: Final = (
    "weather", "light", "track_type", "country", "background_id", "source", "licence", "redistributable", "screened",
    "parameters",
)  # fmt: skip


@dataclass(frozen=True)
class Picture:
    """A row: `objects` as in schema.py with the category as a word; `file_name` is safe and occurs once a split."""

    id: str
    file_name: str
    data: bytes
    width: int
    height: int
    objects: list[dict[str, Any]]
    extras: dict[str, Any]
    """The row's id as `row_id`, weather, light and what else is known of the picture, under the schema's names."""


def pictures(rows: Any) -> Iterator[Picture]:
    """Stream the rows of a split; no picture is decoded. Raises `UsageError` for a dataset with other columns."""
    missing = [name for name in FEATURES if name not in rows.features]
    if missing:
        fix = "export a dataset that `build synrailobs` or `import synrailobs` wrote"
        raise UsageError("a dataset with the columns of synrailobs", f"none named {', '.join(missing)}", fix)
    rows = rows.cast_column("image", datasets.Image(decode=False))
    categories = rows.features["objects"].feature["category"]
    words = {name: rows.features[name] for name in ("weather", "light", "track_type")}
    taken: set[str] = set()
    for row in rows:
        data = _data(row)
        for name, feature in words.items():
            row[name] = None if row[name] is None else feature.int2str(row[name])
        objects = [{**each, "category": categories.int2str(each["category"])} for each in row["objects"]]
        extras = {"row_id": row["id"], **{name: row[name] for name in PICTURE_EXTRAS}}
        yield Picture(row["id"], _file_name(row["id"], data, taken), data, row["width"], row["height"], objects, extras)


def object_extras(thing: dict[str, Any]) -> dict[str, Any]:
    """The object's id as `object_id`, distance and what else is known of it, under the schema's names."""
    return {"object_id": thing["id"], **{name: thing[name] for name in OBJECT_EXTRAS}}


def mask(thing: dict[str, Any]) -> Mask | None:
    """(H, W), None where the object has a box only."""
    return decode(thing["mask"]) if has_mask(thing) else None


def has_mask(thing: dict[str, Any]) -> bool:
    """Whether the object has a mask. A null struct may come back as a struct of nulls."""
    return thing["mask"] is not None and thing["mask"]["counts"] is not None


def counted(items: Iterable[Picture], counts: dict[str, int]) -> Iterator[Picture]:
    """Pass pictures on and count them and their objects."""
    counts.update(pictures=0, objects=0)
    for item in items:
        counts["pictures"] += 1
        counts["objects"] += len(item.objects)
        yield item


def _data(row: dict[str, Any]) -> bytes:
    image = row["image"]
    return bytes(image["bytes"]) if image["bytes"] is not None else Path(image["path"]).read_bytes()


def _file_name(name: str, data: bytes, taken: set[str]) -> str:
    """The id without what file systems and tar readers take apart: slashes, dots, blanks; numbered where taken."""
    stem = re.sub(r"[^\w-]+", "_", name, flags=re.ASCII).strip("_") or "picture"
    free, number = stem, 1
    while free.lower() in taken:
        number += 1
        free = f"{stem}_{number}"
    taken.add(free.lower())
    return free + (".png" if data.startswith(b"\x89PNG") else ".jpg")
