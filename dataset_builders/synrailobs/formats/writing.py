"""Export of splits into a folder that is there whole or not at all; `export.json` in it says what it holds."""

import json
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal

from triptych.core.errors import UsageError
from triptych.core.runs import digest, file_sha256, versions, write_json
from triptych.dataset_builders.staging import disk_errors, working_folder
from triptych.dataset_builders.synrailobs.formats.coco import write_coco
from triptych.dataset_builders.synrailobs.formats.cvat import write_cvat
from triptych.dataset_builders.synrailobs.formats.labelme import write_labelme
from triptych.dataset_builders.synrailobs.formats.pictures_out import Masks, Picture, counted, pictures
from triptych.dataset_builders.synrailobs.formats.webdataset import write_readme, write_webdataset
from triptych.dataset_builders.synrailobs.formats.yolo import write_data_yaml, write_yolo

ExportFormat = Literal["coco", "yolo", "webdataset", "labelme", "cvat"]
MANIFEST: Final = "export.json"
_USUAL: Final[Mapping[str, Masks]] = {"yolo": "none"}
Writer = Callable[[Path, str, Iterable[Picture], Masks], None]


def export(
    splits: Mapping[str, Any],
    out: Path,
    kind: ExportFormat,
    masks: Masks | None = None,
    shard_bytes: int = 256_000_000,
) -> dict[str, Any]:
    """Write `splits`, `datasets` tables with the columns of schema.py, as `out`; returns the manifest.

    Pictures are copied byte by byte and read one at a time. `masks` None is the format's usual: run lengths, in YOLO
    boxes only. An `out` that holds this very export is left alone; raises `UsageError` where it holds anything else.
    """
    usual: Masks = masks or _USUAL.get(kind, "rle")
    prints = {split: rows._fingerprint for split, rows in splits.items()}
    key = digest([kind, usual, prints, shard_bytes if kind == "webdataset" else None])
    known = _known(out)
    if known is not None and known["key"] == key:
        return known
    if known is not None or (out.exists() and (not out.is_dir() or any(out.iterdir()))):
        what = f"an export of other data or settings ({known['format']})" if known else "other files"
        raise UsageError("an empty or new folder", f"{out} has {what} in it", "choose another --out, or delete it")
    out = out.resolve()
    with disk_errors(out), working_folder(out.with_name(f".{out.name}.exporting")) as work:
        whole = work / "whole"
        whole.mkdir()
        manifest: dict[str, Any] = {
            "format": kind,
            "masks": usual,
            "splits": _write(splits, whole, kind, usual, shard_bytes),
        }
        manifest = {**manifest, "files": _files(whole), "versions": versions("datasets"), "key": key}
        write_json(whole / MANIFEST, manifest)
        if out.is_dir():
            out.rmdir()
        whole.rename(out)
    return manifest


def _write(
    splits: Mapping[str, Any], folder: Path, kind: ExportFormat, masks: Masks, shard_bytes: int
) -> dict[str, dict[str, int]]:
    writers: dict[str, Writer] = {
        "coco": write_coco,
        "yolo": write_yolo,
        "webdataset": partial(write_webdataset, shard_bytes=shard_bytes),
        "labelme": write_labelme,
        "cvat": write_cvat,
    }
    counts: dict[str, dict[str, int]] = {split: {} for split in splits}
    for split, rows in splits.items():
        writers[kind](folder, split, counted(pictures(rows), counts[split]), masks)
    if kind == "yolo":
        write_data_yaml(folder, list(splits))
    if kind == "webdataset":
        write_readme(folder, list(splits))
    return counts


def _files(folder: Path) -> dict[str, Any]:
    """How many files there are, how large they are, and a digest of them all."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    sums = [(path.relative_to(folder).as_posix(), file_sha256(path)) for path in paths]
    return {"n": len(paths), "bytes": sum(path.stat().st_size for path in paths), "sha256": digest(sums)}


def _known(out: Path) -> dict[str, Any] | None:
    try:
        known = json.loads((out / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return known if isinstance(known, dict) and {"key", "format"} <= known.keys() else None
