"""Dataset cards: the README.md beside a builder, filled with what the built data say.

The template is itself a complete card. Rendering adds `configs` and `dataset_info` (features, sizes, rows of each
split) to its YAML and puts fresh tables between marks such as `<!-- counts: label, category -->` and
`<!-- /counts -->`; `<!-- counts of objects: category -->` counts what is listed within the rows.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import datasets
import pyarrow.parquet as pq
from datasets.info import DatasetInfosDict
from datasets.utils.metadata import MetadataConfigs
from huggingface_hub import DatasetCard

from triptych.core.errors import RunError

_BLOCK = re.compile(
    r"(<!-- counts(?P<objects> of objects)?: (?P<columns>[\w, ]+) -->\n).*?(<!-- /counts -->)", re.DOTALL
)


def render_card(
    template: Path,
    info: datasets.DatasetInfo,
    rows: Mapping[str, datasets.Dataset],
    files: Mapping[str, Sequence[Path]],
    objects: Mapping[str, datasets.Dataset] | None = None,
) -> str:
    """The text of README.md for a folder with `data/<split>-*.parquet`.

    `info` is that of the builder after its run; `rows` maps each split to its data (columns that are counted are
    enough) and `files` to its Parquet files; `objects` to what the rows list, one a row, where the card counts that.
    """
    card = DatasetCard(template.read_text(encoding="utf-8"))
    paths = [{"split": split, "path": f"data/{split}-*"} for split in rows]
    MetadataConfigs({info.config_name: {"data_files": paths}}).to_dataset_card_data(card.data)
    DatasetInfosDict({info.config_name: _with_sizes(info, files)}).to_dataset_card_data(card.data)

    def table(block: re.Match[str]) -> str:
        counted = objects or {} if block["objects"] else rows
        return block[1] + counts(counted, block["columns"].split(", ")) + block[4]

    card.text = _BLOCK.sub(table, card.text)
    return str(card)


def counts(rows: Mapping[str, datasets.Dataset], columns: list[str]) -> str:
    """A Markdown table: a line for each combination of the columns' values, a field for each split's number of rows."""
    seen = {split: Counter(_keys(data, columns)) for split, data in rows.items()}
    keys = list(dict.fromkeys(key for counter in seen.values() for key in counter))
    groups = list(dict.fromkeys(key[0] for key in keys))
    keys.sort(key=lambda key: groups.index(key[0]))
    lines = [[*(f"`{column}`" for column in columns), *rows], ["---"] * len(columns) + ["---:"] * len(rows)]
    lines += [[*key, *(str(counter[key]) for counter in seen.values())] for key in keys]
    lines.append(["all", *[""] * (len(columns) - 1), *(str(len(data)) for data in rows.values())])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _keys(data: datasets.Dataset, columns: list[str]) -> list[tuple[str, ...]]:
    """The columns' values as text, row by row, class labels by their names."""
    missing = [column for column in columns if column not in data.column_names]
    if missing:
        raise RunError(f"the card counts by {missing}, but the dataset has the columns {data.column_names}")
    return list(zip(*(_words(data, column) for column in columns), strict=True))


def _words(data: datasets.Dataset, column: str) -> list[str]:
    feature: Any = data.features[column]
    convert = feature.int2str if isinstance(feature, datasets.ClassLabel) else str
    return [convert(value) for value in data[column]]


def _with_sizes(info: datasets.DatasetInfo, files: Mapping[str, Sequence[Path]]) -> datasets.DatasetInfo:
    """`info` with the sizes of the Parquet files, since those of the run depend on its number of processes."""
    info = info.copy()
    splits = datasets.SplitDict()
    for split, paths in files.items():
        contents = [pq.read_metadata(path) for path in paths]
        size = sum(each.row_group(number).total_byte_size for each in contents for number in range(each.num_row_groups))
        splits.add(datasets.SplitInfo(split, num_bytes=size, num_examples=sum(each.num_rows for each in contents)))
    info.splits = splits
    info.download_size = sum(path.stat().st_size for paths in files.values() for path in paths)
    info.dataset_size = sum(split.num_bytes for split in splits.values())
    return info
