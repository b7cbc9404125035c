"""The card beside the builder is what the Hub shows: its tables are those of the plan."""

from pathlib import Path

import datasets
import pytest

from triptych.dataset_builders.card import counts
from triptych.dataset_builders.synrailobs.plan import backgrounds, composites
from triptych.dataset_builders.synrailobs.schema import FEATURES, OBJECT, SPLITS

CARD = (Path(__file__).parents[3] / "dataset_builders/synrailobs/README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("columns", [["weather", "light"], ["track_type"]])
def test_its_counts_are_those_of_the_plan(columns):
    planned = {}
    for split in SPLITS:
        places = [place for place in backgrounds(split) for _ in composites(split)[place.id]]
        planned[split] = datasets.Dataset.from_dict({name: [getattr(p, name) for p in places] for name in columns})
    assert f"<!-- counts: {', '.join(columns)} -->\n{counts(planned, columns)}<!-- /counts -->" in CARD


def test_it_explains_every_column():
    for name in (*FEATURES, *OBJECT):
        assert f"`{name}`" in CARD


def test_its_first_line_says_synthetic():
    body = CARD.split("\n---\n", 1)[1]
    first = next(line for line in body.splitlines() if line and not line.startswith("#"))
    assert "synthetic" in first.lower()
