"""Cut-outs by networks: SAM draws the outline in a box, and a detector finds the boxes where nobody has drawn them.

mask_of = SamMasks.load("facebook/sam-vit-base")
gallery = make_gallery(GallerySettings(objects=Path("boxes")), Path("kept"), mask_of)
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from triptych.dataset_builders.problems import BadInput, Problem
from triptych.dataset_builders.synrailobs.photos.cutouts import Box, mask_of_box
from triptych.dataset_builders.synrailobs.photos.edges import Floats
from triptych.dataset_builders.synrailobs.photos.object_classes import category_of
from triptych.dataset_builders.synrailobs.photos.objects import MaskOfBox, Rights, cut_whole
from triptych.dataset_builders.synrailobs.photos.parts import Bytes, Cutout
from triptych.models.detection.detected import Detect, Detected
from triptych.models.obstacles.generate import Generated
from triptych.models.obstacles.segment_rails import Prompt, Segmenters, load_sam, outline

SLACK: Final = 0.05
"""Share of its sides by which a mask may reach out of its box."""
LEAST_FILLED: Final = 0.05
MIDDLE: Final = 0.1
"""Margin of the middle of a picture, in shares of its sides: where a rock is looked for that no detector names."""


@dataclass(frozen=True)
class SamMasks:
    """Masks of boxes by SAM or SAM 2, in the place of GrabCut. `name` stands for the weights in a gallery's digest."""

    models: Segmenters = field(repr=False)
    name: str

    @classmethod
    def load(cls, name: str) -> "SamMasks":
        """The model by Hub name or folder; `UsageError` for other families."""
        return cls(Segmenters(None, None, *load_sam(name)), name)

    def __call__(self, rgb: Bytes, box: Box) -> Floats:
        """Coverage (H, W) of the thing in a box x0, y0, x1, y1; `BadInput` where SAM finds next to nothing in it."""
        height, width = rgb.shape[:2]
        x0, y0, x1, y1 = np.clip(box, 0, [width, height, width, height])
        if x1 - x0 < 1 or y1 - y0 < 1:
            raise BadInput("an empty box inside the picture")
        mask = outline(rgb, Prompt(np.empty((0, 2)), np.array([x0, y0, x1, y1]), 1.0), self.models)
        aside, above = SLACK * (x1 - x0), SLACK * (y1 - y0)
        left, top = (int(max(value, 0)) for value in (x0 - aside, y0 - above))
        near = np.zeros_like(mask)
        near[top : int(y1 + above) + 1, left : int(x1 + aside) + 1] = True
        if (mask & near).sum() < LEAST_FILLED * (x1 - x0) * (y1 - y0):
            raise BadInput("SAM finds nothing in its box")
        return np.asarray(mask & near, np.float32)


def cutouts_of_generated(
    pictures: Iterable[Generated | Problem],
    detect: Detect,
    rights: Rights,
    mask_of: MaskOfBox = mask_of_box,
    threshold: float = 0.5,
) -> Iterator[Cutout | Problem]:
    """What a detector finds in generated pictures, cut out in its boxes, as in section 3.4 of the paper.

    Only things of the category that the prompt speaks of count, from the score `threshold` on. No usual detector knows
    rocks: for them the best box of any class counts, else the middle of the picture. What cannot be used, and pictures
    that are problems already, come out as problems.
    """
    for picture in pictures:
        if isinstance(picture, Problem):
            yield picture
            continue
        boxes = _boxes(picture, detect([picture.image])[0], threshold)
        if not boxes:
            yield Problem(picture.id, f"no {picture.category} seen in it with a score of at least {threshold}")
        for number, (name, box) in enumerate(boxes):
            key = f"{picture.id}#{number}-{name}"
            try:
                coverage = mask_of(picture.image, box)
                nothing = np.zeros(coverage.shape, bool)
                rgba = cut_whole(picture.image, coverage, picture.category, name, nothing)
            except BadInput as error:
                yield Problem(key, str(error))
                continue
            yield Cutout(key, rgba, picture.category, picture.source, rights.licence, rights.redistributable)


def _boxes(picture: Generated, found: Detected, threshold: float) -> list[tuple[str, Box]]:
    height, width = picture.image.shape[:2]
    sure = [
        (label, (float(box[0]), float(box[1]), float(box[2]), float(box[3])))
        for label, box, score in zip(found.labels, found.boxes, found.scores, strict=True)
        if score >= threshold
    ]
    fitting = [(label, box) for label, box in sure if category_of(label) == picture.category]
    if fitting or picture.category != "rock":
        return fitting
    middle = (MIDDLE * width, MIDDLE * height, (1 - MIDDLE) * width, (1 - MIDDLE) * height)
    return [("rock", sure[0][1] if sure else middle)]
