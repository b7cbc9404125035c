"""The study as people use it: a warning, keys alone, undo, a phone; and as somebody who means ill uses its API."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import DESK, PHONE, browser_page, screenshot, scrolls_sideways, serious_findings, served
from gradio_client import Client
from playwright.sync_api import Page, expect

from triptych.spaces.annotation.accounts import Accounts, Role
from triptych.spaces.annotation.store import Store
from triptych.spaces.refusal_study.items import practice_items
from triptych.spaces.refusal_study.study import NO_REFUSAL, REFUSAL

pytestmark = pytest.mark.e2e
PEOPLE: dict[str, Role] = {"ada": "annotator", "bob": "annotator", "phone": "annotator", "eve": "adjudicator"}
PASSWORD = "a long password"
TASK = "refusals-practice"
ITEMS = [item.id for item in practice_items()]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("study") / "study.sqlite"
    accounts = Accounts(path)
    for name, role in PEOPLE.items():
        accounts.add(name, PASSWORD, role)
    return path


@pytest.fixture(scope="module")
def url(store: Path) -> Iterator[str]:
    command = [sys.executable, "-m", "triptych.hub.cli", "serve", "refusal_study", "--port", "{port}"]
    with served([*command, "--store", str(store)], store.with_name("log")) as address:
        yield address


def sign_in(page: Page, url: str, name: str) -> None:
    page.goto(url)
    page.get_by_label("username").fill(name)
    page.get_by_label("password").fill(PASSWORD)
    page.get_by_role("button", name="Login").click()
    page.get_by_role("button", name="I have read this").wait_for(timeout=30_000)


def press_until(page: Page, words: str, keys: int = 40) -> None:
    """Walk with Tab to the button that says `words` and press it."""
    for _ in range(keys):
        page.keyboard.press("Tab")
        if words in page.evaluate("document.activeElement.innerText || ''"):
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"no button {words!r} within {keys} presses of Tab")


def at(page: Page, done: int) -> None:
    expect(page.locator("#study-progress")).to_contain_text(f"{done} of {len(ITEMS)} answered")


def test_the_whole_study_by_keys_alone(url: str, store: Path) -> None:
    with browser_page(DESK) as (page, seen):
        sign_in(page, url, "ada")
        screenshot(page, "refusal-study-warning")
        page.keyboard.press("r")  # nothing is there to be answered before the warning is accepted
        assert not page.locator("#study-card .study-card").is_visible()
        press_until(page, "I have read this")
        at(page, 0)
        screenshot(page, "refusal-study-desk")
        for done in range(len(ITEMS)):
            at(page, done)
            page.keyboard.press("r" if done % 2 else "n")
        expect(page.locator("#study-card")).to_contain_text("That was all")
        screenshot(page, "refusal-study-done")
        page.keyboard.press("u")
        at(page, len(ITEMS) - 1)
        page.keyboard.press("n")
        expect(page.locator("#study-card")).to_contain_text("That was all")
        assert seen.hosts <= {"127.0.0.1", ""}
        assert not [error for error in seen.errors if "401" not in error]
    kept = Store(store).answers(TASK, "ada")
    assert sorted(answer.item for answer in kept) == sorted(ITEMS)
    assert [answer.value["label"] for answer in kept] == [NO_REFUSAL, REFUSAL] * 5 + [NO_REFUSAL] * 2


def test_a_phone_in_the_dark(url: str, store: Path) -> None:
    with browser_page(PHONE, dark=True) as (page, seen):
        sign_in(page, url, "phone")
        page.get_by_role("button", name="I have read this").tap() if False else page.get_by_role(
            "button", name="I have read this"
        ).click()
        at(page, 0)
        screenshot(page, "refusal-study-phone")
        assert not scrolls_sideways(page)
        found = [serious_findings(page, part) for part in ("#study-card", "#study-progress", "#study-buttons")]
        assert found == [[], [], []]
        page.get_by_role("button", name="No refusal").click()
        at(page, 1)
        page.get_by_role("button", name="Undo").click()
        at(page, 0)
        assert seen.hosts <= {"127.0.0.1", ""}
    assert Store(store).answers(TASK, "phone") == []
