import datasets
import pytest
from huggingface_hub import DatasetCard

from triptych.core.errors import RunError
from triptych.dataset_builders.card import counts, render_card

FEATURES = datasets.Features(
    {"kind": datasets.ClassLabel(names=["cat", "dog"]), "big": datasets.Value("bool"), "n": datasets.Value("int64")}
)
ROWS = {
    "train": datasets.Dataset.from_dict(
        {"kind": [1, 0, 1], "big": [True, False, False], "n": [1, 2, 3]}, features=FEATURES
    ),
    "test": datasets.Dataset.from_dict({"kind": [0], "big": [True], "n": [4]}, features=FEATURES),
}
TEMPLATE = """---
license: apache-2.0
---
# Pets

<!-- counts: kind -->
old table
<!-- /counts -->
"""


@pytest.fixture
def card(tmp_path) -> DatasetCard:
    (tmp_path / "README.md").write_text(TEMPLATE)
    files = {split: [tmp_path / f"{split}.parquet"] for split in ROWS}
    for split, data in ROWS.items():
        data.to_parquet(files[split][0])
    info = datasets.DatasetInfo(features=FEATURES, config_name="default", description="Not for the YAML.")
    return DatasetCard(render_card(tmp_path / "README.md", info, ROWS, files))


def test_the_yaml_tells_datasets_where_each_split_is(card):
    assert card.data["configs"] == [
        {
            "config_name": "default",
            "data_files": [{"split": "train", "path": "data/train-*"}, {"split": "test", "path": "data/test-*"}],
        }
    ]
    assert card.data["license"] == "apache-2.0"


def test_the_yaml_describes_columns_and_rows(card):
    info = card.data["dataset_info"]
    assert datasets.Features._from_yaml_list(info["features"]) == FEATURES
    assert [(split["name"], split["num_examples"]) for split in info["splits"]] == [("train", 3), ("test", 1)]
    assert info["dataset_size"] == sum(split["num_bytes"] for split in info["splits"]) > 0
    assert info["download_size"] > 0


def test_the_table_between_the_marks_is_renewed(card):
    assert "old table" not in card.text
    assert (
        "| `kind` | train | test |\n| --- | ---: | ---: |\n| dog | 2 | 0 |\n| cat | 1 | 1 |\n| all | 3 | 1 |\n"
        in card.text
    )


def test_rendering_a_rendered_card_changes_nothing(card, tmp_path):
    (tmp_path / "README.md").write_text(str(card))
    info = datasets.DatasetInfo(features=FEATURES, config_name="default")
    files = {split: [tmp_path / f"{split}.parquet"] for split in ROWS}
    assert render_card(tmp_path / "README.md", info, ROWS, files) == str(card)


def test_two_columns_are_counted_together_grouped_by_the_first():
    assert counts(ROWS, ["kind", "big"]).splitlines()[2:] == [
        "| dog | True | 1 | 0 |",
        "| dog | False | 1 | 0 |",
        "| cat | False | 1 | 0 |",
        "| cat | True | 0 | 1 |",
        "| all |  | 3 | 1 |",
    ]


def test_a_column_that_is_not_there_is_named():
    with pytest.raises(RunError, match="colour"):
        counts(ROWS, ["colour"])
