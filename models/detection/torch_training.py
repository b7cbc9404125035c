"""One training loop for the detectors of torchvision and transformers, on one process or several (Accelerate).

    accelerate launch --num_processes 2 -m triptych.hub.cli train synrailobs --detector rtdetr

Each step sees the same pictures for any number of processes. An epoch's order, its changes to the pictures and its
random draws come from the seed and its number, so that a run that was killed ends as one that was not.
"""

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch.utils.data import DataLoader, Dataset

from triptych.core.errors import RunError
from triptych.core.progress import progress
from triptych.core.runs import atomic_path
from triptych.models.detection.detected import Pixels
from triptych.models.detection.training_rows import TrainingRow, boxes, classes, pixels

if TYPE_CHECKING:
    from triptych.models.detection.train import TrainSettings

_LAST_RATE: Final = 0.01
"""Share of the learning rate at the end, to which it falls linearly, as ultralytics does."""
_WARM_UP: Final = 500
_LARGEST_GRADIENT: Final = 1.0


@dataclass(frozen=True)
class Taught:
    """One picture (H, W, 3) uint8 RGB with its `boxes` (n, 4) xyxy in pixels and their `classes` (n,)."""

    image: Pixels
    boxes: NDArray[np.float32]
    classes: NDArray[np.int64]


@dataclass(frozen=True)
class Trainable:
    """`network`, its `loss(network, batch)`, and `save(network, folder)`, which writes files that load it again."""

    network: Any
    loss: Callable[[Any, Sequence[Taught]], torch.Tensor]
    save: Callable[[Any, Path], None]


class Pictures(Dataset[Taught]):
    """Rows in one epoch: every other picture is mirrored, by the seed, the epoch and its place."""

    def __init__(self, rows: Sequence[TrainingRow], seed: int, epoch: int) -> None:
        self.rows, self.seed, self.epoch = rows, seed, epoch

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, place: int) -> Taught:
        """The picture of that place."""
        row = self.rows[int(place)]
        image, there = pixels(row), boxes(row)
        if np.random.default_rng([self.seed, self.epoch, int(place)]).random() < 0.5:
            image, there = np.ascontiguousarray(image[:, ::-1]), mirrored(there, image.shape[1])
        return Taught(image, there, classes(row))


def mirrored(there: NDArray[np.float32], width: int) -> NDArray[np.float32]:
    """Boxes (n, 4) xyxy of the picture's mirror image."""
    return np.stack([width - there[:, 2], there[:, 1], width - there[:, 0], there[:, 3]], axis=1)


def fit(
    make: Callable[[], Trainable],
    rows: Sequence[TrainingRow],
    out: Path,
    settings: "TrainSettings",
    seed: int,
    device: str,
) -> dict[str, Any] | None:
    """Train and save into `out`; what run.json says of it, or None in processes other than the first."""
    from accelerate import Accelerator
    from accelerate.utils import DistributedDataParallelKwargs

    # Classes that no picture of a batch shows leave some weights without a gradient.
    unused = DistributedDataParallelKwargs(find_unused_parameters=True)
    precision = "bf16" if device.startswith("cuda") else "no"
    accelerator = Accelerator(cpu=device == "cpu", mixed_precision=precision, kwargs_handlers=[unused])
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        made = make()
        losses = _train(accelerator, made, rows, out / "checkpoint.pt", settings, seed)
    accelerator.wait_for_everyone()
    if accelerator.is_main_process:
        made.save(made.network, out)
    accelerator.wait_for_everyone()
    processes = accelerator.num_processes
    if not accelerator.is_main_process:
        return None
    parameters = sum(one.numel() for one in made.network.parameters())
    return {"parameters": parameters, "losses": losses, "processes": processes}


def _train(
    accelerator: Any,
    made: Trainable,
    rows: Sequence[TrainingRow],
    checkpoint: Path,
    settings: "TrainSettings",
    seed: int,
) -> list[float]:
    """The network trained in place; the mean loss of each epoch."""
    steps = math.ceil(len(rows) / settings.batch)
    optimizer = torch.optim.Adam(made.network.parameters(), lr=settings.learning_rate)
    done, losses = _restored(checkpoint, made.network, optimizer)
    network, optimizer = accelerator.prepare(made.network.train(), optimizer)
    for epoch in range(done, settings.epochs):
        torch.manual_seed(seed * 10007 + epoch * 101 + accelerator.process_index)
        batches = _batches(rows, seed, epoch, settings.batch, accelerator)
        values: list[float] = []
        for step, batch in enumerate(progress(batches, f"epoch {epoch + 1} of {settings.epochs}", steps)):
            rate = settings.learning_rate * rate_share(epoch * steps + step, settings.epochs * steps)
            values.append(_step(accelerator, made, network, optimizer, batch, rate))
        losses.append(round(float(np.mean(values)), 4))
        if accelerator.is_main_process:
            print(f"  epoch {epoch + 1} of {settings.epochs}, loss {losses[-1]:.3f}", file=sys.stderr, flush=True)
            _keep(checkpoint, made.network, optimizer, losses)
        accelerator.wait_for_everyone()
    return losses


def _step(
    accelerator: Any, made: Trainable, network: Any, optimizer: Any, batch: Sequence[Taught], rate: float
) -> float:
    for group in optimizer.param_groups:
        group["lr"] = rate
    with accelerator.autocast():
        value = made.loss(network, batch)
    optimizer.zero_grad()
    accelerator.backward(value)
    accelerator.clip_grad_norm_(network.parameters(), _LARGEST_GRADIENT)
    optimizer.step()
    mean = float(accelerator.reduce(value.detach(), "mean"))
    if not math.isfinite(mean):
        raise RunError("the loss is no longer a number: start again with a lower --learning-rate in another --out")
    return mean


def rate_share(step: int, steps: int) -> float:
    """Share of the learning rate at a step: a linear rise over a tenth of them, 500 at most, then a linear fall."""
    rise = min(_WARM_UP, max(steps // 10, 1))
    return min((step + 1) / rise, 1.0) * (1 - (1 - _LAST_RATE) * step / steps)


def _batches(rows: Sequence[TrainingRow], seed: int, epoch: int, batch: int, accelerator: Any) -> "DataLoader[Taught]":
    """This process's part of each step's pictures; where they do not divide, some are seen twice."""
    order = np.random.default_rng([seed, epoch]).permutation(len(rows))
    mine, processes = accelerator.process_index, accelerator.num_processes
    parts = []
    for start in range(0, len(order), batch):
        chosen = order[start : start + batch]
        chosen = np.resize(chosen, math.ceil(len(chosen) / processes) * processes)
        parts.append(chosen[mine::processes].tolist())
    workers = 4 if accelerator.device.type == "cuda" else 0
    return DataLoader(Pictures(rows, seed, epoch), batch_sampler=parts, collate_fn=list, num_workers=workers)


def _keep(checkpoint: Path, network: Any, optimizer: Any, losses: list[float]) -> None:
    with atomic_path(checkpoint) as temporary:
        torch.save({"network": network.state_dict(), "optimizer": optimizer.state_dict(), "losses": losses}, temporary)


def _restored(checkpoint: Path, network: Any, optimizer: Any) -> tuple[int, list[float]]:
    """Epochs done and their losses, with the network and the optimizer as they were then."""
    if not checkpoint.is_file():
        return 0, []
    kept = torch.load(checkpoint, map_location="cpu", weights_only=True)
    network.load_state_dict(kept["network"])
    optimizer.load_state_dict(kept["optimizer"])
    return len(kept["losses"]), list(kept["losses"])
