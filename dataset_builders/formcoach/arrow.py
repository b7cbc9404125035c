"""Rows to Arrow tables."""

from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from triptych.dataset_builders.formcoach.schema import FEATURES


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
