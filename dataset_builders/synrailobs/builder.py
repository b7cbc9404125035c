"""The dataset `synrailobs` as a `datasets` builder: 240 composites on drawn track scenes, no outside data.

SynRailObs().download_and_prepare()                # into the Hugging Face cache, about a minute with two processes
load_dataset("synrailobs", split="test")           # afterwards, also in other processes, without this package
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import datasets
import numpy as np
import simplejpeg

from triptych.core.runs import digest
from triptych.dataset_builders.source_digest import source_digest
from triptych.dataset_builders.synrailobs.compositing import Label, compose
from triptych.dataset_builders.synrailobs.labels import encode, tight_box
from triptych.dataset_builders.synrailobs.paper import IMAGE_SIZE
from triptych.dataset_builders.synrailobs.placement import place
from triptych.dataset_builders.synrailobs.plan import Background, Composite, backgrounds, composites
from triptych.dataset_builders.synrailobs.scenes import Scene, scene
from triptych.dataset_builders.synrailobs.schema import FEATURES, SPLITS
from triptych.dataset_builders.synrailobs.seeds import SEED, generator

NAME: Final = "synrailobs"
DESCRIPTION: Final = (
    "Synthetic pictures of obstacles on railway tracks: drawn scenes in sun, rain, snow and fog by day, at dusk and in "
    "the dark, with drawn obstacles at metric scale, their masks, tight boxes, distances and sizes. Not for "
    "safety-critical use."
)
JPEG_QUALITY: Final = 90


def rows(split: str, places: Sequence[Background] | None = None) -> Iterator[dict[str, Any]]:
    """The rows of one split, labels as words; the columns are those of schema.py.

    Each background is drawn once. `places` narrows the rows to some of the split's backgrounds.
    """
    for background in backgrounds(split) if places is None else places:
        drawn = scene(background)
        for composite in composites(split)[background.id]:
            yield _row(drawn, composite)


def _row(drawn: Scene, composite: Composite) -> dict[str, Any]:
    background = drawn.background
    things = place(drawn, composite.wanted, generator(composite.id, "placement"))
    image, labels = compose(drawn, things, composite.frame)
    return {
        "id": composite.id,
        "source": "triptych",
        "licence": "Apache-2.0",
        "redistributable": True,
        "image": {"bytes": jpeg(image), "path": f"{composite.id}.jpg"},
        "width": IMAGE_SIZE[0],
        "height": IMAGE_SIZE[1],
        "objects": [_object(f"{composite.id}-{number}", label) for number, label in enumerate(labels)],
        "weather": background.weather,
        "light": background.light,
        "track_type": background.track_type,
        "country": None,
        "background_id": background.id,
        "parameters": _parameters(drawn, composite, labels),
        "screened": True,
    }


def _object(name: str, label: Label) -> dict[str, Any]:
    sprite = label.obstacle.sprite
    return {
        "id": name,
        "bbox": tight_box(label.mask),
        "area": int(label.mask.sum()),
        "category": sprite.category,
        "mask": encode(label.mask),
        "distance_m": label.obstacle.distance_m,
        "size_m": [float(length) for length in sprite.size_m],
        "seen": sprite.category != "unseen",
        "visibility": label.visibility,
        "source": sprite.source,
    }


def _parameters(drawn: Scene, composite: Composite, labels: list[Label]) -> dict[str, Any]:
    """What was chosen at random, so that a picture can be understood and drawn again."""
    site, camera = drawn.site, drawn.camera
    return {
        "seed": SEED,
        "frame": composite.frame,
        "course": drawn.background.course,
        "tracks": drawn.background.tracks,
        "curvature_per_m": round(site.curvature, 6),
        "track_centres_m": [round(centre, 3) for centre in site.centres],
        "camera": {
            "height_m": round(camera.height_m, 4),
            "focal_px": round(camera.focal_px, 2),
            "horizon_row": round(camera.horizon_row, 2),
            "pitch_deg": round(float(np.degrees(camera.pitch)), 3),
        },
        "visibility_m": round(drawn.light.visibility_m, 1),
        "obstacles": [
            {
                "seed": label.obstacle.seed,
                "kind": label.obstacle.sprite.kind,
                "lateral_m": round(label.obstacle.lateral_m, 3),
            }
            for label in labels
        ],
    }


def jpeg(image: np.ndarray[Any, np.dtype[np.uint8]]) -> bytes:
    """JPEG bytes of (720, 1280, 3) uint8 RGB: quality 90, 4:2:0."""
    whole = np.ascontiguousarray(image)
    return bytes(simplejpeg.encode_jpeg(whole, quality=JPEG_QUALITY, colorspace="RGB", colorsubsampling="420"))


class SynRailObs(datasets.GeneratorBasedBuilder):  # type: ignore[misc]  # datasets has no types
    """Builder of `synrailobs`; its one configuration is `default`."""

    VERSION = datasets.Version("1.0.0")
    BUILDER_CONFIGS = (datasets.BuilderConfig(name="default", version=VERSION, description="240 drawn composites."),)
    DEFAULT_CONFIG_NAME = "default"
    # Pages of a Parquet file follow the batches, and those must not depend on how rows are shared out over processes.
    DEFAULT_WRITER_BATCH_SIZE = 1

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # By itself `datasets` takes the name from this module's ("builder") and finds no copy that has no hash.
        kwargs.setdefault("dataset_name", NAME)
        kwargs.setdefault("hash", self.fingerprint())
        super().__init__(*args, **kwargs)

    @classmethod
    def fingerprint(cls) -> str:
        """32 hex digits that change when the version, a column or the code that draws the pictures changes."""
        return digest([str(cls.VERSION), FEATURES.to_dict(), source_digest(Path(__file__).parent)])[:32]

    def _info(self) -> datasets.DatasetInfo:
        return datasets.DatasetInfo(description=DESCRIPTION, features=FEATURES, license="Apache-2.0")

    def _split_generators(self, dl_manager: datasets.DownloadManager) -> list[datasets.SplitGenerator]:
        # A list among the arguments is what lets `datasets` share a split out over processes.
        return [
            datasets.SplitGenerator(name=split, gen_kwargs={"split": split, "places": self._places(split)})
            for split in SPLITS
        ]

    def _places(self, split: str) -> list[Background]:
        """Backgrounds to build, each drawn once by the process that gets it; tests narrow them."""
        return backgrounds(split)

    def _generate_examples(self, split: str, places: list[Background]) -> Iterator[tuple[str, dict[str, Any]]]:
        for row in rows(split, places):
            yield row["id"], row
