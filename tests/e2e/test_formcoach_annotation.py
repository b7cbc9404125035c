"""The annotation of pairs by keys alone and on a phone; and as somebody who means ill uses its API."""

import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from browser import DESK, PHONE, browser_page, screenshot, scrolls_sideways, serious_findings, served
from gradio_client import Client
from gradio_client.exceptions import AppError
from pairs_folder import write_pairs
from playwright.sync_api import Page, expect

from triptych.hub.builders import load_rows
from triptych.hub.formcoach_feedback import write_feedback
from triptych.spaces.annotation.accounts import Accounts, Role
from triptych.spaces.annotation.order import order
from triptych.spaces.annotation.store import Store
from triptych.spaces.formcoach_annotation.work import DRAFTS, TASK

pytestmark = pytest.mark.e2e
PEOPLE: dict[str, Role] = dict.fromkeys(("ada", "bob", "cleo", "dan", "phone"), "annotator") | {"eve": "adjudicator"}
PASSWORD = "a long password"
IDS = [f"pair-{at:03d}" for at in range(4)]
PLAYER = "document.querySelector('.pp').pairedPlayer"
WATCH = """(ms) => new Promise((done) => {
  const player = document.querySelector('.pp').pairedPlayer, seen = [], began = performance.now();
  (function look() {
    const { fps, clock, user, reference } = player.state();
    seen.push({ apart: user.holds || reference.holds ? 0 : Math.abs(user.time - reference.time) * fps, clock });
    if (performance.now() - began < ms) requestAnimationFrame(look); else done(seen);
  })();
})"""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("annotation") / "annotation.sqlite"
    accounts = Accounts(path)
    for name, role in PEOPLE.items():
        accounts.add(name, PASSWORD, role)
    return path


@pytest.fixture(scope="module")
def url(store: Path) -> Iterator[str]:
    """Four pairs of eight seconds, each with lines of two systems."""
    data = str(write_pairs(store.parent / "pairs", len(IDS), seconds=8))
    runs = []
    for system in ("generic", "silent"):
        write_feedback(store.parent / system, system, load_rows("formcoach", data, "test"), "test")
        runs += ["--feedback", str(store.parent / system)]
    command = [sys.executable, "-m", "triptych.hub.cli", "serve", "formcoach_annotation", "--port", "{port}"]
    command += ["--data", data, "--store", str(store), "--each", "9", *runs]
    settings = {"TRIPTYCH_CACHE": str(store.parent / "cache")}
    with served(command, store.with_name("log"), settings) as address:
        yield address


def sign_in(page: Page, url: str, name: str) -> None:
    page.goto(url)
    page.get_by_label("username").fill(name)
    page.get_by_label("password").fill(PASSWORD)
    page.get_by_role("button", name="Login").click()
    ready(page)


def ready(page: Page) -> None:
    page.locator(".pp").wait_for(timeout=30_000)
    page.wait_for_function(f"(() => {{ const s = {PLAYER}?.state(); return s?.user.ready && s.reference.ready; }})()")


def at(page: Page, words: str) -> None:
    expect(page.locator("#fc-bar")).to_contain_text(words, timeout=10_000)


def frame(page: Page) -> int:
    return int(page.evaluate(f"{PLAYER}.state().frame"))


def write(page: Page, words: str) -> None:
    page.keyboard.press("i")
    page.keyboard.press("Control+a")
    page.keyboard.type(words)


def rate(page: Page, keys: str) -> None:
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    for key in keys:
        page.keyboard.press(key)


