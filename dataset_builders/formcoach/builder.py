"""The dataset `formcoach` as a `datasets` builder.

FormCoach().download_and_prepare()           # into the Hugging Face cache, about a minute
load_dataset("formcoach", split="test")      # afterwards, also in other processes, without this package

The configuration `default` is rendered and needs no outside data. The others are made of recordings that the user has:
`pairs` and `benchmark` of Fit3D, `videos` of own films, `released` of a set that somebody else has put together. They
take a `Plan` (outside.py), which `triptych build formcoach --config …` and `triptych import formcoach` make.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import datasets
import pyarrow as pa

import triptych.core.vocabulary
from triptych.core.errors import UsageError
from triptych.core.vocabulary import NAMES
from triptych.dataset_builders.formcoach.arrow import as_table
from triptych.dataset_builders.formcoach.outside import Plan, tables
from triptych.dataset_builders.formcoach.pairs import Pair, clips, pairs
from triptych.dataset_builders.formcoach.schema import FEATURES
from triptych.dataset_builders.formcoach.video import FPS
from triptych.dataset_builders.source_digest import source_digest

NAME: Final = "formcoach"
DESCRIPTION: Final = (
    "Synthetic pairs of exercise clips, a user's beside a reference's, for 22 exercises: rendered people with known "
    "joints, one known fault or none, and the correction in a trainer's words. For measuring coaching feedback."
)
OUTSIDE: Final = {
    "pairs": "Pairs of repetitions of Fit3D by different people: same exercise, same camera.",
    "benchmark": "A class-balanced sample of the pairs of Fit3D, as large as the paper's set.",
    "videos": "A user's own pairs of exercise videos.",
    "released": "Pairs of exercise clips from a released set.",
}
"""Configurations of recordings that lie outside the package."""
_VERSION: Final = datasets.Version("1.0.0")


def row(pair: Pair) -> dict[str, Any]:
    """The row of a pair, its clips drawn and encoded; the columns are those of schema.py, joints as arrays."""
    made, fault = clips(pair), pair.fault
    return {
        "id": pair.id,
        "source": "triptych",
        "licence": "Apache-2.0",
        "redistributable": True,
        "user": {"bytes": made.user, "path": None},
        "reference": {"bytes": made.reference, "path": None},
        "exercise": NAMES.index(pair.exercise),
        "camera": dict(made.camera),
        "user_id": f"person-{pair.user:02d}",
        "reference_id": f"trainer-{pair.trainer:02d}",
        "fps": float(FPS),
        "user_joints": made.user_joints,
        "reference_joints": made.reference_joints,
        "instruction": pair.instruction,
        "annotations": [{"annotator": "synthetic", "instruction": pair.instruction}] if pair.instruction else [],
        "preference": pair.preference,
        "fault": None
        if fault is None
        else {
            "body_part": fault.body_part,
            "side": fault.side,
            "direction": fault.direction,
            "severity": fault.severity,
        },
    }


class FormCoach(datasets.ArrowBasedBuilder):  # type: ignore[misc]  # datasets has no types
    """Builder of `formcoach`: `default` needs nothing, the configurations in `OUTSIDE` need a `plan`.

    `kept` is a folder for their finished rows, so that a killed build goes on where it was.

    Based on Arrow tables since `datasets` imports torchcodec for each row of a builder of examples, and torchcodec
    fails to import where the system has no FFmpeg.
    """

    VERSION = _VERSION
    BUILDER_CONFIGS = tuple(
        datasets.BuilderConfig(name=name, version=_VERSION, description=text)
        for name, text in {"default": "110 synthetic pairs.", **OUTSIDE}.items()
    )
    DEFAULT_CONFIG_NAME = "default"
    # Pages of a Parquet file follow the batches, and those must not depend on how rows are shared out over processes.
    DEFAULT_WRITER_BATCH_SIZE = 1

    def __init__(self, *args: Any, plan: Plan | None = None, kept: Path | None = None, **kwargs: Any) -> None:
        self._plan, self._kept = plan, kept
        # By itself `datasets` takes the name from this module's ("builder") and finds no copy that has no hash.
        kwargs.setdefault("dataset_name", NAME)
        kwargs.setdefault("hash", self.fingerprint())
        super().__init__(*args, **kwargs)

    @classmethod
    def fingerprint(cls) -> str:
        """64 hex digits that change with the version and the code that makes the rows."""
        return source_digest(Path(__file__).parent, Path(triptych.core.vocabulary.__file__))

    def _info(self) -> datasets.DatasetInfo:
        name = self.config.name
        text, licence = (OUTSIDE[name], "other") if name in OUTSIDE else (DESCRIPTION, "Apache-2.0")
        return datasets.DatasetInfo(description=text, features=FEATURES, license=licence)

    def _split_generators(self, dl_manager: datasets.DownloadManager) -> list[datasets.SplitGenerator]:
        # A list among the arguments is what lets `datasets` share a split out over processes.
        if self.config.name not in OUTSIDE:
            return [datasets.SplitGenerator(name="test", gen_kwargs={"pairs": pairs()})]
        if self._plan is None:
            fix = f"run `triptych build formcoach --config {self.config.name}` with the folder of the recordings"
            raise UsageError("recordings to make the rows of", f"none for the configuration {self.config.name}", fix)
        return [datasets.SplitGenerator(name="test", gen_kwargs={"pairs": list(self._plan.pairs)})]

    def _generate_tables(self, pairs: list[Any]) -> Iterator[tuple[str, pa.Table]]:
        if self._plan is not None:
            yield from tables(pairs, self._plan.form, self._kept)
            return
        for pair in pairs:
            yield pair.id, as_table(row(pair))
