"""Where the two rails of the camera's own track run in a picture."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Rails:
    """The inner faces of both railheads, one entry for each row: 1.435 m apart on standard gauge.

    `rows` (n,) pixel rows from far to near, rising; `left` and `right` (n,) columns, fractions of pixels allowed;
    `confidence` in [0, 1], 1 where the rails are known.
    """

    rows: NDArray[np.float64]
    left: NDArray[np.float64]
    right: NDArray[np.float64]
    confidence: float
