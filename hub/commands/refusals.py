"""Building, answers and training of the panel `refusals`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import tyro

from triptych.core.errors import UsageError
from triptych.hub.commands.shared import Building, Count, Folder, Name, needs_models

Pairs = Annotated[str | None, tyro.conf.arg(metavar="NAME=VALUE,…", help_behavior_hint="")]
Label = Annotated[
    Literal["harmful", "harmless"] | None, tyro.conf.arg(metavar="harmful|harmless", help_behavior_hint="")
]
Direction = Literal["none", "difference_of_means", "pca", "pca_joint", "random_like"]


@dataclass(frozen=True, kw_only=True)
class BuildRefusals(Building):
    """Write the `refusal_prompts` dataset, or prompts of other sets, as a Parquet folder with its card."""

    dataset = "refusal_prompts"
    out: Path = Path("runs/refusals-data")
    """Folder to write. Not named like the dataset: `datasets` would take it for another copy of it."""
    parts: tuple[str, ...] = ()
    """Other sets instead of ours: SPLIT=SET[:COUNT][@FILE] …, e.g. test=jailbreakbench anchors=advbench:64. Sets:
    xstest, jailbreakbench, strongreject, advbench, harmbench, or_bench_hard, or_bench_toxic, alpaca (from the Hub or
    @FILE); study, file (@FILE)."""
    column_map: Pairs = None
    """Columns of the files, where they are not found: prompt=COLUMN,label=COLUMN,category=COLUMN,id=COLUMN."""
    label_map: Pairs = None
    """What the labels of the files mean, e.g. 0=harmless,1=harmful."""
    label: Label = None
    """Label of all rows of the files that have no column for it."""
    revisions: Pairs = None
    """Commits of sets on the Hub: SET=COMMIT,…"""
    drop_overlaps: bool = False
    """Leave out prompts that are alike in two splits (the test keeps its own) instead of refusing."""
    seed: int = 0
    """Seed of the samples."""

    def run(self) -> None:
        if not self.parts:
            super().run()
            return
        from triptych.hub.prompt_sets import build_sets

        build_sets(self)


@dataclass(frozen=True)
class GenerateRefusals:
    """Answers of a model to the refusal prompts, optionally with a refusal direction projected out in memory."""

    system: str = "smollm2-135m-refusal"
    """`smollm2-135m`, `smollm2-135m-refusal`, a Hub id or a local folder of a chat model, or a server:
    `openai:MODEL` or `openai:MODEL@URL`. Several processes share the prompts when started with torchrun."""
    out: Folder = None
    """Run folder; the same command goes on in it. Default: runs/answers/SYSTEM[-DIRECTION]."""
    data: Name = None
    """Folder of `build refusals --parts`, or Hub id. Default: the embedded prompts, which also stand in for anchors and
    validation prompts where it has none."""
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
    dtype: Literal["auto", "float32", "bfloat16"] = "auto"
    """Type of the weights. `auto`: the model's own on a GPU, float32 on a CPU."""
    batch_tokens: int = 16384
    """Tokens of a batch, those to be generated included; halved by itself where memory runs out."""
    concurrency: int = 16
    """Calls at a time, with a server."""
    yes: bool = False
    """Do not ask before calls to an API."""

    def run(self) -> None:
        if not self.system.startswith("openai:"):
            needs_models()
        from triptych.hub.generate_refusals import generate

        generate(self)


@dataclass(frozen=True)
class TrainRefusals:
    """Train SmolLM2-135M to refuse (an adapter, from the tuning prompts), or the judge `classifier`."""

    what: Literal["adapter", "classifier"] = "adapter"
    """`adapter`: a low-rank adapter that refuses, resumes in the same --out. `classifier`: weights of the judge."""
    data: Folder = None
    """For `classifier`: folder with XSTest's completions_MODEL.csv, labelled by people."""
    out: Folder = None
    """Folder for what is trained. Default: runs/refusal-adapter or runs/refusal-classifier."""
    seed: int = 0
    """Of the adapter: its start, order and sentences. Of the classifier: the folds of its held-out check."""

    def run(self) -> None:
        if self.what == "classifier":
            self._classifier()
            return
        if self.data is not None:
            fix = "leave --data out; the adapter learns from refusal_prompts"
            raise UsageError("--data with --what classifier only", f"--data {self.data}", fix)
        needs_models()
        from triptych.models.abliteration.refusal_tuning import train

        print(f"adapter: {train(self.out or Path('runs/refusal-adapter'), seed=self.seed)}")

    def _classifier(self) -> None:
        if self.data is None:
            fix = "the completions_MODEL.csv of https://github.com/paul-rottger/xstest"
            raise UsageError("--data DIR with XSTest's completions", "no --data", fix)
        from triptych.hub.train_classifier import train_classifier

        train_classifier(self.data, self.out or Path("runs/refusal-classifier"), self.seed)
