"""Pictures that show the same: copies of other size or quality, and the next frame of the same place.

Two looks at each picture: the signs of its lowest frequencies (a perceptual hash by the discrete cosine transform) and
a small grey copy. Both must agree, since a hash alone takes two dark tunnels for one, and a small copy alone two skies.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

SMALL: Final = (32, 18)
"""Width and height of the small grey copy."""
SAME_BITS: Final = 6
SAME_GREY: Final = 3.0
"""Bits of 64, and mean difference in grey levels of 255, up to which two pictures are one and the same."""
ALIKE_BITS: Final = 12
ALIKE: Final = 0.96
"""Up to so many bits, and from this correlation of the small copies on, two pictures are of one place at one time and
must not stand in two splits. Other light does not change them; next frames of a film at 1 s have 0.96 to 0.99."""
_TOGETHER: Final = 512


@dataclass(frozen=True)
class Sight:
    """What a picture looks like: `bits` (64,) uint8 of 0 and 1, `small` (18, 32) uint8 grey."""

    bits: NDArray[np.uint8]
    small: NDArray[np.uint8]


def sight(image: NDArray[np.uint8]) -> Sight:
    """The look of a picture (H, W, 3) uint8 RGB of any size."""
    grey = cv2.cvtColor(image, cv2.COLOR_RGB2GRAY)
    square = cv2.resize(grey, (32, 32), interpolation=cv2.INTER_AREA).astype(np.float32)
    waves = cv2.dct(square)[:8, :8].ravel()
    bits = (waves > np.median(waves[1:])).astype(np.uint8)
    return Sight(bits, np.asarray(cv2.resize(grey, SMALL, interpolation=cv2.INTER_AREA), np.uint8))


def to_text(look: Sight) -> str:
    """A look as hexadecimal digits, 16 of the hash and 1152 of the copy."""
    return np.packbits(look.bits).tobytes().hex() + look.small.tobytes().hex()


def of_text(text: str) -> Sight:
    """The inverse of `to_text`."""
    data = np.frombuffer(bytes.fromhex(text), np.uint8)
    return Sight(np.unpackbits(data[:8]), data[8:].reshape(SMALL[::-1]))


class Album:
    """Pictures seen so far, each with a name, to be asked whether one was there already."""

    def __init__(self) -> None:
        self._bits = np.empty((64, 64), np.uint8)
        self._small = np.empty((64, SMALL[0] * SMALL[1]), np.float32)
        self._names: list[str] = []

    def find_same(self, look: Sight) -> str | None:
        """The name of the first picture that is the same."""
        n = len(self._names)
        if not n:
            return None
        near = np.flatnonzero((self._bits[:n] != look.bits).sum(1) <= SAME_BITS)
        grey = np.abs(self._small[near] - look.small.ravel()).mean(1)
        same = near[grey <= SAME_GREY]
        return self._names[same[0]] if len(same) else None

    def add(self, name: str, look: Sight) -> None:
        """Remember a picture."""
        n = len(self._names)
        if n == len(self._bits):
            self._bits, self._small = (
                np.concatenate([rows, np.empty_like(rows)]) for rows in (self._bits, self._small)
            )
        self._bits[n], self._small[n] = look.bits, look.small.ravel()
        self._names.append(name)


def groups(looks: Sequence[Sight], names: Sequence[str]) -> list[str]:
    """A group's name for each picture: those alike, and those with the same name in `names`, share the first's."""
    parents = list(range(len(looks)))
    first: dict[str, int] = {}
    for place, name in enumerate(names):
        _join(parents, first.setdefault(name, place), place)
    for one, other in _alike(looks):
        _join(parents, one, other)
    return [names[_root(parents, place)] for place in range(len(looks))]


def _alike(looks: Sequence[Sight]) -> list[tuple[int, int]]:
    """Pairs (i, j), i < j, of pictures alike; whole blocks are compared by a product of matrices."""
    if not looks:
        return []
    signs = np.stack([look.bits for look in looks]).astype(np.float32) * 2 - 1
    small = np.stack([look.small.ravel() for look in looks]).astype(np.float32)
    small -= small.mean(axis=1, keepdims=True)
    small /= np.linalg.norm(small, axis=1, keepdims=True) + 1e-6
    pairs: list[tuple[int, int]] = []
    for start in range(0, len(looks), _TOGETHER):
        # The product of two rows of signs is 64 - 2 x the bits that differ.
        block = signs[start : start + _TOGETHER] @ signs.T
        for i, j in np.argwhere(block >= 64 - 2 * ALIKE_BITS):
            one = start + int(i)
            if one < j and small[one] @ small[j] >= ALIKE:
                pairs.append((one, int(j)))
    return pairs


def _join(parents: list[int], one: int, other: int) -> None:
    low, high = sorted((_root(parents, one), _root(parents, other)))
    parents[high] = low


def _root(parents: list[Any], place: int) -> int:
    while parents[place] != place:
        parents[place] = parents[parents[place]]
        place = parents[place]
    return place
