"""Several processes of one program that share its prompts, as `torchrun` starts them, or one alone.

    torchrun --nproc_per_node 2 -m triptych.hub.cli generate refusals --system SmolLM2-…

With a GPU each process takes one, and loads the whole model onto it; without, all run on the CPU.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeVar

from triptych.core.errors import RunError

Value = TypeVar("Value")
_LONGEST_WAIT = timedelta(hours=12)  # the others wait while one chooses a layer or is last to finish


@dataclass(frozen=True)
class Processes:
    """Which of how many processes this is. The first one (`rank` 0) reads and writes what they share."""

    rank: int = 0
    count: int = 1
    device: str | None = None
    """Where this process puts its model; None lets it spread over all devices there are."""

    @property
    def main(self) -> bool:
        """Whether this is the first process."""
        return self.rank == 0

    def part(self, items: Sequence[Value]) -> list[Value]:
        """This process's share: every `count`th item. Sort by length before, and all have as much to do."""
        return list(items[self.rank :: self.count])

    def from_main(self, make: Callable[[], Value]) -> Value:
        """What `make` gives in the first process, in all of them."""
        if self.count == 1:
            return make()
        from accelerate.utils import broadcast_object_list

        box: list[Any] = [make() if self.main else None]
        broadcast_object_list(box, from_process=0)
        made: Value = box[0]
        return made

    def wait(self) -> None:
        """Go on when all processes are here."""
        if self.count > 1:
            from accelerate import PartialState

            PartialState().wait_for_everyone()


def joined() -> Processes:
    """This process among those that `torchrun` started with it. Raises `RunError` where they do not find each other."""
    expected = int(os.environ.get("WORLD_SIZE") or 1)
    if expected == 1:
        return Processes()
    import torch
    from accelerate import PartialState

    # Without a GPU they only find each other (over gloo) when told that there is none.
    state = PartialState(cpu=not torch.cuda.is_available(), timeout=_LONGEST_WAIT)
    if state.num_processes != expected:
        raise RunError(
            f"{expected} processes were started but {state.num_processes} found each other; "
            "start them with torchrun --nproc_per_node N"
        )
    return Processes(state.process_index, state.num_processes, str(state.device))
