"""`triptych serve`: the pages, on this machine."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

import tyro

from triptych.core.errors import UsageError
from triptych.hub.commands.shared import Count, Name

Folders = Annotated[tuple[Path, ...], tyro.conf.UseAppendAction, tyro.conf.arg(metavar="DIR")]
Names = Annotated[tuple[str, ...], tyro.conf.UseAppendAction, tyro.conf.arg(metavar="NAME")]


@dataclass(frozen=True, kw_only=True)
class Serving:
    """What serving has in common for all pages."""

    host: str = "127.0.0.1"
    """Address to listen at. 0.0.0.0 lets other machines in."""
    port: int = 7860
    """Port to listen at."""

    def prepare(self) -> None:
        """Check that pages can be served, and tell Gradio where."""
        from importlib.util import find_spec

        from triptych.core.source import install_command

        if find_spec("gradio") is None:
            raise UsageError("the `spaces` extra", "no gradio", install_command("spaces"))
        os.environ |= {"GRADIO_SERVER_NAME": self.host, "GRADIO_SERVER_PORT": str(self.port)}


@dataclass(frozen=True, kw_only=True)
class ServeMetric(Serving):
    """A page to try the metric on rows of your own."""

    metric: ClassVar[str]

    def run(self) -> None:
        import runpy

        from triptych.hub.metrics import module_path

        self.prepare()
        runpy.run_path(str(module_path(self.metric).with_name("app.py")), run_name="__main__")


class ServeCoachingRubric(ServeMetric):
    """A page to try `coaching_rubric` on rows of your own."""

    metric = "coaching_rubric"


class ServeDetectionMap(ServeMetric):
    """A page to try `detection_map` on rows of your own."""

    metric = "detection_map"


class ServeEventAccuracy(ServeMetric):
    """A page to try `event_accuracy` on rows of your own."""

    metric = "event_accuracy"


class ServeRefusalJudge(ServeMetric):
    """A page to try `refusal_judge` on rows of your own."""

    metric = "refusal_judge"


class ServeJudgeCorrelation(ServeMetric):
    """A page to try `judge_correlation` on rows of your own."""

    metric = "judge_correlation"


@dataclass(frozen=True, kw_only=True)
class ServeRefusalStudy(Serving):
    """The blinded user study: people say of each response whether it refuses."""

    run_: Annotated[Folders, tyro.conf.arg(name="run")] = ()
    """Run folder of `generate refusals`; may be given several times. None: harmless examples to practise."""
    data: Name = None
    """Dataset that the runs answered, folder or Hub id. Default: the embedded prompts."""
    questions: Count = None
    """Show the responses to so many questions only, half of them harmful."""
    store: Path = Path("runs/refusal_study/study.sqlite")
    """File that keeps the answers and accounts; the same file goes on."""
    annotator: Names = ()
    """Who reads; may be given several times. New ones get a password, printed once."""
    adjudicator: Names = ()
    """Who decides disagreements and sees agreement; may be given several times."""
    seed: int = 0
    """Seed of the orders and of the drawn questions."""

    def run(self) -> None:
        self.prepare()
        from triptych.spaces.refusal_study.page import Settings, launch_study

        launch_study(
            Settings(
                runs=self.run_,
                data=self.data,
                questions=self.questions,
                store=self.store,
                seed=self.seed,
                annotators=self.annotator,
                adjudicators=self.adjudicator,
            )
        )


@dataclass(frozen=True, kw_only=True)
class ServeFormcoachAnnotation(Serving):
    """Experts write an instruction for each pair and rate machine feedback blind."""

    data: Name = None
    """Dataset to annotate, folder or Hub id. Default: the embedded pairs."""
    feedback: Folders = ()
    """Run folder of `generate formcoach` to rate; may be given several times."""
    store: Path = Path("runs/formcoach_annotation/annotation.sqlite")
    """File that keeps the answers and accounts; the same file goes on."""
    annotator: Names = ()
    """Who annotates; may be given several times. New ones get a password, printed once."""
    adjudicator: Names = ()
    """Who decides disagreements and sees agreement; may be given several times."""
    each: int = 2
    """Annotators that a pair is offered to."""
    seed: int = 0
    """Seed of the orders."""

    def run(self) -> None:
        self.prepare()
        from triptych.spaces.formcoach_annotation.page import Settings, launch_annotation

        launch_annotation(
            Settings(
                data=self.data,
                feedback=self.feedback,
                store=self.store,
                seed=self.seed,
                each=self.each,
                annotators=self.annotator,
                adjudicators=self.adjudicator,
            )
        )
