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
    """Train the small baseline detector on the train split: a floor for real detectors, in about a minute."""

    out: Path = Path("runs/rail-detector")
    """Folder for the weights and run.json."""
    data: Name = None
    """Dataset folder or Hub id. Default: the installed `synrailobs`."""
    backgrounds: Literal["all", "sunny_day"] = "all"
    """Train on every weather and light, or on sunny days alone."""
    steps: Count = None
    """Steps of training. Default: what the demo uses."""
    limit: Count = None
    """Train on only so many pictures."""
    seed: int = 0
    """Seed of the start, the order and the augmentation."""

    def run(self) -> None:
        needs_models()
        from triptych.hub.synrailobs_study import train_detector

        train_detector(self.out, self.data, self.backgrounds, self.steps, self.limit, self.seed)


@dataclass(frozen=True, kw_only=True)
class PredictSynrailobs:
    """Boxes of a trained baseline detector for a split, as predictions keyed by id."""

    weights: Path = Path("runs/rail-detector")
    """Folder that `train synrailobs` wrote."""
    out: Folder = None
    """Run folder. Default: runs/boxes/NAME-OF-WEIGHTS."""
    data: Name = None
    """Dataset folder or Hub id. Default: the installed `synrailobs`."""
    split: Split = "test"
    """Pictures to look at."""
    limit: Count = None
    """Look at only so many pictures."""

    def run(self) -> None:
        needs_models()
        from triptych.hub.synrailobs_study import predict_boxes

        predict_boxes(
            self.weights, self.out or Path("runs/boxes") / self.weights.name, self.data, self.split, self.limit
        )


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
