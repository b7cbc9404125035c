"""Only who knows the password comes in; names do not leave with the answers."""

import stat
from pathlib import Path
from typing import Any

import pytest

from triptych.core.errors import UsageError
from triptych.spaces.annotation.accounts import Accounts


@pytest.fixture
def accounts(tmp_path: Path) -> Accounts:
    return Accounts(tmp_path / "study.sqlite")


def test_a_token_is_made_where_no_password_is_given(accounts: Accounts) -> None:
    token = accounts.add("ada")
    assert len(token) >= 20
    assert accounts.check("ada", token)
    assert not accounts.check("ada", token + "x")
    assert not accounts.check("bob", token)
    assert not accounts.check("ada", "")
    assert token.encode() not in accounts.path.read_bytes()


def test_accounts_last_and_passwords_change(accounts: Accounts) -> None:
    accounts.add("ada", "first password")
    accounts.add("ada", "second password", role="adjudicator")
    again = Accounts(accounts.path)
    assert not again.check("ada", "first password")
    assert again.check("ada", "second password")
    assert again.role("ada") == "adjudicator"
    assert again.role("bob") is None
    assert again.role(None) is None
    assert again.names() == ["ada"]


@pytest.mark.parametrize(
    ("name", "password", "role"),
    [("", "long enough", "annotator"), (" a", "long enough", "annotator"), ("a" * 65, "long enough", "annotator"),
     ("a", "short", "annotator"), ("a", "x" * 257, "annotator"), ("a", "long enough", "root")],
)  # fmt: skip
def test_what_is_no_account_is_refused(accounts: Accounts, name: str, password: str, role: Any) -> None:
    with pytest.raises(UsageError):
        accounts.add(name, password, role)
    assert accounts.names() == []


@pytest.mark.parametrize(("name", "password"), [(None, "x"), ("ada", None), ("ada", ["x"]), ("ada", "x" * 10**6)])
def test_what_is_no_password_is_no_way_in(accounts: Accounts, name: Any, password: Any) -> None:
    accounts.add("ada", "long enough")
    assert not accounts.check(name, password)


def test_pseudonyms_stay_and_hang_on_a_secret(accounts: Accounts, tmp_path: Path) -> None:
    other = Accounts(tmp_path / "other.sqlite")
    assert accounts.pseudonym("ada") == Accounts(accounts.path).pseudonym("ada")
    assert len({accounts.pseudonym("ada"), accounts.pseudonym("bob"), other.pseudonym("ada")}) == 3
    salt = accounts.path.with_name("study.sqlite.salt")
    assert stat.S_IMODE(salt.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.glob("*.salt*")) == ["other.sqlite.salt", "study.sqlite.salt"]
