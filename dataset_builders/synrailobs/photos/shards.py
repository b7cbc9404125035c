"""Shards of a dataset: each depends on its numbers and parts alone, so that any process may make any of them.

make_shard(seed=0, shard=3, n=8, recipe=recipe)      -> the rows of the fourth of eight shards of a split
write_shard(task)                                    -> the same as a Parquet file, whole or not there
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from triptych.core.errors import UsageError
from triptych.core.runs import atomic_path
from triptych.dataset_builders.synrailobs.photos.composer import compose
from triptych.dataset_builders.synrailobs.photos.deck import hand
from triptych.dataset_builders.synrailobs.photos.drawn_cutouts import cutouts_of
from triptych.dataset_builders.synrailobs.photos.ground import Ground, prepare
from triptych.dataset_builders.synrailobs.photos.harmonise import Regressor
from triptych.dataset_builders.synrailobs.photos.layout import draw_placements, shuffled
from triptych.dataset_builders.synrailobs.photos.parts import Cutout
from triptych.dataset_builders.synrailobs.photos.recipe import Recipe
from triptych.dataset_builders.synrailobs.photos.rows import Row, provenance, row, row_id
from triptych.dataset_builders.synrailobs.photos.splits import split_cutouts
from triptych.dataset_builders.synrailobs.photos.view import view
from triptych.dataset_builders.synrailobs.rails import Rails
from triptych.dataset_builders.synrailobs.schema import FEATURES
from triptych.dataset_builders.synrailobs.seeds import generator

ROW_GROUP: Final = 50
"""Rows that a reader takes from a file at once."""


@dataclass(frozen=True)
class Frame:
    """The geometry of a ground without its pixels."""

    rails: Rails
    size: tuple[int, int]


@dataclass(frozen=True)
class ShardTask:
    """A shard to write: `gallery` is the folder of the kept cut-outs, `drawn` as for `cutouts_of`; `path` the file."""

    seed: int
    shard: int
    n: int
    recipe: Recipe
    gallery: Path | None
    drawn: bool
    path: Path
    regressor: Callable[[], Regressor] | None = None

    @property
    def name(self) -> str:
        """As an error names it."""
        return self.path.name


def rows_of(rows: int, shard: int, n: int) -> range:
    """The numbers of the rows in shard `shard` of `n`."""
    return range(rows * shard // n, rows * (shard + 1) // n)


def make_shard(
    seed: int,
    shard: int,
    n: int,
    recipe: Recipe,
    gallery: Mapping[str, Sequence[Cutout]],
    regressor: Regressor | None = None,
) -> Iterator[Row]:
    """The rows of shard `shard` of `n` of a split, `gallery` being the split's cut-outs by category.

    Equal arguments give equal rows, whatever process makes them and in whatever order. `regressor` as for `compose`.
    """
    if not 0 <= shard < n:
        raise UsageError(f"a shard from 0 to {n - 1}", str(shard), "shards are counted from 0")
    numbers = rows_of(recipe.rows, shard, n)
    hands = [hand(seed, recipe.split, number, list(gallery)) for number in numbers]
    laid = []
    for number, wanted in zip(numbers, hands, strict=True):
        frame = Frame(recipe.backgrounds[recipe.background_of(number)].rails, recipe.size)
        laid.append(draw_placements(frame, gallery, _rng(seed, recipe, number, "places"), recipe.layout, wanted))
    if recipe.layout.sizes == "shuffled":
        laid = shuffled(laid, _rng(seed, recipe, shard, "shuffle"))
    grounds = _grounds(recipe, numbers)
    for number, wanted, placements, (ground, camera) in zip(numbers, hands, laid, grounds, strict=True):
        composed = compose(ground, placements, recipe.look, _rng(seed, recipe, number, "pixels"), regressor)
        more = provenance(seed, ground.background, composed, len(wanted), camera, recipe)
        yield row(row_id(recipe.split, number), ground.background, composed, recipe.size, more)


def _grounds(recipe: Recipe, numbers: range) -> Iterator[tuple[Ground, dict[str, Any]]]:
    """The ground of each row and what is known of its camera; each ground is prepared once and then let go."""
    for place, rows in groupby(numbers, recipe.background_of):
        ground = prepare(recipe.backgrounds[place], recipe.quality)
        camera = view(ground, recipe.layout.camera).known
        yield from ((ground, camera) for _ in rows)


def write_shard(task: ShardTask) -> int:
    """Write a shard unless it is there; returns the number of rows made. The file gets its name when it is whole."""
    if task.path.is_file():
        return 0
    gallery = _by_split(task.gallery, task.drawn, task.seed)[task.recipe.split]
    with _one_thread():
        rows = make_shard(task.seed, task.shard, task.n, task.recipe, gallery, _loaded(task.regressor))
        table = pa.Table.from_pylist([FEATURES.encode_example(each) for each in rows], schema=FEATURES.arrow_schema)
    with atomic_path(task.path) as temporary:
        pq.write_table(table, temporary, row_group_size=ROW_GROUP)
    return int(table.num_rows)


@contextmanager
def _one_thread() -> Iterator[None]:
    """One core for each process, as was asked for."""
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(before)


@lru_cache(maxsize=1)
def _loaded(regressor: Callable[[], Regressor] | None) -> Regressor | None:
    return regressor() if regressor else None


@lru_cache(maxsize=1)
def _by_split(gallery: Path | None, drawn: bool, seed: int) -> dict[str, dict[str, list[Cutout]]]:
    return split_cutouts(cutouts_of(gallery, drawn), seed)


def _rng(seed: int, recipe: Recipe, number: int, what: str) -> np.random.Generator:
    return generator("photo", seed, recipe.split, number, what)
