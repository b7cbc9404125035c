"""Count, mean and scatter of activations, added batch by batch: their memory does not grow with the number of prompts.

    harmful = RunningMoments()
    for batch in batches:                # each (n, layers, d)
        harmful.add(batch)
    difference_of_means(harmful, harmless)

Bytes kept: 8 * layers * d, and 8 * layers * d * d with the scatter that a principal component needs (80 MB for
SmolLM2-135M, 4.3 GB for 32 layers of 4096).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from triptych.core.errors import UsageError

Floats = NDArray[np.float64]


class RunningMoments:
    """`count` rows seen; `mean` `(…, d)`; `scatter` `(…, d, d)`, the sum of (x - mean)(x - mean)^T, or None.

    `…` is whatever the rows have between their first axis and their last: layers, or positions and layers.
    """

    def __init__(self, scatter: bool = False) -> None:
        self.count = 0
        self.mean: Floats = np.zeros(0)
        self.scatter: Floats | None = np.zeros((0, 0)) if scatter else None

    def add(self, rows: Any) -> None:
        """Take in `rows` `(n, …, d)`. Raises `UsageError` for another shape than before, NaN or infinity."""
        values = floats(rows)
        if not len(values):
            return
        mean = values.mean(axis=0)
        self._move(len(values), mean)
        if self.scatter is not None:
            centred = values - mean
            for place in np.ndindex(mean.shape[:-1]):  # one layer at a time: no second array of the scatter's size
                own = centred[(slice(None), *place)]
                self.scatter[place] += own.T @ own

    def merge(self, other: "RunningMoments") -> None:
        """Take in what another process has seen. Raises `UsageError` where only one of the two keeps a scatter."""
        if (self.scatter is None) != (other.scatter is None):
            raise UsageError("two with or two without a scatter", "one of each", "collect both in the same way")
        if other.count:
            self._move(other.count, other.mean)
            if self.scatter is not None and other.scatter is not None:
                self.scatter += other.scatter

    def _move(self, count: int, mean: Floats) -> None:
        """The mean of all, and the scatter's part that lies between the two means."""
        self._check(mean)
        # gap = mean' - mean;  mean <- mean + (n / N) gap;  scatter <- scatter + (N0 n / N) gap gap^T
        total, gap = self.count + count, mean - self.mean
        if self.scatter is not None:
            for place in np.ndindex(gap.shape[:-1]):
                self.scatter[place] += np.outer(gap[place], gap[place]) * (self.count * count / total)
        self.mean = self.mean + gap * (count / total)
        self.count = total

    def _check(self, mean: Floats) -> None:
        if not self.count:
            self.mean = np.zeros(mean.shape)
            self.scatter = None if self.scatter is None else np.zeros((*mean.shape, mean.shape[-1]))
        if mean.shape != self.mean.shape:
            raise UsageError(
                f"rows of shape {('n', *self.mean.shape)}",
                f"shape {('n', *mean.shape)}",
                "add activations of one model, collected in one way",
            )
        if not np.isfinite(mean).all():
            raise UsageError("finite activations", "NaN or infinity", "load the model in float32 or bfloat16")


def floats(activations: Any) -> Floats:
    """Activations as a float64 array; bfloat16 tensors too, which numpy does not know."""
    if hasattr(activations, "detach"):
        activations = activations.detach().cpu().double()
    return np.asarray(activations, dtype=np.float64)
