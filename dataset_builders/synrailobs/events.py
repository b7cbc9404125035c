"""Drawn video events of a fixed camera, 15 seconds at 10 frames a second: does something come onto the track or not?

    clip = event_clips(seed=0, n=12)[0]
    for t, frame in frames(clip):      # 0.0, 0.1, … 14.9; (720, 1280, 3) uint8 RGB
        ...

The places are those of a split, the test split unless another is named. Rain, snow and sensor noise change from frame
to frame, and the light flickers a little. In a positive clip something walks onto the own track, or drops on it, early
enough to be there for more than three quarters of the clip. In a negative one nothing does; in every other one
something stands well beside the track.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.compositing import compose
from triptych.dataset_builders.synrailobs.paper import EVENT_FPS, EVENT_SECONDS, IMAGE_SIZE
from triptych.dataset_builders.synrailobs.placement import Obstacle, obstacle
from triptych.dataset_builders.synrailobs.plan import Background, backgrounds
from triptych.dataset_builders.synrailobs.scale import GAUGE_M
from triptych.dataset_builders.synrailobs.scenes import Scene, scene
from triptych.dataset_builders.synrailobs.scenes_site import site_of
from triptych.dataset_builders.synrailobs.schema import SPLITS
from triptych.dataset_builders.synrailobs.seeds import generator
from triptych.dataset_builders.synrailobs.sprites import draw_sprite

FRAMES: Final = round(EVENT_SECONDS * EVENT_FPS)
RAIL_AREA_M: Final = 1.25 * GAUGE_M
"""How far beside the own track's axis something is still in the way: a train is wider than its track."""
ONSET_S: Final = (0.5, 3.5)
NEAREST_M: Final = 13.0
FARTHEST_M: Final = 32.0
WALKERS: Final = {"person": 1.3, "animal": 1.0}
"""Metres a second across the track; other things fall or roll onto it at once."""
BESIDE_M: Final = (4.0, 5.5)
FLICKER: Final = 0.02

Bytes = NDArray[np.uint8]


@dataclass(frozen=True)
class EventClip:
    """One clip. `label`: whether something is on the track; then from `onset_s` on, at `distance_m`, to the end.

    `category` and `distance_m` belong to what is drawn, on the track or beside it; None where nothing is.
    """

    video_id: str
    label: bool
    onset_s: float | None
    weather: str
    light: str
    background_id: str
    category: str | None
    distance_m: float | None
    lateral_m: float
    """Where it stands in the end, metres to the right of the own track's axis."""
    seed: int


