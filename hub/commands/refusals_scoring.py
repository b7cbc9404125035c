"""Scoring and passports of the panel `refusals`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import tyro

from triptych.hub.commands.shared import Column, Count, Folder

Labels = Annotated[str | None, tyro.conf.arg(metavar="LABEL=VERDICT,…", help_behavior_hint="")]


@dataclass(frozen=True, kw_only=True)
class Judging:
    """What scoring and passports share: the judge, and where in a file things stand."""

    judge: str = "patterns"
    """`patterns`, `classifier`, `classifier:abstain`, `paper_regex`, `openai:MODEL`, `openai:MODEL@URL`, `vote:a,b,c`
    (what more than half of them say) or `self` (each system judges its own answers)."""
    label_map: Labels = None
    """What the human labels mean, e.g. 1_full_compliance=no_refusal,2_full_refusal=refusal."""
    answer_column: Column = None
    """Column with the answers; guessed and printed if not given."""
    prompt_column: Column = None
    """Column with the prompts, by which intervals are clustered; guessed and printed if not given."""
    limit: Count = None
    """Read only the first so many rows."""
    yes: bool = False
    """Do not ask before calls to an API."""


@dataclass(frozen=True, kw_only=True)
class ScoreRefusals(Judging):
    """Refusal rates of any file of answers and, with a human column, agreement with humans."""

    predictions: Path
    """CSV, TSV, JSON, JSONL or Parquet (also .gz), or a run folder."""
    human_column: Column = None
    """Column with human labels; switches agreement on."""
    out: Folder = None
    """Folder for score.json and verdicts.csv. Default: runs/score/FILE."""

    def run(self) -> None:
        from triptych.hub.score_refusals import score_file

        out = self.out or Path("runs/score") / self.predictions.name.split(".")[0]
        score_file(self.predictions, out, self, self.human_column)


@dataclass(frozen=True, kw_only=True)
class PassportRefusals(Judging):
    """How far a judge agrees with humans: kappa, recall by class, where it errs; with intervals and n."""

    human: Path
    """File with answers and human labels."""
    human_column: str
    """Column with human labels."""
    out: Folder = None
    """Folder for passport.json. Default: runs/passport/JUDGE."""

    def run(self) -> None:
        from triptych.hub.passport_refusals import passport

        passport(self)
