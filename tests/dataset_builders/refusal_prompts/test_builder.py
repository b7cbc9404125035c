import datasets
import pytest

from triptych.dataset_builders.refusal_prompts.builder import RefusalPrompts, rows
from triptych.dataset_builders.refusal_prompts.prompts import LABELS, SPLITS
from triptych.dataset_builders.refusal_prompts.schema import FEATURES


def with_words(data):
    """Rows of a loaded split with labels as words, as `rows` gives them."""
    return [{**row, "label": LABELS[row["label"]]} for row in data]


@pytest.mark.parametrize("num_proc", [None, 2])
def test_a_prepared_dataset_holds_the_rows_of_every_split(tmp_path, num_proc):
    builder = RefusalPrompts(cache_dir=str(tmp_path))
    builder.download_and_prepare(num_proc=num_proc)
    made = builder.as_dataset()
    assert list(made) == list(SPLITS)
    for split in SPLITS:
        assert with_words(made[split]) == rows(split)
        assert made[split].features == FEATURES


def test_it_streams(tmp_path):
    for split in SPLITS:
        streamed = RefusalPrompts(cache_dir=str(tmp_path)).as_streaming_dataset(split=split)
        assert with_words(streamed) == rows(split)
        assert streamed.features == FEATURES


def test_it_writes_parquet_by_itself(tmp_path):
    builder = RefusalPrompts(cache_dir=str(tmp_path / "cache"))
    builder.download_and_prepare(str(tmp_path / "out"), file_format="parquet", num_proc=2)
    files = sorted(map(str, (tmp_path / "out").glob("*-test-*.parquet")))
    assert len(files) == 2
    assert with_words(datasets.Dataset.from_parquet(files, cache_dir=str(tmp_path / "read"))) == rows("test")


def test_its_info_names_licence_version_and_columns():
    info = RefusalPrompts().info
    assert (info.dataset_name, info.config_name, info.license) == ("refusal_prompts", "default", "Apache-2.0")
    assert info.description
    assert str(info.version) == str(RefusalPrompts.VERSION)
    assert info.features == FEATURES


def test_every_row_carries_source_and_licence():
    found = [row for split in SPLITS for row in rows(split)]
    assert {(row["source"], row["licence"], row["redistributable"]) for row in found} == {
        ("triptych", "Apache-2.0", True)
    }
    assert all(list(row) == list(FEATURES) for row in found)


def test_an_unknown_configuration_is_named(tmp_path):
    with pytest.raises(ValueError, match="nonsense"):
        RefusalPrompts(cache_dir=str(tmp_path), config_name="nonsense")


def test_the_fingerprint_is_stable_and_changes_with_the_version():
    class Newer(RefusalPrompts):
        VERSION = datasets.Version("9.0.0")

    assert len(RefusalPrompts.fingerprint()) == 32
    assert RefusalPrompts.fingerprint() == RefusalPrompts.fingerprint() != Newer.fingerprint()