def event_clips(seed: int, n: int, split: str = "test") -> list[EventClip]:
    """`n` clips, every other one positive, at places of a split in an order that `seed` decides."""
    if n < 1:
        raise UsageError("at least one clip", str(n), "ask for 12")
    if split not in SPLITS:
        raise UsageError(f"a split among {', '.join(SPLITS)}", repr(split), "check the spelling")
    places = backgrounds(split)
    # A positive and a negative clip share each place, so that the place alone tells nothing.
    order = [places[place] for place in generator("events", split, seed).permutation(len(places))]
    return [_clip(f"{split}-event-{seed}-{number:03d}", number, order[number // 2 % len(order)]) for number in range(n)]


def _clip(video_id: str, number: int, place: Background) -> EventClip:
    label = number % 2 == 0
    rng = generator(video_id)
    thing, side = str(rng.choice(["person", "animal", "vehicle", "rock", "unseen"])), float(rng.choice([-1, 1]))
    onset, distance = float(rng.uniform(*ONSET_S)), float(rng.uniform(NEAREST_M, FARTHEST_M))
    # Beside the track is where no other track lies: there it would be in the way of another train.
    free = -float(np.sign(sum(site_of(place).centres))) or side
    inside, beside = side * float(rng.uniform(0.0, 0.6)), free * float(rng.uniform(*BESIDE_M))
    there = label or number % 4 == 1
    return EventClip(
        video_id=video_id,
        label=label,
        onset_s=round(onset, 1) if label else None,
        weather=place.weather,
        light=place.light,
        background_id=place.id,
        category=thing if there else None,
        distance_m=round(distance, 1) if there else None,
        lateral_m=round(inside if label else beside, 2),
        seed=_seed(thing, rng),
    )


def _seed(category: str, rng: np.random.Generator) -> int:
    """A thing of a category; persons are on their feet, since those who lie do not walk."""
    while True:
        seed = int(rng.integers(2**31))
        size = draw_sprite(category, seed, 20.0).size_m
        if category != "person" or size[1] > 1.3 * size[0]:
            return seed


def place_of(clip: EventClip) -> Scene:
    """The drawn place of a clip, with its rails and camera."""
    return _drawn(clip.background_id)


@lru_cache(maxsize=2)
def _drawn(background_id: str) -> Scene:
    return scene(next(one for one in backgrounds(background_id.split("-")[0]) if one.id == background_id))


def frames(clip: EventClip) -> Iterator[tuple[float, Bytes]]:
    """Each frame with its time in seconds from the start; the picture is (720, 1280, 3) uint8 RGB.

    What stands still is drawn once; a frame then costs the falling rain and the noise.
    """
    drawn = place_of(clip)
    thing = _thing(drawn, clip)
    flicker = generator(clip.video_id, "flicker").uniform(-FLICKER, FLICKER, FRAMES)
    known: tuple[float | None, Bytes] = (None, drawn.clean)
    for number in range(FRAMES):
        t = number / EVENT_FPS
        lateral = lateral_at(clip, t)
        if thing is not None and lateral is not None and lateral != known[0]:
            known = lateral, _still(drawn, replace(thing, lateral_m=lateral))
        yield t, _lit(drawn.finished(known[1], number), 1.0 + float(flicker[number]))


def lateral_at(clip: EventClip, t: float) -> float | None:
    """Where the thing of a clip stands at a time, metres beside the axis; None where it is not there (yet).

    A walker sets foot in the rail area at the onset and goes on to its place; others are there from the onset on.
    """
    if clip.category is None:
        return None
    if clip.onset_s is None:
        return clip.lateral_m
    speed = WALKERS.get(clip.category)
    if speed is None:
        return clip.lateral_m if t >= clip.onset_s else None
    side = 1.0 if clip.lateral_m >= 0 else -1.0
    # It comes into the picture 1.5 m before.
    left = RAIL_AREA_M - speed * (t - clip.onset_s)
    return None if left > RAIL_AREA_M + 1.5 else round(side * max(left, abs(clip.lateral_m)), 2)


def in_rail_area(drawn: Scene, column: float, row: float) -> bool:
    """Whether a ground point of the picture lies on the own track or beside it by less than `RAIL_AREA_M`."""
    rails = drawn.rails
    if not rails.rows[0] <= row:
        return False
    at = min(row, float(rails.rows[-1]))  # feet below the picture's edge stand on the last row
    left, right = (float(np.interp(at, rails.rows, side)) for side in (rails.left, rails.right))
    return abs(column - (left + right) / 2) <= RAIL_AREA_M / GAUGE_M * (right - left)


def region(drawn: Scene) -> tuple[int, int, int, int]:
    """Left, top, right and bottom in pixels of the part of the picture where a clip's obstacle can stand on the track.

    It holds the rail area and a metre beside it, from a little before the nearest to behind the farthest place, and
    things 3 m tall.
    """
    z = np.linspace(NEAREST_M - 1.0, FARTHEST_M + 1.0, 32)
    sides = [drawn.site.place(side * (RAIL_AREA_M + 1.0), 0.0, z)[0] for side in (-1, 1)]
    top, bottom = (float(drawn.site.place(0.0, up, z[end])[1]) for up, end in ((3.0, -1), (0.0, 0)))
    left, right = float(sides[0].min()), float(sides[1].max())
    return max(int(left), 0), max(int(top), 0), min(int(right) + 1, IMAGE_SIZE[0]), min(int(bottom) + 1, IMAGE_SIZE[1])


def _thing(drawn: Scene, clip: EventClip) -> Obstacle | None:
    if clip.category is None or clip.distance_m is None:
        return None
    return obstacle(drawn, clip.category, clip.seed, clip.lateral_m, clip.distance_m)


def _still(drawn: Scene, thing: Obstacle) -> Bytes:
    """The place with the thing, before rain and noise."""
    bare = replace(drawn, falling=None, grains=np.zeros_like(drawn.grains))
    return compose(bare, [thing], 0)[0]


def _lit(picture: Bytes, gain: float) -> Bytes:
    table = np.clip(np.arange(256) * gain, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, table), np.uint8)
