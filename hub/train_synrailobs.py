"""`triptych train synrailobs`: the baseline, or a detector of ultralytics, torchvision or transformers.

triptych train synrailobs
triptych train synrailobs --detector yolov5s --data runs/composites --out runs/yolov5s
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from triptych.core.errors import UsageError
from triptych.hub.builders import load_rows

if TYPE_CHECKING:
    from triptych.hub.commands.synrailobs import TrainSynrailobs
    from triptych.models.detection.baseline import Detector

CENTRE = "centre"
"""The small baseline: steps on crops, where the others take epochs of whole pictures."""
OF_OTHERS = ("epochs", "image_size", "batch", "learning_rate", "weights")


def train(command: "TrainSynrailobs", out: Path) -> Path:
    """Train what the command says into `out`; says how the run is used."""
    if command.detector == CENTRE:
        _refuse(command, OF_OTHERS, "--detector centre takes --steps")
        train_baseline(out, command.data, command.backgrounds, command.steps, command.limit, command.seed)
    else:
        _refuse(command, ("steps",), f"--detector {command.detector} takes --epochs")
        _train_other(command, out)
    print(f"trained: {out}\n  triptych predict synrailobs --weights {out}")
    return out


def train_baseline(
    out: Path, data: str | None, backgrounds: str, steps: int | None, limit: int | None, seed: int
) -> "Detector":
    """Train the baseline on the train split, or load it where `out` holds it already."""
    from triptych.models.detection import baseline

    settings = baseline.Settings() if steps is None else baseline.Settings(steps=steps)
    return baseline.train(train_rows(data, backgrounds, limit), out, seed=seed, settings=settings)


def train_rows(data: str | None, backgrounds: str, limit: int | None) -> Any:
    """The train split, or its pictures of sunny days, and of those the first `limit`."""
    rows = load_rows("synrailobs", data, "train")
    if backgrounds == "sunny_day":
        weather, light = (rows.features[name].names for name in ("weather", "light"))
        kept = [place for place, row in enumerate(rows.select_columns(["weather", "light"]))
                if (weather[row["weather"]], light[row["light"]]) == ("sunny", "day")]  # fmt: skip
        rows = rows.select(kept)
    rows = rows.select(range(min(limit or len(rows), len(rows))))
    if not len(rows):
        raise UsageError("pictures of sunny days in the train split", "none", "use --backgrounds all")
    return rows


def _train_other(command: "TrainSynrailobs", out: Path) -> None:
    from triptych.models.detection.train import TrainSettings, library_of, train_detector

    given = {name: getattr(command, name) for name in OF_OTHERS}
    settings = TrainSettings(command.detector, **{name: value for name, value in given.items() if value is not None})
    library_of(command.detector)  # a wrong name is told before the data is read
    rows = train_rows(command.data, command.backgrounds, command.limit)
    train_detector(rows, out, settings, seed=command.seed, device=command.device, dataset=command.data or "synrailobs")


def _refuse(command: "TrainSynrailobs", names: tuple[str, ...], what: str) -> None:
    given = [f"--{name.replace('_', '-')}" for name in names if getattr(command, name) is not None]
    if given:
        raise UsageError(what, ", ".join(given), "leave it out, or choose another --detector")
