"""Scoring and passports of the panel `formcoach`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import tyro

from triptych.hub.commands.shared import Column, Count, Folder, Name

Columns = Annotated[str | None, tyro.conf.arg(metavar="COLUMN,…", help_behavior_hint="")]


@dataclass(frozen=True, kw_only=True)
class Judging:
    """What scoring and passports share: the judge, and where in a file things stand."""

    judge: str = "lexical"
    """`lexical` (offline, weak), `openai:MODEL` or `openai:MODEL@URL`."""
    protocol: Literal["joint", "paper"] = "joint"
    """Of a language model as judge: one call for all three figures, or the paper's three calls."""
    repeats: int = 1
    """How often each row is judged; the mean counts, and the judge's agreement with itself is reported."""
    scores: Literal["plain", "expected"] = "plain"
    """`expected`: levels as expectations over a language model's own probabilities, where its server gives them."""
    without_joints: bool = False
    """Do not check the claims of each line against the joints of both people, which is done where the dataset has
    them."""
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
    yes: bool = False
    """Do not ask before calls to an API."""


@dataclass(frozen=True, kw_only=True)
class ScoreFormcoach(Judging):
    """Accuracy, actionability and hallucination of any file of feedback, by system and exercise; with intervals."""

    predictions: Path
    """CSV, TSV, JSON, JSONL or Parquet (also .gz), or a run folder."""
    out: Folder = None
    """Folder for score.json and verdicts.csv. Default: runs/score/FILE."""

    def run(self) -> None:
        from triptych.hub.score_formcoach import score_file

        score_file(self, self.out or Path("runs/score") / self.predictions.name.split(".")[0])


@dataclass(frozen=True, kw_only=True)
class PassportFormcoach(Judging):
    """How far a judge of feedback agrees with people: weighted kappa, alpha, correlation; with intervals and n."""

    human: Path
    """File with feedback and people's ratings: accuracy and actionability from 1 to 5, hallucination as yes or no."""
    accuracy_columns: Columns = None
    """Columns with people's accuracy, one for each person; guessed and printed if not given. Likewise the next two."""
    actionability_columns: Columns = None
    """Columns with people's actionability."""
    hallucination_columns: Columns = None
    """Columns with people's yes or no on hallucination."""
    annotator_column: Column = None
    """Column that names who rated, where a file has one row for each person and line."""
    out: Folder = None
    """Folder for passport.json. Default: runs/passport/formcoach-JUDGE."""

    def run(self) -> None:
        from triptych.hub.passport_formcoach import passport

        passport(self)


@dataclass(frozen=True, kw_only=True)
class StudyFormcoach:
    """Systems x pairs: feedback, scores, the form of the paper's Table 2 and Figure 4, a page of playable pairs."""

    out: Path = Path("runs/coaching-study")
    """Study folder; the same command goes on in it."""
    systems: tuple[str, ...] = ("kinematic", "generic", "silent")
    """Coaches without weights, vision-language models (Hub id or folder), `openai:MODEL[@URL]`, or NAME=PREDICTIONS for
    a file or run folder made elsewhere."""
    judge: str = "lexical"
    """`lexical` (offline, weak), `openai:MODEL` or `openai:MODEL@URL`."""
    protocol: Literal["joint", "paper"] = "joint"
    """Of a language model as judge: one call for all three figures, or the paper's three calls."""
    repeats: int = 1
    """How often each row is judged."""
    data: Name = None
    """Dataset folder or Hub id. Default: the installed `formcoach`."""
    split: str = "test"
    """Pairs to look at."""
    limit: Count = None
    """Only so many pairs."""
    yes: bool = False
    """Do not ask before calls to an API."""

    def run(self) -> None:
        from triptych.core.progress import Stages
        from triptych.hub.demo import show
        from triptych.hub.formcoach_study import StudySettings, run_study
        from triptych.hub.report import write_report

        settings = StudySettings(
            self.systems, self.judge, self.protocol, self.repeats, self.data, self.split, self.limit, self.yes
        )
        stages = Stages()
        report = self.out / "report"
        panel = run_study(self.out, report, stages, settings)
        show([panel], write_report(report, [panel], stages.seconds), stages)
