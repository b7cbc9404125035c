"""A random order of the items for each annotator: what comes late, when people are tired, differs among them."""

import hashlib
from collections.abc import Iterable


def order(items: Iterable[str], annotator: str, seed: int = 0) -> list[str]:
    """`items` in the annotator's own random order: the same each day, whatever order they are given in.

    An item that is added later takes a place among the others without moving them.
    """
    return sorted(set(items), key=lambda item: (_place(item, annotator, seed), item))


def _place(item: str, annotator: str, seed: int) -> bytes:
    return hashlib.blake2b(repr((seed, annotator, item)).encode("utf-8", "surrogatepass"), digest_size=16).digest()
