"""Who may do what in an annotation Space, by the names in its settings."""

from collections.abc import Callable, Sequence

from triptych.core.errors import UsageError
from triptych.spaces.annotation.accounts import Accounts, Role


def roles(
    accounts: Accounts, annotators: Sequence[str], adjudicators: Sequence[str], on_hub: bool
) -> Callable[[str | None], Role | None]:
    """Those named in the settings on the Hub, here all who have an account. New ones get a token, printed once.

    Where nobody is named and nobody has an account, annotator1, annotator2 and adjudicator get one. Raises
    `UsageError` for a name that has another role already.
    """
    named: dict[str | None, Role] = {
        **dict.fromkeys(annotators, "annotator"),
        **dict.fromkeys(adjudicators, "adjudicator"),
    }
    if on_hub:
        return named.get
    if not named and not accounts.names():
        named = {"annotator1": "annotator", "annotator2": "annotator", "adjudicator": "adjudicator"}
    for name, role in named.items():
        known = accounts.role(name)
        if name is not None and known is None:
            print(f"{role} {name}, password (shown only now): {accounts.add(name, None, role)}", flush=True)
        elif known != role:
            got, fix = f"{name} as {role}", "take another name for a second role"
            raise UsageError(f"{name} as {known}, as before", got, fix)
    return accounts.role
