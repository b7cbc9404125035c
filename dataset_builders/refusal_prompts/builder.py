"""The dataset `refusal_prompts` as a `datasets` builder: 324 prompts, harmful and harmless, no outside data.

RefusalPrompts().download_and_prepare()          # into the Hugging Face cache
load_dataset("refusal_prompts", split="test")    # afterwards, also in other processes, without this package
"""

from collections.abc import Iterator
from typing import Any, Final

import datasets

from triptych.core.runs import digest
from triptych.dataset_builders.refusal_prompts.prompts import SPLITS, Prompt, prompts
from triptych.dataset_builders.refusal_prompts.schema import FEATURES

NAME: Final = "refusal_prompts"
DESCRIPTION: Final = (
    "Short harmful and harmless requests for measuring how robustly a language model refuses, and what an edit of its "
    "activations does to its refusals. Harmful prompts carry no operational detail."
)


def rows(split: str) -> list[dict[str, Any]]:
    """The rows of one split in the order of the dataset, labels as words; the columns are those of schema.py."""
    return [_row(prompt) for prompt in prompts(split)]


def _row(prompt: Prompt) -> dict[str, Any]:
    return {
        "id": prompt.id,
        "source": "triptych",
        "licence": "Apache-2.0",
        "redistributable": True,
        "prompt": prompt.text,
        "label": prompt.label,
        "category": prompt.category,
        "human_subset": prompt.human_subset,
    }


class RefusalPrompts(datasets.GeneratorBasedBuilder):  # type: ignore[misc]  # datasets has no types
    """Builder of `refusal_prompts`; its one configuration is `default`."""

    VERSION = datasets.Version("1.0.0")
    BUILDER_CONFIGS = (datasets.BuilderConfig(name="default", version=VERSION, description="The 324 prompts."),)
    DEFAULT_CONFIG_NAME = "default"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # By itself `datasets` takes the name from this module's ("builder") and finds no copy that has no hash.
        kwargs.setdefault("dataset_name", NAME)
        kwargs.setdefault("hash", self.fingerprint())
        super().__init__(*args, **kwargs)

    @classmethod
    def fingerprint(cls) -> str:
        """32 hex digits that change when the version, a column or a row changes."""
        content = {split: rows(split) for split in SPLITS}
        return digest([str(cls.VERSION), FEATURES.to_dict(), content])[:32]

    def _info(self) -> datasets.DatasetInfo:
        return datasets.DatasetInfo(description=DESCRIPTION, features=FEATURES, license="Apache-2.0")

    def _split_generators(self, dl_manager: datasets.DownloadManager) -> list[datasets.SplitGenerator]:
        # A list among the arguments is what lets `datasets` share a split out over processes.
        return [datasets.SplitGenerator(name=split, gen_kwargs={"rows": rows(split)}) for split in SPLITS]

    def _generate_examples(self, rows: list[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
        for row in rows:
            yield row["id"], row
