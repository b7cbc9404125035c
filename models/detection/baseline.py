"""A detector trained from scratch in about a minute on two cores: a floor for real detectors, not one to use.

    detector = train(load_dataset("synrailobs", split="train"), Path("runs/baseline"))
    predictions = predict(detector, load_dataset("synrailobs", split="test"))

It knows nothing but the rows that it is given: no pretrained weights, a quarter of a million parameters. It is here so
that scores, slices and paired differences can be shown on real predictions without a download.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch

from triptych.core.errors import UsageError
from triptych.core.progress import progress
from triptych.core.runs import MANIFEST, atomic_path, digest, file_sha256, now, versions, write_json
from triptych.dataset_builders.synrailobs.schema import CATEGORIES
from triptych.models.detection.baseline_data import (
    LARGEST,
    LEVELS,
    SMALLEST,
    FloatArray,
    Pixels,
    batch,
    pyramid,
    samples,
)
from triptych.models.detection.centre_network import CentreNetwork, Found, decode, fused, loss, without_repeats

SYSTEM: Final = "centre-baseline"
WEIGHTS: Final = "model.safetensors"
_LEAST_SCORE, _MOST = 0.01, 100  # of the detections of one picture


@dataclass(frozen=True)
class Settings:
    """Chosen on the validation split, never on test pictures."""

    steps: int = 1000
    batch_size: int = 32
    learning_rate: float = 2.5e-3
    width: int = 24
    """Channels at a quarter of the crops' size."""
    crop: int = 96
    """Side of the crops in pixels, a multiple of 16."""

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            if value <= 0:
                raise UsageError(f"{name} above 0", str(value), f"leave {name} at its default")
        if self.crop % 16:
            raise UsageError("a crop that is a multiple of 16", str(self.crop), "leave crop at its default")


@dataclass(frozen=True)
class Detector:
    """A trained network, `fused`."""

    network: CentreNetwork


@dataclass(frozen=True)
class Detections:
    """Of one picture: `boxes` (k, 4) xyxy in its pixels, inside it, `objectness` (k,) falling, `classes` (k, 6)."""

    boxes: FloatArray
    objectness: FloatArray
    classes: FloatArray


def train(rows: Iterable[Mapping[str, Any]], out: Path, *, seed: int = 0, settings: Settings | None = None) -> Detector:
    """Train on rows of `synrailobs` into `out`: model.safetensors and, last, run.json.

    `seed` decides the start, the crops and their changes. A finished run is loaded. Raises `UsageError` where there are
    no rows or `out` holds a run with other settings or rows.
    """
    settings, rows = settings or Settings(), list(rows)
    if not rows:
        raise UsageError("at least one row to train on", "none", "check the split or the filter before")
    fingerprint = digest([[row["id"], [one["bbox"] for one in row["objects"]]] for row in rows])
    key = digest([asdict(settings), seed, fingerprint])
    if _finished(out, key):
        return load(out)
    started = now()
    network, losses = _fit(samples(rows), settings, seed)
    _save(network, out)
    facts: dict[str, Any] = {"key": key, "system": SYSTEM, "model_id": None, "revision": None, "dataset": "synrailobs"}
    facts |= {"fingerprint": fingerprint, "split": "train", "n": len(rows), "seed": seed, "settings": asdict(settings)}
    facts |= {"losses": losses, "sha256": file_sha256(out / WEIGHTS), "versions": versions("torch", "torchvision")}
    write_json(out / MANIFEST, {**facts, "started": started, "finished": now()})
    return Detector(fused(network))


def load(folder: Path) -> Detector:
    """The detector of a finished run; raises `UsageError` where there is none."""
    from safetensors.torch import load_file

    manifest = folder / MANIFEST
    if not manifest.is_file():
        raise UsageError(f"a finished training run in {folder}", "no run.json", "train the baseline into it first")
    settings = json.loads(manifest.read_text(encoding="utf-8"))["settings"]
    network = CentreNetwork(len(CATEGORIES), settings["width"])
    network.load_state_dict(load_file(folder / WEIGHTS))
    return Detector(fused(network))


def predict(detector: Detector, rows: Iterable[Mapping[str, Any]], batch_size: int = 8) -> list[dict[str, Any]]:
    """Rows {id, boxes (xyxy pixels of the picture), scores, labels} for rows with `id` and `image`."""
    predictions: list[dict[str, Any]] = []
    waiting = progress(rows, "detecting")
    while some := list(islice(waiting, batch_size)):
        found = detect(detector, [np.asarray(row["image"].convert("RGB")) for row in some])
        predictions += [{"id": row["id"], **by_class(one)} for row, one in zip(some, found, strict=True)]
    return predictions


