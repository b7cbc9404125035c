"""Columns of `refusal_prompts`.

One row: `{"id": "test-harmless-013", "source": "triptych", "licence": "Apache-2.0", "redistributable": True,
"prompt": "Draft an invitation to …", "label": 1, "category": "contrast", "human_subset": True}`.
"""

from typing import Final

from datasets import ClassLabel, Features, Value

from triptych.dataset_builders.refusal_prompts.prompts import LABELS

FEATURES: Final = Features(
    {
        "id": Value("string"),
        "source": Value("string"),
        "licence": Value("string"),
        "redistributable": Value("bool"),
        "prompt": Value("string"),
        "label": ClassLabel(names=list(LABELS)),
        "category": Value("string"),
        "human_subset": Value("bool"),
    }
)
