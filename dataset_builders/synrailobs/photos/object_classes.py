"""What the classes of other sets are here: their names, ids and, by name, one of our categories.

Bicycles count as motorcycles: both are two-wheelers of about the same height, met on tracks for the same reason. What
stands nowhere below (ties, traffic lights, pizzas) is left out, or is `unseen` where that is asked for.
"""

import contextlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import yaml  # type: ignore[import-untyped]  # comes with datasets

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.photos.parts import Cutout
from triptych.dataset_builders.synrailobs.schema import CATEGORIES

_COCO: Final = """person bicycle car motorcycle airplane bus train truck boat traffic_light fire_hydrant - stop_sign
parking_meter bench bird cat dog horse sheep cow elephant bear zebra giraffe - backpack umbrella - - handbag tie
suitcase frisbee skis snowboard sports_ball kite baseball_bat baseball_glove skateboard surfboard tennis_racket bottle -
wine_glass cup fork knife spoon bowl banana apple sandwich orange broccoli carrot hot_dog pizza donut cake chair couch
potted_plant bed - dining_table - - toilet - tv laptop mouse remote keyboard cell_phone microwave oven toaster sink
refrigerator - book clock vase scissors teddy_bear hair_drier toothbrush"""
COCO_91: Final = {key: name.replace("_", " ") for key, name in enumerate(_COCO.split(), start=1) if name != "-"}
"""COCO's own category ids, 1 to 90 with gaps."""
COCO_80: Final = dict(enumerate(COCO_91.values()))
"""The same 80 classes numbered from 0 without gaps, as detectors do."""

_HEIGHTS: Final = {
    "person": {
        "person, people, pedestrian, man, woman, worker, policeman, human, walking, standing, pasperson, "
        "paspersonwalking, paspersonstanding": (1.5, 1.95),
        "child, boy, girl, kid": (0.9, 1.5),
    },
    "animal": {
        "cat": (0.25, 0.4),
        "bird, wild bird, rabbit, hare, duck, goose, chicken": (0.2, 0.5),
        "dog, animal, fox": (0.4, 0.8),
        "sheep, goat, pig, wild boar, boar, wolf, lion": (0.6, 1.0),
        "horse, cow, cattle, bull, donkey, deer, antelope, moose, zebra, bear, camel": (1.2, 1.9),
        "elephant": (2.2, 3.2),
        "giraffe": (4.0, 5.0),
    },
    "vehicle": {
        "car, sedan, taxi, sports car, hatchback, vehicle": (1.4, 1.6),
        "suv, pickup truck": (1.6, 2.0),
        "van, ambulance": (1.9, 2.8),
        "bus, truck, heavy truck, fire truck, lorry, train, tram, machinery vehicle, excavator, tractor": (2.8, 3.6),
    },
    "motorcycle": {"motorcycle, motorbike, moped, scooter": (1.0, 1.4), "bicycle, bike": (0.95, 1.2)},
    "rock": {"rock, stone, boulder": (0.2, 1.0)},
}
"""By category and class: lowest and greatest height in metres."""
_CLASSES: Final = {
    name: (category, heights)
    for category, rows in _HEIGHTS.items()
    for names, heights in rows.items()
    for name in names.split(", ")
}
_NAMES_FILES: Final = ("data.yaml", "data.yml", "dataset.yaml", "classes.txt", "obj.names", "classes.names")
_YAML: Final = (".yaml", ".yml")


def category_of(name: str, as_unseen: bool = False) -> str | None:
    """Our category for a class's name, in any spelling; None, or `unseen` if so wished, where there is none."""
    plain = _plain(name)
    if plain in CATEGORIES:
        return plain
    known = _class(plain)
    return known[0] if known else "unseen" if as_unseen else None


def heights_m(cutout: Cutout) -> tuple[float, float] | None:
    """Lowest and greatest height in metres of what a cut-out shows, read from the class in its id; None if unknown.

    Finer than a category's range: a dog and a giraffe are both animals.
    """
    known = _class(_plain(cutout.id.rpartition("#")[2].partition("-")[2]))
    return known[1] if known and known[0] == cutout.category else None


def read_names(folder: Path, chosen: Path | str | None) -> dict[int, str] | None:
    """Names by class id: those of `chosen` (a file, "coco80" or "coco91"), else of a file in `folder`, else None.

    Files are data.yaml or any other YAML with `names`, classes.txt, obj.names: there a name a line. Raises `UsageError`
    for a file without names.
    """
    if chosen in ("coco80", "coco91"):
        return dict(COCO_80 if chosen == "coco80" else COCO_91)
    if chosen is not None:
        return _names_of(Path(chosen))
    for file in [folder / name for name in _NAMES_FILES if (folder / name).is_file()]:
        return _names_of(file)
    for file in sorted(path for path in folder.iterdir() if path.suffix in _YAML):
        with contextlib.suppress(UsageError):  # any other settings
            return _names_of(file)
    return None


def infer_names(ids: Iterable[int]) -> tuple[dict[int, str], str]:
    """Names for bare ids that can only be COCO's 1 to 90, or only the 80 classes from 0, and what was assumed.

    Raises `UsageError` where both or neither would do.
    """
    seen = set(ids)
    own, from_0 = seen <= COCO_91.keys(), seen <= COCO_80.keys()
    if own and not from_0:
        return COCO_91, f"class ids up to {max(seen)} and no names: taken for COCO's own ids, 1 to 90"
    if from_0 and not own:
        odd = min(seen - COCO_91.keys())
        return COCO_80, f"class id {odd} and no names: taken for the 80 classes of COCO numbered from 0"
    got = f"ids {min(seen)} to {max(seen)} that fit {'COCO numbered from 0 and from 1' if own else 'neither'}"
    raise UsageError("class names", got, "name them: class_names = a file, coco80 or coco91")


def _names_of(file: Path) -> dict[int, str]:
    try:
        text = file.read_text(encoding="utf-8-sig")
        names = yaml.safe_load(text)["names"] if file.suffix in _YAML else text.split("\n")
        found = _by_id(names)
    except (OSError, ValueError, TypeError, KeyError, yaml.YAMLError) as error:
        got = f"{file}: {getattr(error, 'strerror', None) or error}"
        raise UsageError("a file of class names", got, "YAML with `names`, or text with a name a line") from error
    if not found:
        raise UsageError("a file of class names", f"{file} has none", "YAML with `names`, or a name a line")
    return found


def _by_id(names: Any) -> dict[int, str]:
    pairs = names.items() if isinstance(names, dict) else enumerate(names)
    return {int(key): str(name).strip() for key, name in pairs if str(name).strip()}


def _class(plain: str) -> tuple[str, tuple[float, float]] | None:
    return _CLASSES.get(plain) or _CLASSES.get(plain.removesuffix("s"))


def _plain(name: str) -> str:
    return " ".join(name.lower().replace("_", " ").replace("-", " ").replace("/", " ").split())
