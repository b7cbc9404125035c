"""What stands in finished files, counted from them: for the card and the report, a file at a time, without pictures."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import datasets
import pyarrow.parquet as pq

from triptych.dataset_builders.synrailobs.paper import DISTANCE_BINS
from triptych.dataset_builders.synrailobs.scale import distance_bin
from triptych.dataset_builders.synrailobs.schema import CATEGORIES, FEATURES

WORDS: Final = ("weather", "light", "track_type")
BEYOND: Final = "75m and more"


@dataclass
class Tally:
    """Of one split: rows by what is known of the background, obstacles by category and bin of distance."""

    rows: int = 0
    negatives: int = 0
    asked: int = 0
    private: int = 0
    backgrounds: set[str] = field(default_factory=set)
    words: dict[str, Counter[str]] = field(default_factory=lambda: {name: Counter() for name in WORDS})
    objects: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, path: Path) -> None:
        """Count one file more."""
        columns = ["redistributable", "objects", "background_id", "parameters", *WORDS]
        file = pq.ParquetFile(path)
        for batch in file.iter_batches(batch_size=256, columns=columns):
            for row in batch.to_pylist():
                self._count(row)

    def _count(self, row: Mapping[str, Any]) -> None:
        self.rows += 1
        self.negatives += not row["objects"]
        self.asked += json.loads(row["parameters"])["asked"]
        self.private += not row["redistributable"]
        self.backgrounds.add(row["background_id"])
        for name in WORDS:
            self.words[name][_word(name, row[name])] += 1
        for each in row["objects"]:
            self.objects[CATEGORIES[each["category"]], distance_bin(each["distance_m"]) or BEYOND] += 1

    def summary(self) -> dict[str, Any]:
        """For the report."""
        return {
            "rows": self.rows,
            "clean": self.negatives,
            "backgrounds": len(self.backgrounds),
            "obstacles": self.objects.total(),
            "obstacles_without_a_place": self.asked - self.objects.total(),
            "not_redistributable": self.private,
            "by_category": {name: self._sum(0, name) for name in CATEGORIES},
            "by_distance": {name: self._sum(1, name) for name in (*DISTANCE_BINS, BEYOND)},
            **{f"by_{name}": dict(self.words[name]) for name in WORDS},
        }

    def _sum(self, part: int, name: str) -> int:
        return sum(count for key, count in self.objects.items() if key[part] == name)


def tallies(files: Mapping[str, Sequence[Path]]) -> dict[str, Tally]:
    """Each split counted."""
    counted = {}
    for split, paths in files.items():
        counted[split] = Tally()
        for path in paths:
            counted[split].add(path)
    return counted


def for_card(counted: Mapping[str, Tally]) -> tuple[dict[str, datasets.Dataset], dict[str, datasets.Dataset]]:
    """Columns that `card.render_card` can count: of rows, and of their obstacles."""
    rows = {
        split: datasets.Dataset.from_dict({name: sorted(each.words[name].elements()) for name in WORDS})
        for split, each in counted.items()
    }
    objects = {}
    for split, each in counted.items():
        flat = sorted(each.objects.elements(), key=lambda key: (CATEGORIES.index(key[0]), key[1]))
        objects[split] = datasets.Dataset.from_dict(
            {"category": [name for name, _ in flat], "distance": [name for _, name in flat]}
        )
    return rows, objects


def _word(name: str, number: int | None) -> str:
    return "unknown" if number is None else str(FEATURES[name].int2str(number))
