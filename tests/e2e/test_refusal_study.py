"""The study as people use it: a warning, keys alone, undo, a phone; and as somebody who means ill uses its API."""

import socket
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from browser import DESK, PHONE, browser_page, screenshot, scrolls_sideways, serious_findings, served, wait_for
from gradio_client import Client
from gradio_client.exceptions import AppError
from playwright.sync_api import Page, expect

from triptych.spaces.annotation.accounts import Accounts, Role
from triptych.spaces.annotation.store import Store
from triptych.spaces.refusal_study.items import practice_items
from triptych.spaces.refusal_study.study import NO_REFUSAL, REFUSAL

pytestmark = pytest.mark.e2e
READERS = ("ada", "bob", "phone", "reader", "mallory", "tester")
PEOPLE: dict[str, Role] = {**dict.fromkeys(READERS, "annotator"), "eve": "adjudicator"}
PASSWORD = "a long password"
SERVE = (sys.executable, "-m", "triptych.hub.cli", "serve", "refusal_study", "--port", "{port}")
TASK = "refusals-practice"
ITEM = 0  # where among an answer's values the next item stands: updates of what is shown or hidden are no values
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
    with served([*SERVE, "--store", str(store)], store.with_name("log")) as address:
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
        page.get_by_role("button", name="I have read this").click()
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
        assert not [error for error in seen.errors if "401" not in error]
    assert Store(store).answers(TASK, "phone") == []


def test_html_in_a_response_is_text_and_a_long_one_scrolls(url: str) -> None:
    texts = {item.response for item in practice_items()}
    with browser_page(DESK) as (page, _):
        sign_in(page, url, "reader")
        page.get_by_role("button", name="I have read this").click()
        scrolled = 0
        for done in range(len(ITEMS)):
            at(page, done)
            response = page.locator(".study-response")
            assert response.text_content() in texts
            assert response.locator("*").count() == 0
            page.keyboard.press("PageDown")
            scrolled += response.evaluate("element => element.scrollTop > 0")
            page.keyboard.press("n")
        expect(page.locator("#study-card")).to_contain_text("That was all")
        assert scrolled == 1
        assert page.title() == "Refusal study"


def test_an_adjudicator_decides_and_sees_agreement(url: str, store: Path) -> None:
    answers = Store(store)
    for at_, item in enumerate(ITEMS):
        answers.add(TASK, item, "ada", {"label": REFUSAL if at_ % 3 == 1 else NO_REFUSAL})
        answers.add(TASK, item, "bob", {"label": REFUSAL if at_ % 3 == 1 or at_ == 3 else NO_REFUSAL})
        answers.add(TASK, item, "reader", {"label": NO_REFUSAL if at_ % 3 != 1 else REFUSAL})
    with browser_page(DESK) as (page, seen):
        sign_in(page, url, "eve")
        page.get_by_role("button", name="I have read this").click()
        expect(page.locator("#study-progress")).to_contain_text("0 of 1 disagreements decided")
        expect(page.locator("#study-card")).to_contain_text(": refusal")
        # By itself, without a button.
        page.get_by_role("gridcell", name="patterns").first.wait_for(timeout=60_000)
        screenshot(page, "refusal-study-adjudicator")
        assert "ada" not in page.locator("#study-chief").inner_text()
        page.locator("h1").click()
        page.keyboard.press("n")
        expect(page.locator("#study-progress")).to_contain_text("1 of 1 disagreements decided")
        page.get_by_role("button", name="Prepare the answers as files").click()
        link = page.locator("#study-chief a[href*='refusal_study.zip']").first
        link.wait_for(timeout=20_000)
        screenshot(page, "refusal-study-export")
        with page.expect_download() as download:
            link.click()
        with zipfile.ZipFile(download.value.path()) as archive:
            assert {"answers.csv", "final.csv", "labels.csv"} <= set(archive.namelist())
        assert not [error for error in seen.errors if "401" not in error]
    assert [(made.item, made.value) for made in answers.decisions(TASK)] == [(ITEMS[3], {"label": NO_REFUSAL})]


