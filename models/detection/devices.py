"""Where a model runs: `auto` is the first accelerator that is there, else the processor."""

import torch

from triptych.core.errors import UsageError


def device_of(name: str) -> str:
    """A device that torch knows; raises `UsageError` for one that is not here."""
    if name == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    try:
        torch.empty(0, device=name)
    except (RuntimeError, AssertionError) as error:
        reason = str(error).strip().split("\n")[0]
        raise UsageError("a device that is here", f"{name}: {reason}", "use --device auto or cpu") from error
    return name
