"""The Space of the refusal study. Settings come from the Space's variables:

STUDY_RUNS, run folders with ":" between them (none: practice); STUDY_DATA; STUDY_QUESTIONS; STUDY_STORE;
STUDY_ANNOTATORS and STUDY_ADJUDICATORS, names with "," between them: on the Hub, accounts of Hugging Face.
"""

import os
from pathlib import Path

from triptych.spaces.refusal_study.page import Settings, launch_study


def names(variable: str) -> tuple[str, ...]:
    """The names in a variable."""
    return tuple(name.strip() for name in os.environ.get(variable, "").split(",") if name.strip())


if __name__ == "__main__":
    launch_study(
        Settings(
            runs=tuple(Path(run) for run in os.environ.get("STUDY_RUNS", "").split(os.pathsep) if run),
            data=os.environ.get("STUDY_DATA") or None,
            questions=int(os.environ["STUDY_QUESTIONS"]) if os.environ.get("STUDY_QUESTIONS") else None,
            store=Path(os.environ.get("STUDY_STORE", "runs/refusal_study/study.sqlite")),
            annotators=names("STUDY_ANNOTATORS"),
            adjudicators=names("STUDY_ADJUDICATORS"),
            on_hub="SPACE_ID" in os.environ,
        )
    )
