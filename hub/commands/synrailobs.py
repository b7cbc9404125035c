"""Commands of the panel `synrailobs`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import tyro

from triptych.hub.commands.shared import Building, Count, File, Folder, Name, needs_models

BoxFormat = Literal["xyxy", "xywh", "cxcywh"]
Format = Annotated[BoxFormat | None, tyro.conf.arg(metavar="xyxy|xywh|cxcywh", help_behavior_hint="")]
Split = Literal["test", "validation", "train"]
Number = Annotated[float | None, tyro.conf.arg(metavar="NUMBER", help_behavior_hint="")]


@dataclass(frozen=True, kw_only=True)
class BuildSynrailobs(Building):
    """Write `synrailobs` as a Parquet folder with its card: drawn, or composites on your own pictures of tracks.

    Obstacles stand on the ground at the scale of the rails. The same command goes on where it was stopped.
    """

    dataset = "synrailobs"
    config: Literal["default", "photos", "obstacles"] = "default"  # type: ignore[assignment]  # the others have one
    """`default`: 240 drawn composites, no outside data. `photos`: composites on photographs, as soon as --backgrounds
    or --videos is given. `obstacles`: the cut-outs of --objects and --textures alone."""
    out: Path = Path("runs/synrailobs-data")
    """Folder to write. Not named like the dataset: `datasets` would take it for another copy of it."""
    backgrounds: Folder = None
    """Folder of pictures of tracks without obstacles, seen along the track."""
    videos: Folder = None
    """Folder of films from the front of a train."""
    metadata: File = None
    """Weather, light, track type, country, licence, group by file. Default: metadata.csv or .jsonl in the folder."""
    rails: File = None
    """Outlines of the rails, LabelMe or COCO. Default: they are found."""
    screen: Name = None
    """Detector that refuses backgrounds with people or vehicles: a Hub id, a folder, torchvision:NAME, weights."""
    every_s: float = 1.0
    """Seconds between the frames that are taken from a film."""
    objects: Folder = None
    """Folder of labelled pictures that obstacles are cut out of. Default: drawn obstacles."""
    class_names: Name = None
    """Names of bare class ids in the labels: a file, coco80 or coco91."""
    textures: Folder = None
    """Folder of textures for shapes of no known class."""
    textured: int = 200
    """Number of such shapes."""
    licence: str = "unknown"
    """Licence of your pictures, where the metadata says nothing."""
    redistributable: bool = False
    """Whether your pictures may be passed on."""
    limit: Count = None
    """Number of composites in all splits. Default: 20 for each background."""
    shards: Count = None
    """About so many files. Default: one for 250 composites."""
    size: str = "1280x720"
    """Width and height of the composites, the width a multiple of 16."""
    sizes: Literal["rails", "paper", "shuffled"] = "rails"
    """Sizes of obstacles: metres at the rails' scale; the paper's Equation 1; or the first dealt out over the rows."""
    harmonise: str = "filters"
    """Colours: filters, lut, reinhard, none, or a file of Harmonizer's weights."""
    field_of_view: Number = None
    """Horizontal field of view in degrees, for distances. Default: 60."""
    focal_px: Number = None
    """Focal length in pixels of the composite, instead."""
    camera_height: Number = None
    """Height of the camera above the rails in metres. Default: what the rails tell."""
    measured: Annotated[str | None, tyro.conf.arg(metavar="ROW:M,ROW:M", help_behavior_hint="")] = None
    """Two rows of the composite whose distance in metres was measured, instead of all these."""
    seed: int = 0
    """Seed of splits, obstacles, places and colours."""
    engine: Literal["local", "ray"] = "local"
    """Processes of this machine, or a Ray cluster (RAY_ADDRESS, else one here); the bytes are the same."""

    def run(self) -> None:
        if self.config == "obstacles":
            from triptych.hub.build_synrailobs import build_gallery

            build_gallery(self)
        elif self.config == "photos" or self.backgrounds or self.videos:
            from triptych.hub.build_synrailobs import build_photos

            build_photos(self)
        else:
            super().run()


