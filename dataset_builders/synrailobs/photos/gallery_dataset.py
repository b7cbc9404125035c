"""The gallery as a dataset of its own: a Parquet folder with a card, for `load_dataset("DIR", split="train")`."""

import io
import json
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import datasets
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from datasets import ClassLabel, Features, Image, Value
from datasets.table import InMemoryTable
from PIL import Image as Pictures

from triptych.core.errors import UsageError
from triptych.core.runs import file_sha256, write_json, write_text
from triptych.dataset_builders.card import render_card
from triptych.dataset_builders.manifest import MANIFEST, STAGING
from triptych.dataset_builders.parquet import REPORT
from triptych.dataset_builders.staging import disk_errors, working_folder
from triptych.dataset_builders.synrailobs.photos.gallery_store import Gallery
from triptych.dataset_builders.synrailobs.photos.parts import Cutout
from triptych.dataset_builders.synrailobs.schema import CATEGORIES

NAME: Final = "synrailobs_obstacles"
FILE: Final = "data/train-00000-of-00001.parquet"
FEATURES: Final = Features(
    {
        "id": Value("string"),
        "source": Value("string"),
        "licence": Value("string"),
        "redistributable": Value("bool"),
        "image": Image(),
        "category": ClassLabel(names=list(CATEGORIES)),
        "width": Value("int32"),
        "height": Value("int32"),
    }
)
"""`image` is an RGBA PNG with straight alpha, cut to what shows; `width` and `height` are its own, in pixels."""
_COPIED: Final = ("id", "category", "source", "licence", "redistributable")
ROW_GROUP: Final = 50
"""Rows that a reader takes from the file at once."""


def write_gallery(gallery: Gallery, out: Path) -> Path:
    """Write a gallery as `out/data/train-….parquet` with its card and `report.json`; returns `out`.

    A folder with other files than a gallery's is a `UsageError`; a full disk a `RunError`.
    """
    if not gallery.cutouts:
        raise UsageError("a gallery with obstacles", "an empty one", "make it of other objects")
    if out.exists() and not is_dataset(out) and not _ours(out):
        raise UsageError("an empty or new folder", f"{out} has other files in it", "choose another --out")
    with disk_errors(out), working_folder(out / STAGING) as work:
        file = work / FILE
        _write(gallery.cutouts, file)
        info = datasets.DatasetInfo(features=FEATURES, dataset_name=NAME, config_name="default")
        rows = datasets.Dataset(InMemoryTable(pq.read_table(file, columns=["category"])), info=_counted())
        card = render_card(Path(__file__).with_name("card_obstacles.md"), info, {"train": rows}, {"train": [file]})
        write_text(work / "README.md", card)
        write_json(work / REPORT, {"left_out": [asdict(problem) for problem in gallery.problems]})
        entry = {"bytes": file.stat().st_size, "sha256": file_sha256(file)}
        write_json(work / MANIFEST, {"dataset": NAME, "digest": gallery.digest, "files": {FILE: entry}})
        (out / MANIFEST).unlink(missing_ok=True)
        shutil.rmtree(out / "data", ignore_errors=True)
        for name in ("data", "README.md", REPORT, MANIFEST):
            (work / name).rename(out / name)
    return out


def is_dataset(folder: Path) -> bool:
    """Whether a folder holds a gallery that `write_gallery` has finished."""
    return bool(_manifest(folder).get("dataset") == NAME and (folder / FILE).is_file())


def dataset_digest(folder: Path) -> str:
    """sha256 of the rows of a written gallery."""
    return file_sha256(folder / FILE)


def read_dataset(folder: Path) -> Gallery:
    """A gallery from the folder of `write_gallery`."""
    cutouts = [_cutout(row) for row in pq.read_table(folder / FILE).to_pylist()]
    return Gallery(cutouts, [], str(_manifest(folder).get("digest", "")))


def _write(cutouts: list[Cutout], file: Path) -> None:
    """Row group by row group, so that memory holds only some of the pictures."""
    file.parent.mkdir()
    with pq.ParquetWriter(file, FEATURES.arrow_schema) as writer:
        for start in range(0, len(cutouts), ROW_GROUP):
            rows = [FEATURES.encode_example(_row(cutout)) for cutout in cutouts[start : start + ROW_GROUP]]
            writer.write_table(pa.Table.from_pylist(rows, schema=FEATURES.arrow_schema))


def _counted() -> datasets.DatasetInfo:
    return datasets.DatasetInfo(features=Features({"category": FEATURES["category"]}))


def _row(cutout: Cutout) -> dict[str, Any]:
    height, width = cutout.rgba.shape[:2]
    image = {"bytes": _png(cutout), "path": None}
    return {**{name: getattr(cutout, name) for name in _COPIED}, "image": image, "width": width, "height": height}


def _png(cutout: Cutout) -> bytes:
    file = io.BytesIO()
    Pictures.fromarray(np.asarray(cutout.rgba)).save(file, "PNG", compress_level=6)
    return file.getvalue()


def _cutout(row: dict[str, Any]) -> Cutout:
    with Pictures.open(io.BytesIO(row["image"]["bytes"])) as image:
        rgba = np.array(image.convert("RGBA"))
    values = {name: row[name] for name in _COPIED} | {"category": CATEGORIES[row["category"]]}
    return Cutout(rgba=rgba, **values)


def _ours(out: Path) -> bool:
    return out.is_dir() and (not any(out.iterdir()) or (out / STAGING).is_dir())


def _manifest(folder: Path) -> dict[str, Any]:
    try:
        found = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
