"""What images share: pictures of one background, frames of one video. Whole groups of them are then resampled.

Images of one group resemble each other, so that intervals over single images would be too narrow (A. C. Davison,
D. V. Hinkley, Bootstrap Methods and their Application, 1997, section 3.8).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from triptych.core.errors import UsageError


@dataclass(frozen=True)
class Resampling:
    """How images are drawn for intervals."""

    resamples: int
    """0 = no intervals."""
    seed: int
    groups: NDArray[np.int64] | None
    """(images,) the group of each, from 0 on; None = each image by itself."""

    @property
    def n_groups(self) -> int | None:
        """How many groups there are, None without groups."""
        return None if self.groups is None else int(self.groups.max()) + 1


def group_codes(
    groups: Sequence[Any] | str | None, n_images: int, image_columns: Mapping[str, Sequence[Any]]
) -> NDArray[np.int64] | None:
    """(images,) numbers of groups in the order of their first images, from one name an image or an image column's name.

    Raises `UsageError` where there is no such column, a name is missing, or there are more or fewer than images.
    """
    if groups is None:
        return None
    if isinstance(groups, str):
        if groups not in image_columns:
            known = ", ".join(sorted(image_columns)) or "none"
            raise UsageError(f"a column of the images for groups among: {known}", repr(groups), "add it to every row")
        groups = image_columns[groups]
    names = groups.tolist() if hasattr(groups, "tolist") else list(groups)
    missing = sum(name is None or name != name for name in names)
    if len(names) != n_images or missing:
        got = f"{len(names)} groups for {n_images} images, {missing} of them missing"
        raise UsageError("one group for each image", got, "give images without a group a name of their own")
    try:
        position = {name: code for code, name in enumerate(dict.fromkeys(names))}
    except TypeError as error:
        raise UsageError("groups that are texts or numbers", str(error), "name every group") from None
    return np.array([position[name] for name in names], dtype=np.int64)
