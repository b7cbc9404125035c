"""The command `triptych VERB PANEL …`. Exit codes: 0 done, 1 something failed, 2 bad input or usage."""

import os
import sys
import warnings
from collections.abc import Sequence
from typing import Any

from tyro.conf import FlagCreatePairsOff
from tyro.extras import SubcommandApp

from triptych.core.errors import RunError, UsageError
from triptych.hub import commands

Panels = dict[str, type[Any]]
PANELS: dict[str, tuple[str, Panels]] = {
    "build": ("Write a dataset as a Parquet folder with its card.", {"refusals": commands.BuildRefusals}),
    "generate": ("Answers of a model, as predictions keyed by id.", {"refusals": commands.GenerateRefusals}),
    "train": ("Train a model of a panel.", {"refusals": commands.TrainRefusals}),
    "score": ("Score any predictions file, ours or not.", {"refusals": commands.ScoreRefusals}),
    "passport": ("How far a judge agrees with humans.", {"refusals": commands.PassportRefusals}),
    "study": ("All systems, judges, tables and figures of a panel.", {"refusals": commands.StudyRefusals}),
}
PLAIN: Panels = {"install": commands.Install, "report": commands.Report, "demo": commands.Demo}


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
        commands.check(command)
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
