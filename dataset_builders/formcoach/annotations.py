"""Experts' instructions from annotation files, joined to pairs by id.

A line: `{"id": "squat-50591643-s03r1-s04r2", "annotator": "anna", "instruction": "Keep your back straight."}`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from triptych.dataset_builders.formcoach.tables import read_table, text
from triptych.dataset_builders.problems import Problem

MOST_WORDS: Final = 15
"""Section 3.1 of the paper asks experts for fewer than 15 words, section 3.2 allows models 15."""
Lines = tuple[tuple[str, str], ...]
"""(annotator, instruction)."""
Pair = TypeVar("Pair")


def read_annotations(files: Iterable[Path]) -> tuple[dict[str, Lines], list[Problem]]:
    """(annotator, instruction) by id, in the order of files and lines; what was left out.

    Left out are instructions of more than 15 words, empty ones, lines without an id, and all but an annotator's last
    line on a pair. Raises `UsageError` for a file without the columns id and instruction.
    """
    found: dict[str, dict[str, str]] = {}
    problems: list[Problem] = []
    for file in files:
        for number, row in enumerate(read_table(file, ("id", "instruction")), 1):
            key, who, words = text(row, "id"), text(row, "annotator") or "unnamed", text(row, "instruction")
            if key is None:
                problems.append(Problem(f"{file.name}: line {number}", "no id"))
                continue
            reason = unusable(words)
            if reason or words is None:
                problems.append(Problem(f"{key} ({who})", reason or "no instruction"))
                continue
            if who in found.setdefault(key, {}):
                problems.append(Problem(f"{key} ({who})", "annotated twice: the last line counts"))
            found[key][who] = words
    return {key: tuple(lines.items()) for key, lines in found.items()}, problems


def unusable(words: str | None) -> str | None:
    """Why an instruction is left out while its row is kept; None for a good one."""
    if not words:
        return "no instruction"
    if len(words.split()) > MOST_WORDS:
        return f"an instruction of {len(words.split())} words, at most {MOST_WORDS}: the row is kept without it"
    return None


def join(pairs: Sequence[Pair], lines: Mapping[str, Lines]) -> tuple[list[Pair], list[Problem]]:
    """The pairs (dataclasses with `id` and `annotations`) with their lines; a problem for each id that none has."""
    known: dict[str, Any] = {pair.id: pair for pair in cast(Sequence[Any], pairs)}
    unknown = [Problem(key, "annotated, but no pair of this build has this id") for key in lines if key not in known]
    joined = [replace(pair, annotations=(*pair.annotations, *lines.get(key, ()))) for key, pair in known.items()]
    return joined, unknown
