"""The Space of the annotation of FormCoach pairs. Settings come from the Space's variables:

ANNOTATION_DATA, a dataset (none: the embedded pairs, which `triptych install` makes); ANNOTATION_FEEDBACK, run folders
with ":" between them; ANNOTATION_STORE; ANNOTATION_REPO, the private dataset that takes the answers;
ANNOTATION_ANNOTATORS and ANNOTATION_ADJUDICATORS, names with "," between them: on the Hub, accounts of Hugging Face.
"""

import os
from pathlib import Path

from triptych.spaces.formcoach_annotation.page import Settings, launch_annotation


def names(variable: str) -> tuple[str, ...]:
    """The names in a variable."""
    return tuple(name.strip() for name in os.environ.get(variable, "").split(",") if name.strip())


if __name__ == "__main__":
    launch_annotation(
        Settings(
            data=os.environ.get("ANNOTATION_DATA") or None,
            feedback=tuple(Path(run) for run in os.environ.get("ANNOTATION_FEEDBACK", "").split(os.pathsep) if run),
            store=Path(os.environ.get("ANNOTATION_STORE", "runs/formcoach_annotation/annotation.sqlite")),
            annotators=names("ANNOTATION_ANNOTATORS"),
            adjudicators=names("ANNOTATION_ADJUDICATORS"),
            repo=os.environ.get("ANNOTATION_REPO") or None,
            on_hub="SPACE_ID" in os.environ,
        )
    )