def test_by_keys_alone(url: str, store: Path) -> None:
    with browser_page(DESK) as (page, seen):
        sign_in(page, url, "ada")
        at(page, "Pair 1 of 4")
        screenshot(page, "formcoach-annotation-desk")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        assert frame(page) == 2
        page.keyboard.press("ArrowLeft")
        page.wait_for_function(f"Math.abs({PLAYER}.state().user.time * 30 - 1.5) < 0.1")
        page.keyboard.press("]")
        state = page.evaluate(f"{PLAYER}.state()")
        assert (state["offset"], state["total"], state["reference"]["shift"]) == (1, 241, 1)
        page.keyboard.press("0")
        write(page, "word " * 16)
        expect(page.locator("#fc-count")).to_contain_text("16 of 15 words: too long")
        page.keyboard.press("Control+Enter")
        write(page, "Push your knees outward.")
        expect(page.locator("#fc-count")).to_have_text("4 of 15 words")
        rate(page, "43n15y")
        assert page.evaluate("document.activeElement.tagName") == "BODY"
        screenshot(page, "formcoach-annotation-filled")
        page.keyboard.press("Control+Enter")
        at(page, "1 of 4 done")
        at(page, "Pair 2 of 4")
        write(page, "Keep your chest")
        expect(page.locator("#fc-kept")).to_contain_text("Draft kept")
        page.wait_for_function("document.querySelector('#fc-instruction textarea').value === 'Keep your chest'")
        page.wait_for_timeout(1000)  # the last letters' draft
        page.reload()
        ready(page)
        at(page, "Pair 2 of 4")
        expect(page.locator("#fc-instruction textarea")).to_have_value("Keep your chest")
        assert seen.hosts <= {"127.0.0.1", ""}
        assert not [error for error in seen.errors if "401" not in error]
    mine = order(IDS, "ada")
    (answer,) = Store(store).answers(TASK, "ada")
    assert (answer.item, answer.value["instruction"]) == (mine[0], "Push your knees outward.")
    assert sorted(tuple(rating.values()) for rating in answer.value["ratings"].values()) == [
        (1, 5, True),
        (4, 3, False),
    ]
    assert {draft.item: draft.value["instruction"] for draft in Store(store).answers(DRAFTS, "ada")}[mine[1]] == (
        "Keep your chest"
    )


@pytest.mark.parametrize("key", ["1", "4"], ids=["full speed", "a quarter"])
def test_both_sides_stay_within_a_frame(key: str, url: str) -> None:
    with browser_page(DESK) as (page, seen):
        sign_in(page, url, "dan")
        page.keyboard.press(key)
        page.keyboard.press("Space")
        looks: list[dict[str, Any]] = page.evaluate(WATCH, 5000)
        page.keyboard.press("Space")
        assert len(looks) > 50
        assert looks[-1]["clock"] > (2 if key == "1" else 0.6)
        assert max(look["apart"] for look in looks) < 1
        stopped = page.evaluate(f"{PLAYER}.state()")
        page.wait_for_timeout(300)
        assert page.evaluate(f"{PLAYER}.state().frame") == stopped["frame"]
        assert not [error for error in seen.errors if "401" not in error]


def test_a_phone_in_the_dark(url: str) -> None:
    with browser_page(PHONE, dark=True) as (page, seen):
        sign_in(page, url, "phone")
        at(page, "Pair 1 of 4")
        page.get_by_text("Keys of the player").click()
        screenshot(page, "formcoach-annotation-phone")
        assert not scrolls_sideways(page)
        parts = (".pp", "#fc-bar", "#fc-count", ".fc-line")
        assert {part: serious_findings(page, part) for part in parts} == {part: [] for part in parts}
        page.get_by_role("button", name="Large").click()
        assert page.locator(".pp-user").bounding_box()["width"] > 300  # type: ignore[index]
        page.get_by_label("Nothing to correct").check()
        page.get_by_role("button", name="Save").click()
        page.get_by_text("every line rated").wait_for()
        page.get_by_role("button", name="Next (N)").click()
        at(page, "Pair 2 of 4")
        page.get_by_role("button", name="Next open").click()
        at(page, "Pair 3 of 4")
        assert seen.hosts <= {"127.0.0.1", ""}


def test_nothing_without_an_account(url: str, store: Path) -> None:
    clip = next((store.parent / "cache").rglob("*.mp4"), None)
    for path in ("gradio_api/info", "config", f"gradio_api/file={clip}", f"gradio_api/file={store}"):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"{url}/{path}", timeout=10)
        assert refused.value.code == 401
    with pytest.raises(ValueError, match="Could not login"):
        Client(url, auth=("ada", "a wrong one"), verbose=False)


def client(url: str, name: str) -> Client:
    return Client(url, auth=(name, PASSWORD), verbose=False)


RATED = (4, 3, "no", 5, 2, "yes")


