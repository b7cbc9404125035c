"""The command `triptych VERB PANEL …`. Exit codes: 0 done, 1 something failed, 2 bad input or usage."""

import os
import sys
import warnings
from collections.abc import Sequence
from typing import Any

from tyro.conf import FlagCreatePairsOff
from tyro.extras import SubcommandApp

from triptych.core.errors import RunError, UsageError
from triptych.hub.commands import (
    formcoach,
    formcoach_scoring,
    general,
    refusals,
    refusals_scoring,
    refusals_study,
    shared,
    spaces,
    synrailobs,
    synrailobs_formats,
    synrailobs_study,
)

Panels = dict[str, type[Any]]
PANELS: dict[str, tuple[str, Panels]] = {
    "build": (
        "Write a dataset as a Parquet folder with its card.",
        {
            "formcoach": formcoach.BuildFormcoach,
            "synrailobs": synrailobs.BuildSynrailobs,
            "refusals": refusals.BuildRefusals,
        },
    ),
    "generate": (
        "Answers and feedback of a model, as predictions keyed by id.",
        {"formcoach": formcoach.GenerateFormcoach, "refusals": refusals.GenerateRefusals},
    ),
    "train": (
        "Train a model of a panel.",
        {"synrailobs": synrailobs.TrainSynrailobs, "refusals": refusals.TrainRefusals},
    ),
    "predict": ("Predictions of a trained model.", {"synrailobs": synrailobs.PredictSynrailobs}),
    "score": (
        "Score any predictions file, ours or not.",
        {
            "formcoach": formcoach_scoring.ScoreFormcoach,
            "synrailobs": synrailobs.ScoreSynrailobs,
            "refusals": refusals_scoring.ScoreRefusals,
        },
    ),
    "import": (
        "Bring data of others into a dataset's columns.",
        {"formcoach": formcoach.ImportFormcoach, "synrailobs": synrailobs_formats.ImportSynrailobs},
    ),
    "export": (
        "Write a dataset in the formats of other tools.",
        {"synrailobs": synrailobs_formats.ExportSynrailobs},
    ),
    "passport": (
        "How far a judge agrees with humans.",
        {"formcoach": formcoach_scoring.PassportFormcoach, "refusals": refusals_scoring.PassportRefusals},
    ),
    "study": (
        "All systems, judges, tables and figures of a panel.",
        {
            "formcoach": formcoach_scoring.StudyFormcoach,
            "synrailobs": synrailobs_study.StudySynrailobs,
            "refusals": refusals_study.StudyRefusals,
        },
    ),
    "serve": (
        "Pages in the browser, on this machine.",
        {
            "coaching_rubric": spaces.ServeCoachingRubric,
            "detection_map": spaces.ServeDetectionMap,
            "event_accuracy": spaces.ServeEventAccuracy,
            "formcoach_annotation": spaces.ServeFormcoachAnnotation,
            "judge_correlation": spaces.ServeJudgeCorrelation,
            "refusal_judge": spaces.ServeRefusalJudge,
            "refusal_study": spaces.ServeRefusalStudy,
        },
    ),
}
PLAIN: Panels = {"install": general.Install, "report": general.Report, "demo": general.Demo}


def _app() -> SubcommandApp:
    app = SubcommandApp()
    for name, command in PLAIN.items():
        app.command(name=name)(command)
    for verb, (text, panels) in PANELS.items():
        group = SubcommandApp()
        for panel, command in panels.items():
            group.command(name=panel)(command)
        app.command(group, name=verb, help=text)
    return app


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. A user's mistake ends in a message, never in a traceback."""
    _quiet()
    try:
        command = _app().cli(prog="triptych", description=__doc__, args=arguments, config=(FlagCreatePairsOff,))
        shared.check(command)
        command.run()
    except UsageError as error:
        print(f"triptych: {error}", file=sys.stderr)
        return 2
    except RunError as error:
        print(f"triptych: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\ntriptych: stopped. Finished rows are kept; the same command goes on.", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"triptych: {error.strerror or error}: {error.filename or ''}".rstrip(": "), file=sys.stderr)
        return 1
    return 0


def _quiet() -> None:
    """Other libraries' notices do not bury ours; each can be switched on again by setting its variable."""
    warnings.filterwarnings("ignore", category=FutureWarning)
    os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")


if __name__ == "__main__":
    sys.exit(main())
