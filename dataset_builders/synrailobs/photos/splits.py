"""Splits of backgrounds and cut-outs at once: no film, place or obstacle of the training split is met again in test."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from triptych.dataset_builders.synrailobs.photos.parts import Background, Cutout
from triptych.dataset_builders.synrailobs.schema import CATEGORIES, SPLITS
from triptych.dataset_builders.synrailobs.seeds import stable_seed

SHARES: Final = {"train": 0.7, "validation": 0.1, "test": 0.2}
Gallery = Mapping[str, Sequence[Cutout]]
"""Cut-outs by category; no entry is empty."""


def split_names(names: Iterable[str], *seed: object) -> dict[str, str]:
    """A split for each name, shuffled by `seed` and the name: 70, 10 and 20 %, each split with at least one of three.

    Of two names one goes to train and one to test; a single one goes to train.
    """
    ordered = sorted(set(names), key=lambda name: stable_seed("split", *seed, name))
    test = max(round(SHARES["test"] * len(ordered)), 1) if len(ordered) > 1 else 0
    validation = max(round(SHARES["validation"] * len(ordered)), 1) if len(ordered) > 2 else 0
    return {
        name: "test" if place < test else "validation" if place < test + validation else "train"
        for place, name in enumerate(ordered)
    }


def split_backgrounds(backgrounds: Sequence[Background], seed: int) -> dict[str, list[Background]]:
    """The backgrounds of each split that has any, divided by group."""
    of_group = split_names((each.group for each in backgrounds), seed, "background")
    by_split = {split: [each for each in backgrounds if of_group[each.group] == split] for split in SPLITS}
    return {split: each for split, each in by_split.items() if each}


def split_cutouts(cutouts: Sequence[Cutout], seed: int) -> dict[str, dict[str, list[Cutout]]]:
    """The cut-outs of each split by category, divided by source, within each category as far as sources allow.

    The rarest category is divided first, since a source may have obstacles of several.
    """
    sources = {name: {each.source for each in cutouts if each.category == name} for name in CATEGORIES}
    of_source: dict[str, str] = {}
    for category in sorted(CATEGORIES, key=lambda name: (len(sources[name]), name)):
        of_source |= split_names(sources[category] - of_source.keys(), seed, category)
    divided: dict[str, dict[str, list[Cutout]]] = {}
    for cutout in cutouts:
        divided.setdefault(of_source[cutout.source], {}).setdefault(cutout.category, []).append(cutout)
    return divided


def share_out(rows: int, splits: Sequence[str]) -> dict[str, int]:
    """`rows` over the splits that there are, by `SHARES`; each gets one where there are enough."""
    total = sum(SHARES[split] for split in splits)
    counts = {split: max(round(rows * SHARES[split] / total), 1) for split in splits}
    first = max(splits, key=lambda split: SHARES[split])
    counts[first] = max(rows - sum(counts.values()) + counts[first], 1)
    return counts
