"""Commands of the panel `refusals`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import tyro

from triptych.hub.commands.shared import Building, Column, Count, Folder, needs_models

Direction = Literal["none", "difference_of_means", "pca", "pca_joint", "random_like"]
Labels = Annotated[str | None, tyro.conf.arg(metavar="LABEL=VERDICT,…", help_behavior_hint="")]


@dataclass(frozen=True, kw_only=True)
class BuildRefusals(Building):
    """Write the `refusal_prompts` dataset as a Parquet folder with its card."""

    dataset = "refusal_prompts"
    out: Path = Path("runs/refusals-data")
    """Folder to write. Not named like the dataset: `datasets` would take it for another copy of it."""


@dataclass(frozen=True)
class GenerateRefusals:
    """Answers of a model to the refusal prompts, optionally with a refusal direction projected out in memory."""

    system: str = "smollm2-135m-refusal"
    """`smollm2-135m`, `smollm2-135m-refusal`, a Hub id or a local folder of a chat model."""
    out: Folder = None
    """Run folder; the same command goes on in it. Default: runs/answers/SYSTEM[-DIRECTION]."""
    split: Literal["test", "validation", "anchors", "tuning"] = "test"
    """Prompts to answer."""
    direction: Direction = "none"
    """What to project out of every layer; computed from the anchor prompts."""
    layer: Count = None
    """Layer that the direction comes from, from 0. Default: chosen on the validation prompts."""
    alpha: float = 1.0
    """Strength: 0 changes nothing, 1 removes the component."""
    max_new_tokens: int = 48
    """Longest answer; a cut one gets the status `truncated`."""
    limit: Count = None
    """Answer only so many prompts, half of them harmful."""
    seed: int = 0
    """Seed of the random direction."""

    def run(self) -> None:
        needs_models()
        from triptych.hub.generate_refusals import generate

        generate(self)


@dataclass(frozen=True)
class TrainRefusals:
    """Teach SmolLM2-135M to refuse with a low-rank adapter, from the tuning prompts; resumes in the same --out."""

    out: Path = Path("runs/refusal-adapter")
    """Folder for the adapter, its checkpoints and run.json."""
    seed: int = 0
    """Seed of the data order, the refusal sentences and the adapter's start."""

    def run(self) -> None:
        needs_models()
        from triptych.models.abliteration.refusal_tuning import train

        print(f"adapter: {train(self.out, seed=self.seed)}")


@dataclass(frozen=True, kw_only=True)
class Judging:
    """What scoring and passports share: the judge, and where in a file things stand."""

    judge: str = "patterns"
    """`patterns`, `paper_regex`, `openai:MODEL` or `openai:MODEL@URL`."""
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


@dataclass(frozen=True)
class StudyRefusals:
    """The abliteration study in miniature on SmolLM2-135M: answers, judges, tables, figures, report."""

    out: Path = Path("runs/refusal-study")
    """Study folder; the same command goes on in it."""
    judges: tuple[str, ...] = ("patterns", "paper_regex")
    """Judges, the first one counts in figures."""
    limit: Count = None
    """Use only so many test prompts, half of them harmful."""
    max_new_tokens: int = 48
    """Longest answer."""
    seed: int = 0
    """Seed of the random direction."""
    yes: bool = False
    """Do not ask before calls to an API."""

    def run(self) -> None:
        needs_models()
        from triptych.core.progress import Stages
        from triptych.hub.demo import show
        from triptych.hub.refusal_study import run_study
        from triptych.hub.report import write_report

        stages = Stages()
        panel = run_study(self.out, self.seed, self.limit, self.max_new_tokens, self.judges, stages, yes=self.yes)
        show([panel], write_report(self.out / "report", [panel], stages.seconds), stages)
