"""The study of the panel `refusals`."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from triptych.core.errors import UsageError
from triptych.hub.commands.shared import Count, File, Folder, needs_models

if TYPE_CHECKING:
    from triptych.core.progress import Stages


@dataclass(frozen=True)
class StudyRefusals:
    """The abliteration study: answers, judges, tables, figures, report. Built in: SmolLM2-135M, in miniature."""

    out: Path = Path("runs/refusal-study")
    """Study folder; the same command goes on in it."""
    settings: File = None
    """TOML, JSON or YAML: systems, directions, judges, human labels. Options given beside it win."""
    released: Folder = None
    """Instead: compute the paper's figures from its released data in this folder, and check its conclusions."""
    judges: tuple[str, ...] = ()
    """Judges, the first one counts in figures. Default: those of the settings, else `patterns paper_regex`."""
    random_directions: Count = None
    """Random directions to compare each difference of means with, seeds SEED, SEED + 1 … Default: 1."""
    limit: Count = None
    """Use only so many test prompts, half of them harmful."""
    max_new_tokens: Count = None
    """Longest answer. Default: 48."""
    seed: int | None = None
    """Seed of the random directions. Default: 0."""
    yes: bool = False
    """Do not ask before calls to an API."""

    def run(self) -> None:
        from triptych.core.progress import Stages

        stages = Stages()
        if self.released is not None:
            if self.settings is not None:
                raise UsageError("--settings or --released", "both", "leave one out")
            self._released(self.released, stages)
        else:
            self._study(stages)

    def _released(self, folder: Path, stages: "Stages") -> None:
        from triptych.hub.demo import show
        from triptych.hub.refusals.released import read_released
        from triptych.hub.refusals.released_panel import released_panel
        from triptych.hub.report import write_report

        with stages.stage("released data"):
            panel = released_panel(self.out / "report", read_released(folder))
        show([panel], write_report(self.out / "report", [panel], stages.seconds), stages)

    def _study(self, stages: "Stages") -> None:
        from triptych.hub.demo import show
        from triptych.hub.refusal_study import run_study
        from triptych.hub.refusals.settings import DEFAULT, read_settings
        from triptych.hub.report import write_report

        settings = read_settings(self.settings) if self.settings else DEFAULT
        if any(system.model for system in settings.systems):
            needs_models()
        names = ("judges", "random_directions", "limit", "max_new_tokens", "seed")
        given = {name: value for name in names if (value := getattr(self, name)) not in (None, ())}
        settings = settings.model_copy(update=given)
        panel = run_study(self.out, stages=stages, yes=self.yes, settings=settings)
        show([panel], write_report(self.out / "report", [panel], stages.seconds), stages)