@dataclass(frozen=True, kw_only=True)
class TrainSynrailobs:
    """Train a detector on the train split: the baseline in about a minute, or one of the paper's with its settings.

    A run that was stopped goes on with its last finished epoch.
    """

    detector: str = "centre"
    """centre (the baseline); yolov5s, yolov5m, yolov5l, yolo26n, rtdetr-l or another of ultralytics; fasterrcnn,
    fasterrcnn-mobilenet; rtdetr (transformers)."""
    out: Folder = None
    """Folder for the weights and run.json. Default: runs/rail-detector, or runs/detectors/DETECTOR."""
    data: Name = None
    """Dataset folder or Hub id. Default: the installed `synrailobs`."""
    backgrounds: Literal["all", "sunny_day"] = "all"
    """Train on every weather and light, or on sunny days alone."""
    steps: Count = None
    """centre: steps of training. Default: what the demo uses."""
    epochs: Count = None
    """Others: times that every picture is seen. Default: 50, as in the paper."""
    image_size: Count = None
    """Others: longer side of the pictures in pixels. Default: 640, as in the paper."""
    batch: Count = None
    """Others: pictures a step. Default: 32, as in the paper."""
    learning_rate: Annotated[float | None, tyro.conf.arg(metavar="RATE", help_behavior_hint="")] = None
    """Others: of Adam. Default: 0.001, as in the paper."""
    weights: Name = None
    """Others: weights to start from, a file, or for rtdetr a folder or Hub id. Default: none."""
    limit: Count = None
    """Train on only so many pictures."""
    seed: int = 0
    """Seed of the start, the order and the augmentation."""
    device: str = "auto"
    """Others: auto, cpu, cuda, cuda:1, ..."""

    def run(self) -> None:
        needs_models()
        from triptych.hub.train_synrailobs import CENTRE, train

        usual = Path("runs/rail-detector" if self.detector == CENTRE else f"runs/detectors/{Path(self.detector).stem}")
        train(self, self.out or usual)


@dataclass(frozen=True, kw_only=True)
class PredictSynrailobs:
    """Boxes of any detector for a split, or its scores of films' frames, as predictions keyed by id."""

    weights: str = "runs/rail-detector"
    """Folder that `train synrailobs` wrote, a transformers detector by Hub id or folder, weights of ultralytics
    (yolo26n.pt) or torchvision:fasterrcnn_resnet50_fpn."""
    out: Folder = None
    """Run folder. Default: runs/boxes/NAME-OF-WEIGHTS, for films runs/frames/NAME-OF-WEIGHTS."""
    data: Name = None
    """Dataset folder or Hub id. Default: the installed `synrailobs`."""
    split: Split = "test"
    """Pictures to look at."""
    videos: Folder = None
    """Folder of films: scores of their frames instead, for `score synrailobs --references`."""
    fps: float = 10.0
    """Films: frames a second that are looked at."""
    seconds: float = 15.0
    """Films: length from the start that is looked at."""
    rail_area: bool = False
    """Films: only what stands on the track or close beside it counts, where rails are found."""
    threshold: Annotated[float | None, tyro.conf.arg(metavar="SCORE", help_behavior_hint="")] = None
    """Pictures: least score of a box. Default: 0.01, since a mean average precision wants the doubtful ones too."""
    limit: Count = None
    """Look at only so many pictures or films."""
    device: str = "auto"
    """auto, cpu, cuda, cuda:1, ..."""

    def run(self) -> None:
        needs_models()
        from triptych.hub.predict_synrailobs import predict

        predict(self)


@dataclass(frozen=True, kw_only=True)
class ScoreSynrailobs:
    """mAP by class and slice of any file of boxes, or event accuracy of any file of frame scores; with intervals.

    Boxes: rows of id, boxes, scores, labels, or a COCO results file. Frames: rows of video_id, t, score.
    """

    predictions: Path
    """CSV, JSON, JSONL or Parquet (also .gz), or a run folder."""
    baseline: File = None
    """Boxes of another system: the paired difference with its interval is printed too."""
    references: File = None
    """For frames of videos: a file of video_id, label (1 where there is an obstacle)."""
    data: Name = None
    """Dataset folder or Hub id with the true boxes. Default: the installed `synrailobs`."""
    split: Split = "test"
    """Split that the boxes belong to."""
    box_format: Format = None
    """Default: xyxy in rows of boxes, xywh in COCO results."""
    bootstrap: int = 1000
    """Resamples for the intervals of mAP; 0 for none."""
    threshold: float = 0.5
    """Frames: score from which a frame is positive."""
    seconds: float = 15.0
    """Frames: length of a video."""
    fps: float = 10.0
    """Frames: frames a second."""
    seed: int = 0
    """Seed of the resamples."""
    out: Folder = None
    """Folder for score.json and tables. Default: runs/score/FILE."""

    def run(self) -> None:
        from triptych.hub.score_synrailobs import score_file

        score_file(self, self.out or Path("runs/score") / self.predictions.name.split(".")[0])
