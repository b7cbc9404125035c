"""Randomness that depends on names alone, so that any order of work and any process gives the same picture."""

from hashlib import sha256
from typing import Final

import numpy as np

SEED: Final = 0
"""Part of every name below: another seed is another dataset."""


def stable_seed(*parts: object) -> int:
    """A seed of 63 bits from the names in `parts`."""
    return int.from_bytes(sha256(repr((SEED, *parts)).encode()).digest()[:8], "big") >> 1


def generator(*parts: object) -> np.random.Generator:
    """A generator of its own for the thing that `parts` name."""
    return np.random.default_rng(stable_seed(*parts))