def test_nobody_reads_or_changes_what_others_said(url: str, store: Path) -> None:
    bob, cleo = client(url, "bob"), client(url, "cleo")
    bob.predict("pair-001", "", "Only Bob says this.", False, *RATED, api_name="/save")
    bob.predict("pair-002", "Only Bob drafts this.", False, *([None] * 6), api_name="/draft")
    for call in ("/next", "/previous", "/next_open"):
        for pair in IDS:
            shown = str(cleo.predict(pair, "", api_name=call))
            assert "Only Bob" not in shown
            assert "generic" not in shown  # the systems have no names here
            assert "silent" not in shown
    cleo.predict("pair-001", "", "Cleo says that.", False, *RATED, api_name="/save")
    said = {answer.annotator: answer.value["instruction"] for answer in Store(store).answers(TASK)
            if answer.item == "pair-001"}  # fmt: skip
    assert (said["bob"], said["cleo"]) == ("Only Bob says this.", "Cleo says that.")
    for call in ("/agreement", "/export"):
        with pytest.raises(AppError, match="Only an adjudicator"):
            cleo.predict(api_name=call)


@pytest.mark.parametrize(
    ("pair", "words", "nothing", "rated", "message"),
    [
        ("pair-003", "word " * 16, False, RATED, "16 words"),
        ("pair-003", "x" * 100_000, False, RATED, "300 characters"),
        ("pair-003", "Go deeper.", "yes", RATED, "yes or no"),
        ("pair-003", "Go deeper.", False, (9, *RATED[1:]), "choices"),
        ("pair-003", "Go deeper.", False, ("4", *RATED[1:]), "choices"),
        ("pair-003", "Go deeper.", False, (None, *RATED[1:]), "every line rated"),
        ("../../etc/passwd", "Go deeper.", False, RATED, "a pair of this dataset"),
        ("<script>alert(1)</script>", "Go deeper.", False, RATED, "a pair of this dataset"),
    ],
)
def test_what_is_no_answer_is_refused(
    pair: str, words: str, nothing: Any, rated: tuple[Any, ...], message: str, url: str, store: Path
) -> None:
    with pytest.raises(AppError, match=message):
        client(url, "dan").predict(pair, "", words, nothing, *rated, api_name="/save")
    assert Store(store).answers(TASK, "dan") == []


def test_only_the_folder_of_clips_is_served(url: str, store: Path) -> None:
    dan = client(url, "dan")
    shown = dan.predict("", api_name="/show")
    source = next(part for part in map(str, shown) if ".mp4" in part)
    assert str((store.parent / "cache").resolve()) in source
    for path in (store, store.with_name(store.name + ".salt"), Path("/etc/passwd"), Path(__file__)):
        reply = httpx.get(f"{url}/gradio_api/file={path}", cookies=dan.cookies, headers=dan.headers)
        assert reply.status_code in (403, 404)


def test_adjudication_in_the_browser(url: str, store: Path) -> None:
    bob, cleo = client(url, "bob"), client(url, "cleo")
    bob.predict("pair-000", "", "", True, *RATED, api_name="/save")
    cleo.predict("pair-000", "", "<b>Bend</b> ${alert(1)} {{your}} knees.", False, *RATED, api_name="/save")
    with browser_page(DESK) as (page, seen):
        sign_in(page, url, "eve")
        expect(page.locator("#fc-said")).to_contain_text("one sees nothing to correct")
        expect(page.locator("#fc-said")).to_contain_text("<b>Bend</b> ${alert(1)} {{your}} knees.")
        write(page, "Bend your knees.")
        rate(page, "33n33n")
        page.keyboard.press("Control+Enter")
        at(page, "1 of ")
        page.get_by_role("button", name="Compute progress").click()
        page.get_by_role("gridcell", name="accuracy", exact=True).first.wait_for(timeout=30_000)
        screenshot(page, "formcoach-annotation-adjudicator")
        assert seen.hosts <= {"127.0.0.1", ""}
        assert not [error for error in seen.errors if "401" not in error]
    (decision,) = Store(store).decisions(TASK)
    assert decision.value["instruction"] == "Bend your knees."
    assert Path(client(url, "eve").predict(api_name="/export")).suffix == ".zip"
