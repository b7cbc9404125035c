"""Who may do what, by the names in a Space's settings."""

from pathlib import Path

import pytest

from triptych.core.errors import UsageError
from triptych.spaces.annotation.accounts import Accounts
from triptych.spaces.annotation.people import roles


def test_named_people_get_an_account_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    accounts = Accounts(tmp_path / "a.sqlite")
    role = roles(accounts, ["ada"], ["eve"], on_hub=False)
    assert (role("ada"), role("eve"), role("mallory"), role(None)) == ("annotator", "adjudicator", None, None)
    token = capsys.readouterr().out.splitlines()[0].split()[-1]
    assert accounts.check("ada", token)
    roles(accounts, ["ada"], ["eve"], on_hub=False)
    assert capsys.readouterr().out == ""


def test_the_first_start_makes_two_annotators_and_an_adjudicator(tmp_path: Path) -> None:
    accounts = Accounts(tmp_path / "a.sqlite")
    roles(accounts, (), (), on_hub=False)
    assert accounts.names() == ["adjudicator", "annotator1", "annotator2"]
    roles(accounts, (), (), on_hub=False)
    assert len(accounts.names()) == 3


def test_nobody_changes_roles(tmp_path: Path) -> None:
    accounts = Accounts(tmp_path / "a.sqlite")
    roles(accounts, ["ada"], (), on_hub=False)
    with pytest.raises(UsageError, match="second role"):
        roles(accounts, (), ["ada"], on_hub=False)


def test_on_the_hub_the_settings_alone_count(tmp_path: Path) -> None:
    accounts = Accounts(tmp_path / "a.sqlite")
    accounts.add("local", "a long password")
    role = roles(accounts, ["ada"], (), on_hub=True)
    assert (role("ada"), role("local"), role(None)) == ("annotator", None, None)
    assert accounts.names() == ["local"]
