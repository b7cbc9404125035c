"""The sets of Table 7 differ in the step that is off and in nothing else."""

from collections import Counter

import numpy as np
import pytest
from photo_parts import cutouts, write_tracks

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs import paper
from triptych.dataset_builders.synrailobs.photos.gallery import Gallery, write_gallery
from triptych.hub.builders import load_splits
from triptych.hub.rail_study.figure3 import figure_3, pairs_of
from triptych.hub.rail_study.variants import ALL, NONE, UNHARMONISED, VARIANTS, Inputs, Variant, build_set


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("inputs")
    seen = cutouts(4, ("person", "animal", "vehicle", "motorcycle", "rock"))
    objects = write_gallery(Gallery(seen, [], "seen"), folder / "objects")
    return Inputs(objects, write_tracks(folder / "tracks", 4), composites=14, size=(640, 352), textured=8)


@pytest.fixture(scope="module")
def sets(inputs, tmp_path_factory):
    out = tmp_path_factory.mktemp("ablation")
    rescale = Variant("rescale", rescale=True)
    return {each.name: build_set(each, inputs, out) for each in (NONE, rescale, UNHARMONISED, ALL)}


def obstacles(folder, split="train"):
    return [one for row in load_splits(str(folder))[split] for one in row["parameters"]["obstacles"]]


def test_rows_are_those_of_the_paper():
    assert tuple(each.name for each in VARIANTS) == paper.ABLATION == tuple(paper.TABLE_7)
    assert [each.steps for each in VARIANTS] == ["none", "harmony", "rescale", "random texture", "all three"]


def test_without_rescale_the_same_sizes_stand_at_other_rows(sets):
    none, rescale = (obstacles(sets[name]) for name in ("none", "rescale"))
    by_row = {(each["cutout"], each["row"], each["column"]): each["height_px"] for each in rescale}
    common = [(each["height_px"], by_row[key]) for each in none
              if (key := (each["cutout"], each["row"], each["column"])) in by_row]  # fmt: skip
    assert len(common) > 10
    assert np.mean([one != two for one, two in common]) > 0.4
    sizes = [Counter(round(each["height_px"], 2) for each in side) for side in (none, rescale)]
    assert sum((sizes[0] & sizes[1]).values()) > 0.8 * len(rescale)


def test_only_textured_rows_know_the_class_unseen(sets):
    categories = {name: {one["category"] for row in load_splits(str(sets[name]))["train"] for one in row["objects"]}
                  for name in ("none", "all")}  # fmt: skip
    assert 5 not in categories["none"]
    assert 5 in categories["all"]


def test_no_test_background_or_cutout_is_in_any_training_set(sets):
    test = load_splits(str(sets["all"]))["test"]
    places, sources = set(test["background_id"]), {one["source"] for row in test for one in row["objects"]}
    for folder in sets.values():
        train = load_splits(str(folder))["train"]
        assert places.isdisjoint(train["background_id"])
        assert sources.isdisjoint(one["source"] for row in train for one in row["objects"])


def test_a_set_is_built_once(sets, inputs):
    before = (sets["all"] / "build.json").stat().st_mtime_ns
    assert build_set(ALL, inputs, sets["all"].parents[1]) == sets["all"]
    assert (sets["all"] / "build.json").stat().st_mtime_ns == before


def test_pairs_differ_in_the_obstacle_alone(sets):
    pairs = pairs_of(sets["unharmonised"], sets["all"])
    assert len(pairs) >= 2
    changed = 0
    for pair in pairs:
        left, top, right, bottom = map(round, pair.box)
        inside = np.abs(pair.before.astype(int) - pair.after)[top:bottom, left:right]
        changed += inside.max() > 8
    assert changed > len(pairs) / 2


def test_confidences_stand_with_their_number(sets, tmp_path, data):
    from triptych.models.detection import baseline

    small = baseline.Settings(steps=1, batch_size=2, width=4, crop=64)
    baseline.train(load_splits(str(data))["train"], tmp_path / "centre", settings=small)
    figure, table = figure_3(tmp_path, "rail", sets, {"centre": str(tmp_path / "centre")}, 20, 0)
    assert (tmp_path / figure.file).stat().st_size > 5000
    [row] = table.rows
    assert row[0] == "centre"
    assert row[-2] == len(pairs_of(sets["unharmonised"], sets["all"]))


def test_backgrounds_are_wanted(tmp_path):
    with pytest.raises(UsageError, match="--backgrounds DIR or --videos DIR"):
        Inputs(tmp_path)
