"""Prompt sets put together into splits: a seeded sample of each, and no prompt, nor a near-duplicate, in two splits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from triptych.core.errors import UsageError
from triptych.core.runs import digest
from triptych.dataset_builders.near_duplicates import near_duplicates
from triptych.dataset_builders.refusal_prompts.prompts import LABELS, SPLITS

Row = dict[str, Any]
_SHOWN: Final = 5


@dataclass(frozen=True)
class Overlap:
    """Two rows of different splits that ask for nearly the same, by split and id, and how alike they are (0 to 1)."""

    kept: tuple[str, str]
    other: tuple[str, str]
    score: float


def sample(rows: Sequence[Row], count: int | None, seed: int) -> list[Row]:
    """`count` rows, drawn by a hash of the seed and each row's id, in the order of the set; None = all.

    Where both labels occur, as many of each as possible. More rows in the set leave most of a sample as it was.
    """
    if count is None or count >= len(rows):
        return list(rows)
    ranked = sorted(rows, key=lambda row: digest([seed, row["id"]]))
    kinds = [[row for row in ranked if row["label"] == label] for label in LABELS]
    few = min(kinds, key=len)
    many = kinds[1] if few is kinds[0] else kinds[0]
    share = min(len(few), count // 2)
    taken = {row["id"] for row in (*few[:share], *many[: count - share])}
    return [row for row in rows if row["id"] in taken]


def overlaps(splits: Mapping[str, Sequence[Row]]) -> list[Overlap]:
    """Rows of different splits that are alike, most alike first; `test` keeps its row, then the later split loses."""
    order = [split for split in SPLITS if split in splits]
    found = []
    for place, kept in enumerate(order):
        for other in order[place + 1 :]:
            ours, theirs = splits[kept], splits[other]
            pairs = near_duplicates([row["prompt"] for row in ours], [row["prompt"] for row in theirs])
            found += [
                Overlap((kept, ours[pair.left]["id"]), (other, theirs[pair.right]["id"]), pair.score) for pair in pairs
            ]
    return sorted(found, key=lambda each: -each.score)


def mix(splits: Mapping[str, Sequence[Row]], drop: bool = False) -> tuple[dict[str, list[Row]], list[Overlap]]:
    """The splits without overlaps, and the overlaps that were found.

    A direction, a layer or a tuned model that has seen the test measures nothing: an overlap is a `UsageError` that
    names rows by id, unless `drop` takes them out of the split that is not the test, or the later one.
    """
    unknown = [split for split in splits if split not in SPLITS]
    if unknown:
        raise UsageError(f"splits among {', '.join(SPLITS)}", unknown[0], "check the spelling of --parts")
    found = overlaps(splits)
    if found and not drop:
        pairs = [
            f"{each.kept[0]} {each.kept[1]} ~ {each.other[0]} {each.other[1]} ({each.score:.2f})" for each in found
        ]
        more = f" and {len(pairs) - _SHOWN} more" if len(pairs) > _SHOWN else ""
        raise UsageError(
            "no prompt or near-duplicate in two splits", f"{len(found)}: {'; '.join(pairs[:_SHOWN])}{more}",
            "take other sets or samples, or say --drop-overlaps to leave out those outside the test",
        )  # fmt: skip
    lost = {each.other for each in found}
    return {split: [row for row in rows if (split, row["id"]) not in lost] for split, rows in splits.items()}, found
