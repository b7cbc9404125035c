"""The systems of a study: train or load each detector and keep its boxes, by id, in a run folder that can go on."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from triptych.core.errors import UsageError
from triptych.core.progress import progress
from triptych.core.runs import MANIFEST, Rows, RunInfo, digest, file_sha256, versions
from triptych.hub.box_files import BoxFile, read_boxes
from triptych.hub.builders import load_rows
from triptych.hub.predict_synrailobs import system_of as system_of_weights
from triptych.hub.rail_study.settings import SystemSettings
from triptych.hub.rail_study.truth import TestSet
from triptych.hub.train_synrailobs import CENTRE


@dataclass(frozen=True)
class System:
    """One row of the tables. `weights` names the detector for `load_detector`, None where only boxes are known."""

    name: str
    folder: str
    boxes: BoxFile
    weights: str | None
    parameters_m: float | None
    frames: Path | None


def system_of(settings: SystemSettings, out: Path, truth: TestSet, data: str | None, seed: int) -> System:
    """Train where it is asked for, predict where there are no boxes yet; both go on in `out`."""
    if settings.predictions:
        boxes = read_boxes(settings.predictions, truth.categories)
        return System(settings.name, settings.folder, boxes, None, settings.parameters_m, settings.frames)
    weights = settings.weights or ""
    if settings.train:
        folder = out / "detectors" / settings.folder
        weights = str(trained(settings.train, folder, settings.train_data or data, settings.training, seed))
    boxes = predicted(weights, out / "boxes" / settings.folder, truth)
    return System(
        settings.name, settings.folder, boxes, weights, settings.parameters_m or parameters_m(weights), settings.frames
    )


def predicted(weights: str, out: Path, truth: TestSet) -> BoxFile:
    """Boxes of a detector for the test set, resumable."""
    from triptych.models.detection.load import load_detector
    from triptych.models.detection.predict import LEAST_SCORE, predict

    order = truth.ids
    facts = RunInfo(system_of_weights(weights), "synrailobs", truth.split, digest([fingerprint(weights), order]),
                    model_id=weights, versions=versions("torch", "torchvision", "ultralytics"))  # fmt: skip
    run = Rows(out, facts)
    if not run.complete:
        left = truth.rows.select([place for place, name in enumerate(order) if name not in run.done])
        for row in predict(load_detector(weights, LEAST_SCORE), progress(left, "detecting", len(left))):
            run.add(row)
        run.finish(order)
    return read_boxes(out / "predictions.parquet", truth.categories)


def parameters_m(weights: str) -> float | None:
    """Millions of parameters by the manifest of a run folder or, of the baseline, by its weights."""
    count = _manifest(weights).get("parameters")
    if count is None and (file := Path(weights) / "model.safetensors").is_file():
        from safetensors.numpy import load_file

        count = sum(weight.size for weight in load_file(file).values())
    return None if count is None else round(int(count) / 1e6, 2)


def trained(detector: str, out: Path, data: str | None, settings: dict[str, Any], seed: int) -> Path:
    """A finished training run in `out`; raises `UsageError` for settings that the detector does not have."""
    rows = load_rows("synrailobs", data, "train")
    try:
        if detector == CENTRE:
            from triptych.models.detection import baseline

            baseline.train(rows, out, seed=seed, settings=baseline.Settings(**settings))
            return out
        from triptych.models.detection.train import TrainSettings, train_detector

        return train_detector(rows, out, TrainSettings(detector, **settings), seed=seed)
    except TypeError as error:
        raise UsageError(f"settings of {detector}", str(error), "correct `training` in the settings file") from error


def fingerprint(weights: str) -> str:
    """What boxes depend on, wherever the weights lie: other weights under the same name are other boxes."""
    if Path(weights).is_file():
        return file_sha256(Path(weights))
    return str(_manifest(weights).get("sha256") or weights)


def _manifest(weights: str) -> dict[str, Any]:
    file = Path(weights) / MANIFEST
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