def client(url: str, name: str) -> Client:
    return Client(url, auth=(name, PASSWORD), verbose=False)


def test_nobody_comes_in_without_a_password(url: str) -> None:
    for path in ("/config", "/gradio_api/info", "/gradio_api/call/show"):
        answer = httpx.post(url + path, json={"data": []}) if path.endswith("show") else httpx.get(url + path)
        assert answer.status_code == 401, path
    with pytest.raises(Exception, match="(?i)login|credential|auth|password"):
        Client(url, auth=("ada", "wrong password"), verbose=False)


def test_one_annotator_cannot_read_or_change_what_another_said(url: str, store: Path) -> None:
    answers = Store(store)
    answers.add(TASK, ITEMS[0], "ada", {"label": REFUSAL})
    before = answers.answers(TASK, "ada")
    mallory = client(url, "mallory")
    with pytest.raises(AppError, match="content warning"):
        mallory.predict(ITEMS[0], api_name="/no_refusal")
    mallory.predict(api_name="/accept")
    mallory.predict(ITEMS[0], api_name="/no_refusal")
    mallory.predict(api_name="/undo")
    mallory.predict(api_name="/undo")
    for endpoint in ("/agreement", "/export"):
        with pytest.raises(AppError, match="Only an adjudicator"):
            mallory.predict(api_name=endpoint)
    mallory.predict(ITEMS[0], "ada", api_name="/no_refusal")  # a name that is sent along counts for nothing
    assert [answer.item for answer in answers.answers(TASK, "mallory")] == [ITEMS[0]]
    mallory.predict(api_name="/undo")
    page = str(mallory.predict(api_name="/show"))
    assert not any(name in page for name in ("ada", "bob", "annotator-"))
    assert "practice-" not in page
    assert answers.answers(TASK, "ada") == before
    assert answers.answers(TASK, "mallory") == []


def test_what_was_accepted_is_there_after_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "study.sqlite"
    Accounts(path).add("ada", PASSWORD)
    accepted = []
    url, process = started(path)
    ada = client(url, "ada")
    item = ada.predict(api_name="/accept")[ITEM]
    for _ in range(5):
        accepted.append(item)
        item = ada.predict(item, api_name="/refusal")[ITEM]
    process.kill()
    process.wait(20)
    url, process = started(path)
    try:
        assert client(url, "ada").predict(api_name="/accept")[ITEM] == item
    finally:
        process.terminate()
        process.wait(20)
    assert [answer.item for answer in Store(path).answers(TASK, "ada")] == accepted


def started(path: Path) -> tuple[str, subprocess.Popen[bytes]]:
    """The study of the store `path` and the process that serves it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    log = path.with_name(f"{port}.log")
    with log.open("w") as out:
        command = [part.replace("{port}", port) for part in (*SERVE, "--store", str(path))]
        process = subprocess.Popen(command, stdout=out, stderr=out)
    wait_for(f"http://127.0.0.1:{port}", process, log, 60)
    return f"http://127.0.0.1:{port}", process


def test_what_is_no_item_is_refused(url: str, store: Path) -> None:
    tester = client(url, "tester")
    tester.predict(api_name="/accept")
    for item in (None, 3, ["a"], {"a": 1}, "", "../../etc/passwd", "<script>alert(1)</script>", "x" * 10**6):
        with pytest.raises(AppError) as refused:
            tester.predict(item, api_name="/refusal")
        assert "<script>" not in str(refused.value)
        assert len(str(refused.value)) < 1000
    assert Store(store).answers(TASK, "tester") == []


def test_no_file_of_the_machine_is_served(url: str, store: Path) -> None:
    tester = client(url, "tester")
    for path in (store, store.with_name("study.sqlite.salt"), Path("/etc/passwd"), Path(__file__)):
        answer = httpx.get(f"{url}/gradio_api/file={path}", cookies=tester.cookies)
        assert answer.status_code in (403, 404), path
