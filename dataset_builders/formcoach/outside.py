"""Rows of data that lie outside the package: made one by one, kept one by one, so that a kill loses none.

Folder of an unfinished build: `<sha256 of the id>.arrow` for each finished row, `….json` with the reason for each that
could not be made.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import pyarrow as pa

from triptych.core.runs import atomic_path, write_json
from triptych.dataset_builders.formcoach.arrow import as_table
from triptych.dataset_builders.formcoach.clips import Format
from triptych.dataset_builders.formcoach.fit3d_rows import TakeRows
from triptych.dataset_builders.formcoach.pairing import TakePair
from triptych.dataset_builders.formcoach.released_import import ReleasedPair, released_row
from triptych.dataset_builders.formcoach.user_videos import VideoPair, video_row
from triptych.dataset_builders.problems import BadInput, Problem

OutsidePair = TakePair | VideoPair | ReleasedPair


@dataclass(frozen=True)
class Plan:
    """The pairs of one configuration, all of one kind, and the form of their clips."""

    pairs: Sequence[OutsidePair]
    form: Format


def tables(pairs: Sequence[OutsidePair], form: Format, kept: Path | None) -> Iterator[tuple[str, pa.Table]]:
    """(id, table of one row) of every pair that can be made; finished ones come from the folder `kept`."""
    to_do = [pair for pair in pairs if kept is None or not _place(kept, pair.id, "arrow").is_file()]
    make = _maker(to_do, form)
    for pair in pairs:
        table = _again(kept, pair.id) or _made(pair, make, kept)
        if table is not None:
            yield pair.id, table


def left_out(kept: Path) -> list[Problem]:
    """Pairs that could not be made, with reasons, by id."""
    found = [json.loads(path.read_text(encoding="utf-8")) for path in kept.glob("*.json")]
    return sorted((Problem(**values) for values in found), key=lambda problem: problem.what)


def _maker(pairs: Sequence[OutsidePair], form: Format) -> Callable[[Any], dict[str, Any]]:
    first = pairs[0] if pairs else None
    if isinstance(first, VideoPair):
        return partial(video_row, form=form)
    if isinstance(first, ReleasedPair):
        return released_row
    return TakeRows([pair for pair in pairs if isinstance(pair, TakePair)], form).row


def _made(pair: OutsidePair, make: Callable[[Any], dict[str, Any]], kept: Path | None) -> pa.Table | None:
    try:
        table = as_table(make(pair))
    except BadInput as error:
        if kept is not None:
            write_json(_place(kept, pair.id, "json"), asdict(Problem(pair.id, str(error))))
        return None
    if kept is not None:
        with atomic_path(_place(kept, pair.id, "arrow")) as path, pa.ipc.new_file(str(path), table.schema) as writer:
            writer.write_table(table)
    return table


def _again(kept: Path | None, key: str) -> pa.Table | None:
    """A row that an earlier run has finished."""
    if kept is None or not _place(kept, key, "arrow").is_file():
        return None
    with pa.memory_map(str(_place(kept, key, "arrow"))) as file:
        return pa.ipc.open_file(file).read_all()


def _place(kept: Path, key: str, suffix: str) -> Path:
    return kept / f"{sha256(key.encode()).hexdigest()[:32]}.{suffix}"
