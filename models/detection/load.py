"""Any detector by name, behind one signature.

detect = load_detector("PekingU/rtdetr_r50vd")
seen = detect([image])[0]  # seen.boxes, seen.scores, seen.labels
"""

import json
from pathlib import Path
from typing import Final

from triptych.core.errors import UsageError
from triptych.core.runs import MANIFEST
from triptych.models.detection import baseline
from triptych.models.detection.centre_detector import CentreDetector
from triptych.models.detection.detected import Detect
from triptych.models.detection.devices import device_of
from triptych.models.detection.ultralytics_library import weights_file

WAYS: Final = (
    "a folder that `triptych train synrailobs` wrote; a transformers detector by Hub name or folder "
    "(PekingU/rtdetr_r50vd); torchvision:fasterrcnn_resnet50_fpn; an ultralytics weights file or name (yolo26n.pt)"
)


def load_detector(name: str | Path, threshold: float = 0.3, device: str = "auto") -> Detect:
    """The detector `name`, which gives what it scores at least `threshold`. Labels are the model's own class names.

    Raises `UsageError` that tells the ways where nothing of that name is found, or a library for it is missing.
    """
    text, device = str(name), device_of(device)
    if not 0 <= threshold <= 1:
        raise UsageError("a threshold from 0 to 1", str(threshold), "a share, such as 0.3")
    if text.startswith("torchvision:"):
        from triptych.models.detection.torchvision_detectors import load_torchvision

        return load_torchvision(text.removeprefix("torchvision:"), threshold, device)
    if (Path(text) / MANIFEST).is_file():
        return _trained_here(Path(text), threshold, device)
    if weights := weights_file(text):
        from triptych.models.detection.ultralytics_detectors import load_ultralytics

        return load_ultralytics(weights, threshold, device)
    if (Path(text) / "config.json").is_file() or ("/" in text and not Path(text).exists()):
        from triptych.models.detection.transformers_detectors import load_transformers

        return load_transformers(text, threshold, device)
    raise UsageError(WAYS, text, "name one of them")


def _trained_here(folder: Path, threshold: float, device: str) -> Detect:
    """The detector of a folder with run.json, which says whose it is."""
    facts = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    if facts.get("system") == baseline.SYSTEM:
        return CentreDetector(baseline.load(folder), threshold)
    library = facts.get("library")
    if library == "ultralytics":
        from triptych.models.detection.ultralytics_detectors import load_ultralytics

        return load_ultralytics(folder / facts["weights"], threshold, device)
    if library == "torchvision":
        from triptych.models.detection.torchvision_training import load_faster_rcnn

        return load_faster_rcnn(folder, facts["settings"], threshold, device)
    if library == "transformers":
        from triptych.models.detection.transformers_detectors import load_transformers

        return load_transformers(str(folder), threshold, device)
    raise UsageError("a folder of a detector's training", f"{folder} holds a run of {facts.get('system')}", WAYS)
