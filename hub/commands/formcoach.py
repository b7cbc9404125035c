"""Commands of the panel `formcoach`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from triptych.hub.commands.shared import Building, Column, Count, Folder, Name


@dataclass(frozen=True, kw_only=True)
class BuildFormcoach(Building):
    """Render the synthetic `formcoach` dataset and write it as a Parquet folder with its card."""

    dataset = "formcoach"
    out: Path = Path("runs/formcoach-data")
    """Folder to write. Not named like the dataset: `datasets` would take it for another copy of it."""


@dataclass(frozen=True, kw_only=True)
class GenerateFormcoach:
    """Feedback of a coach on the pairs. The coaches here need no weights; two of them do not even look."""

    system: Literal["kinematic", "generic", "silent"] = "kinematic"
    """`kinematic` compares the joints of both people, `generic` gives the usual tip for the exercise, `silent` finds
    nothing to correct."""
    out: Folder = None
    """Run folder; the same command goes on in it. Default: runs/feedback/SYSTEM."""
    data: Name = None
    """Dataset folder or Hub id. Default: the installed `formcoach`."""
    split: str = "test"
    """Pairs to look at."""
    limit: Count = None
    """Only so many pairs."""

    def run(self) -> None:
        from triptych.hub.builders import load_rows
        from triptych.hub.formcoach_feedback import write_feedback

        rows = load_rows("formcoach", self.data, self.split)
        rows = rows.select(range(min(self.limit or len(rows), len(rows))))
        out = self.out or Path("runs/feedback") / self.system
        feedback = write_feedback(out, self.system, rows, self.split)
        print(f"{len(feedback)} pairs: {out}\nnext: triptych score formcoach --predictions {out}")


@dataclass(frozen=True, kw_only=True)
class ScoreFormcoach:
    """Accuracy, actionability and hallucination of any file of feedback, by system and exercise; with intervals."""

    predictions: Path
    """CSV, TSV, JSON, JSONL or Parquet (also .gz), or a run folder."""
    judge: str = "lexical"
    """`lexical` (offline, weak), `openai:MODEL` or `openai:MODEL@URL`."""
    protocol: Literal["joint", "paper"] = "joint"
    """Of a language model as judge: one call for all three figures, or the paper's three calls."""
    data: Name = None
    """Dataset folder or Hub id with the experts' lines. Default: the installed `formcoach`."""
    split: str = "test"
    """Split that the ids belong to."""
    feedback_column: Column = None
    """Column with the feedback; guessed and printed if not given."""
    reference_column: Column = None
    """Column with the expert's line, where the file has one. Default: the dataset's line of the same id."""
    limit: Count = None
    """Read only the first so many rows."""
    out: Folder = None
    """Folder for score.json and verdicts.csv. Default: runs/score/FILE."""
    yes: bool = False
    """Do not ask before calls to an API."""

    def run(self) -> None:
        from triptych.hub.score_formcoach import score_file

        score_file(self, self.out or Path("runs/score") / self.predictions.name.split(".")[0])
