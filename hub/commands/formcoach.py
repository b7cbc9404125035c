"""Commands of the panel `formcoach`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from triptych.hub.commands.shared import Building, Count, File, Folder, Name


@dataclass(frozen=True, kw_only=True)
class BuildFormcoach(Building):
    """Write `formcoach` as a Parquet folder with its card: rendered, of Fit3D, or of your own videos."""

    dataset = "formcoach"
    config: Literal["default", "pairs", "benchmark", "videos"] = "default"  # type: ignore[assignment]  # the others have one
    """`default`: 110 rendered pairs, no outside data. `pairs`: Fit3D's people against each other (--fit3d).
    `benchmark`: 1,700 of them, equally many of each exercise. `videos`: your own pairs (--videos)."""
    out: Path = Path("runs/formcoach-data")
    """Folder to write. Not named like the dataset: `datasets` would take it for another copy of it."""
    fit3d: Folder = None
    """Your copy of Fit3D: the folder with train/s03/videos and its kin."""
    mapping: File = None
    """JSON of Table 3's names and Fit3D's actions, such as {"Arms Circles": "warmup_3"}, over the built-in table."""
    require_all: bool = False
    """Fail unless every one of the 22 exercises has an action and usable repetitions."""
    repetitions: int = 2
    """Pairs of each two people in each exercise and camera."""
    videos: Folder = None
    """Folder of your own videos."""
    metadata: File = None
    """List of your pairs. Default: metadata.jsonl or metadata.csv in the folder of videos."""
    annotations: tuple[Path, ...] = ()
    """Files (CSV, JSONL) of experts' lines: id, annotator, instruction of at most 15 words."""
    size: str = "224x224"
    """Width and height of the clips; the paper prints 224x244."""
    fps: int = 30
    """Frames a second of the clips."""
    seed: int = 0
    """Seed of what is drawn: repetitions of a couple, pairs of the benchmark."""
    limit: Count = None
    """Only so many pairs, spread evenly over the exercises."""

    def run(self) -> None:
        if self.config == "default":
            return super().run()
        from triptych.hub.build_formcoach import build_outside

        build_outside(self)


@dataclass(frozen=True, kw_only=True)
class ImportFormcoach:
    """Bring the paper's release, or any set of user and reference videos, into the columns of `formcoach`."""

    data: str
    """A table (CSV, JSONL), a Parquet file, a dataset folder or a Hub id."""
    column_map: str
    """Which column is what: id=…,user=…,reference=…,exercise=… and, where there are any, instruction=…, preference=…,
    user_id=…, reference_id=…, annotator=…"""
    split: str = "test"
    """Split of a dataset folder or Hub id."""
    licence: str = "unknown"
    """The set's licence, for the column of that name."""
    out: Path = Path("runs/formcoach-released")
    """Folder to write."""
    num_proc: int = 1
    """Processes to build with."""
    limit: Count = None
    """Only the first so many pairs."""

    def run(self) -> None:
        from triptych.hub.build_formcoach import import_release

        import_release(self)


@dataclass(frozen=True, kw_only=True)
class GenerateFormcoach:
    """Feedback on the pairs: of a vision-language model, or of coaches that need no weights."""

    system: str = "kinematic"
    """A vision-language model (Hub id or folder), `openai:MODEL[@URL]`, or one without weights: `kinematic` compares
    the joints of both people, `generic` gives the usual tip for the exercise, `silent` finds nothing to correct."""
    out: Folder = None
    """Run folder; the same command goes on in it. Default: runs/feedback/SYSTEM."""
    data: Name = None
    """Dataset folder or Hub id. Default: the installed `formcoach`."""
    split: str = "test"
    """Pairs to look at."""
    limit: Count = None
    """Only so many pairs."""
    fps: float = 2.0
    """Frames a second that a vision-language model sees of each clip."""
    frames: int = 12
    """At most so many frames of each clip."""
    joints: bool = False
    """Give the joint angles of both people as text beside the videos (the paper's section 4.1)."""
    max_new_tokens: Count = None
    """Longest answer. Default: 64, of an API 400; models that think need more."""
    concurrency: int = 16
    """Open calls to an API."""
    batch: int = 4
    """Pairs at once in a local model; halved where memory runs out."""
    dtype: Literal["auto", "float32", "bfloat16", "float16"] = "auto"
    """Number format of a local model's weights."""
    yes: bool = False
    """Do not ask before calls to an API."""

    def run(self) -> None:
        from triptych.hub.generate_formcoach import generate

        generate(self)
