"""Clothes, skin, hair and shoes of a person, drawn from a seed."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from triptych.dataset_builders.formcoach.render_mesh import Colour

_SKINS: Final = ((241, 205, 178), (228, 184, 150), (206, 158, 122), (172, 122, 88), (136, 92, 66), (104, 70, 52))
_HAIRS: Final = ((38, 28, 24), (64, 42, 28), (104, 68, 38), (172, 132, 76), (92, 90, 92), (122, 58, 34))
_SHIRTS: Final = (
    (196, 56, 52), (40, 98, 176), (242, 240, 234), (58, 140, 92), (236, 178, 56), (116, 76, 158), (52, 156, 168),
    (228, 118, 64), (212, 108, 146), (64, 70, 86),
)  # fmt: skip
_TROUSERS: Final = ((34, 38, 50), (72, 78, 92), (28, 54, 96), (96, 40, 58), (46, 84, 76), (120, 118, 116))
_SHOES: Final = ((236, 236, 232), (222, 74, 58), (66, 132, 206), (52, 52, 58), (162, 206, 70))
_HAIR_STYLES: Final = ("short", "short", "bun", "ponytail")


@dataclass(frozen=True)
class Look:
    """Colours are RGB from 0 to 255; `sleeve`: fraction of the upper arm covered; `leg`: of the whole leg (1, 2)."""

    skin: Colour
    hair: Colour
    hair_style: str
    shirt: Colour
    print: Colour
    trousers: Colour
    shoes: Colour
    sleeve: float
    leg: float


def look(person: int, outfit: int, other: Look | None = None) -> Look:
    """Skin and hair belong to the `person`, clothes to the `outfit`; the shirt differs from that of `other`."""
    own, rng = np.random.default_rng([person, 0x100C]), np.random.default_rng([outfit, 0x100D])
    shirts = [shirt for shirt in _SHIRTS if other is None or shirt != other.shirt]
    shirt = shirts[rng.integers(len(shirts))]
    return Look(
        skin=_SKINS[own.integers(len(_SKINS))],
        hair=_HAIRS[own.integers(len(_HAIRS))],
        hair_style=_HAIR_STYLES[own.integers(len(_HAIR_STYLES))],
        shirt=shirt,
        print=(40, 44, 58) if sum(shirt) > 420 else (244, 242, 236),
        trousers=_TROUSERS[rng.integers(len(_TROUSERS))],
        shoes=_SHOES[rng.integers(len(_SHOES))],
        sleeve=float(rng.choice([0.12, 0.48, 0.55])),
        leg=float(rng.choice([0.55, 0.75, 1.62, 1.9])),
    )
