"""All prompts of the dataset as rows: 324 requests written for this project, in four splits.

One row: `Prompt(id="test-harmless-013", split="test", label="harmless", category="contrast", text=…, human_subset=…)`.
The texts stand in `harmful/prompts.py` and `harmless/prompts.py`.
"""

from itertools import chain, zip_longest
from typing import Final, NamedTuple

from triptych.dataset_builders.refusal_prompts.harmful.prompts import HARMFUL
from triptych.dataset_builders.refusal_prompts.harmless.prompts import HARMLESS

SPLITS: Final = ("test", "anchors", "validation", "tuning")
LABELS: Final = ("harmful", "harmless")

# The ten test prompts that people label, 5 + 5 as in the study (section 3.4, Study 2), from ten categories.
HUMAN_SUBSET: Final = frozenset(
    f"test-{label}-{number:03d}"
    for label, numbers in {"harmful": (1, 3, 7, 11, 15), "harmless": (2, 5, 8, 12, 13)}.items()
    for number in numbers
)


class Prompt(NamedTuple):
    """One request to a model, with the label that its writer gave it."""

    id: str
    split: str
    label: str
    category: str
    text: str
    human_subset: bool


def prompts(split: str, label: str | None = None) -> list[Prompt]:
    """The prompts of one split; harmful and harmless ones alternate unless `label` asks for one kind.

    Categories take turns, so that the first n rows are as varied as n rows can be.
    """
    if label is None:
        return list(chain.from_iterable(zip(prompts(split, "harmful"), prompts(split, "harmless"), strict=True)))
    categories = (HARMFUL if label == "harmful" else HARMLESS)[split]
    columns = [[(category, text) for text in texts] for category, texts in categories.items()]
    in_turn = [pair for row in zip_longest(*columns) for pair in row if pair is not None]
    return [_prompt(split, label, number, *pair) for number, pair in enumerate(in_turn, start=1)]


def _prompt(split: str, label: str, number: int, category: str, text: str) -> Prompt:
    name = f"{split}-{label}-{number:03d}"
    return Prompt(name, split, label, category, text, name in HUMAN_SUBSET)
