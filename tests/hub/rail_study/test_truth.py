"""The test set: kinds of unseen obstacles, backgrounds of slices, few pictures from all backgrounds."""

import pytest

from triptych.hub.rail_study.truth import TestSet, kind_of


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("drawn/unseen/steel-board", "steel board"),
        ("dtd/banded/banded_0012.jpg", "banded"),
        ("site/Parcel 3.png", "Parcel"),
        ("0007.png", "unseen"),
        ("", "unseen"),
    ],
)
def test_a_kind_is_read_from_the_source(source, kind):
    assert kind_of(source) == kind


def test_slices_count_their_backgrounds(data):
    truth = TestSet(str(data), "test")
    assert truth.backgrounds("condition", "Normal") == 1
    assert truth.backgrounds("track_type", "ballasted") == 2
    assert truth.backgrounds("distance_m", "0-15") == 3
    assert truth.backgrounds("kind", "parcel") == 4
    assert truth.backgrounds("kind", "cube") == 0


def test_few_pictures_come_from_all_backgrounds(data):
    truth = TestSet(str(data), "test", 4)
    assert truth.ids == ["picture-0", "picture-2", "picture-4", "picture-6"]
    assert truth.clusters == [f"place-{place}" for place in range(4)]
    assert list(truth.rows["id"]) == truth.ids


def test_many_kinds_become_one(data, monkeypatch):
    monkeypatch.setattr("triptych.hub.rail_study.truth.MOST_KINDS", 1)
    kinds = {kind for each in TestSet(str(data), "test").references for kind in each["kind"]}
    assert kinds == {None, "unseen"}
