"""Where obstacles stand on a photograph, and how large: on the ground, at the scale of the rails in their row.

    draw_placements(ground, {"person": [cutout, …]}, rng, Layout())

Sizes come from the rails; the paper's law and a shuffle of sizes over rows are there to be compared with.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

import numpy as np

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.paper import ALPHA, BETA, DISTANCE_BINS, IMAGE_SIZE
from triptych.dataset_builders.synrailobs.photos.parts import Cutout, Placement
from triptych.dataset_builders.synrailobs.photos.sizes import draw_size_m
from triptych.dataset_builders.synrailobs.photos.view import Camera, Track, View, view
from triptych.dataset_builders.synrailobs.placement import ATTEMPTS, INSIDE_SHARE, MIN_HEIGHT_PX
from triptych.dataset_builders.synrailobs.plan import NEGATIVE_EVERY, OBJECTS_IN_TURN, Wanted
from triptych.dataset_builders.synrailobs.scale import paper_law_px

Sizes = Literal["rails", "paper", "shuffled"]
INSIDE_M: Final = 0.6
"""Farthest from the axis that the middle of an obstacle between the rails stands."""
BESIDE_M: Final = (0.9, 2.0)
"""From the axis to the middle of an obstacle beside the track: in the clearance of a train."""
IN_FRAME: Final = 0.8
"""Smallest share of an obstacle's box inside the frame."""
DEPTH_M: Final = 0.8
"""Two obstacles in line are at least so far apart along the track, with a vehicle `VEHICLE_M`."""
VEHICLE_M: Final = 4.0
TURN_DEG: Final = {"rock": 10.0, "unseen": 10.0}
"""How far obstacles are turned in the picture; those that stand upright by 2 degrees."""


@dataclass(frozen=True)
class Layout:
    """How obstacles are laid out. `inside`: share of obstacles between the rails; vehicles always are.

    `sizes`: "rails", metres by class at the scale of the row; "paper", Equation 1; "shuffled", the sizes of "rails"
    given to other rows (`shuffled`, over all placements of a shard).
    """

    sizes: Sizes = "rails"
    inside: float = INSIDE_SHARE
    camera: Camera = field(default_factory=Camera)

    def __post_init__(self) -> None:
        if self.sizes not in ("rails", "paper", "shuffled"):
            raise UsageError("sizes rails, paper or shuffled", repr(self.sizes), "check --sizes")
        if not 0 <= self.inside <= 1:
            raise UsageError("a share inside of the rails from 0 to 1", str(self.inside), "the default is 0.65")


def draw_placements(
    ground: Track,
    gallery_by_category: Mapping[str, Sequence[Cutout]],
    rng: np.random.Generator,
    layout: Layout,
    wanted: Sequence[Wanted] | None = None,
) -> list[Placement]:
    """Obstacles for a frame, from far to near.

    `wanted` says which (`deck.hand` keeps whole datasets in balance); without it, one picture in six stays clean and
    the others get 1 to 4 obstacles of any category of the gallery at any distance. A bin that this frame does not
    show is replaced by one that it does; an obstacle for which 24 tries find no place is left out. Raises `BadInput`
    where the rails give no scale.
    """
    seen = view(ground, layout.camera)
    todo = _any(gallery_by_category, rng) if wanted is None else wanted
    alpha, beta = rng.uniform(*ALPHA), rng.uniform(*BETA)
    placed: list[Placement] = []
    for each in todo:
        one = _one(seen, gallery_by_category[each.category], each, rng, layout, placed)
        placed += [one] if one else []
    if layout.sizes == "paper":
        placed = [_by_paper(seen, one, alpha, beta) for one in placed]
    return sorted(placed, key=lambda one: -one.distance_m)


def shuffled(rows: Sequence[Sequence[Placement]], rng: np.random.Generator) -> list[list[Placement]]:
    """Placements with the heights in pixels of each category dealt out anew over all rows: the paper's ablation
    "without rescale", with the same sizes, places and obstacles. Heights in metres stay what they were."""
    flat = [one for row in rows for one in row]
    places: dict[str, list[int]] = defaultdict(list)
    for number, one in enumerate(flat):
        places[one.cutout.category].append(number)
    heights = {
        number: flat[other].height_px
        for _, numbers in sorted(places.items())
        for number, other in zip(numbers, rng.permutation(numbers), strict=True)
    }
    dealt = (replace(one, height_px=heights[number]) for number, one in enumerate(flat))
    return [[next(dealt) for _ in row] for row in rows]


