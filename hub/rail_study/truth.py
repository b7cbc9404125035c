"""The test set of a study: true boxes with what Tables 3 to 6 slice by, and the background that each picture is on."""

import re
from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import Any

from triptych.dataset_builders.synrailobs.paper import DISTANCE_BINS
from triptych.hub.score_synrailobs import References
from triptych.hub.score_synrailobs import slices as usual_slices

CLUSTER = "background_id"
"""Pictures of one background resemble each other and are resampled together."""
MOST_KINDS = 8


class TestSet(References):
    """True boxes of a split; `seen` = false marks unseen obstacles, whose kind is read from their source."""

    __test__ = False  # not for pytest

    def __init__(self, data: str | None, split: str, limit: int | None = None) -> None:
        super().__init__(data, split)
        self.split = split
        self._keep(_spread(self.rows[CLUSTER], limit))
        self._few_kinds(lambda kind: kind.split()[-1])  # of drawn ones: "bark polygon", "bark blob" …
        self._few_kinds(lambda _: "unseen")

    @property
    def clusters(self) -> list[str]:
        """The background of each picture."""
        return [each[CLUSTER] for each in self.references]

    def backgrounds(self, column: str, value: str) -> int:
        """How many backgrounds a slice is of: those of its pictures, or of the pictures that hold its objects."""
        return len({each[CLUSTER] for each in self.references if value in _values(each[column], column)})

    def _few_kinds(self, shorter: Callable[[str], str]) -> None:
        """Where there are more kinds than a table holds, put them together."""
        if len({kind for each in self.references for kind in each["kind"] if kind}) > MOST_KINDS:
            for each in self.references:
                each["kind"] = [kind and shorter(kind) for kind in each["kind"]]

    def _keep(self, places: list[int]) -> None:
        self.rows = self.rows.select(places)
        self.ids = [self.ids[place] for place in places]
        self.references = [self.references[place] for place in places]

    def _reference(self, row: Mapping[str, Any], names: Mapping[str, list[str]]) -> dict[str, Any]:
        kinds = [None if each["seen"] else kind_of(each["source"] or "") for each in row["objects"]]
        return {**super()._reference(dict(row), names), CLUSTER: row[CLUSTER] or row["id"], "kind": kinds}


def slices() -> dict[str, Any]:
    """The paper's slices, and the kinds of unseen obstacles."""
    return {**usual_slices(), "kind": None}


def kind_of(source: str) -> str:
    """What kind of thing an unseen obstacle is, from its source: `drawn/unseen/steel-board` is a steel board."""
    name = re.sub(r"[\W_]*\d+$", "", PurePath(source).stem)
    return re.sub(r"[-_]+", " ", name).strip() or "unseen"


def _values(cell: Any, column: str) -> set[str]:
    cells = cell if isinstance(cell, list) else [cell]
    return {_bin(each) if column == "distance_m" else str(each) for each in cells if each is not None}


def _bin(metres: float) -> str:
    inside = (name for name, (low, high) in DISTANCE_BINS.items() if low <= metres < high)
    return next(inside, "beyond").removesuffix("m")


def _spread(backgrounds: list[str], limit: int | None) -> list[int]:
    """Places of at most `limit` pictures, in order, taken from the backgrounds in turn."""
    turns: dict[str, int] = {}
    order = []
    for place, name in enumerate(backgrounds):
        turns[name] = turns.get(name, 0) + 1
        order.append((turns[name], place))
    return sorted(place for _, place in sorted(order)[: limit or len(order)])
