"""The datasets by name: which class builds each. Imported when asked for, so that other commands start at once."""

from typing import Any

from triptych.core.errors import UsageError
from triptych.dataset_builders.parquet import installed

DATASETS = ("refusal_prompts", "synrailobs", "formcoach")


def builder_class(name: str) -> type[Any]:
    """The `datasets` builder of a dataset of ours."""
    if name == "refusal_prompts":
        from triptych.dataset_builders.refusal_prompts.builder import RefusalPrompts

        return RefusalPrompts
    if name == "synrailobs":
        from triptych.dataset_builders.synrailobs.builder import SynRailObs

        return SynRailObs
    if name == "formcoach":
        from triptych.dataset_builders.formcoach.builder import FormCoach

        return FormCoach
    raise UsageError(f"a dataset: {', '.join(DATASETS)}", name, "check the spelling")


def load_rows(name: str, data: str | None, split: str) -> Any:
    """A split of a dataset folder or Hub id `data`, else of the installed dataset `name`; videos stay bytes."""
    import datasets

    splits = load_splits(data) if data else installed(builder_class(name), name)
    if split not in splits:
        raise UsageError(f"a split among {', '.join(splits)}", repr(split), "check --split")
    rows = splits[split]
    for column, feature in rows.features.items():
        if isinstance(feature, datasets.Video):
            rows = rows.cast_column(column, datasets.Video(decode=False))
    return rows


def load_splits(data: str) -> Any:
    """All splits of a dataset folder or Hub id. Raises `UsageError` where there is none."""
    import datasets

    try:
        return datasets.load_dataset(data)
    except (datasets.exceptions.DatasetNotFoundError, FileNotFoundError, ConnectionError, ValueError) as error:
        raise UsageError(f"a dataset at {data}", str(error).split("\n")[0], "check --data") from error
