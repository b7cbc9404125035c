"""The study of the panel `refusals`."""

from dataclasses import dataclass
from pathlib import Path

from triptych.hub.commands.shared import Count, needs_models


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
