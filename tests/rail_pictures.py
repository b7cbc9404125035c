"""A few small pictures with every kind of label: holes, parts, a rectangle, a box without a mask, nothing at all."""

from pathlib import Path
from typing import Any

import datasets
import numpy as np
import simplejpeg
from PIL import Image

from triptych.dataset_builders.synrailobs.labels import encode, tight_box
from triptych.dataset_builders.synrailobs.schema import FEATURES

WIDTH, HEIGHT = 96, 64


def jpeg(seed: int = 0, width: int = WIDTH, height: int = HEIGHT) -> bytes:
    pixels = np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)
    return bytes(simplejpeg.encode_jpeg(pixels, quality=80))


def picture(path: Path, seed: int = 0, width: int = WIDTH, height: int = HEIGHT, turned: int = 1) -> Path:
    """A JPEG file; `turned` is its EXIF orientation."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(jpeg(seed, width, height))
    if turned != 1:
        exif = Image.Exif()
        exif[0x0112] = turned
        Image.open(path).copy().save(path, "JPEG", exif=exif)
    return path


def masks() -> dict[str, np.ndarray]:
    """Shapes that formats can lose: a hole, two parts, a rectangle, pixels that touch at a corner."""
    ring, parts, box, corner = (np.zeros((HEIGHT, WIDTH), bool) for _ in range(4))
    ring[10:30, 10:26] = True
    ring[15:20, 14:20] = False
    parts[5:9, 50:60] = parts[12:40, 52:57] = True
    box[40:60, 60:90] = True
    corner[0:3, 90:93] = corner[3:6, 93:96] = True
    return {"ring": ring, "parts": parts, "box": box, "corner": corner}


def thing(name: str, mask: np.ndarray | None, category: str = "person", **more: Any) -> dict[str, Any]:
    own = {"bbox": [3.0, 4.5, 20.0, 30.25], "area": 555, "mask": None}
    if mask is not None:
        own = {"bbox": tight_box(mask), "area": int(mask.sum()), "mask": encode(mask)}
    known = {"distance_m": 21.4, "size_m": [0.7, 1.8], "seen": True, "visibility": 0.75, "source": f"drawn/{category}"}
    return {"id": name, "category": category, **own, **known, **more}


def row(name: str, objects: list[dict[str, Any]], seed: int = 0, **more: Any) -> dict[str, Any]:
    return {
        "id": name, "source": "triptych", "licence": "Apache-2.0", "redistributable": True,
        "image": {"bytes": jpeg(seed), "path": None}, "width": WIDTH, "height": HEIGHT, "objects": objects,
        "weather": "rainy", "light": "dusk", "track_type": "ballasted", "country": "Italy", "background_id": "b1",
        "parameters": {"seed": 0, "camera": {"height_m": 2.5}}, "screened": True, **more,
    }  # fmt: skip


def rows() -> list[dict[str, Any]]:
    shapes = masks()
    unknown = {"distance_m": None, "size_m": None, "visibility": None}
    return [
        row("place/a.1", [thing("a-0", shapes["ring"]), thing("a-1", shapes["parts"], "rock", distance_m=70.1)]),
        row("place/a_1", [], 1, weather=None, light=None, track_type=None, country=None, screened=False),
        row("c", [thing("c-0", shapes["box"], "unseen", seen=False), thing("c-1", shapes["corner"], **unknown)], 2),
    ]


def table(some: list[dict[str, Any]] | None = None) -> datasets.Dataset:
    return datasets.Dataset.from_list(some or rows(), features=FEATURES)


def boxed() -> dict[str, Any]:
    """A row with a box that has no mask."""
    return row("d", [thing("d-0", None, "vehicle")], 3)
