"""Where a detector looks: Grad-CAM of one detection or one class, as in Figure 3 of the paper, by `grad-cam`.

map = heat(load_detector("runs/yolov5s"), image, box)
shown = overlay(image, map)
"""

from collections.abc import Callable, Sequence
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from triptych.core.errors import UsageError
from triptych.models.detection.confidence import overlaps
from triptych.models.detection.detected import Detect, Pixels
from triptych.models.detection.probes import Probe, probe
from triptych.models.detection.ultralytics_library import needs_detection

_SAME = 0.5  # IoU from which a candidate is about a box
_EPSILON = 1e-6


def heat(detector: Detect, image: Pixels, of: str | Sequence[float] | NDArray[Any]) -> NDArray[np.float32]:
    """What in a picture (H, W, 3) uint8 RGB speaks for a class, by name, or for a box, xyxy in pixels.

    Float (H, W) from 0 to 1; 0 everywhere where nothing speaks for it. Of the detector's maps the one that the score
    depends on most is read (R. Selvaraju et al., Grad-CAM, 2017). Raises `UsageError` for an unknown class and for
    detectors that cannot be derived.
    """
    needs_detection("pytorch_grad_cam")
    from pytorch_grad_cam import GradCAM

    made = probe(detector, image)
    target = _target(made, of, image)
    layer = _deciding_layer(made, target)
    if layer is None:
        return np.zeros(image.shape[:2], np.float32)
    with torch.enable_grad(), GradCAM(model=made.network, target_layers=[layer]) as cam:
        grey = cam(input_tensor=made.tensor, targets=[target])[0][: made.shown[0], : made.shown[1]]
    resized = cv2.resize(np.asarray(grey, np.float32), image.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    highest = float(resized.max())
    return np.clip(resized / highest, 0.0, 1.0) if highest > 0 else np.zeros(image.shape[:2], np.float32)


def overlay(image: Pixels, warmth: NDArray[np.float32], box: Sequence[float] | None = None) -> Pixels:
    """The picture (H, W, 3) under its heat, blue to red, with a white box around what was asked for."""
    colours = cv2.cvtColor(cv2.applyColorMap((255 * warmth).astype(np.uint8), cv2.COLORMAP_JET), cv2.COLOR_BGR2RGB)
    shown = np.ascontiguousarray((0.6 * image + 0.4 * colours).astype(np.uint8))
    if box is not None:
        left, top, right, bottom = (round(float(side)) for side in box)
        cv2.rectangle(shown, (left, top), (right, bottom), (255, 255, 255), 2)
    return shown


def _target(made: Probe, of: str | Sequence[float] | NDArray[Any], image: Pixels) -> Callable[[Tensor], Tensor]:
    """Candidates (n, 4 + classes) to the log-odds that are derived: of the class's or the box's surest candidate."""
    if isinstance(of, str):
        if of not in made.names:
            raise UsageError(f"a class among {', '.join(made.names)}", of, "name one of them, or give a box")
        column = 4 + made.names.index(of)
        return lambda found: found[:, column].amax().logit(_EPSILON)
    scale = np.array([made.shown[1] / image.shape[1], made.shown[0] / image.shape[0]] * 2, np.float32)
    box = np.asarray(of, np.float32) * scale
    return lambda found: _of_box(found, box).logit(_EPSILON)


def _of_box(found: Tensor, box: NDArray[np.float32]) -> Tensor:
    """The highest score among candidates that overlap the box enough, else that of the one that overlaps it most."""
    shares = overlaps(found[:, :4].detach().cpu().numpy(), box)
    enough = torch.from_numpy(shares >= min(_SAME, float(shares.max())))
    return found[enough.to(found.device), 4:].amax()


def _deciding_layer(made: Probe, target: Callable[[Tensor], Tensor]) -> nn.Module | None:
    """The layer whose map moves the target most; None where nothing does, as where there is no candidate."""
    maps: dict[nn.Module, Tensor] = {}
    handles = [layer.register_forward_hook(lambda run, _, output: maps.update({run: output})) for layer in made.layers]
    try:
        with torch.enable_grad():
            found = made.network(made.tensor)[0]
            if not len(found):
                return None
            gradients = torch.autograd.grad(target(found), list(maps.values()), allow_unused=True)
    finally:
        for handle in handles:
            handle.remove()
    strengths = [0.0 if one is None else float(one.abs().amax()) for one in gradients]
    return list(maps)[int(np.argmax(strengths))] if max(strengths) > 0 else None
