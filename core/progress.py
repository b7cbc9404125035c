"""Progress bars and stage times: a person sees that something moves, and afterwards where the time went."""

import contextlib
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from tqdm import tqdm

Item = TypeVar("Item")


def progress(items: Iterable[Item], what: str, total: int | None = None) -> Iterator[Item]:
    """Pass `items` on with a bar on stderr that appears after two seconds and not at all for quicker work."""
    return iter(tqdm(items, desc=what, total=total, delay=2, file=sys.stderr, dynamic_ncols=True))


@dataclass
class Stages:
    """Wall seconds of each named stage, printed as each ends."""

    seconds: dict[str, float] = field(default_factory=dict)

    @contextlib.contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time the block under `name`; a stage entered twice adds up."""
        start = time.perf_counter()
        yield
        spent = time.perf_counter() - start
        self.seconds[name] = self.seconds.get(name, 0.0) + spent
        print(f"  {spent:6.1f} s  {name}", flush=True)

    @property
    def total(self) -> float:
        """Seconds of all stages together."""
        return sum(self.seconds.values())
