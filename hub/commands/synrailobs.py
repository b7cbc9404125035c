"""Commands of the panel `synrailobs`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import tyro

from triptych.hub.commands.shared import Building, Count, File, Folder, Name, needs_models

BoxFormat = Literal["xyxy", "xywh", "cxcywh"]
Format = Annotated[BoxFormat | None, tyro.conf.arg(metavar="xyxy|xywh|cxcywh", help_behavior_hint="")]
Split = Literal["test", "validation", "train"]


@dataclass(frozen=True, kw_only=True)
class BuildSynrailobs(Building):
    """Draw the synthetic `synrailobs` dataset and write it as a Parquet folder with its card."""

    dataset = "synrailobs"
    out: Path = Path("runs/synrailobs-data")
    """Folder to write. Not named like the dataset: `datasets` would take it for another copy of it."""


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
