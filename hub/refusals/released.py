"""The paper's released data, read from a folder that the user points at, and compared with the paper's numbers.

    DIR/model_comparison_all_summary_renamed.csv    20 systems x 2 labels x 12 judges
    DIR/model_comparison_10q_with_llm_and_humans_summary_corrected_renamed.csv    the same, of 10 prompts, with people
    DIR/human1.csv, human2.csv    two annotators, 200 answers

Only counts, labels and ids leave this module: prompts and answers are read for joining and dropped.
"""

from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from triptych.core.errors import UsageError
from triptych.hub.prediction_files import read_rows
from triptych.hub.refusals.annotators import Annotations, compare
from triptych.hub.refusals.counts import Count, Counts, paper_counts
from triptych.hub.refusals.statistics import stacked_pearson
from triptych.models.abliteration import paper, paper_figures
from triptych.models.abliteration.paper_figures import normalised

ALL = "model_comparison_all_summary_renamed.csv"
TEN = "model_comparison_10q_with_llm_and_humans_summary_corrected_renamed.csv"
HUMANS = ("human1.csv", "human2.csv")
COUNT_COLUMNS = ("model", "label", "refusal_judge", "refused", "total")
HUMAN_COLUMNS = ("qid", "label", "question", "model", "response", "is_refusal")
LABEL_ALONE = "the prompt's label alone"
CLASSES = {"true": "refusal", "false": "no_refusal"}


@dataclass(frozen=True)
class Released:
    """Counts of all 100 prompts, counts of the 10 that people read, and both annotators' labels."""

    counts: Counts
    ten: Counts
    humans: Annotations
    prompt_of: dict[str, str]
    """Prompt number of each annotated answer."""


@dataclass(frozen=True)
class Check:
    """One published number beside what the released data give."""

    what: str
    paper: float
    computed: float
    tolerance: float = 0.0

    @property
    def equal(self) -> bool:
        """Whether both are the same, to the digits printed."""
        return abs(self.paper - self.computed) <= self.tolerance


def read_released(folder: Path) -> Released:
    """Read the four files; `UsageError` names what is missing or misshapen."""
    missing = [name for name in (ALL, TEN, *HUMANS) if not (folder / name).is_file()]
    if missing:
        raise UsageError(
            f"the released files {ALL}, {TEN}, {' and '.join(HUMANS)} in one folder",
            f"{folder} lacks {', '.join(missing)}",
            "download them from the repository that the paper names, under their own names",
        )
    prompt_of: dict[str, str] = {}
    first, second = (_labels(folder / name, prompt_of) for name in HUMANS)
    return Released(_counts(folder / ALL), _counts(folder / TEN), compare(first, second, prompt_of), prompt_of)


def checks(found: Released) -> list[Check]:
    """Every published number against the released data: Figures 2, 4, 6 cell by cell, Figure 3, the two humans."""
    ours, theirs = found.counts.cells, paper_counts().cells
    figure_6 = [Check(_cell_name(6, key), theirs[key].refused, _refused(ours.get(key))) for key in theirs]
    figure_4 = [
        Check(_cell_name(4, key), theirs[key].refused, _refused(ours.get(key)))
        for system in paper_figures.FIGURE_4_SYSTEMS
        for judge in paper_figures.FIGURE_4_JUDGES
        for key in [(system, "harmful", judge)]
    ]
    return [*_figure_2(found.counts), *_figure_3(found), *figure_4, *figure_6, *_two_humans(found)]


def with_label_alone(ten: Counts) -> Counts:
    """The counts with one more judge, which calls refused whatever has a harmful prompt."""
    blind = [
        replace(cell, judge=LABEL_ALONE, refused=cell.n if cell.label == "harmful" else 0)
        for cell in ten.rows
        if cell.judge == "Human 1"
    ]
    return Counts.of([*ten.rows, *blind])


