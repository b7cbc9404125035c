"""All that decides what a dataset of composites on photographs is: its parts, its layout, its look, its size."""

from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from math import ceil
from pathlib import Path
from typing import Any, Final

from triptych.core.errors import UsageError
from triptych.core.runs import digest, file_sha256, versions
from triptych.dataset_builders.source_digest import source_digest
from triptych.dataset_builders.synrailobs.photos.backgrounds import BackgroundSettings
from triptych.dataset_builders.synrailobs.photos.composer import Look
from triptych.dataset_builders.synrailobs.photos.gallery import GallerySettings
from triptych.dataset_builders.synrailobs.photos.layout import Layout
from triptych.dataset_builders.synrailobs.schema import FEATURES

ROWS_A_SHARD: Final = 250
ROWS_A_BACKGROUND: Final = 20
"""Where nobody says how many rows are wanted."""
QUALITY: Final = 90


@dataclass(frozen=True)
class CompositeSettings:
    """A dataset of composites.

    `gallery`: None for drawn obstacles alone; drawn ones also stand in where it has no folder of objects. `rows`: in
    all splits together, by default 20 for each background. `shards`: about so many files, by default one for 250 rows.
    """

    backgrounds: BackgroundSettings
    gallery: GallerySettings | None = None
    layout: Layout = field(default_factory=Layout)
    look: Look = field(default_factory=Look)
    rows: int | None = None
    shards: int | None = None
    seed: int = 0
    quality: int = QUALITY

    def __post_init__(self) -> None:
        for name, value in (("rows", self.rows), ("shards", self.shards)):
            if value is not None and value < 1:
                raise UsageError(f"{name}, at least 1", str(value), f"leave {name} out for the default")

    @property
    def drawn(self) -> bool:
        """Whether drawn obstacles stand in for missing ones."""
        return self.gallery is None or self.gallery.objects is None

    def rows_for(self, backgrounds: int) -> int:
        """Rows of the whole dataset."""
        return self.rows or ROWS_A_BACKGROUND * backgrounds

    def shards_for(self, rows: int, of: int) -> int:
        """Files of a split with `rows` rows of the dataset's `of`."""
        return ceil(rows / (ceil(of / self.shards) if self.shards else ROWS_A_SHARD))

    def inputs(self) -> str:
        """A digest of the settings and of the contents of every file that they name, wherever these lie."""
        return digest(_contents(self))

    def fingerprint(self) -> str:
        """A digest that changes when inputs, columns or code change."""
        return digest([FEATURES.to_dict(), code_digest(), self.inputs()])


@cache
def code_digest() -> str:
    """A digest of all code that makes rows."""
    return source_digest(Path(__file__).parents[1])


def code_version() -> str:
    """The version of the package and of the very code, for the rows' parameters."""
    return f"triptych {versions()['triptych']} {code_digest()[:12]}"


def _contents(value: Any) -> Any:
    """A value for `digest`, with paths replaced by what lies there."""
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: _contents(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Path):
        return _tree(value)
    if isinstance(value, str) and "/" in value and Path(value).is_file():
        return file_sha256(Path(value))
    return value


def _tree(path: Path) -> Any:
    if path.is_file():
        return file_sha256(path)
    files = sorted(each for each in path.rglob("*") if each.is_file())
    return [(each.relative_to(path).as_posix(), file_sha256(each)) for each in files]
