"""Rails by networks, as in section 3 of the paper: a semantic model proposes the rail area, SAM draws its outline.

    models = load("facebook/mask2former-swin-large-mapillary-vistas-semantic", "facebook/sam-vit-base")
    rails = segment_rails(image, models)

The semantic model's probabilities of its rail class give points and a box; SAM or SAM 2 turns them into a mask, and the
mask's edges are the rails.
"""

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.rails import GAUGE_M, NoRailsError, Rails
from triptych.dataset_builders.synrailobs.rails_polygons import rails_of_mask

RAIL_NAMES: Final = ("rail track", "railway", "railroad", "rail")
"""Endings of class names that mean the track itself, best first; "guard rail" and its like do not count."""
NOT_RAILS: Final = ("guard", "hand", "barrier", "vehicle", "train")
POINTS: Final = 6


@dataclass(frozen=True)
class Segmenters:
    """A semantic or universal segmentation model and a SAM or SAM 2 model, each with its processor."""

    semantic: Any
    semantic_processor: Any
    sam: Any
    sam_processor: Any


@dataclass(frozen=True)
class Prompt:
    """What SAM is asked: `points` (n, 2) x, y inside a thing, if any, `box` x0, y0, x1, y1 around it, in pixels."""

    points: NDArray[np.float64]
    box: NDArray[np.float64]
    confidence: float


def load(semantic: str, sam: str) -> Segmenters:
    """Both models by Hub name or folder; `sam` of the families SAM and SAM 2."""
    from transformers import AutoImageProcessor, AutoModelForUniversalSegmentation

    return Segmenters(
        AutoModelForUniversalSegmentation.from_pretrained(semantic).eval(),
        AutoImageProcessor.from_pretrained(semantic),
        *load_sam(sam),
    )


def load_sam(name: str) -> tuple[Any, Any]:
    """A SAM or SAM 2 model by Hub name or folder, and its processor."""
    from transformers import AutoConfig, AutoProcessor, Sam2Model, SamModel

    family = AutoConfig.from_pretrained(name).model_type
    classes = {"sam": SamModel, "sam2": Sam2Model, "sam2_video": Sam2Model}
    if family not in classes:
        raise UsageError("a SAM or SAM 2 model", f"{name} of the family {family}", "for example facebook/sam-vit-base")
    return classes[family].from_pretrained(name).eval(), AutoProcessor.from_pretrained(name)


def segment_rails(image: NDArray[np.uint8], models: Segmenters, apart_m: float = GAUGE_M) -> Rails:
    """Rails of a picture (H, W, 3) uint8 RGB; `apart_m`: metres between the mask's edges.

    Raises `NoRailsError` where the semantic model sees no rail area or SAM's mask holds no track.
    """
    prompt = prompt_of(rail_probability(image, models))
    return rails_of_mask(outline(image, prompt, models), prompt.confidence, apart_m)


def rail_class(names: dict[int, str]) -> int:
    """The id of the class that means railway track, by its name."""
    plain = {key: name.lower().replace("-", " ").replace("_", " ").strip() for key, name in names.items()}
    for ending in RAIL_NAMES:
        for key, name in plain.items():
            if name.endswith(ending) and not any(word in name for word in NOT_RAILS):
                return int(key)
    raise UsageError("a model with a class for railway track", ", ".join(plain.values())[:200], "name another model")


@torch.no_grad()
def rail_probability(image: NDArray[np.uint8], models: Segmenters) -> NDArray[np.float32]:
    """Probability of the rail class (H, W) in [0, 1], from a model with mask queries or with logits by class."""
    chosen = rail_class(models.semantic.config.id2label)
    inputs = models.semantic_processor(images=image, return_tensors="pt")
    outputs = models.semantic(**{key: inputs[key] for key in ("pixel_values", "pixel_mask") if key in inputs})
    if hasattr(outputs, "masks_queries_logits"):
        # Each query's chance of being rail times its chance of covering the pixel, summed (Mask2Former, section 3.3).
        classes = outputs.class_queries_logits[0].softmax(-1)[:, chosen]
        small = torch.einsum("q,qhw->hw", classes, outputs.masks_queries_logits[0].sigmoid()).clamp(max=1)
    else:
        small = outputs.logits[0].softmax(0)[chosen]
    full = cv2.resize(small.numpy(), (image.shape[1], image.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(full, np.float32)


def prompt_of(probability: NDArray[np.float32]) -> Prompt:
    """Points and a box from a rail probability (H, W): the area above one half that reaches lowest and is largest.

    The points lie in the middle of the area's rows, spread from top to bottom; the confidence is the area's mean.
    """
    count, labels, stats, _ = cv2.connectedComponentsWithStats((probability > 0.5).astype(np.uint8))
    if count < 2:
        raise NoRailsError(f"the semantic model is nowhere sure of a rail area (at most {probability.max():.2f})")
    lowest = stats[1:, cv2.CC_STAT_TOP] + stats[1:, cv2.CC_STAT_HEIGHT]
    part = 1 + int(np.lexsort((stats[1:, cv2.CC_STAT_AREA], lowest))[-1])
    left, top, width, height = stats[part, :4]
    rows = np.unique(np.linspace(top, top + height - 1, POINTS + 2).round().astype(int)[1:-1])
    points = [(float(np.median(np.flatnonzero(labels[row] == part))), float(row)) for row in rows]
    box = np.asarray([left, top, left + width, top + height], float)
    return Prompt(np.asarray(points), box, float(probability[labels == part].mean()))


@torch.no_grad()
def outline(image: NDArray[np.uint8], prompt: Prompt, models: Segmenters) -> NDArray[np.bool_]:
    """SAM's mask (H, W) for a box and any points: the one that SAM itself rates highest."""
    points = [[prompt.points.tolist()]], [[[1] * len(prompt.points)]]
    asked = {"input_points": points[0], "input_labels": points[1]} if len(prompt.points) else {}
    boxes = [[prompt.box.tolist()]]
    inputs = models.sam_processor(images=image, input_boxes=boxes, return_tensors="pt", **asked)
    sizes = {key: inputs.pop(key) for key in ("original_sizes", "reshaped_input_sizes") if key in inputs}
    outputs = models.sam(**inputs)
    masks = models.sam_processor.post_process_masks(outputs.pred_masks, **sizes)[0][0]
    return np.asarray(masks[int(outputs.iou_scores[0, 0].argmax())].numpy() > 0)
