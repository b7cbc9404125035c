"""Faster R-CNN of torchvision for the categories of `synrailobs`: to train, and as a run's weights load again."""

import importlib
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import torch

from triptych.core.errors import UsageError
from triptych.core.runs import atomic_path
from triptych.dataset_builders.synrailobs.schema import CATEGORIES
from triptych.models.detection.torch_training import Taught, Trainable
from triptych.models.detection.torchvision_detectors import TorchvisionDetector

if TYPE_CHECKING:
    from triptych.models.detection.train import TrainSettings

MODELS: Final = {"fasterrcnn": "fasterrcnn_resnet50_fpn", "fasterrcnn-mobilenet": "fasterrcnn_mobilenet_v3_large_fpn"}
NAMES: Final = ["background", *CATEGORIES]
WEIGHTS: Final = "model.safetensors"


def network(detector: str, image_size: int, classes: int = len(NAMES)) -> Any:
    """Random weights; pictures are brought to `image_size` pixels on their longer side, proportions kept."""
    models: Any = importlib.import_module("torchvision.models")
    return models.get_model(MODELS[detector], weights=None, weights_backbone=None, num_classes=classes,
                            min_size=image_size, max_size=image_size)  # fmt: skip


def faster_rcnn(settings: "TrainSettings") -> Trainable:
    """To be trained from nothing or from a state dict; layers of another number of classes start anew."""
    made = network(settings.detector, settings.image_size)
    if settings.weights:
        _start_from(made, Path(settings.weights))
    return Trainable(made, _loss, _save)


def load_faster_rcnn(folder: Path, settings: dict[str, Any], threshold: float, device: str) -> TorchvisionDetector:
    """The detector of a finished run."""
    from safetensors.torch import load_file

    made = network(settings["detector"], settings["image_size"])
    made.load_state_dict(load_file(folder / WEIGHTS))
    # torchvision itself drops what it scores below 0.05, too much for a mean average precision.
    made.roi_heads.score_thresh = min(made.roi_heads.score_thresh, threshold)
    return TorchvisionDetector(made.to(device).eval(), NAMES, threshold)


def _start_from(made: Any, file: Path) -> None:
    from safetensors.torch import load_file

    try:
        read = (
            load_file if file.suffix == ".safetensors" else partial(torch.load, map_location="cpu", weights_only=True)
        )
        state = read(file)
    except Exception as error:  # a file may hold anything
        fix = "name a file that torch or safetensors wrote"
        raise UsageError("a state dict", f"{file}: {type(error).__name__}", fix) from error
    own = made.state_dict()
    fitting = {name: value for name, value in state.items() if name in own and own[name].shape == value.shape}
    if len(fitting) < len(own) / 2:
        raise UsageError(
            "weights of this architecture", f"{file} fits {len(fitting)} of {len(own)} tensors", "check --weights"
        )
    made.load_state_dict(fitting, strict=False)


def _loss(made: Any, batch: Sequence[Taught]) -> torch.Tensor:
    device = next(made.parameters()).device
    images = [torch.tensor(one.image, device=device).permute(2, 0, 1).float() / 255.0 for one in batch]
    targets = [
        {
            "boxes": torch.tensor(one.boxes, device=device),
            "labels": torch.tensor(one.classes, device=device) + 1,  # 0 is the background
        }
        for one in batch
    ]
    losses: dict[str, torch.Tensor] = made(images, targets)
    return torch.stack([value.float() for value in losses.values()]).sum()


def _save(made: Any, folder: Path) -> None:
    from safetensors.torch import save_file

    state = {name: value.detach().cpu().contiguous() for name, value in made.state_dict().items()}
    with atomic_path(folder / WEIGHTS) as temporary:
        save_file(state, temporary, metadata={"format": "pt"})
