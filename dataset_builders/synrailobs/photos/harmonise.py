"""An obstacle's colours brought to those around its place, only in the pixels that it covers."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Final

import numpy as np
from numpy.typing import NDArray

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.labels import Stamp
from triptych.dataset_builders.synrailobs.photos.colour_lut import through_tables
from triptych.dataset_builders.synrailobs.photos.colours import colours
from triptych.dataset_builders.synrailobs.photos.filters import Filters, filtered
from triptych.dataset_builders.synrailobs.photos.fitted import fitted
from triptych.dataset_builders.synrailobs.photos.painting import paint
from triptych.dataset_builders.synrailobs.photos.reinhard import transferred
from triptych.dataset_builders.synrailobs.photos.visible import inside

Bytes = NDArray[np.uint8]

Regressor = Callable[[Bytes, Bytes], Filters]
"""A network: a composite (H, W, 3) and the obstacle's alpha (H, W) in it -> arguments of the filters."""

OWN: Final = ("filters", "lut", "reinhard", "none")
"""Ways that need no weights."""
REACH: Final = 24


def harmonised(
    rgb: Bytes, alpha: Bytes, place: tuple[int, int], frame: Bytes, how: str, regressor: Regressor | None
) -> tuple[Bytes, dict[str, float]]:
    """Colours `rgb` (h, w, 3) of an obstacle whose upper left corner is at `place` (column, row) of the clean `frame`.

    Returns new colours and what was done, by name. `how` is one of `OWN` or names weights that `regressor` has loaded.
    """
    if how == "none":
        return rgb, {}
    if how not in OWN:
        return _by_network(rgb, alpha, place, frame, _loaded(regressor, how))
    around = surroundings(frame, place, alpha.shape)
    if how == "reinhard":
        return transferred(rgb, alpha, around)
    thing, near = colours(rgb, alpha), colours(around, np.broadcast_to(np.uint8(255), around.shape[:2]))
    if how == "lut":
        return through_tables(rgb, thing, near)
    filters = fitted(thing, near)
    return filtered(rgb, filters, thing.mean), asdict(filters)


def surroundings(frame: Bytes, place: tuple[int, int], shape: tuple[int, ...]) -> Bytes:
    """The ground around the foot: half as wide again on both sides, from half way up to as far below as it is wide."""
    (left, top), (high, wide) = place, shape[:2]
    bottom, more = top + high, max(wide // 2, REACH)
    rows = _window(bottom - max(high // 2, REACH), bottom + max(min(high // 3, more), REACH // 2), len(frame))
    return frame[rows, _window(left - more, left + wide + more, frame.shape[1])]


def _window(start: int, stop: int, length: int) -> slice:
    """At least `REACH` pixels, within the frame."""
    start = min(max(start, 0), max(length - REACH, 0))
    return slice(start, max(min(stop, length), start + REACH))


def _by_network(
    rgb: Bytes, alpha: Bytes, place: tuple[int, int], frame: Bytes, regressor: Regressor
) -> tuple[Bytes, dict[str, float]]:
    """The network looks at the obstacle with as much around it as it is large."""
    (left, top), (high, wide) = place, alpha.shape[:2]
    rows = slice(max(top - high // 2, 0), min(top + high + high // 2, len(frame)))
    columns = slice(max(left - wide, 0), min(left + 2 * wide, frame.shape[1]))
    picture, cover = (
        frame[rows, columns].copy(),
        np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.uint8),
    )
    paint(picture, rgb, alpha, (left - columns.start, top - rows.start), 0.0, (0, 0))
    here = inside(Stamp(alpha > 0, left - columns.start, top - rows.start), (cover.shape[1], cover.shape[0]))
    down, right = here[0].start + top - rows.start, here[1].start + left - columns.start
    covered = alpha[here]
    cover[down : down + len(covered), right : right + covered.shape[1]] = covered
    filters = regressor(picture, cover)
    red, green, blue = (float(value) / 255 for value in picture.reshape(-1, 3).mean(axis=0))
    return filtered(rgb, filters, (red, green, blue)), asdict(filters)


def _loaded(regressor: Regressor | None, how: str) -> Regressor:
    if regressor is None:
        raise UsageError(
            f"harmonise to be one of {', '.join(OWN)}, or weights of Harmonizer and the network that loaded them",
            how,
            "pass regressor=triptych.models.obstacles.harmonizer.load_harmonizer(path)",
        )
    return regressor