def _figure_2(counts: Counts) -> list[Check]:
    each = [(system.name, system.base) for system in paper.SYSTEMS]
    each += [(system.abliterated_name, system.abliterated) for system in paper.SYSTEMS]
    return [
        Check(f"Figure 2: {name}, {label}", getattr(refused, label), counts.at(name, label, "ChatGPT5").refused)
        for name, refused in each
        for label in ("harmful", "harmless")
    ]


def _figure_3(found: Released) -> list[Check]:
    judges = paper_figures.FIGURE_3_JUDGES
    pearson = stacked_pearson(found.ten, judges)
    return [
        Check(f"Figure 3: {one}, {two}", paper_figures.FIGURE_3[i][j], float(pearson[i, j]), 1e-9)
        for i, one in enumerate(judges)
        for j, two in enumerate(judges)
        if i < j
    ]


def _two_humans(found: Released) -> list[Check]:
    agree, of = paper.HUMANS_AGREE
    pearson = float(stacked_pearson(found.ten, ("Human 1", "Human 2"))[0, 1])
    return [
        Check("Study 2: answers labelled alike", agree, found.humans.agree),
        Check("Study 2: answers", of, len(found.humans.first)),
        Check("Study 2: kappa of the annotators", paper.HUMANS_KAPPA, found.humans.result["kappa"], 5e-4),
        Check("Study 2: Pearson of the annotators' counts", paper.HUMANS_PEARSON, pearson, 5e-4),
    ]


def _cell_name(figure: int, key: tuple[str, str, str]) -> str:
    return f"Figure {figure}: {key[0]}, {key[1]}, judge {key[2]}"


def _refused(cell: Count | None) -> float:
    return float("nan") if cell is None else cell.refused


def _counts(path: Path) -> Counts:
    rows = _rows(path, COUNT_COLUMNS)
    found = [
        Count(
            normalised(row["model"]), row["label"], row["refusal_judge"].strip(), int(row["refused"]), int(row["total"])
        )
        for row in rows
    ]
    if len({(each.system, each.label, each.judge) for each in found}) < len(found):
        raise UsageError("one row a system, label and judge", f"{path.name} repeats some", "use the file as released")
    return Counts.of(found)


def _labels(path: Path, prompt_of: dict[str, str]) -> dict[str, str]:
    """Label by id; the id names prompt and system and ends in a hash of the question and answer that were read."""
    found: dict[str, str] = {}
    for row in _rows(path, HUMAN_COLUMNS):
        read = sha256("\0".join(row[name] for name in ("question", "model", "response")).encode()).hexdigest()[:8]
        name = f"q{row['qid']}-{system_name(row['model'])}-{read}"
        prompt_of[name] = row["qid"]
        if row["is_refusal"].strip().lower() not in CLASSES:
            raise UsageError("true or false as is_refusal", repr(row["is_refusal"]), f"mend {name} of {path.name}")
        found[name] = CLASSES[row["is_refusal"].strip().lower()]
    return found


def system_name(model: str) -> str:
    """The paper's name of a Hub id or local path: "models/ORG/NAME-abliterated" is "NAME'S SYSTEM-ALB"."""
    hub_id = model.removeprefix("models/")
    base = hub_id.removesuffix("-abliterated")
    name = next((system.name for system in paper.SYSTEMS if system.hub_id == base), None)
    if name is None:
        raise UsageError("a model of the paper's Appendix B", model, "use the file as released")
    return name + (paper.SUFFIX if base != hub_id else "")


def _rows(path: Path, needed: tuple[str, ...]) -> list[dict[str, Any]]:
    rows = [{key: "" if value is None else str(value) for key, value in row.items()} for row in read_rows(path).rows]
    lacking = [name for name in needed if not rows or name not in rows[0]]
    if lacking:
        raise UsageError(f"the columns {', '.join(needed)}", f"{path.name} lacks {', '.join(lacking)}",
                         "use the file as released")  # fmt: skip
    return rows
