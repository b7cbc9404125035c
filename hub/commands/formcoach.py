"""Commands of the panel `formcoach`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from triptych.hub.commands.shared import Building, Count, Folder, Name


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
