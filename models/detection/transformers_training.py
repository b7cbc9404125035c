"""RT-DETR of transformers for the categories of `synrailobs`, from its configuration or from a model that is there."""

import shutil
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import torch

from triptych.core.errors import UsageError
from triptych.core.runs import atomic_path
from triptych.dataset_builders.synrailobs.schema import CATEGORIES
from triptych.models.detection.torch_training import Taught, Trainable
from triptych.models.detection.training_rows import as_shares

if TYPE_CHECKING:
    from triptych.models.detection.train import TrainSettings

_NAMES = dict(enumerate(CATEGORIES))


def network(classes: dict[int, str]) -> Any:
    """RT-DETR with ResNet-50, random weights."""
    from transformers import RTDetrConfig, RTDetrForObjectDetection

    # Frozen statistics are for a backbone that was trained before; this one starts from nothing.
    config = RTDetrConfig(id2label=classes, label2id={name: place for place, name in classes.items()},
                          freeze_backbone_batch_norms=False)  # fmt: skip
    return RTDetrForObjectDetection(config)


def rt_detr(settings: "TrainSettings") -> Trainable:
    """To be trained from nothing, or from `settings.weights`, a folder or Hub name of any detector of the DETR kind."""
    from transformers import AutoImageProcessor, RTDetrImageProcessor

    if settings.weights:
        made = _started_from(settings.weights)
        processor = AutoImageProcessor.from_pretrained(settings.weights)
    else:
        made, processor = network(_NAMES), RTDetrImageProcessor()
    processor.size = {"height": settings.image_size, "width": settings.image_size}
    return Trainable(made, partial(_loss, processor=processor), partial(_save, processor=processor))


def _started_from(name: str) -> Any:
    from transformers import AutoModelForObjectDetection

    try:
        return AutoModelForObjectDetection.from_pretrained(
            name,
            id2label=_NAMES,
            label2id={name: place for place, name in _NAMES.items()},
            ignore_mismatched_sizes=True,
        )
    except (OSError, ValueError) as error:
        reason = str(error).strip().split("\n")[0]
        raise UsageError("a detector of transformers in --weights", f"{name}: {reason}", "check --weights") from error


def _loss(made: Any, batch: Sequence[Taught], processor: Any) -> torch.Tensor:
    device = next(made.parameters()).device
    inputs = processor(images=[one.image for one in batch], return_tensors="pt", input_data_format="channels_last")
    wanted = [
        {
            "class_labels": torch.tensor(one.classes, device=device),
            "boxes": torch.tensor(as_shares(one.boxes, *one.image.shape[:2]), device=device),
        }
        for one in batch
    ]
    loss: torch.Tensor = made(pixel_values=inputs["pixel_values"].to(device), labels=wanted).loss
    return loss.float()


def _save(made: Any, folder: Path, processor: Any) -> None:
    """config.json, model.safetensors, preprocessor_config.json: a folder that transformers loads."""
    with TemporaryDirectory(dir=folder) as temporary:
        made.save_pretrained(temporary)
        processor.save_pretrained(temporary)
        for file in sorted(Path(temporary).iterdir()):
            with atomic_path(folder / file.name) as target:
                shutil.copyfile(file, target)