def width_over_height(placement: Placement) -> float:
    """Of the obstacle as it is pasted, before it is turned."""
    rows, columns = placement.cutout.rgba.shape[:2]
    return float(columns / rows * placement.stretch)


def _any(gallery: Mapping[str, Sequence[Cutout]], rng: np.random.Generator) -> list[Wanted]:
    if rng.random() < 1 / NEGATIVE_EVERY:
        return []
    names, bins = list(gallery), list(DISTANCE_BINS)
    return [Wanted(str(rng.choice(names)), str(rng.choice(bins))) for _ in range(int(rng.choice(OBJECTS_IN_TURN)))]


def _one(
    seen: View,
    cutouts: Sequence[Cutout],
    wanted: Wanted,
    rng: np.random.Generator,
    layout: Layout,
    others: Sequence[Placement],
) -> Placement | None:
    """A place in the bin wanted or, after half of the tries, in any: the frame may not show it, or things too small."""
    for attempt in range(ATTEMPTS):
        name = wanted.distance_bin if attempt < ATTEMPTS // 2 else str(rng.choice(list(DISTANCE_BINS)))
        low, high = DISTANCE_BINS[name]
        low, high = max(low, seen.nearest), min(high, seen.farthest)
        if low >= high:
            continue
        one = _draw(seen, cutouts[int(rng.integers(len(cutouts)))], float(rng.uniform(low, high)), rng, layout)
        if one.height_px >= MIN_HEIGHT_PX and _in_frame(one, seen.size) and not any(_touch(one, x) for x in others):
            return one
    return None


def _draw(seen: View, cutout: Cutout, distance: float, rng: np.random.Generator, layout: Layout) -> Placement:
    row, lateral = seen.row(distance), _lateral(cutout.category, rng, layout)
    stretch, turn = float(rng.uniform(0.94, 1.06)), TURN_DEG.get(cutout.category, 2.0)
    height = draw_size_m(cutout, cutout.rgba.shape[1] / cutout.rgba.shape[0] * stretch, rng)
    return Placement(
        cutout=cutout,
        column=seen.column(row, lateral),
        row=row,
        height_px=height * seen.scale(row),
        height_m=height,
        distance_m=distance,
        lateral_m=lateral,
        mirrored=bool(rng.random() < 0.5),
        stretch=stretch,
        angle=float(rng.uniform(-turn, turn)),
    )


def _lateral(category: str, rng: np.random.Generator, layout: Layout) -> float:
    if category == "vehicle" or rng.random() < layout.inside:
        return float(rng.uniform(-INSIDE_M, INSIDE_M))
    return float(rng.choice([-1, 1]) * rng.uniform(*BESIDE_M))


def _in_frame(one: Placement, size: tuple[int, int]) -> bool:
    """Whether enough of the box lies in the frame."""
    width = one.height_px * width_over_height(one)
    left, right = max(one.column - width / 2, 0), min(one.column + width / 2, size[0])
    top, bottom = max(one.row - one.height_px, 0), min(one.row, size[1])
    return (right - left) * (bottom - top) >= IN_FRAME * width * one.height_px and right > left


def _touch(one: Placement, other: Placement) -> bool:
    """Whether both would stand in each other."""
    widths = sum(each.height_m * width_over_height(each) for each in (one, other))
    aside = abs(one.lateral_m - other.lateral_m) >= 0.5 * widths
    depth = VEHICLE_M if "vehicle" in (one.cutout.category, other.cutout.category) else DEPTH_M
    return not aside and abs(one.distance_m - other.distance_m) < depth


def _by_paper(seen: View, one: Placement, alpha: float, beta: float) -> Placement:
    """Equation 1 gives the width in pixels of 1280 x 720 frames, whatever is pasted; W = alpha w + beta."""
    frame = seen.size[1] / IMAGE_SIZE[1]
    height = paper_law_px(one.row / frame, alpha, beta) * frame / width_over_height(one)
    return replace(one, height_px=height, height_m=height / seen.scale(one.row))
