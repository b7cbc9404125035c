"""`triptych generate formcoach`: a run folder of feedback, whoever gives it."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from triptych.core.endpoint import PREFIX
from triptych.hub.builders import load_rows
from triptych.hub.commands.shared import needs_models
from triptych.hub.formcoach_feedback import SYSTEMS, write_feedback
from triptych.models.coaching.prompts import LONGEST

if TYPE_CHECKING:
    from triptych.hub.commands.formcoach import GenerateFormcoach


def generate(command: "GenerateFormcoach") -> Path:
    """Give feedback as `command` says, print how it ended; returns the run folder."""
    data = load_rows("formcoach", command.data, command.split)
    data = data.select(range(min(command.limit or len(data), len(data))))
    # A name may hold a URL: what follows it is not needed to tell folders apart.
    out = command.out or Path("runs/feedback") / re.sub(r"[^\w.-]+", "-", command.system.split("@http")[0])
    lines = _lines(command, data, out)
    if lines:
        print(f"{len(lines)} pairs: {out}\n{_outcome(lines)}\nnext: triptych score formcoach --predictions {out}")
    return out


def _lines(command: "GenerateFormcoach", data: Any, out: Path) -> list[dict[str, Any]]:
    if command.system in SYSTEMS:
        return write_feedback(out, command.system, data, command.split)
    if not command.system.startswith(PREFIX):
        needs_models()
    from triptych.hub.vlm_feedback import Settings, write_vlm_feedback
    from triptych.models.coaching.frames import Sampling

    settings = Settings(
        Sampling(command.fps, command.frames), command.joints, command.max_new_tokens, command.concurrency,
        command.batch, command.dtype, command.yes,
    )  # fmt: skip
    return write_vlm_feedback(out, command.system, data, command.split, settings)


def _outcome(lines: list[dict[str, Any]]) -> str:
    """How many lines ended in which way, and how many are too long."""
    counts = {status: sum(row["status"] == status for row in lines) for status in ("ok", "truncated", "empty", "error")}
    long = sum("allowed" in row["reason"] for row in lines)
    text = ", ".join(f"{count} {status}" for status, count in counts.items() if count)
    reasons = sorted({row["reason"] for row in lines if row["status"] == "error"})
    text += f"; {long} longer than {LONGEST} words" if long else ""
    return text + "".join(f"\n  error: {reason}" for reason in reasons[:3])
