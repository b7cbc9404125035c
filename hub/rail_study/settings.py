"""What the study of rail obstacles runs: detectors x one test set, from one settings file (TOML, JSON or YAML).

    [data]
    source = "runs/site-2024"          # a folder of `build` or `import synrailobs`, a Hub id; none = the installed one

    [[systems]]
    name = "YOLO26 n"
    train = "yolo26n"                  # trained here, into the study's folder
    training = { epochs = 50, image_size = 640 }

    [[systems]]
    name = "YOLOv5 s"
    weights = "runs/yolov5s"           # a folder of `train synrailobs`, or any detector that `predict` takes

    [[systems]]
    name = "elsewhere"
    predictions = "boxes.parquet"      # boxes by id
    frames = "frames.csv"              # and, for events, rows of video_id, t, score

    [events]
    references = "videos.csv"          # rows of video_id, label and, if known, track_type

Without a file the study is `DEFAULT`: the small baseline, trained here, on the installed dataset.
"""

import re
from pathlib import Path
from typing import Any

from pydantic import Field, model_validator

from triptych.hub.settings_files import Strict, read_settings_file
from triptych.hub.train_synrailobs import CENTRE


class SystemSettings(Strict):
    """One detector: trained here, trained before, or known by its boxes alone."""

    name: str = Field(min_length=1)
    train: str | None = None
    """A detector to train by name, on the train split of `train_data`."""
    training: dict[str, Any] = Field(default_factory=dict)
    """Its settings: epochs, image_size, batch, learning_rate; of the baseline: steps."""
    train_data: str | None = None
    """Dataset to train on; the test set's own if not given."""
    weights: str | None = None
    """A folder of `train synrailobs`, or any detector by name."""
    predictions: Path | None = None
    """Boxes by id: a file or run folder. Paths are relative to the settings file."""
    frames: Path | None = None
    """Frame scores of the event videos, rows of video_id, t, score."""
    parameters_m: float | None = Field(default=None, gt=0)
    """Millions of parameters, where they cannot be read from a run folder."""

    @model_validator(mode="after")
    def _one_source(self) -> "SystemSettings":
        if sum(each is not None for each in (self.train, self.weights, self.predictions)) != 1:
            raise ValueError("give one of train, weights and predictions")
        if self.train is None and (self.training or self.train_data):
            raise ValueError("training and train_data belong to train")
        return self

    @property
    def folder(self) -> str:
        """The name as part of a path."""
        return re.sub(r"\W+", "-", self.name).strip("-").lower()


class DataSettings(Strict):
    """The test set."""

    source: str | None = None
    split: str = "test"


class EventSettings(Strict):
    """Labelled videos. Without `references`, drawn clips are called by the detectors that can be run here."""

    references: Path | None = None
    """Rows of video_id, label (1 where there is an obstacle) and, if known, track_type."""
    videos: Path | None = None
    """Folder of the films themselves, for systems without `frames`; a film's name is its video_id."""
    threshold: float | None = Field(default=None, ge=0, le=1)
    """Score from which a frame is positive. Drawn clips: chosen on other clips if not given; else 0.5."""
    clips: int = Field(default=12, ge=0)
    """How many drawn clips; 0 for none."""
    seconds: float = Field(default=15.0, gt=0)
    fps: float = Field(default=10.0, gt=0)

    @model_validator(mode="after")
    def _labelled(self) -> "EventSettings":
        if self.videos and not self.references:
            raise ValueError("videos need references, a file of video_id and label")
        return self


class StudySettings(Strict):
    """Everything that a study depends on besides its folder."""

    systems: tuple[SystemSettings, ...] = Field(min_length=1)
    data: DataSettings = DataSettings()
    events: EventSettings = EventSettings()
    bootstrap: int = Field(default=1000, ge=0)
    """Resamples of the backgrounds."""
    limit: int | None = Field(default=None, ge=1)
    """Only so many pictures of the test set, from all of its backgrounds."""
    seed: int = 0

    @model_validator(mode="after")
    def _names(self) -> "StudySettings":
        folders = [system.folder for system in self.systems]
        if len(set(folders)) < len(folders):
            raise ValueError("systems need different names")
        return self


DEFAULT = StudySettings(systems=(SystemSettings(name="centre baseline", train=CENTRE),))


def read_settings(path: Path) -> StudySettings:
    """The settings of a file; `UsageError` names what is wrong and where."""
    settings, folder = read_settings_file(path, StudySettings), path.parent
    systems = tuple(_beside(system, folder) for system in settings.systems)
    data, events = settings.data, settings.events
    data = data.model_copy(update={"source": _local(data.source, folder)})
    paths = {name: folder / path for name in ("references", "videos") if (path := getattr(events, name))}
    events = events.model_copy(update=paths)
    return settings.model_copy(update={"systems": systems, "data": data, "events": events})


def _beside(system: SystemSettings, folder: Path) -> SystemSettings:
    """Paths are meant from the settings file, not from where the command runs."""
    files = {name: folder / path for name in ("predictions", "frames") if (path := getattr(system, name))}
    names = {name: _local(getattr(system, name), folder) for name in ("weights", "train_data")}
    return system.model_copy(update=files | names)


def _local(name: str | None, folder: Path) -> str | None:
    """A path from the settings file where there is something at it, else the name as it is (a Hub id)."""
    return str(folder / name) if name and (folder / name).exists() else name
