"""Commands for everything at once: installing, the demo, a report drawn again."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import tyro

from triptych.hub.commands.shared import Count, needs_models


@dataclass(frozen=True)
class Install:
    """Put datasets and metrics into the Hugging Face caches: the bare names then load anywhere, offline."""

    only: Annotated[tuple[str, ...], tyro.conf.arg(metavar="NAME …", help_behavior_hint="")] = ()
    """Datasets and metrics to install. Default: all."""
    num_proc: Count = None
    """Processes to draw a dataset with. Default: one for each core, at most four."""

    def run(self) -> None:
        from triptych.hub.install import install
        from triptych.hub.video_support import missing_video_support

        for installed in install(self.only, self.num_proc):
            print(f"  {installed.line:42} {installed.path}")
        if note := missing_video_support():
            print(note)


@dataclass(frozen=True)
class Report:
    """Draw a report page again from its results.json."""

    folder: Path
    """Report folder, e.g. runs/demo/report."""

    def run(self) -> None:
        from triptych.hub.report import render

        print(render(self.folder))


@dataclass(frozen=True)
class Demo:
    """Install, then run the main job on embedded data and a real small model; prints seconds, tables, the report."""

    out: Path = Path("runs/demo")
    """Folder; the same command goes on in it."""
    seed: int = 0
    """Seed of everything random."""
    limit: Count = None
    """Use only so many test prompts, half of them harmful."""

    def run(self) -> None:
        needs_models()
        from triptych.hub.demo import demo

        demo(self.out, self.seed, self.limit)
