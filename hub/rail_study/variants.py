"""The rows of Table 7 as datasets: which steps of the workflow are on, everything else the same.

Off means: harmony, pasted colours stay as they are (shadow, blur and noise are on in every row); rescale, the very
sizes of the rescaled set dealt out anew over all rows of pictures; random texture, no textured shapes.
"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.photos.backgrounds import BackgroundSettings
from triptych.dataset_builders.synrailobs.photos.build import build_composites
from triptych.dataset_builders.synrailobs.photos.composer import Look
from triptych.dataset_builders.synrailobs.photos.gallery import GallerySettings, make_gallery, write_gallery
from triptych.dataset_builders.synrailobs.photos.gallery_dataset import is_dataset
from triptych.dataset_builders.synrailobs.photos.layout import Layout
from triptych.dataset_builders.synrailobs.photos.settings import CompositeSettings
from triptych.dataset_builders.synrailobs.photos.splits import SHARES


@dataclass(frozen=True)
class Variant:
    """A row of Table 7; `name` is its key in `paper.TABLE_7`."""

    name: str
    harmony: bool = False
    rescale: bool = False
    random_texture: bool = False

    @property
    def steps(self) -> str:
        """What is on, for people."""
        on = [name for name in ("harmony", "rescale", "random_texture") if getattr(self, name)]
        return {0: "none", 3: "all three"}.get(len(on), " + ".join(on).replace("_", " "))


NONE: Final = Variant("none")
ALL: Final = Variant("all", harmony=True, rescale=True, random_texture=True)
VARIANTS: Final = (
    NONE,
    Variant("harmony", harmony=True),
    Variant("rescale", rescale=True),
    Variant("random_texture", random_texture=True),
    ALL,
)
UNHARMONISED: Final = Variant("unharmonised", rescale=True, random_texture=True)
"""Not of Table 7: the partner of `ALL` in Figure 3."""


@dataclass(frozen=True)
class Inputs:
    """What the sets are made of. `composites` counts the training pictures of each row."""

    objects: Path
    backgrounds: Path | None = None
    videos: Path | None = None
    textures: Path | None = None
    class_names: Path | str | None = None
    composites: int = 2000
    size: tuple[int, int] = (640, 352)
    every_s: float = 1.0
    textured: int = 200
    seed: int = 0

    def __post_init__(self) -> None:
        if self.backgrounds is None and self.videos is None:
            raise UsageError("--backgrounds DIR or --videos DIR", "neither", "name pictures of tracks")


def build_set(variant: Variant, inputs: Inputs, out: Path, num_proc: int = 1) -> Path:
    """The dataset of one row in `out`/sets, built where it is not there yet.

    Backgrounds and cut-outs are divided by the same seed in every row, so the test split of one row shares none of
    them with the training split of another. One file a split, so that sizes are shuffled over the whole split.
    """
    folder = out / "sets" / variant.name
    settings = CompositeSettings(
        backgrounds=BackgroundSettings(inputs.backgrounds, inputs.videos, size=inputs.size, every_s=inputs.every_s),
        gallery=_gallery(variant, inputs, out / "cutouts"),
        layout=Layout("rails" if variant.rescale else "shuffled"),
        look=Look(harmonise="filters" if variant.harmony else "none"),
        rows=round(inputs.composites / SHARES["train"]),
        shards=1,
        seed=inputs.seed,
    )
    return build_composites(settings, folder, num_proc=num_proc).folder


def _gallery(variant: Variant, inputs: Inputs, cutouts: Path) -> GallerySettings:
    """The cut-outs of `objects`, made once for all rows, and textured shapes where the row has them."""
    whole = GallerySettings(inputs.objects, inputs.textures, inputs.class_names, textured=inputs.textured,
                            seed=inputs.seed)  # fmt: skip
    objects = replace(whole, textures=None, textured=0)
    made = make_gallery(objects, cutouts / "kept")
    dataset = cutouts / made.digest[:12]
    if not is_dataset(dataset):
        write_gallery(made, dataset)
    chosen = whole if variant.random_texture else objects
    return replace(chosen, objects=dataset, class_names=None)
