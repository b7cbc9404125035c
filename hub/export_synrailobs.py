"""`triptych export synrailobs`: splits in the format of COCO, YOLO, WebDataset, LabelMe or CVAT."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from triptych.core.errors import UsageError
from triptych.dataset_builders.parquet import installed
from triptych.dataset_builders.synrailobs.formats.writing import MANIFEST, ExportFormat, export
from triptych.hub.builders import builder_class, load_splits

if TYPE_CHECKING:
    from triptych.hub.commands.synrailobs_formats import ExportSynrailobs

_LINES: dict[ExportFormat, str] = {
    "coco": 'COCO("{out}/annotations/instances_{split}.json")  # pycocotools',
    "yolo": 'YOLO("yolo11n.yaml").train(data="{out}/data.yaml")  # ultralytics',
    "webdataset": 'load_dataset("{out}")',
    "labelme": "labelme {out}/{split}",
    "cvat": "CVAT: create a task of {out}/{split}/images, upload {out}/{split}/annotations.xml as CVAT 1.1",
}


def export_dataset(options: "ExportSynrailobs") -> Path:
    """Write the folder that `options` ask for, print what is in it and how to read it; returns the folder."""
    splits = _splits(options.data, options.split)
    if options.limit:
        splits = {name: rows.select(range(min(options.limit, len(rows)))) for name, rows in splits.items()}
    out = options.out or Path(f"runs/synrailobs-{options.format}")
    manifest = export(splits, out, options.format, options.masks, options.shard_mb * 1_000_000)
    for split, counts in manifest["splits"].items():
        print(f"{split}: {counts['pictures']} pictures, {counts['objects']} objects")
    print(f"{manifest['files']['n']} files, {manifest['files']['bytes'] / 1e6:.1f} MB; what they are: {out / MANIFEST}")
    print(_LINES[options.format].format(out=out.resolve(), split=next(iter(splits))))
    return out


def _splits(data: str | None, wanted: tuple[str, ...]) -> dict[str, Any]:
    found = load_splits(data) if data else installed(builder_class("synrailobs"), "synrailobs")
    if missing := [name for name in wanted if name not in found]:
        raise UsageError(f"splits among {', '.join(found)}", ", ".join(missing), "check --split")
    return {name: found[name] for name in wanted or found}
