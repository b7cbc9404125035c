"""The built data: what rows promise, equal bytes for any number of processes, what loads."""

from hashlib import sha256

import datasets
import numpy as np
import pytest
import simplejpeg

from triptych.dataset_builders.parquet import build
from triptych.dataset_builders.synrailobs.builder import SynRailObs, rows
from triptych.dataset_builders.synrailobs.labels import decode, tight_box
from triptych.dataset_builders.synrailobs.paper import DISTANCE_BINS
from triptych.dataset_builders.synrailobs.plan import backgrounds, composites
from triptych.dataset_builders.synrailobs.schema import CATEGORIES, FEATURES, SPLITS, WEATHERS

FEW = {"train": (0,), "validation": (5,), "test": (2, 8)}


@pytest.fixture(scope="module")
def few():
    """The builder narrowed to four of the sixty backgrounds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SynRailObs, "_places", lambda self, split: places(split))
        yield SynRailObs


def places(split):
    return [backgrounds(split)[index] for index in FEW[split]]


@pytest.fixture(scope="module")
def built(few, tmp_path_factory):
    return build(few, tmp_path_factory.mktemp("one") / "out", num_proc=1)


@pytest.fixture(scope="module")
def loaded(built, tmp_path_factory):
    return datasets.load_dataset(str(built), cache_dir=str(tmp_path_factory.mktemp("cache")))


@pytest.fixture(scope="module")
def some(loaded):
    """The rows of every split, pictures as bytes."""
    return {split: list(loaded[split].cast_column("image", datasets.Image(decode=False))) for split in SPLITS}


def objects(some):
    return [(row, each) for split in SPLITS for row in some[split] for each in row["objects"]]


def test_every_background_gives_its_composites(some):
    for split in SPLITS:
        names = [place.id for place in places(split)]
        assert [row["id"] for row in some[split]] == [c.id for name in names for c in composites(split)[name]]
        assert [row["background_id"] for row in some[split]] == [n for n in names for _ in composites(split)[n]]


def test_boxes_and_areas_are_those_of_the_masks(some):
    found = objects(some)
    assert len(found) > 20
    for row, each in found:
        mask = decode(each["mask"])
        assert mask.shape == (row["height"], row["width"])
        assert each["bbox"] == tight_box(mask)
        assert each["area"] == mask.sum() > 0


def test_objects_say_what_and_where_they_are(some):
    found = objects(some)
    assert len({each["id"] for _, each in found}) == len(found)
    for row, each in found:
        assert each["id"].startswith(f"{row['id']}-")
        assert each["seen"] == (CATEGORIES[each["category"]] != "unseen")
        assert 8 <= each["distance_m"] < 75
        assert 0.35 <= each["visibility"] <= 1
        assert each["bbox"][3] >= 8
        assert each["source"].startswith("drawn/")
    distances = dict.fromkeys(DISTANCE_BINS, 0)
    for _, each in found:
        distances[next(n for n, (low, high) in DISTANCE_BINS.items() if low <= each["distance_m"] < high)] += 1
    assert all(distances.values())


def test_rows_have_the_columns_and_a_picture_of_the_said_size(some):
    for split in SPLITS:
        for row in some[split]:
            assert list(row) == list(FEATURES)
            assert (row["licence"], row["redistributable"], row["screened"]) == ("Apache-2.0", True, True)
            assert row["country"] is None
            height, width, _, subsampling = simplejpeg.decode_jpeg_header(row["image"]["bytes"])
            assert (width, height, subsampling) == (row["width"], row["height"], "420") == (1280, 720, "420")


def test_clean_negatives_have_no_objects_and_no_obstacle(some):
    clean = [row for split in SPLITS for row in some[split] if not row["objects"]]
    assert clean
    assert all(row["parameters"]["obstacles"] == [] for row in clean)


def test_two_processes_write_the_same_bytes_as_one(few, built, tmp_path):
    again = build(few, tmp_path / "out", num_proc=2)
    for split in SPLITS:
        name = f"data/{split}-00000-of-00001.parquet"
        assert sha256((again / name).read_bytes()).hexdigest() == sha256((built / name).read_bytes()).hexdigest()


def test_the_folder_loads_as_rows_gives_it(loaded):
    assert list(loaded) == list(SPLITS)
    made = next(rows("test", places("test")))
    found = loaded["test"][0]
    assert loaded["test"].features == FEATURES
    assert (found["id"], found["parameters"]) == (made["id"], made["parameters"])
    assert WEATHERS[found["weather"]] == made["weather"]
    assert [each["mask"] for each in found["objects"]] == [each["mask"] for each in made["objects"]]
    assert [CATEGORIES[each["category"]] for each in found["objects"]] == [e["category"] for e in made["objects"]]
    assert np.asarray(found["image"]).shape == (720, 1280, 3)


def test_the_fingerprint_is_stable_and_changes_with_the_version():
    class Newer(SynRailObs):
        VERSION = datasets.Version("9.0.0")

    assert len(SynRailObs.fingerprint()) == 32
    assert SynRailObs.fingerprint() == SynRailObs.fingerprint() != Newer.fingerprint()


def test_its_info_names_licence_version_and_columns():
    info = SynRailObs().info
    assert (info.dataset_name, info.config_name, info.license) == ("synrailobs", "default", "Apache-2.0")
    assert info.features == FEATURES
    assert "ynthetic" in info.description
