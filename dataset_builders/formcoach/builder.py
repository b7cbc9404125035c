"""The dataset `formcoach` as a `datasets` builder: rendered pairs of exercise clips, no outside data.

FormCoach().download_and_prepare()           # into the Hugging Face cache, about a minute
load_dataset("formcoach", split="test")      # afterwards, also in other processes, without this package
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import datasets
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

import triptych.core.vocabulary
from triptych.core.vocabulary import NAMES
from triptych.dataset_builders.formcoach.pairs import Pair, clips, pairs
from triptych.dataset_builders.formcoach.schema import FEATURES
from triptych.dataset_builders.formcoach.video import FPS
from triptych.dataset_builders.source_digest import source_digest

NAME: Final = "formcoach"
DESCRIPTION: Final = (
    "Synthetic pairs of exercise clips, a user's beside a reference's, for 22 exercises: rendered people with known "
    "joints, one known fault or none, and the correction in a trainer's words. For measuring coaching feedback."
)


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
    """Builder of `formcoach`; its one configuration is `default`.

    Based on Arrow tables since `datasets` imports torchcodec for each row of a builder of examples, and torchcodec
    fails to import where the system has no FFmpeg.
    """

    VERSION = datasets.Version("1.0.0")
    BUILDER_CONFIGS = (datasets.BuilderConfig(name="default", version=VERSION, description="110 synthetic pairs."),)
    DEFAULT_CONFIG_NAME = "default"
    # Pages of a Parquet file follow the batches, and those must not depend on how rows are shared out over processes.
    DEFAULT_WRITER_BATCH_SIZE = 1

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # By itself `datasets` takes the name from this module's ("builder") and finds no copy that has no hash.
        kwargs.setdefault("dataset_name", NAME)
        kwargs.setdefault("hash", self.fingerprint())
        super().__init__(*args, **kwargs)

    @classmethod
    def fingerprint(cls) -> str:
        """64 hex digits that change with the version and the code that makes the rows."""
        return source_digest(Path(__file__).parent, Path(triptych.core.vocabulary.__file__))

    def _info(self) -> datasets.DatasetInfo:
        return datasets.DatasetInfo(description=DESCRIPTION, features=FEATURES, license="Apache-2.0")

    def _split_generators(self, dl_manager: datasets.DownloadManager) -> list[datasets.SplitGenerator]:
        # A list among the arguments is what lets `datasets` share a split out over processes.
        return [datasets.SplitGenerator(name="test", gen_kwargs={"pairs": pairs()})]

    def _generate_tables(self, pairs: list[Pair]) -> Iterator[tuple[str, pa.Table]]:
        for pair in pairs:
            yield pair.id, as_table(row(pair))


def as_table(values: dict[str, Any]) -> pa.Table:
    """A row as a table; joints go in as a block, not number by number."""
    schema = FEATURES.arrow_schema
    columns = [
        _joints(values[field.name]) if isinstance(values[field.name], np.ndarray) else [values[field.name]]
        for field in schema
    ]
    arrays = [pa.array(column, field.type) for column, field in zip(columns, schema, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)


def _joints(joints: NDArray[np.float32]) -> pa.Array:
    """(T, 25, 3) as a list column of one row."""
    points = pa.FixedSizeListArray.from_arrays(pa.array(joints.ravel()), 3)
    frames = pa.FixedSizeListArray.from_arrays(points, joints.shape[1])
    return pa.ListArray.from_arrays(pa.array([0, len(joints)], pa.int32()), frames)
