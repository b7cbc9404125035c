"""Who takes part, and that texts of others stay texts."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from triptych.core.errors import UsageError
from triptych.hub.cli import main
from triptych.spaces.annotation.accounts import Accounts, Role
from triptych.spaces.annotation.people import roles as roles_of
from triptych.spaces.refusal_study import texts
from triptych.spaces.refusal_study.items import Item
from triptych.spaces.refusal_study.page import Settings
from triptych.spaces.refusal_study.study import View


def roles(settings: Settings, accounts: Accounts) -> Callable[[str | None], Role | None]:
    return roles_of(accounts, settings.annotators, settings.adjudicators, settings.on_hub)


@pytest.fixture
def accounts(tmp_path: Path) -> Accounts:
    return Accounts(tmp_path / "study.sqlite")


def test_the_first_start_makes_accounts_and_says_their_passwords_once(
    accounts: Accounts, capsys: pytest.CaptureFixture[str]
) -> None:
    role = roles(Settings(), accounts)
    assert accounts.names() == ["adjudicator", "annotator1", "annotator2"]
    assert (role("annotator1"), role("adjudicator"), role("root")) == ("annotator", "adjudicator", None)
    lines = capsys.readouterr().out.splitlines()
    assert accounts.check("annotator1", next(line for line in lines if "annotator1" in line).split(": ")[1])
    roles(Settings(), accounts)
    assert capsys.readouterr().out == ""


def test_named_people_join_those_who_are_there(accounts: Accounts) -> None:
    roles(Settings(annotators=("ada",), adjudicators=("eve",)), accounts)
    role = roles(Settings(annotators=("ada", "bob")), accounts)
    assert accounts.names() == ["ada", "bob", "eve"]
    assert role("eve") == "adjudicator"
    with pytest.raises(UsageError, match="second role"):  # who has read blindly must not change sides unseen
        roles(Settings(adjudicators=("ada",)), accounts)


def test_on_the_hub_only_named_people_take_part(accounts: Accounts) -> None:
    role = roles(Settings(on_hub=True, annotators=("ada",), adjudicators=("eve",)), accounts)
    assert (role("ada"), role("eve"), role("somebody"), role(None)) == ("annotator", "adjudicator", None, None)
    assert accounts.names() == []


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "{{value}} ${props.value} `x`", "<img src=x onerror=y>"])
def test_a_text_is_no_html_and_no_template(text: str) -> None:
    made = texts.card(View("work", "annotator", Item("i1", text, text, ()), 0, 1))
    assert text not in made
    for sign in ("<script", "<img", "{", "}", "$", "`"):
        assert sign not in made


def test_progress_of_nothing_is_no_error() -> None:
    assert "0 of 0 disagreements decided" in texts.progress(View("done", "adjudicator"))


@pytest.mark.parametrize(
    ("options", "message"),
    [(["--run", "nowhere"], "finished run folder"), (["--questions", "0"], "--questions of at least 1"),
     (["--annotator", "a" * 65], "a name of 1 to 64")],
)  # fmt: skip
def test_a_wrong_option_ends_in_a_message(
    options: list[Any], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "refusal_study", "--store", str(tmp_path / "s.sqlite"), *options]) == 2
    assert message in capsys.readouterr().err
