"""Two annotators of the same answers: agreement, disagreements by id, adjudication.

    found = compare(first, second)            # both map ids to labels
    write_disagreements(path, found)          # a person fills the column `final`
    labels = adjudicated(found, read_decisions(path))

Files hold ids and labels, never texts.
"""

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from triptych.core.errors import UsageError
from triptych.core.runs import write_text
from triptych.hub.columns import human_labels
from triptych.hub.prediction_files import read_rows
from triptych.hub.refusals.settings import AnnotatorSettings
from triptych.metrics.judge_correlation.scoring import correlate

COLUMNS = ("id", "first", "second", "final")


@dataclass(frozen=True)
class Annotations:
    """Both annotators' labels of the ids that both have, their agreement, and the ids where they differ."""

    first: dict[str, str]
    second: dict[str, str]
    result: dict[str, Any]
    """As the metric `judge_correlation` gives it: kappa, alpha, confusion …, each with its interval."""

    @property
    def disagreements(self) -> list[str]:
        """Ids with two different labels."""
        return [name for name, label in self.first.items() if label != self.second[name]]

    @property
    def agree(self) -> int:
        """How many ids have one label."""
        return len(self.first) - len(self.disagreements)


def compare(
    first: Mapping[str, str], second: Mapping[str, str], groups: Mapping[str, str] | None = None
) -> Annotations:
    """Agreement of two annotators over the ids that both labelled; `groups` maps ids to prompts, for intervals."""
    ids = [name for name in first if name in second]
    if not ids:
        raise UsageError(
            "answers that both annotators labelled", "no id in common", "use one id for one answer in both"
        )
    one, two = {name: first[name] for name in ids}, {name: second[name] for name in ids}
    clusters = [groups[name] for name in ids] if groups else None
    return Annotations(one, two, correlate(list(one.values()), list(two.values()), clusters))


def write_disagreements(path: Path, found: Annotations) -> Path:
    """Write the ids that need a decision: `id, first, second, final`, the last one empty."""
    text = io.StringIO()
    rows = [(name, found.first[name], found.second[name], "") for name in found.disagreements]
    csv.writer(text, lineterminator="\n").writerows([COLUMNS, *rows])
    write_text(path, text.getvalue())
    return path


def read_decisions(path: Path) -> dict[str, str]:
    """The `final` label of each id in a file that `write_disagreements` made and a person filled in."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except OSError as error:
        raise UsageError(
            "a readable file of decisions", f"{path}: {error.strerror}", "name the filled-in file"
        ) from error
    if not rows or not {"id", "final"} <= set(rows[0]):
        raise UsageError("a CSV with the columns id and final", str(path), "fill in the file of disagreements")
    return {row["id"]: row["final"].strip() for row in rows if (row["final"] or "").strip()}


def adjudicated(found: Annotations, decisions: Mapping[str, str]) -> dict[str, str]:
    """One label an id: the common one, or the decision. Raises `UsageError` where a decision is missing or strange."""
    open_ids = [name for name in found.disagreements if name not in decisions]
    if open_ids:
        raise UsageError(
            "a final label for each disagreement", f"none for {', '.join(open_ids[:5])}", "fill in the column `final`"
        )
    known = {*found.first.values(), *found.second.values()}
    strange = [name for name in found.disagreements if decisions[name] not in known]
    if strange:
        raise UsageError(
            f"one of the labels {', '.join(sorted(known))}", decisions[strange[0]], f"mend row {strange[0]}"
        )
    return {name: decisions[name] if label != found.second[name] else label for name, label in found.first.items()}


def write_labels(path: Path, found: Annotations, labels: Mapping[str, str]) -> Path:
    """Write `id, label, how`: the labels to score judges against, and whether they were agreed on or adjudicated."""
    text = io.StringIO()
    open_ids = set(found.disagreements)
    rows = [(name, label, "adjudicated" if name in open_ids else "agreed") for name, label in labels.items()]
    csv.writer(text, lineterminator="\n").writerows([("id", "label", "how"), *rows])
    write_text(path, text.getvalue())
    return path


def read_annotations(path: Path) -> dict[tuple[str, str], str]:
    """Labels by (system, id) from one annotator's file with the columns id, system and label."""
    rows = read_rows(path).rows
    lacking = [name for name in ("id", "system", "label") if not rows or name not in rows[0]]
    if lacking:
        raise UsageError("the columns id, system and label", f"{path.name} lacks {', '.join(lacking)}", "name them so")
    labels = human_labels(rows, "label", {})
    keys = [(str(row["system"]), str(row["id"])) for row in rows]
    return {key: label for key, label in zip(keys, labels, strict=True) if label}


def key_text(key: tuple[str, str]) -> str:
    """The id of one system's answer to one prompt, as it stands in files of disagreements."""
    return f"{key[1]}@{key[0]}"


def people_of(settings: AnnotatorSettings | None, out: Path) -> tuple[Annotations | None, dict[tuple[str, str], bool]]:
    """The annotators' agreement, and whether each answer was refused, by (system, id), for correcting rates.

    Disagreements are written to `out` for a decision and left out until there is one; with decisions, the adjudicated
    labels are written.
    """
    if settings is None:
        return None, {}
    first, second = read_annotations(settings.first), read_annotations(settings.second)
    keys = {key_text(key): key for key in first}
    found = compare(
        {key_text(key): label for key, label in first.items()},
        {key_text(key): label for key, label in second.items()},
        {name: key[1] for name, key in keys.items()},
    )
    if settings.decisions is None:
        write_disagreements(out / "refusals-disagreements.csv", found)
        open_ids = set(found.disagreements)
        labels = {name: label for name, label in found.first.items() if name not in open_ids}
    else:
        labels = adjudicated(found, read_decisions(settings.decisions))
        write_labels(out / "refusals-adjudicated.csv", found, labels)
    return found, {keys[name]: label != "no_refusal" for name, label in labels.items()}
