"""Bootstrap over rows or over groups of rows, on counts in place of rows.

Each cluster (a row, or all rows of one prompt) is a small table of label pairs. A resample draws as many clusters as
there are, with replacement: multinomial counts of the kinds of cluster, times their tables, in one matrix product.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from triptych.core.errors import UsageError
from triptych.core.intervals import resampled_counts
from triptych.metrics.judge_correlation.figures import FIGURES, Cells, Settings, figures
from triptych.metrics.judge_correlation.labels import Coded, column

# Resampled cells held at once, which bounds memory at about 100 MB.
CELLS_AT_ONCE = 1_000_000

Table = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Sample:
    """The scored rows as clusters: `sizes` (kinds,) of each kind, whose `tables` are (kinds, cells)."""

    cells: Cells
    tables: sparse.csr_array
    sizes: NDArray[np.int64]

    @property
    def n_clusters(self) -> int:
        """Rows, or groups that have a row scored by both raters."""
        return int(self.sizes.sum())

    def observed(self, settings: Settings) -> dict[str, float]:
        """The figures of all rows, NaN where undefined."""
        every = figures((self.sizes @ self.tables)[None, :], self.cells, settings)
        return {name: float(value[0]) for name, value in every.items()}

    def resampled(self, settings: Settings, resamples: int, seed: int) -> dict[str, NDArray[np.float64]]:
        """The figures of every resample, (resamples,) each, in batches that fit in memory."""
        rng = np.random.default_rng(seed)
        batch = max(1, CELLS_AT_ONCE // max(1, *self.tables.shape))
        parts = [
            figures(
                resampled_counts(self.sizes, min(batch, resamples - start), rng) @ self.tables, self.cells, settings
            )
            for start in range(0, resamples, batch)
        ]
        return {name: np.concatenate([part[name] for part in parts]) for name in FIGURES}


def sample(data: Coded, groups: Any = None) -> Sample:
    """The rows of `data` by `groups` (one name for each of all rows, scored or not); None = each row by itself.

    Clusters with equal tables are one kind. All is sorted: neither row order nor names of groups change the resamples.
    """
    pairs = list(zip(data.predictions.tolist(), data.references.tolist(), strict=True))
    cells = sorted(set(pairs))
    position = {pair: cell for cell, pair in enumerate(cells)}
    clusters = _clusters(data, groups)
    kinds = sorted(Counter(_table([position[pairs[row]] for row in rows]) for rows in clusters).items())
    a, b = np.array(cells, dtype=np.int64).reshape(-1, 2).T
    sizes = np.array([size for _, size in kinds], dtype=np.int64)
    return Sample(Cells(a, b, data.values), _stacked([table for table, _ in kinds], len(cells)), sizes)


def _clusters(data: Coded, groups: Any) -> list[list[int]]:
    """For each cluster its scored rows, as positions in `data`."""
    if groups is None:
        return [[row] for row in range(data.rows.size)]
    names = column(groups, "groups")
    if len(names) != data.n_rows or None in names:
        got = f"{len(names)} groups for {data.n_rows} rows, {names.count(None)} of them missing"
        raise UsageError("one group (a prompt id, a user id) for every row", got, "name a group for every row")
    members: dict[Any, list[int]] = {}
    for position, row in enumerate(data.rows.tolist()):
        members.setdefault(names[row], []).append(position)
    return list(members.values())


def _table(cells: list[int]) -> Table:
    """How often each cell occurs, as sorted (cell, count)."""
    return tuple(sorted(Counter(cells).items()))


def _stacked(tables: list[Table], n_cells: int) -> sparse.csr_array:
    entries = [(kind, cell, count) for kind, table in enumerate(tables) for cell, count in table]
    kind_of, cell_of, count_of = np.array(entries, dtype=np.int64).reshape(-1, 3).T
    return sparse.csr_array((count_of, (kind_of, cell_of)), shape=(len(tables), n_cells))
