"""Before money is spent: how many calls and tokens a judge would need, and whether to go on."""

import sys

from triptych.core.errors import UsageError
from triptych.core.estimate import Estimate


def confirm_calls(judge: str | None, estimate: Estimate, yes: bool) -> None:
    """Print the estimate of an API judge and ask; nothing to do for judges without calls or with all in the cache.

    Raises `UsageError` where nobody can answer (no terminal) and `yes` is not set, or where the answer is no.
    """
    if not estimate.calls:
        return
    print(f"{judge}: {estimate}")
    if yes:
        return
    if not sys.stdin.isatty():
        raise UsageError("--yes, since nobody can be asked here", "no terminal", "add --yes to make these calls")
    if input("Go on? [y/N] ").strip().lower() not in ("y", "yes"):
        raise UsageError("yes", "no", "nothing was sent; try --limit N for a smaller run")
