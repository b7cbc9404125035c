"""Prompt sets of other people: where each lies on the Hub, its licence, its columns, and its rows in our columns.

    {"id": "jailbreakbench-3", "source": "JailbreakBench/JBB-Behaviors", "licence": "MIT", "redistributable": True,
     "prompt": "…", "label": "harmful", "category": "Malware/Hacking", "human_subset": False}

None of their prompts is in this package. Columns are tried in order, so that the Hub's copy and the authors' own file
are both read; a `column_map` of the user goes before them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from triptych.core.errors import UsageError
from triptych.dataset_builders.refusal_prompts.prompts import LABELS

Row = dict[str, Any]

PURPOSES: Final = ("id", "prompt", "label", "category")
_COLUMNS: Final = {
    "id": ("id", "Index", "BehaviorID", "qid", "prompt_id"),
    "prompt": ("prompt", "question", "Goal", "goal", "forbidden_prompt", "Behavior", "instruction"),
    "label": ("label",),
    "category": ("category", "Category", "SemanticCategory", "type", "harm_category"),
}
_WORDS: Final = {
    **dict.fromkeys(("harmful", "unsafe", "toxic", "1_harmful"), "harmful"),
    **dict.fromkeys(("harmless", "safe", "benign", "0_harmless"), "harmless"),
}


@dataclass(frozen=True)
class Source:
    """A prompt set. `parts` maps a (configuration, split) of the Hub's repository to the label of its rows.

    A label of None is read from the rows. `revision` is the commit that the columns were checked against, or "main".
    `empty` names a column that has to be empty: in Alpaca a row with an input is no whole request.
    """

    name: str
    repo: str
    licence: str
    redistributable: bool
    parts: Mapping[tuple[str | None, str], str | None]
    revision: str = "main"
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    empty: str | None = None
    note: str = ""

    @property
    def label(self) -> str | None:
        """The label of all rows, or None where it differs from row to row or from part to part."""
        labels = set(self.parts.values())
        return labels.pop() if len(labels) == 1 else None


SOURCES: Final = {
    source.name: source
    for source in (
        Source("xstest", "walledai/XSTest", "CC-BY-4.0", True, {(None, "test"): None}),
        Source(
            "jailbreakbench", "JailbreakBench/JBB-Behaviors", "MIT", True,
            {("behaviors", "harmful"): "harmful", ("behaviors", "benign"): "harmless"},
            revision="c19227d7c9c40307a0999365779c13cd1a5116d0",
            columns={"prompt": ("Goal", "goal")},
        ),
        Source(
            "strongreject", "walledai/StrongREJECT", "MIT", True, {(None, "train"): "harmful"},
            revision="df54272b395ce9e584d2f8140519935425d8549f",
        ),
        Source("advbench", "walledai/AdvBench", "MIT", True, {(None, "train"): "harmful"}),
        Source(
            "harmbench", "walledai/HarmBench", "MIT", True, {("standard", "train"): "harmful"},
            revision="71c5e5411366e2ffff9b3a55fc47493d3aa56dfb",
        ),
        Source(
            "or_bench_hard", "bench-llm/or-bench", "CC-BY-4.0", True, {("or-bench-hard-1k", "train"): "harmless"},
            note="prompts that sound harmful",
        ),
        Source("or_bench_toxic", "bench-llm/or-bench", "CC-BY-4.0", True, {("or-bench-toxic", "train"): "harmful"}),
        Source(
            "alpaca", "tatsu-lab/alpaca", "CC-BY-NC-4.0", False, {(None, "train"): "harmless"},
            columns={"prompt": ("instruction",), "category": ()}, empty="input", note="requests without an input",
        ),
        Source(
            "study", "", "no licence stated", False, {(None, "train"): None},
            columns={"prompt": ("question", "prompt")},
            note="the paper's released study or pools: point at the file, one row a prompt or one a response",
        ),
        Source("file", "", "not stated", False, {(None, "train"): None}, note="any file; --column-map names columns"),
    )
}  # fmt: skip


def read_source(
    source: Source,
    found: Iterable[Mapping[str, Any]],
    label: str | None = None,
    column_map: Mapping[str, str] | None = None,
    label_map: Mapping[str, str] | None = None,
) -> list[Row]:
    """`found` rows of `source` in our columns: repeated prompts once, rows without a prompt left out.

    `label` is that of all rows where neither the set nor its part has one. Raises `UsageError` where no column holds
    the prompts, or a label is missing or unknown.
    """
    rows = [dict(row) for row in found if not (source.empty and str(row.get(source.empty) or "").strip())]
    names = list(dict.fromkeys(name for row in rows for name in row))
    chosen = _chosen(source, names, column_map or {})
    known = {**_WORDS, **{key.lower(): value for key, value in (label_map or {}).items()}}
    ids = _ids(rows, chosen["id"])
    made = [_row(source, row, name, chosen, source.label or label, known) for name, row in zip(ids, rows, strict=True)]
    unique = {row["prompt"]: row for row in reversed(made) if row["prompt"]}
    return [row for row in made if unique.get(row["prompt"]) is row]


def _chosen(source: Source, names: Sequence[str], column_map: Mapping[str, str]) -> dict[str, str | None]:
    unknown = [purpose for purpose in column_map if purpose not in PURPOSES]
    missing = [name for name in column_map.values() if name not in names]
    if unknown or missing:
        what = f"{unknown[0]!r} as a purpose" if unknown else f"a column {missing[0]!r}"
        raise UsageError(f"--column-map of {', '.join(PURPOSES)} to columns of the file", what, _here(names))
    tried = {**_COLUMNS, **source.columns}
    chosen = {
        purpose: column_map.get(purpose) or next((name for name in tried[purpose] if name in names), None)
        for purpose in PURPOSES
    }
    if chosen["prompt"] is None:
        raise UsageError(f"a column with the prompts of {source.name}: {', '.join(tried['prompt'])}", _here(names),
                         "name it: --column-map prompt=COLUMN")  # fmt: skip
    return chosen


def _here(names: Sequence[str]) -> str:
    return f"columns here: {', '.join(names) or 'none'}"


def _ids(rows: Sequence[Row], column: str | None) -> list[str]:
    """The set's own ids where each row has one of its own; else the rows' numbers, which stay when rows are added."""
    own = [str(row.get(column, "")).strip() if column else "" for row in rows]
    if all(own) and max(Counter(own).values(), default=1) == 1:
        return [re.sub(r"[^\w.-]+", "-", name) for name in own]
    return [str(number) for number in range(len(rows))]


def _row(
    source: Source,
    row: Row,
    name: str,
    chosen: Mapping[str, str | None],
    label: str | None,
    known: Mapping[str, str],
) -> Row:
    def cell(purpose: str) -> str:
        value = row.get(chosen[purpose] or "")
        return "" if value is None else str(value).strip()

    return {
        "id": f"{source.name}-{name}",
        "source": source.repo or source.name,
        "licence": source.licence,
        "redistributable": source.redistributable,
        "prompt": cell("prompt"),
        "label": _label(source, cell("label"), label, known),
        "category": cell("category") or source.name,
        "human_subset": False,
    }


def _label(source: Source, found: str, label: str | None, known: Mapping[str, str]) -> str:
    """The label of the whole part before that of the row: some sets keep other things in a column `label`."""
    value = label or known.get(found.lower())
    if value not in LABELS:
        got = f"label {found!r}" if found else "no label"
        raise UsageError(
            f"rows of {source.name} labelled {' or '.join(LABELS)}", got,
            "say --label-map WORD=harmful,WORD=harmless, or --label for a file of one kind",
        )  # fmt: skip
    return value