def detect(detector: Detector, images: Sequence[Pixels]) -> list[Detections]:
    """What is seen in RGB pictures (h, w, 3) of one size, one batch; boxes are cut to the picture."""
    levels = [_found(detector, level) for level in zip(*map(pyramid, images), strict=True)]
    return [
        _detections([_scaled(found, level) for level, found in enumerate(found_by_level)], image)
        for image, *found_by_level in zip(images, *levels, strict=True)
    ]


def _found(detector: Detector, images: Sequence[Pixels]) -> list[Found]:
    pixels = torch.from_numpy(np.stack(images)).permute(0, 3, 1, 2).float() / 255.0
    # The network halves its maps four times.
    down, right = -pixels.shape[2] % 16, -pixels.shape[3] % 16
    padded = torch.nn.functional.pad(pixels, (0, right, 0, down), mode="replicate")
    with torch.inference_mode():
        return decode(detector.network(padded.contiguous(memory_format=torch.channels_last)))


def _scaled(found: Found, level: int) -> Found:
    """What a level is asked for, in the picture's pixels; the first also for smaller, the last for larger things."""
    longer = (found.boxes[:, 2:] - found.boxes[:, :2]).amax(1)
    kept = ((longer >= SMALLEST) | (level == 0)) & ((longer <= LARGEST) | (level == LEVELS - 1))
    return Found(found.boxes[kept] * 2**level, found.objectness[kept], found.classes[kept])


def _detections(levels: Sequence[Found], image: Pixels) -> Detections:
    height, width = image.shape[:2]
    boxes, objectness, classes = (torch.cat(part) for part in zip(*(vars(one).values() for one in levels), strict=True))
    found = without_repeats(Found(boxes, objectness, classes))
    cut = np.clip(found.boxes.numpy(), 0, np.array([width, height, width, height], np.float32))
    kept = (cut[:, 2] > cut[:, 0]) & (cut[:, 3] > cut[:, 1])
    return Detections(cut[kept], found.objectness.numpy()[kept], found.classes.numpy()[kept])


def by_class(one: Detections) -> dict[str, Any]:
    """A detection for every class that a box may be of, by falling score: objectness times the class's share."""
    scores = one.objectness[:, None] * one.classes
    order = np.argsort(-scores, axis=None, kind="stable")
    places, kinds = np.unravel_index(order[scores.flatten()[order] >= _LEAST_SCORE][:_MOST], scores.shape)
    return {
        "boxes": one.boxes[places].tolist(),
        "scores": scores[places, kinds].tolist(),
        "labels": [CATEGORIES[kind] for kind in kinds],
    }


def _fit(pictures: Sequence[Any], settings: Settings, seed: int) -> tuple[CentreNetwork, list[float]]:
    """The trained network and its mean loss over each tenth of the steps."""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        network = CentreNetwork(len(CATEGORIES), settings.width).to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(network.parameters(), lr=settings.learning_rate, weight_decay=1e-3)
    rate = torch.optim.lr_scheduler.OneCycleLR(optimizer, settings.learning_rate, settings.steps, pct_start=0.15)
    losses: list[float] = []
    for step in progress(range(settings.steps), "training"):
        rng = np.random.default_rng([seed, step])
        images, wanted = batch(pictures, settings.crop, settings.batch_size, rng)
        value = loss(network(images), wanted)
        optimizer.zero_grad()
        value.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(network.parameters(), 10.0)
        optimizer.step()
        rate.step()
        losses.append(float(value.detach()))
    tenths = [part for part in np.array_split(losses, 10) if part.size]
    return network, [round(float(part.mean()), 4) for part in tenths]


def _finished(out: Path, key: str) -> bool:
    manifest = out / MANIFEST
    if not manifest.is_file():
        return False
    if json.loads(manifest.read_text(encoding="utf-8")).get("key") != key:
        raise UsageError("a folder without a training run or with one of the same settings, seed and rows",
                         f"{out} holds another one", "choose another --out, or delete that folder")  # fmt: skip
    return True


def _save(network: CentreNetwork, out: Path) -> None:
    from safetensors.torch import save_file

    state = {name: weight.contiguous() for name, weight in network.state_dict().items()}
    with atomic_path(out / WEIGHTS) as temporary:
        save_file(state, temporary, metadata={"format": "pt"})
