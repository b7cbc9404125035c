"""Building, answers and training of the panel `refusals`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from triptych.hub.commands.shared import Building, Count, Folder, needs_models

Direction = Literal["none", "difference_of_means", "pca", "pca_joint", "random_like"]


@dataclass(frozen=True, kw_only=True)
class BuildRefusals(Building):
    """Write the `refusal_prompts` dataset as a Parquet folder with its card."""

    dataset = "refusal_prompts"
    out: Path = Path("runs/refusals-data")
    """Folder to write. Not named like the dataset: `datasets` would take it for another copy of it."""


@dataclass(frozen=True)
class GenerateRefusals:
    """Answers of a model to the refusal prompts, optionally with a refusal direction projected out in memory."""

    system: str = "smollm2-135m-refusal"
    """`smollm2-135m`, `smollm2-135m-refusal`, a Hub id or a local folder of a chat model."""
    out: Folder = None
    """Run folder; the same command goes on in it. Default: runs/answers/SYSTEM[-DIRECTION]."""
    split: Literal["test", "validation", "anchors", "tuning"] = "test"
    """Prompts to answer."""
    direction: Direction = "none"
    """What to project out of every layer; computed from the anchor prompts."""
    layer: Count = None
    """Layer that the direction comes from, from 0. Default: chosen on the validation prompts."""
    alpha: float = 1.0
    """Strength: 0 changes nothing, 1 removes the component."""
    max_new_tokens: int = 48
    """Longest answer; a cut one gets the status `truncated`."""
    limit: Count = None
    """Answer only so many prompts, half of them harmful."""
    seed: int = 0
    """Seed of the random direction."""

    def run(self) -> None:
        needs_models()
        from triptych.hub.generate_refusals import generate

        generate(self)


@dataclass(frozen=True)
class TrainRefusals:
    """Teach SmolLM2-135M to refuse with a low-rank adapter, from the tuning prompts; resumes in the same --out."""

    out: Path = Path("runs/refusal-adapter")
    """Folder for the adapter, its checkpoints and run.json."""
    seed: int = 0
    """Seed of the data order, the refusal sentences and the adapter's start."""

    def run(self) -> None:
        needs_models()
        from triptych.models.abliteration.refusal_tuning import train

        print(f"adapter: {train(self.out, seed=self.seed)}")
