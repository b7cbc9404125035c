"""Training of YOLO and RT-DETR by ultralytics, from the YAML files of their architectures."""

import contextlib
import csv
import importlib
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from triptych.core.errors import UsageError
from triptych.core.runs import atomic_path
from triptych.models.detection.training_rows import TrainingRow
from triptych.models.detection.ultralytics_library import ultralytics
from triptych.models.detection.yolo_files import write_rows

if TYPE_CHECKING:
    from triptych.models.detection.train import TrainSettings

_HEADS: Final = ("Detect", "v10Detect", "RTDETRDecoder")
WAYS: Final = (
    "centre, fasterrcnn, fasterrcnn-mobilenet, rtdetr, or a detector of ultralytics by the name of its YAML file: "
    "yolov5n to yolov5x, yolo26n to yolo26x, rtdetr-l, ..."
)


def configuration(detector: str) -> str:
    """The YAML of an architecture of ultralytics; raises `UsageError` for an unknown one."""
    library = ultralytics()
    tasks = importlib.import_module("ultralytics.nn.tasks")
    name = detector if detector.endswith((".yaml", ".yml")) else f"{detector}.yaml"
    with contextlib.suppress(FileNotFoundError, KeyError, IndexError, TypeError):
        *_, (*_, head, _) = tasks.yaml_model_load(name)["head"]
        if head in _HEADS:
            return name
    raise UsageError(f"a detector: {WAYS}", f"{detector!r} (ultralytics {library.__version__})", "check --detector")


def network(detector: str, classes: int) -> Any:
    """The architecture with random weights."""
    tasks = importlib.import_module("ultralytics.nn.tasks")
    kind = tasks.RTDETRDetectionModel if "rtdetr" in Path(detector).stem else tasks.DetectionModel
    return kind(configuration(detector), nc=classes, verbose=False)


def fit(rows: Sequence[TrainingRow], out: Path, settings: "TrainSettings", seed: int, device: str) -> dict[str, Any]:
    """Train, or go on with out/checkpoint.pt, and write out/model.pt; returns what run.json says of it."""
    work, checkpoint = out / "work", out / "checkpoint.pt"
    data = write_rows(rows, work / "data")
    done = _epochs_done(checkpoint)
    if done < settings.epochs:
        _train(work, checkpoint, done, data, settings, seed, device)
    torch_utils = importlib.import_module("ultralytics.utils.torch_utils")
    with atomic_path(out / "model.pt") as temporary:
        torch_utils.strip_optimizer(str(checkpoint), str(temporary))
    losses = _losses(work / "run" / "results.csv")
    shutil.rmtree(work, ignore_errors=True)
    model = ultralytics().YOLO(str(out / "model.pt")).model
    return {"parameters": sum(one.numel() for one in model.parameters()), "losses": losses}


def _train(
    work: Path, checkpoint: Path, done: int, data: Path, settings: "TrainSettings", seed: int, device: str
) -> None:
    library = ultralytics()
    kind = library.RTDETR if "rtdetr" in Path(settings.detector).stem else library.YOLO
    model = kind(str(checkpoint) if done else configuration(settings.detector))
    model.add_callback("on_model_save", lambda trainer: _keep(trainer, checkpoint))
    model.add_callback("on_train_epoch_end", _say)
    common = {
        "data": str(data),
        "save_dir": str((work / "run").resolve()),
        "device": device,
        "val": False,
        "plots": False,
    }
    if done:
        model.train(resume=str(checkpoint), **common)
        return
    model.train(
        **common,
        epochs=settings.epochs,
        imgsz=settings.image_size,
        batch=settings.batch,
        optimizer="Adam",
        lr0=settings.learning_rate,
        seed=seed,
        pretrained=settings.weights or False,
        # "bf16" and False alone start without a trial of half precision, which fetches weights.
        amp="bf16" if device.startswith("cuda") else False,
        patience=0,
        workers=8 if device.startswith("cuda") else 0,
        exist_ok=True,
        verbose=False,
    )


def _keep(trainer: Any, checkpoint: Path) -> None:
    """A copy of the epoch's checkpoint that a kill cannot cut off."""
    with atomic_path(checkpoint) as temporary:
        shutil.copyfile(trainer.last, temporary)


def _say(trainer: Any) -> None:
    loss = sum(float(one) for one in trainer.tloss.values())
    print(f"  epoch {trainer.epoch + 1} of {trainer.epochs}, loss {loss:.3f}", file=sys.stderr, flush=True)


def _epochs_done(checkpoint: Path) -> int:
    if not checkpoint.is_file():
        return 0
    import torch

    return int(torch.load(checkpoint, map_location="cpu", weights_only=False)["epoch"]) + 1


def _losses(table: Path) -> list[float]:
    """The sum of the training losses of each epoch."""
    if not table.is_file():
        return []
    with table.open(encoding="utf-8") as file:
        rows = [{name.strip(): value for name, value in row.items()} for row in csv.DictReader(file)]
    return [round(sum(float(value) for name, value in row.items() if name.startswith("train/")), 4) for row in rows]
