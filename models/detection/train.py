"""Train a detector on rows of `synrailobs`, from its configuration or from weights.

    run = train_detector(load_dataset("synrailobs", split="train"), Path("runs/yolov5s"), TrainSettings("yolov5s"))
    detect = load_detector(run)

A run that was killed goes on with the last finished epoch. The weights are those of the last epoch: nothing is chosen
by a validation split.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from triptych.core.errors import UsageError
from triptych.core.runs import MANIFEST, digest, file_sha256, now, versions, write_json
from triptych.models.detection import paper
from triptych.models.detection.devices import device_of
from triptych.models.detection.training_rows import fingerprint, undecoded

TORCHVISION: Final = ("fasterrcnn", "fasterrcnn-mobilenet")
TRANSFORMERS: Final = "rtdetr"
STARTED: Final = "started.json"
_WEIGHTS: Final = {"ultralytics": "model.pt", "torchvision": "model.safetensors", "transformers": "model.safetensors"}


@dataclass(frozen=True)
class TrainSettings:
    """What is trained and how; the defaults are the paper's, section 4.1."""

    detector: str
    """fasterrcnn, fasterrcnn-mobilenet, rtdetr, or a model of ultralytics: yolov5s, yolo26n, rtdetr-l, ..."""
    epochs: int = paper.EPOCHS
    image_size: int = paper.IMAGE_SIZE
    """Longer side in pixels that pictures are brought to; a square for RT-DETR."""
    batch: int = paper.BATCH
    """Pictures a step, over all processes."""
    learning_rate: float = paper.LEARNING_RATE
    weights: str | None = None
    """Weights to start from: a file, or a Hub name or folder for rtdetr. None: from the configuration alone."""

    def __post_init__(self) -> None:
        for name in ("epochs", "image_size", "batch", "learning_rate"):
            if getattr(self, name) <= 0:
                option = f"--{name.replace('_', '-')}"
                raise UsageError(f"{option} above 0", str(getattr(self, name)), f"leave {option} out for the paper's")


def library_of(detector: str) -> str:
    """The library that has a detector of that name; raises `UsageError` where none has."""
    if detector in TORCHVISION:
        return "torchvision"
    if detector == TRANSFORMERS:
        return "transformers"
    from triptych.models.detection.ultralytics_training import configuration

    configuration(detector)
    return "ultralytics"


def train_detector(
    rows: Any, out: Path, settings: TrainSettings, *, seed: int = 0, device: str = "auto", dataset: str = "synrailobs"
) -> Path:
    """Train on rows with `id`, `image`, `objects` (`bbox` xywh, `category`) into `out`; a finished run is left alone.

    Returns `out` with the weights and, last, run.json. Raises `UsageError` where there are no rows, the detector is
    unknown, or `out` holds a run of other settings or rows.
    """
    library, device = library_of(settings.detector), device_of(device)
    taught = undecoded(rows)
    if not len(taught):
        raise UsageError("at least one row to train on", "none", "check the split or the filter before")
    data = fingerprint(taught)
    key = digest([asdict(settings), seed, data])
    if _is_finished(out, key):
        return out
    started = _start(out, key)
    facts = _fit(library, taught, out, settings, seed, device)
    if facts is None:  # a helping process: the first one writes
        return out
    named: dict[str, Any] = {"key": key, "system": settings.detector, "model_id": settings.weights, "revision": None}
    named |= {"library": library, "dataset": dataset, "fingerprint": data, "split": "train", "n": len(taught)}
    named |= {"seed": seed, "settings": asdict(settings), "device": device, "weights": _WEIGHTS[library]}
    named |= {**facts, "sha256": file_sha256(out / _WEIGHTS[library]), "started": started, "finished": now()}
    write_json(out / MANIFEST, {**named, "versions": versions("torch", "torchvision", "transformers", "accelerate",
               "ultralytics", "ultralytics-opencv-headless")})  # fmt: skip
    for name in (STARTED, "checkpoint.pt"):
        (out / name).unlink(missing_ok=True)
    return out


def _fit(library: str, rows: Any, out: Path, settings: TrainSettings, seed: int, device: str) -> dict[str, Any] | None:
    """Weights in `out`; what run.json says of them."""
    if library == "ultralytics":
        from triptych.models.detection.ultralytics_training import fit as fit_ultralytics

        return fit_ultralytics(rows, out, settings, seed, device)
    from triptych.models.detection.torch_training import fit
    from triptych.models.detection.torchvision_training import faster_rcnn
    from triptych.models.detection.transformers_training import rt_detr

    made = faster_rcnn if library == "torchvision" else rt_detr
    return fit(lambda: made(settings), rows, out, settings, seed, device)


def _is_finished(out: Path, key: str) -> bool:
    manifest = out / MANIFEST
    if not manifest.is_file():
        return False
    _same(json.loads(manifest.read_text(encoding="utf-8")).get("key"), key, out)
    return True


def _start(out: Path, key: str) -> str:
    """When the run began; a checkpoint that is there belongs to it."""
    marker = out / STARTED
    if marker.is_file():
        known = json.loads(marker.read_text(encoding="utf-8"))
        _same(known["key"], key, out)
        return str(known["started"])
    started = now()
    write_json(marker, {"key": key, "started": started})
    return started


def _same(known: Any, key: str, out: Path) -> None:
    if known != key:
        raise UsageError("a folder without a training run or with one of the same settings, seed and rows",
                         f"{out} holds another one", "choose another --out, or delete that folder")  # fmt: skip
