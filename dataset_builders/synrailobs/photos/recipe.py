"""What all rows of a split are made of: what `make_shard` needs beside its numbers and the obstacles."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from triptych.dataset_builders.synrailobs.photos.composer import Look
from triptych.dataset_builders.synrailobs.photos.layout import Layout
from triptych.dataset_builders.synrailobs.photos.parts import Background


@dataclass(frozen=True)
class Recipe:
    """What all rows of a split are made of.

    `places`: how many backgrounds the split has; `backgrounds`: they by their number, or those of one shard only.
    Each background gets a run of rows that follow each other, so that it is prepared once. `size`: width and height of
    the frames. `code`: version of what makes the rows, for their `parameters`.
    """

    split: str
    rows: int
    places: int
    backgrounds: Mapping[int, Background]
    layout: Layout
    look: Look
    size: tuple[int, int]
    quality: int
    code: str

    def background_of(self, number: int) -> int:
        """The number of the background of row `number`."""
        return number * self.places // self.rows

    def only(self, rows: range) -> "Recipe":
        """The same with no more backgrounds than these rows need, to be sent to another process."""
        needed = {self.background_of(number) for number in rows}
        return replace(self, backgrounds={number: self.backgrounds[number] for number in sorted(needed)})
