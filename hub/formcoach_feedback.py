"""Feedback of the coaches that need no weights, as a run folder: `generate formcoach`."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from triptych.core.progress import progress
from triptych.core.runs import Row, Rows, RunInfo, digest, versions
from triptych.core.vocabulary import exercise

SYSTEMS = ("kinematic", "generic", "silent")
NOTHING = "Good form, nothing to correct."
COLUMNS = ("id", "exercise", "user_joints", "reference_joints", "fps", "preference", "camera")


def write_feedback(out: Path, system: str, data: Any, split: str) -> list[Row]:
    """A line for each pair of `data` into the run folder `out`; pairs that an earlier, killed run finished are kept."""
    names = data.features["exercise"].names
    info = RunInfo(system, "formcoach", split, digest(data["id"]), versions=versions("numpy", "datasets"))
    run = Rows(out, info)
    order = list(data["id"])
    if not run.complete:
        say = _coach(system)
        places = [place for place, name in enumerate(order) if name not in run.done]
        for row in progress(data.select(places).select_columns(list(COLUMNS)), f"feedback of {system}", len(places)):
            start = time.perf_counter()
            text = say({**row, "exercise": names[row["exercise"]]})
            spent = time.perf_counter() - start
            status, reason = ("ok", "") if text else ("empty", "no line")
            run.add({"id": row["id"], "system": system, "output": text, "reasoning": "", "status": status,
                     "reason": reason, "n_tokens": len(text.split()), "latency_s": spent})  # fmt: skip
        run.finish(order)
    return [run.done[name] for name in order]


def _coach(system: str) -> Callable[[Row], str]:
    if system == "silent":
        return lambda row: NOTHING
    from triptych.models.coaching import kinematic

    if system == "generic":
        return lambda row: usual_tip(row["exercise"])

    def compared(row: Row) -> str:
        user, reference = (np.asarray(row[name], dtype=np.float32) for name in ("user_joints", "reference_joints"))
        cue = kinematic.compare(user, reference, row["exercise"], row["fps"], row["preference"])
        return cue.text or NOTHING

    return compared


def usual_tip(name: str) -> str:
    """The correction that an exercise needs most often, without a look at anybody."""
    from triptych.models.coaching.phrases import sentence

    fault = exercise(name).faults[0]
    return sentence(fault.body_part, fault.sides[-1], fault.direction, fault.phase)
