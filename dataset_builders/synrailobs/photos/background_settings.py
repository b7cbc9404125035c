"""What backgrounds are made of."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.paper import IMAGE_SIZE
from triptych.dataset_builders.synrailobs.photos.background_metadata import Words

UNKNOWN_LICENCE: Final = "unknown"
SMALLEST_SIDE: Final = 64


@dataclass(frozen=True)
class BackgroundSettings:
    """The inputs and how they become backgrounds.

    `pictures`, `videos`: folders, searched with those in them; at least one. `metadata`: see `background_metadata`; by
    default the file in each folder. `rails`: outlines, see `background_rails`; by default LabelMe files beside the
    pictures. `size`: width, height in pixels. `every_s`: seconds between the frames taken from a film. `words`: what
    holds for all that the metadata says nothing of. `rails_by`, `screened_by`: names of what finds the rails and of the
    detector that screens; what was kept under other names is judged anew.
    """

    pictures: Path | None = None
    videos: Path | None = None
    metadata: Path | None = None
    rails: Path | None = None
    size: tuple[int, int] = IMAGE_SIZE
    every_s: float = 1.0
    licence: str = UNKNOWN_LICENCE
    redistributable: bool = False
    words: Words = field(default_factory=Words)
    rails_by: str = "geometry"
    screened_by: str = "detector"

    def __post_init__(self) -> None:
        if self.pictures is None and self.videos is None:
            raise UsageError("a folder of pictures or of films", "neither", "name one")
        for folder in (self.pictures, self.videos):
            if folder is not None and not folder.is_dir():
                raise UsageError("a folder of pictures or films", f"{folder}, which is none", "check the path")
        if self.rails is not None and not self.rails.exists():
            raise UsageError("outlines of rails: a COCO file or a folder", f"{self.rails}, not there", "check the path")
        if min(self.size) < SMALLEST_SIDE or self.size[0] % 16:
            sides = f"a width divisible by 16 and no side below {SMALLEST_SIDE}"
            raise UsageError(sides, f"{self.size[0]} x {self.size[1]}", "for example 1280 x 720")
        if not self.every_s > 0:
            raise UsageError("more than 0 seconds between frames", str(self.every_s), "1 is usual")
