"""Scoring and passports of the panel `formcoach`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from triptych.hub.commands.shared import Column, Count, Folder, Name


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
