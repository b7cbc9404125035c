"""Commands of the panel `synrailobs` for the formats of others."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import tyro

from triptych.hub.commands.shared import Count, File, Folder, Name

Masks = Annotated[
    Literal["rle", "polygons", "none"] | None, tyro.conf.arg(metavar="rle|polygons|none", help_behavior_hint="")
]
Splits = Annotated[tuple[str, ...], tyro.conf.arg(metavar="SPLIT …", help_behavior_hint="")]
Map = Annotated[str | None, tyro.conf.arg(metavar="ONE=OTHER,…", help_behavior_hint="")]


@dataclass(frozen=True, kw_only=True)
class ExportSynrailobs:
    """Write splits in the format of others: pictures byte for byte, boxes, masks, and what else is known of them."""

    format: Literal["coco", "yolo", "webdataset", "labelme", "cvat"]
    """`yolo` is the layout of ultralytics, `cvat` is CVAT for images 1.1."""
    data: Name = None
    """Dataset folder or Hub id. Default: the installed `synrailobs`."""
    split: Splits = ()
    """Splits to write. Default: all."""
    out: Folder = None
    """Folder to write, there whole or not at all. Default: runs/synrailobs-FORMAT."""
    masks: Masks = None
    """How masks are written. Default: run lengths, in YOLO boxes only."""
    shard_mb: int = 256
    """WebDataset: largest size of a tar file, in millions of bytes."""
    limit: Count = None
    """Only so many pictures of each split."""

    def run(self) -> None:
        from triptych.hub.export_synrailobs import export_dataset

        export_dataset(self)


@dataclass(frozen=True, kw_only=True)
class ImportSynrailobs:
    """Bring the paper's release, or a test set of your own, into the columns of `synrailobs`."""

    format: Literal["coco", "yolo", "webdataset", "labelme", "cvat", "voc", "released"]
    """`released`: the paper's pictures, mask pictures and YOLO boxes; its loose boxes are drawn tight and reported."""
    data: Path
    """Folder of pictures and labels."""
    split: str = "test"
    """Split to read, where the folder has splits, and to write."""
    annotations: File = None
    """COCO: the label file, where it is not annotations/instances_SPLIT.json."""
    box_format: Literal["xywh", "xyxy"] = "xywh"
    """COCO: how its boxes are written."""
    table: File = None
    """CSV or JSONL of file_name and weather, light, track_type, country, distance_m, seen, video_id, t, event; with the
    column object (an id, or a number from 1) a row is about that object alone."""
    column_map: Map = None
    """Which column of the table is what: file_name=picture,distance_m=metres"""
    class_map: Map = None
    """Category for each of the set's classes: 0=rock,branch=unseen,*=- (* is all others, - leaves out)."""
    word_map: Map = None
    """What words of the table mean: rain=rainy,night=dark"""
    source: str = "imported"
    """Name of the set, for the column of that name."""
    licence: str = "unknown"
    """The set's licence, for the column of that name."""
    redistributable: bool = False
    """Whether the set may be passed on."""
    out: Path = Path("runs/synrailobs-imported")
    """Folder to write."""
    num_proc: int = 1
    """Processes to build with."""
    limit: Count = None
    """Only the first so many pictures."""

    def run(self) -> None:
        from triptych.hub.import_synrailobs import import_dataset

        import_dataset(self)
